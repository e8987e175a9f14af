"""Tells the clocks of a round that it begins, at the moment that its entry `start` says, in the background.

The entry is the plan, and the only one: who kills this program and starts it again, takes the start back, draws the
round anew or closes it, here or with another program, has changed the plan by that. Nothing can begin twice, for a
clock whose round has begun does nothing when it is told again. And nothing is left out without a word: a clock that
comes late, also because this program did, is told for some minutes; after that its page says that it was not.
"""

import logging
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial

from tritempo_host.desk.current import Current, Currents
from tritempo_host.desk.live.clock import LiveClock
from tritempo_host.desk.live.clocks import ClockHall
from tritempo_host.desk.live.hub import Hub
from tritempo_host.link.round_start import Begun, start_round
from tritempo_host.tournament.fixtures import game_of, identity
from tritempo_host.tournament.state import Round, Start

LOOK_S = 1.0  # between two looks at most: the computer may have slept, or its clock was set
WAIT_S = 3.0  # for a clock that is being synced when the round begins
AGAIN_S = 10.0  # before a clock that could not be told is told again
LATE_S = 300.0  # that long after a round has begun a clock that has not is still told


@dataclass(frozen=True, slots=True)
class StartView:
    """What the clocks of a round that has begun know of it. `rows`: (clock, what came of it), by table; of a clock that
    this program has not told, as it stands: already, or failed. `running`: some are being told."""

    running: bool
    rows: tuple[tuple[LiveClock, Begun], ...]


@dataclass(slots=True)
class _Told:
    """`answers`: by clock. `again_s`: not before this moment, by time.monotonic()."""

    running: bool = False
    answers: dict[str, Begun] = field(default_factory=dict)
    again_s: float = 0.0


class Starting:
    """Publishes `clocks` and the topic of the tournament when it begins to tell clocks and when it has."""

    def __init__(self, now: Currents, hall: ClockHall, hub: Hub) -> None:
        self._now = now
        self._hall = hall
        self._hub = hub
        self._guard = threading.Lock()
        self._told: dict[tuple[int, int], _Told] = {}  # by tournament and entry
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="round start", daemon=True)

    def start(self) -> None:
        """Begins to look for rounds that begin. Once only."""
        self._thread.start()

    def stop(self) -> None:
        self._ends.set()
        if self._thread.is_alive():
            self._thread.join()

    def planned(self, current: Current, number: int) -> datetime | None:
        """When the clocks will be told that this round begins; None if they will not, or have been."""
        start = _start_of(current.tournament.rounds[number])
        return start.at if start and start.at > datetime.now(UTC) else None

    def begun(self, current: Current, number: int) -> StartView | None:
        """What the clocks of this round know of its start; None if they were not to be told, or not yet."""
        start = _start_of(current.tournament.rounds[number])
        if start is None or start.at > datetime.now(UTC):
            return None
        with self._guard:
            told = self._told.get((current.listed.id, start.entry), _Told())
            running, answers = told.running, dict(told.answers)
        rows = [
            (clock, answers.get(_id(clock)) or Begun(clock.port, "failed" if _waits(clock) else "already"))
            for clock in self.clocks_of(current, number)
        ]
        return StartView(running, tuple(rows))

    def clocks_of(self, current: Current, number: int) -> list[LiveClock]:
        """The connected clocks that have a game of this round, by table."""
        games = {game_of(current.tournament, game) for game in current.tournament.games(number)}
        found = [each for each in self._hall.connected() if identity(each.fixture) in games and each.twin is None]
        return sorted(found, key=lambda each: each.table or 0)

    def look(self) -> float:
        """Begins to tell the clocks of every round that has begun by now; the seconds until there is something to do
        again. Raises Problem where the store cannot be read."""
        now, wait_s = datetime.now(UTC), LOOK_S
        for current in self._now.recent():
            for number, round_ in current.tournament.rounds.items():
                start = _start_of(round_)
                if start is None:
                    continue
                if start.at > now:
                    wait_s = min(wait_s, (start.at - now).total_seconds())
                # who says afterwards when it began has the clocks told all the same
                elif (now - max(start.at, current.entries[start.entry - 1].at)).total_seconds() < LATE_S:
                    self._tell(current, number, start)
        return wait_s

    def _watch(self) -> None:
        said = ""
        wait_s = LOOK_S
        while not self._ends.wait(wait_s):
            try:
                wait_s, said = self.look(), ""
            except Exception as error:  # a store that is locked, or away for a while: it is tried again
                if str(error) != said:
                    logging.getLogger(__name__).warning("%s", error)
                wait_s, said = LOOK_S, str(error)

    def _tell(self, current: Current, number: int, start: Start) -> None:
        key = current.listed.id, start.entry
        clocks = self.clocks_of(current, number)
        with self._guard:
            told = self._told.setdefault(key, _Told())
            if told.running or time.monotonic() < told.again_s:
                return
            new = [each for each in clocks if _waits(each) and not _ok(told.answers.get(_id(each)))]
            if not new:
                return
            told.running = True
        self._hub.publish("clocks", current.topic)
        threading.Thread(target=self._begin, args=(told, new, current.topic), name="round start", daemon=True).start()

    def _begin(self, told: _Told, clocks: Sequence[LiveClock], topic: str) -> None:
        try:
            answers = start_round([each.port for each in clocks], partial(self._hall.borrow, wait_s=WAIT_S))
        except Exception:
            logging.getLogger(__name__).exception("starting a round")
            answers = [Begun(each.port, "failed") for each in clocks]
        with self._guard:
            told.running = False
            told.answers |= {_id(clock): answer for clock, answer in zip(clocks, answers, strict=True)}
            if not all(map(_ok, answers)):
                told.again_s = time.monotonic() + AGAIN_S
        self._hub.publish("clocks", topic)


def _start_of(round_: Round) -> Start | None:
    """The start of a round that goes on, of which clocks are to be told."""
    return round_.started if round_.started and round_.started.clocks and not round_.closed else None


def _id(clock: LiveClock) -> str:
    return clock.device or clock.port


def _waits(clock: LiveClock) -> bool:
    """The round has not begun on it."""
    return clock.game == "ready" and not clock.round_runs


def _ok(answer: Begun | None) -> bool:
    return answer is not None and answer.ok
