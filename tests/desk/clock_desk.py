"""A desk of clocks without pages: what sends rounds to them, and tells them that a round begins."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from desk.cables import until
from tritempo_host.desk.current import Current, Currents
from tritempo_host.desk.live.clocks import ClockHall
from tritempo_host.desk.live.hub import Hub
from tritempo_host.desk.live.sending import Sending
from tritempo_host.desk.live.starting import Starting
from tritempo_host.store import open_store
from tritempo_host.store.tournaments import Tournaments
from tritempo_host.tournament import Draft


class ClockDesk:
    """Clocks at these ports, and the tournament `matinal` of the store at `place`. Not until it is entered does it look
    for anything."""

    def __init__(self, place: Path, ports: list[str]) -> None:
        self.place = place
        self.hub = Hub()
        self.store = open_store(place, "en")
        self.now = Currents(Tournaments(self.store, "en"), self.hub)
        self.hall = ClockHall(self.store, self.hub, ports)
        self.sending = Sending(self.now, self.hall, self.hub)
        self.starting = Starting(self.now, self.hall, self.hub)

    def __enter__(self) -> "ClockDesk":
        self.now.start()
        self.hall.start()
        self.starting.start()
        try:
            until(
                self.hub, ["clocks"], lambda: all(each.state not in ("looking", "gone") for each in self.hall.clocks())
            )
        except BaseException:
            self.__exit__()  # a hall that is left behind takes the ports of later tests
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        self.starting.stop()
        self.hall.stop()
        self.now.stop()
        self.store.close()

    @property
    def current(self) -> Current:
        found = self.now.find("matinal")
        assert found is not None
        return found

    def send(self, number: int, **options) -> dict[str, tuple[int | None, str]]:
        """What came of each clock, by port."""
        assert self.sending.start_sending(self.current, number, "ana", "en", **options)
        until(self.hub, [self.current.topic], lambda: not self.sending.sent(self.current, number).running)
        view = self.sending.sent(self.current, number)
        assert view.sent is not None, view
        return {row.port: (row.table, row.how) for row in view.sent.rows}

    def has(self, number: int, clocks: int = 1) -> None:
        """Waits until so many clocks are seen to have a game of the round."""
        until(self.hub, ["clocks"], lambda: len(self.starting.clocks_of(self.current, number)) == clocks)

    def plan(self, number: int, in_s: float = 0.0) -> datetime:
        """The organiser says that the round begins then, on the clocks as well."""
        at = datetime.now(UTC) + timedelta(seconds=in_s)
        draft = Draft("start", {"round": number, "at": at.isoformat(), "clocks": True})
        self.now.append(self.current, [draft], "ana")
        self.starting.look()
        return at

    def told(self, number: int) -> dict[str, str]:
        """What came of each clock that has a game of the round, once they have been told of its start."""

        def done() -> bool:
            view = self.starting.begun(self.current, number)
            return view is not None and not view.running and bool(view.rows)

        until(self.hub, [self.current.topic, "clocks"], done)
        return self.knows(number)

    def knows(self, number: int) -> dict[str, str]:
        """What each clock knows of the start of the round."""
        return {begun.port: begun.how for _, begun in self.starting.begun(self.current, number).rows}
