"""The shapes of a summary. Times are milliseconds on the game's axis, seats count from 1, None is what is not known."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that has ended, or, as the last of a log that breaks off, one that has not (`mark` "running")."""

    n: int
    hand: int
    seat: int
    kind: str  # base, again, retry
    start_ms: int
    end_ms: int
    used_ms: int
    allowance_ms: int  # 0: none
    overrun_ms: int
    mark: str | None  # None: a play
    closed_by: int | None  # seat whose button ended it


@dataclass(frozen=True, slots=True)
class Seat:
    """Totals of one seat; the turn that is running counts in the times and not in `turns`."""

    seat: int
    name: str
    turns: int
    used_ms: int
    average_ms: int  # of the ended turns, rounded down
    longest_ms: int
    longest_turn: int | None
    overrun_ms: int
    overrun_turns: int
    passes: int
    exchanges: int
    lost: int
    refused: int
    trumps: tuple[str, ...]
    bank_ms: int | None  # what is left
    given_ms: int  # by the arbiter; negative: taken
    fell: bool
    penalty: int  # points, zero or positive: what comes off
    challenge_points: int  # points, zero or negative


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of the game in which one thing went on. The segments of a game follow on one another without a hole."""

    kind: str  # turn, over (a turn beyond its time), gap, pause, ended
    start_ms: int
    end_ms: int
    turn: int | None = None  # turn that runs, or stands still in a pause
    seat: int | None = None
    hand: int | None = None
    reason: str | None = None  # of a pause or an end

    @property
    def length_ms(self) -> int:
        return self.end_ms - self.start_ms


@dataclass(frozen=True, slots=True)
class Pause:
    """A time in which everything stood still, however often its reason was changed."""

    n: int
    start_ms: int
    end_ms: int
    reason: str | None  # the last one given
    turn: int | None  # the turn that stood still, or the one that had ended last
    seat: int | None
    under: str  # running, gap, ended
    came: str  # resumed, valid, invalid, ended, open
    challenger: int | None = None  # with a verdict: the seat named, or the one that was charged
    words: int | None = None  # with a verdict: valid words, where they were given
    points: int = 0  # what the challenger was charged, zero or negative (RO)

    @property
    def length_ms(self) -> int:
        return self.end_ms - self.start_ms


@dataclass(frozen=True, slots=True)
class Trump:
    """A card that was played."""

    t: int
    seat: int
    kind: str
    turn: int


@dataclass(frozen=True, slots=True)
class Moment:
    """A record that the clock made by itself and and that no undo has changed."""

    t: int
    what: str  # flag, warn, limit
    seat: int | None = None
    turn: int | None = None
    left_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """Time given (or, below zero, taken) by the arbiter."""

    t: int
    seat: int
    ms: int  # what it came to: taking stops at zero left


@dataclass(frozen=True, slots=True)
class Undone:
    """An input that was taken back, and the line that did it."""

    line: int
    t: int
    word: str
    args: tuple[Any, ...]
    by_line: int
    by_t: int


@dataclass(frozen=True, slots=True)
class Ignored:
    """How many inputs of a word were ignored for a reason."""

    word: str
    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class Unusual:
    """Something that an arbiter should look at. `code` is a key of words/report.toml; `values` fill its sentence."""

    code: str
    t: int | None = None
    turn: int | None = None
    seat: int | None = None
    pause: int | None = None
    ms: int | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """A game, from `start_ms`, when turn 1 began, to `end_ms`, when it ended or the log does. No turn: no length."""

    game: str
    device: str
    firmware: str
    round: int | None
    table: int | None
    wall: str | None
    control: dict[str, Any]
    names: tuple[str, ...]
    holders: dict[str, int]
    state: str
    reason: str | None
    start_ms: int
    end_ms: int
    limit_at: int | None
    final_hand: int | None
    suggest_end: str | None
    abandoned_by: int | None
    turns: tuple[Turn, ...]
    seats: tuple[Seat, ...]
    segments: tuple[Segment, ...]
    pauses: tuple[Pause, ...]
    trumps: tuple[Trump, ...]
    moments: tuple[Moment, ...]
    given: tuple[Given, ...]
    undone: tuple[Undone, ...]
    ignored: tuple[Ignored, ...]
    power_cuts: tuple[int, ...]  # times
    unusual: tuple[Unusual, ...]

    @property
    def length_ms(self) -> int:
        return self.end_ms - self.start_ms

    @property
    def hands(self) -> int:
        return max((turn.hand for turn in self.turns), default=0)

    def sums(self) -> dict[str, int]:
        """The length of the game in three parts that add up to it: turns, pauses, and the gaps between turns."""
        parts = {"turns": 0, "pauses": 0, "gaps": 0}
        of = {"turn": "turns", "over": "turns", "pause": "pauses", "gap": "gaps", "ended": "gaps"}
        for segment in self.segments:
            parts[of[segment.kind]] += segment.length_ms
        return parts

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON types, in a fixed order, without words of any language."""
        return {"length_ms": self.length_ms, "hands": self.hands, **asdict(self)}
