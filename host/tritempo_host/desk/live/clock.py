"""A clock as it was when it was last asked: what the pages show of it. What it said is looked at before it is believed:
it may be of any firmware."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tritempo.codes import ON
from tritempo.logfiles import LARGEST
from tritempo_host.problem import Problem
from tritempo_host.text import clean

# Of what `live` says, the times that go on by themselves while the game does.
PASSING = frozenset(
    ("since_ms", "used_ms", "left_ms", "overrun_ms", "round_left_ms", "bank_ms", "used_total_ms", "overtime_ms")
)
DRIFT_MS = 700  # a page that counts for itself is told when it is that much out
FULL = 5  # a flash with less than this part of it free is worth a warning, as on the clock's display


@dataclass(frozen=True, slots=True)
class LiveClock:
    """`state`: looking (nothing has answered at this port yet), live, syncing (somebody else has its line; what is
    shown is from before), problem, gone (its port has disappeared). `problem`: why, as long as it is not live.

    `who`, `live`, `status`: its last answers (docs/link.md), {} before the first. `seen_at`: when it last answered.
    `read_s`: when `live` was read, by time.monotonic(). `round_runs`: the clock of the round goes.
    `key_changed`: it gave a key that is not the one known of it. `twin`: port of another clock with the same id.
    """

    port: str
    state: str = "looking"
    device: str | None = None
    who: Mapping[str, Any] = field(default_factory=dict)
    live: Mapping[str, Any] = field(default_factory=dict)
    status: Mapping[str, Any] = field(default_factory=dict)
    problem: Problem | None = None
    seen_at: datetime | None = None
    read_s: float = 0.0
    round_runs: bool = False
    key_changed: bool = False
    twin: str | None = None

    @property
    def connected(self) -> bool:
        """It answers, to us or to who has its line."""
        return self.state in ("live", "syncing")

    @property
    def short(self) -> str:
        """The end of its id: what people tell it by."""
        return (self.device or "")[-6:]

    @property
    def firmware(self) -> str:
        return _text(self.who, "firmware")

    @property
    def board(self) -> str:
        return _text(self.who, "board")

    # Its game

    @property
    def game(self) -> str:
        """setup, ready, running, gap, paused, ended; "" before it has answered."""
        return _text(self.live, "state")

    @property
    def playing(self) -> bool:
        return self.live.get("state") in ON

    @property
    def reason(self) -> str | None:
        """Of the pause, or of the end."""
        return _text(self.live, "reason") or None

    @property
    def names(self) -> tuple[str, ...]:
        names = self.live.get("names")
        return tuple(clean(str(name)) for name in names) if isinstance(names, list) else ()

    @property
    def seat(self) -> int | None:
        """Whose turn it is, from 1."""
        return _whole(self.live, "seat")

    @property
    def on_turn(self) -> str | None:
        """The name of who is on turn; None where it is nobody's turn, or there are no names."""
        seat = self.seat
        return self.names[seat - 1] if seat is not None and 0 < seat <= len(self.names) else None

    @property
    def round(self) -> int | None:
        return _whole(self.live, "round")

    @property
    def table(self) -> int | None:
        return _whole(self.live, "table")

    @property
    def turn(self) -> int | None:
        return _whole(self.live, "turn")

    @property
    def fixture(self) -> str | None:
        """Id of the fixture that it has, or had last."""
        return _text(self.live, "fixture") or None

    # Its times, as they must be by now: a page counts on from there (`data-left-ms`)

    @property
    def stands(self) -> bool:
        """The time of the turn does not pass."""
        return self.live.get("state") != "running" or not self.connected

    @property
    def left_ms(self) -> int | None:
        """Left of the turn, or of the bank; below zero what it is beyond."""
        return self._less("left_ms", self.stands)

    @property
    def used_ms(self) -> int | None:
        """Used in this turn."""
        used = _whole(self.live, "used_ms")
        return used if used is None or self.stands else used + self._gone_ms

    @property
    def round_left_ms(self) -> int | None:
        return self._less("round_left_ms", not (self.round_runs and self.connected))

    @property
    def bank_ms(self) -> tuple[int, ...]:
        """What each seat has left, by seat; () where the control has no banks. Of the seat on turn see `left_ms`."""
        return _whole_list(self.live, "bank_ms")

    @property
    def used_total_ms(self) -> tuple[int, ...]:
        """What each seat has used in the game, by seat, as it was when it was read."""
        return _whole_list(self.live, "used_total_ms")

    @property
    def _gone_ms(self) -> int:
        return max(0, round((time.monotonic() - self.read_s) * 1000))

    def _less(self, key: str, stands: bool) -> int | None:
        left = _whole(self.live, key)
        return left if left is None or stands else left - self._gone_ms

    # How it is

    @property
    def flash_free(self) -> int | None:
        """Bytes."""
        return _whole(self.status if self.status else self.who, "flash_free")

    @property
    def warnings(self) -> tuple[str, ...]:
        """Codes, the worst first; `spoken.warning` says them: the clock's own word (`tr_…`), lost (it had no room for
        some lines of its log), tr_memory (little room is left), no_time (nobody has told it the time of day, which the
        log of a game should say), key_changed, twin."""
        found = []
        trouble = _text(self.status, "trouble")
        if trouble:
            found.append(trouble)
        if _whole(self.status, "lost"):
            found.append("lost")
        if self.key_changed:
            found.append("key_changed")
        if self.twin:
            found.append("twin")
        free = self.flash_free
        if free is not None and free < LARGEST // FULL and not trouble.startswith(("tr_memory", "tr_flash")):
            found.append("tr_memory")
        if self.who and self.who.get("unix") is None and self.game in ("setup", "ready"):
            found.append("no_time")
        return tuple(found)


def news(before: LiveClock, after: LiveClock) -> bool:
    """Whether a page that shows `before`, and counts its times on, is wrong by now."""
    return _lasting(before) != _lasting(after) or any(
        _drifted(before, after, key, stands)
        for key, stands in (("left_ms", after.stands), ("round_left_ms", not after.round_runs))
    )


def _lasting(clock: LiveClock) -> tuple[object, ...]:
    """What is shown and does not change by itself."""
    live = {key: value for key, value in clock.live.items() if key not in PASSING}
    seat = clock.seat if not clock.stands else None
    others = [
        [ms for n, ms in enumerate(times, 1) if n != seat]
        for times in map(clock.live.get, ("bank_ms", "used_total_ms", "overtime_ms"))
        if isinstance(times, list)
    ]
    problem = clock.problem and (type(clock.problem), clock.problem.message)
    room = clock.flash_free and clock.flash_free * 100 // LARGEST
    return (
        (clock.port, clock.state, clock.device, clock.firmware, problem, live, others, clock.round_runs),
        (clock.warnings, room),
    )


def _drifted(before: LiveClock, after: LiveClock, key: str, stands: bool) -> bool:
    was, now = _whole(before.live, key), _whole(after.live, key)
    if was is None or now is None or stands:
        return was != now
    return abs(was - (after.read_s - before.read_s) * 1000 - now) > DRIFT_MS


def _whole(said: Mapping[str, Any], key: str) -> int | None:
    value = said.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _whole_list(said: Mapping[str, Any], key: str) -> tuple[int, ...]:
    values = said.get(key)
    return tuple(each for each in values if isinstance(each, int)) if isinstance(values, list) else ()


def _text(said: Mapping[str, Any], key: str) -> str:
    value = said.get(key)
    return clean(value) if isinstance(value, str) else ""
