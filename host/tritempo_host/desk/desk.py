"""What the pages of one server share: the store, the tournaments as they are, the clocks, who may do what."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from starlette.requests import Request

from tritempo_host.desk.access import Access, form_of, session_of
from tritempo_host.desk.config import Config
from tritempo_host.desk.current import Current, Currents
from tritempo_host.desk.live.clocks import ClockHall
from tritempo_host.desk.live.hub import Hub
from tritempo_host.desk.live.sending import Sending
from tritempo_host.desk.live.starting import Starting
from tritempo_host.desk.live.syncing import Syncing
from tritempo_host.problem import Problem
from tritempo_host.store import open_store
from tritempo_host.store.backup import missing_snapshot
from tritempo_host.store.tournaments import Tournaments, Written
from tritempo_host.text import whole
from tritempo_host.tournament import Draft


class Desk:
    """One server's desk. Raises Problem where the store cannot be opened."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.store = open_store(config.store, config.lang)
        self.tournaments = Tournaments(self.store, config.lang)
        self.hub = Hub()
        self.now = Currents(self.tournaments, self.hub)
        self.access = Access(self.store, config)
        self.clocks = ClockHall(self.store, self.hub, config.ports)
        self.syncing = Syncing(self.store, self.clocks, self.hub)
        self.sending = Sending(self.now, self.clocks, self.hub)
        self.starting = Starting(self.now, self.clocks, self.hub)

    @contextmanager
    def running(self) -> Iterator[None]:
        """The threads that look for clocks, for what others write and for rounds that begin run while in here."""
        self._make_up()
        self.now.start()
        self.clocks.start()
        self.starting.start()
        try:
            yield
        finally:
            self.starting.stop()
            self.clocks.stop()
            self.now.stop()
            self.store.close()

    def _make_up(self) -> None:
        """What a server that was killed while it closed a round has not done."""
        with suppress(Problem):  # a store that is locked: the next start does it
            self.now.look()
            for current in self.now.recent():
                missing_snapshot(self.store, current.listed, self.config.lang)


def desk_of(request: Request) -> Desk:
    """The desk of the server that was asked."""
    return request.app.state.desk


def seen_of(request: Request) -> int | None:
    """Number of the last entry that the page showed which a form came from; None if it does not say."""
    return whole(str(form_of(request).get("seen", "")))


def write(request: Request, current: Current, drafts: Sequence[Draft], seen: int | None = None) -> Written:
    """Writes entries in the name of who asks. `seen`: if it is not what the form says. Raises Refused and Conflict,
    which the page that was posted from shows."""
    seen = seen_of(request) if seen is None else seen
    return desk_of(request).now.append(current, drafts, session_of(request).who, seen)
