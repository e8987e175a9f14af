"""What a matched log says of its game's result: proposed figure by figure, each with its reason. Pure.

Nothing here is applied by itself: a person confirms. Where a log leaves something open it is left out of the proposal
and said as a doubt; and what was entered already is compared with it, never replaced.

Seats of a `Summary` are those of the clock, from 1. Here they are the game's, from 0, as in a `Sheet`: the two differ
where the players sat down in another order than the draw's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tritempo_host.rules.matam_clock import end_after_limit
from tritempo_host.rules.racks import minutes_begun, overtime_points
from tritempo_host.rules.romania_clock import full_turns_played
from tritempo_host.rules.ruleset import RuleSet, Settings, Sheet
from tritempo_host.summary.model import Summary, Turn
from tritempo_host.tournament.matching import LogDoubt, folded

# A clock's word for an end, and what it can be called; a rule set has one of them, or none.
ENDS = {
    "out": ("out",),
    "passes": ("pas_pas", "passes", "zeros"),
    "no_score": ("three_wrong", "zeros"),
    "blocked": ("blocked",),
    "flag": ("flag",),
    "abandon": ("abandon",),
    "draw": ("agreed",),
    "interrupted": ("interrupted",),
    "round_limit": ("limit", "hour"),
}
# Nobody plays his last tiles, and writes them down, in less: who went out had pressed before.
SHORT_TURN_MS = 15_000


@dataclass(frozen=True, slots=True)
class Figure:
    """One proposed figure, or a fact beside it, and why. `what`: end, overtime, challenges, full_turns, which go onto
    the sheet; order, lost, overran, given, which inform. `code`: key `why_CODE` of words/matching.toml, which `values`
    fill. `seat`: from 0, of the game. `turns`: numbers, as in `tritempo show`."""

    what: str
    code: str
    value: Any = None
    seat: int | None = None
    turns: tuple[int, ...] = ()
    article: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A part of a `Sheet`: None is what the log does not say. `figures`: the reasons. `order`: the game's seats in the
    order in which they sat at the clock, where that is another than the draw's."""

    seats: int
    end: str | None = None
    by: int | None = None
    overtime_ms: tuple[int, ...] | None = None
    adjust: tuple[int, ...] | None = None
    full_turns: int | None = None
    order: tuple[int, ...] | None = None
    figures: tuple[Figure, ...] = ()
    doubts: tuple[LogDoubt, ...] = ()

    def onto(self, sheet: Sheet) -> Sheet:
        """The sheet with everything that is proposed in the place of what it had."""
        fields = ("end", "by", "overtime_ms", "adjust", "full_turns")
        given = {name: getattr(self, name) for name in fields if getattr(self, name) is not None}
        if self.end is not None:
            given["by"] = self.by
        return replace(sheet, **given)


def propose(
    summary: Summary,
    rules: RuleSet,
    names: Sequence[str] = (),
    control: str | None = None,
    settings: Settings | None = None,
) -> Proposal:
    """What the log of a game says of its result. `names`: of the game's players, in the order of the draw, as the clock
    got them (`fixtures.names_of`). `control`: id of the time control that it should have had; None: any. `settings`: of
    the rule set."""
    made = _Making(summary, rules, _Seating(summary, names), rules.chosen(settings or {}))
    made.look_at_seating()
    made.look_at_control(control)
    made.look_at_end()
    made.look_at_time()
    made.look_at_challenges()
    made.look_at_turns()
    return replace(made.proposal, figures=tuple(made.figures), doubts=tuple(made.doubts))


class _Seating:
    """Which of the game's seats each seat of the clock is."""

    def __init__(self, summary: Summary, names: Sequence[str]) -> None:
        count = len(summary.seats)
        here, there = [folded(name) for name in summary.names], [folded(name) for name in names]
        self.fits = not names or len(names) == count
        self.by_name = any(here) and sorted(here) == sorted(there) and len(set(there)) == count
        self.seats = [there.index(name) for name in here] if self.by_name else list(range(count))

    def game(self, seat: int) -> int:
        return self.seats[seat - 1]

    def row(self, values: Sequence[int]) -> tuple[int, ...]:
        """Values by seat of the clock, put in the order of the game."""
        row = [0] * len(values)
        for seat, value in zip(self.seats, values, strict=True):
            row[seat] = value
        return tuple(row)


