"""Tells the clocks of a round who plays at their tables, and that it begins: in the background, for a clock may take
its time to answer or not to. Whoever asks gets what came of it so far, at once."""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial

from tritempo_host.desk.current import Current, Currents
from tritempo_host.desk.live.clock import LiveClock
from tritempo_host.desk.live.clocks import ClockHall
from tritempo_host.desk.live.hub import Hub
from tritempo_host.link.fixtures_round import RoundSent, own_control, send_round
from tritempo_host.link.round_start import Begun, start_round
from tritempo_host.problem import Problem
from tritempo_host.tournament import Conflict, Refused
from tritempo_host.tournament.fixtures import check_by_hand, fixtures_of, game_of, identity

START_WAIT_S = 3.0  # for a clock that is being synced when the round begins


@dataclass(frozen=True, slots=True)
class SendView:
    """The round as it was sent last. `sent`: what came of it; None while it is `running`, or if it failed as a whole:
    `problem` says why (Problem, Refused or Conflict), `broken` that it was a fault of this program."""

    round: int
    running: bool
    at: datetime
    sent: RoundSent | None = None
    problem: Problem | Refused | Conflict | None = None
    broken: bool = False


@dataclass(frozen=True, slots=True)
class StartView:
    """The start of the round as the clocks were told of it last. `rows`: (clock as it was before, what came of it), by
    table; empty while it is `running`. `missing`: tables that no connected clock has."""

    round: int
    running: bool
    at: datetime
    rows: tuple[tuple[LiveClock, Begun], ...] = ()
    missing: tuple[int, ...] = ()
    broken: bool = False