class _Making:
    """A proposal while it is made."""

    def __init__(self, summary: Summary, rules: RuleSet, seating: _Seating, chosen: Settings) -> None:
        self.summary, self.rules, self.seating, self.chosen = summary, rules, seating, chosen
        self.proposal = Proposal(len(summary.seats))
        self.figures: list[Figure] = []
        self.doubts: list[LogDoubt] = []

    def _set(self, **values: Any) -> None:
        self.proposal = replace(self.proposal, **values)

    def look_at_seating(self) -> None:
        seats = self.seating.seats
        if not self.seating.fits:
            self.doubts.append(LogDoubt("seats_differ", {"log": len(seats)}))
        elif seats != sorted(seats):
            self._set(order=tuple(seats))
            self.figures.append(Figure("order", "order", tuple(seats)))

    def look_at_control(self, control: str | None) -> None:
        played = str(self.summary.control.get("id"))
        if control is not None and played != control:
            self.doubts.append(LogDoubt("other_control", {"log": played, "game": control}))

    # How it ended

    def look_at_end(self) -> None:
        summary = self.summary
        if summary.state != "ended" or summary.reason is None:
            self.doubts.append(LogDoubt("unfinished", {"turns": len(summary.turns)}))
            return
        end = next((each for each in ENDS.get(summary.reason, ()) if each in self.rules.ends), None)
        if end == "out" and summary.limit_at is not None:
            end = end_after_limit(end, self.chosen.get("out_after_limit", "closes"))
        if end == "flag" and sum(seat.fell for seat in summary.seats) > 1 and "both_flags" in self.rules.ends:
            end = "both_flags"
        if end is None:
            self.doubts.append(LogDoubt("end_unknown", {"end": summary.reason}))
            return
        by, turns = self._who(end)
        self._set(end=end, by=by)
        article = self.rules.articles.get(end, "")
        self.figures.append(Figure("end", f"end_{end}", end, by, turns, article))
        if summary.reason != "flag" and "flag" in self.rules.ends:
            fell = [self.seating.game(seat.seat) for seat in summary.seats if seat.fell]
            self.doubts += [LogDoubt("fell_unclaimed", {"seat": seat}) for seat in fell]

    def _who(self, end: str) -> tuple[int | None, tuple[int, ...]]:
        """Who did it, and the turns that show it."""
        if end == "out":
            return self._who_went_out()
        if end == "three_wrong":
            return self._who_was_wrong()
        if end == "flag":
            return self._who_fell()
        if end == "abandon":
            seat = self.summary.abandoned_by
            if seat is None:
                self.doubts.append(LogDoubt("abandon_by_nobody"))
            return (None if seat is None else self.seating.game(seat)), ()
        return None, ()

    def _who_went_out(self) -> tuple[int | None, tuple[int, ...]]:
        turns = self._ended()
        if not turns:
            self.doubts.append(LogDoubt("out_by_nobody"))
            return None, ()
        last = turns[-1]
        if last.mark is not None:
            self.doubts.append(LogDoubt("out_by_nobody"))
            return None, (last.n,)
        before = turns[-2] if len(turns) > 1 else None
        if last.closed_by is None and last.used_ms < SHORT_TURN_MS and before is not None and before.mark is None:
            seats = {"seat": self.seating.game(before.seat), "other": self.seating.game(last.seat)}
            self.doubts.append(LogDoubt("out_by_one_of_two", {**seats, "turn": last.n, "ms": last.used_ms}))
            return None, (before.n, last.n)
        return self.seating.game(last.seat), (last.n,)

    def _who_was_wrong(self) -> tuple[int | None, tuple[int, ...]]:
        """The one whose last three turns were all refused; or, as the rule may be read, his last three plays."""
        passing = ("pass", "exchange", "lost") if self.chosen.get("three_wrong_in") == "plays" else ()
        for seat in self.summary.seats:
            mine = [turn for turn in self._ended() if turn.seat == seat.seat and turn.mark not in passing][-3:]
            if len(mine) == 3 and all(turn.mark == "refused" for turn in mine):
                return self.seating.game(seat.seat), tuple(turn.n for turn in mine)
        self.doubts.append(LogDoubt("wrong_by_nobody"))
        return None, ()

    def _who_fell(self) -> tuple[int | None, tuple[int, ...]]:
        fell = [seat.seat for seat in self.summary.seats if seat.fell]
        if len(fell) != 1:
            self.doubts.append(LogDoubt("flag_of_nobody"))
            return None, ()
        turns = tuple(m.turn for m in self.summary.moments if m.what == "flag" and m.seat == fell[0] and m.turn)
        if not any(turn.seat == fell[0] for turn in self._ended()):
            self.doubts.append(LogDoubt("never_came", {"seat": self.seating.game(fell[0])}))
        return self.seating.game(fell[0]), turns

    def _fell_in(self) -> int | None:
        """The turn in which the first flag fell: there the game was over, though the clock counted on (RO)."""
        return min((m.turn for m in self.summary.moments if m.what == "flag" and m.turn), default=None)

    # Time and points

    def look_at_time(self) -> None:
        summary, article = self.summary, self.rules.articles.get("overtime")
        banks = [seat.bank_ms for seat in summary.seats]
        if article and all(bank is not None for bank in banks):
            over = [max(0, -(bank or 0)) for bank in banks]
            self._set(overtime_ms=self.seating.row(over))
            for seat, ms in zip(summary.seats, over, strict=True):
                if ms:
                    points, turns = overtime_points(ms), self._overran(seat.seat)
                    values = {"ms": ms, "minutes": minutes_begun(ms), "points": points}
                    self._figure("overtime", "overtime", seat.seat, ms, turns, article, values)
        for seat in summary.seats:
            if seat.given_ms:
                self._figure("given", "given" if seat.given_ms > 0 else "taken", seat.seat, seat.given_ms)

    def look_at_challenges(self) -> None:
        article = self.rules.articles.get("challenges")
        if not article or self.summary.control.get("challenge") != "previous":
            return
        # The clock charges the correct words of a play that falls, too (RO, to the letter).
        free = self.chosen.get("challenge_mixed") == "free"
        charged = [each for each in self.summary.pauses if each.points and not (free and each.came == "invalid")]
        rows = [[each for each in charged if each.challenger == seat.seat] for seat in self.summary.seats]
        points = [sum(each.points for each in mine) for mine in rows]
        self._set(adjust=self.seating.row(points))
        for seat, (value, mine) in enumerate(zip(points, rows, strict=True), 1):
            if value:
                turns = tuple(each.turn for each in mine if each.turn is not None)
                self._figure("challenges", "challenges", seat, value, turns, article)

    def look_at_turns(self) -> None:
        summary = self.summary
        if article := self.rules.articles.get("full_turns"):
            until = self._fell_in() if self.proposal.end == "flag" else None
            full = full_turns_played(summary.turns, len(summary.seats), until)
            self._set(full_turns=full)
            code = "full_turns" if until is None else "full_turns_until"
            values = {"value": full, "turn": until}
            self.figures.append(Figure("full_turns", code, full, article=article, values=values))
            if until is not None and any(turn.n > until for turn in self._ended()):
                self.doubts.append(LogDoubt("played_on", {"turn": until}))
        if article := self.rules.articles.get("lost_turns"):
            for seat in summary.seats:
                mine = [turn for turn in summary.turns if turn.seat == seat.seat]
                lost = tuple(turn.n for turn in mine if turn.mark == "lost")
                over = tuple(turn.n for turn in mine if turn.overrun_ms and turn.mark != "lost")
                if lost:
                    self._figure("lost", "lost", seat.seat, len(lost), lost, article)
                if over:
                    longest = max(turn.overrun_ms for turn in mine if turn.n in over)
                    self._figure("overran", "overran", seat.seat, len(over), over, article, {"ms": longest})

    def _figure(
        self,
        what: str,
        code: str,
        seat: int,
        value: int,
        turns: tuple[int, ...] = (),
        article: str = "",
        values: Mapping[str, Any] | None = None,
    ) -> None:
        values = {"value": value, **(values or {})}
        self.figures.append(Figure(what, code, value, self.seating.game(seat), turns, article, values))

    def _ended(self) -> list[Turn]:
        return [turn for turn in self.summary.turns if turn.mark not in ("running", "unfinished")]

    def _overran(self, seat: int) -> tuple[int, ...]:
        return tuple(turn.n for turn in self.summary.turns if turn.seat == seat and turn.overrun_ms)