class Sending:
    """Publishes `clocks` and the topic of the tournament when it begins and when it is done."""

    def __init__(self, now: Currents, hall: ClockHall, hub: Hub) -> None:
        self._now = now
        self._hall = hall
        self._hub = hub
        self._guard = threading.Lock()
        self._sent: dict[tuple[int, int], SendView] = {}
        self._begun: dict[tuple[int, int], StartView] = {}
        self._planned: dict[tuple[int, int], _Planned] = {}

    # Who plays what

    def start_sending(
        self,
        current: Current,
        number: int,
        who: str,
        lang: str,
        assign: Mapping[str, int] | None = None,
        again: bool = False,
        ports: Sequence[str] | None = None,
    ) -> bool:
        """Begins to send a drawn round to these clocks, or to all at whose port something is. False: a round is being
        sent already.

        `assign`: port to table, where a person says so. `again`: set clocks up anew also for a game that they have
        played. Raises BadAssignmentError for an `assign` that cannot be, Problem for a time control's file that cannot
        be used, KeyError for a round that was not drawn.
        """
        control = own_control(current.tournament, lang)
        check_by_hand(fixtures_of(current.tournament, number, current.listed.slug, control), assign or {})
        if ports is None:
            ports = [each.port for each in self._hall.clocks() if each.state not in ("gone", "looking")]
        ports = list(dict.fromkeys([*ports, *(assign or {})]))
        key = current.listed.id, number
        with self._guard:
            if any(view.running for view in self._sent.values()):
                return False
            self._sent[key] = SendView(number, True, datetime.now(UTC))

        def work() -> SendView:
            # what is sent is what is drawn at this moment
            self._now.look()
            now = self._now.find(current.listed.slug) or current
            if number not in now.tournament.rounds:
                raise Refused("unknown_round", round=number)
            tournament, slug = now.tournament, now.listed.slug
            sent = send_round(
                tournament, number, slug, self._hall.store, ports, assign, control, again, self._hall.borrow
            )
            if sent.drafts:
                self._now.append(now, sent.drafts, who)
            return SendView(number, False, datetime.now(UTC), sent)

        self._in_background(current, partial(self._send, key, work))
        return True

    def sent(self, current: Current, number: int) -> SendView | None:
        """What came of it when this round was last sent; None if this server never did."""
        return self._sent.get((current.listed.id, number))

    def _send(self, key: tuple[int, int], work: Callable[[], SendView]) -> None:
        try:
            view = work()
        except (Problem, Refused, Conflict) as problem:
            view = replace(self._sent[key], running=False, problem=problem)
        except Exception:
            logging.getLogger(__name__).exception("sending a round")
            view = replace(self._sent[key], running=False, broken=True)
        with self._guard:
            self._sent[key] = view

    # That it begins

    def start_clocks(self, current: Current, number: int) -> bool:
        """Begins to tell all connected clocks that have a game of this round that it begins. False: they are being told
        already. Told again, a clock does nothing."""
        key = current.listed.id, number
        clocks = self.clocks_of(current, number)
        missing = tuple(sorted(current.tournament.rounds[number].games.keys() - {each.table for each in clocks}))
        with self._guard:
            have = self._begun.get(key)
            if have is not None and have.running:
                return False
            self._begun[key] = StartView(number, True, datetime.now(UTC), (), missing)
        self._in_background(current, partial(self._begin, key, clocks))
        return True

    def start_at(self, current: Current, number: int, at: datetime) -> None:
        """Tells the clocks at this time (aware) that the round begins, in place of what was planned before for this
        round. Planned is planned for as long as this program runs."""
        key = current.listed.id, number

        def begin() -> None:
            with self._guard:
                self._planned.pop(key, None)
            now = self._now.find(current.listed.slug)
            if now is not None and number in now.tournament.rounds:
                self.start_clocks(now, number)

        planned = _Planned(at, begin)
        with self._guard:
            before, self._planned[key] = self._planned.get(key), planned
        if before is not None:
            before.cancel()
        planned.start()

    def planned(self, current: Current, number: int) -> datetime | None:
        """When the clocks will be told that this round begins."""
        planned = self._planned.get((current.listed.id, number))
        return planned.at if planned else None

    def cancel_start(self, current: Current, number: int) -> None:
        """Not at that time after all."""
        with self._guard:
            planned = self._planned.pop((current.listed.id, number), None)
        if planned is not None:
            planned.cancel()

    def stop(self) -> None:
        """Nothing that was planned happens any more."""
        with self._guard:
            planned = list(self._planned.values())
            self._planned.clear()
        for each in planned:
            each.cancel()

    def begun(self, current: Current, number: int) -> StartView | None:
        """What came of it when the clocks of this round were last told that it begins; None if they never were."""
        return self._begun.get((current.listed.id, number))

    def clocks_of(self, current: Current, number: int) -> list[LiveClock]:
        """The connected clocks that have a game of this round, by table."""
        games = {game_of(current.tournament, game) for game in current.tournament.games(number)}
        found = [each for each in self._hall.connected() if identity(each.fixture) in games and each.twin is None]
        return sorted(found, key=lambda each: each.table or 0)

    def _begin(self, key: tuple[int, int], clocks: Sequence[LiveClock]) -> None:
        view = replace(self._begun[key], running=False)
        try:
            connect = partial(self._hall.borrow, wait_s=START_WAIT_S)
            begun = start_round([each.port for each in clocks], connect)
            view = replace(view, rows=tuple(zip(clocks, begun, strict=True)))
        except Exception:
            logging.getLogger(__name__).exception("starting a round")
            view = replace(view, broken=True)
        with self._guard:
            self._begun[key] = view

    def _in_background(self, current: Current, work: Callable[[], object]) -> None:
        def run() -> None:
            work()
            self._hub.publish("clocks", current.topic)

        self._hub.publish("clocks", current.topic)
        threading.Thread(target=run, name="sending", daemon=True).start()


class _Planned(threading.Thread):
    """Does something at a time of day; also of a computer that has slept meanwhile, or whose clock was set."""

    def __init__(self, at: datetime, work: Callable[[], object]) -> None:
        super().__init__(name="round start", daemon=True)
        self.at = at
        self._work = work
        self._cancelled = threading.Event()

    def cancel(self) -> None:
        self._cancelled.set()

    def run(self) -> None:
        while (left_s := (self.at - datetime.now(UTC)).total_seconds()) > 0:
            if self._cancelled.wait(min(1.0, left_s)):
                return
        if not self._cancelled.is_set():
            self._work()
