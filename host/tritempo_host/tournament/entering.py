"""A result is entered: which fields its sheet has, what people typed into them, and what becomes of it. Pure.

Which fields there are, and for which end, the rule set says (`RuleSet.asked`). Seats count from 0 in here, as in a
`Sheet`; in the names of a form's fields and in what people type they count from 1.
"""

import dataclasses
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tritempo_host.rules.ruleset import Sheet
from tritempo_host.tournament.bodies import DAY_MS, NAME, SCORE, text
from tritempo_host.tournament.entry import Draft
from tritempo_host.tournament.fold import body_of
from tritempo_host.tournament.proposal import Proposal
from tritempo_host.tournament.state import Game, Result, Tournament

# In the order of entry: what each seat has, and what the game has.
ROWS = ("scores", "racks", "scrabbles", "overtime_ms", "adjust", "absent", "words")
FACTS = ("end", "by", "full_turns")
ALWAYS = ("scores", "end")
FREE = ("scrabbles", "words")  # may be written down of any game, whether it counts or not
MOST = {"scores": SCORE, "racks": SCORE, "adjust": SCORE, "scrabbles": 100, "overtime_ms": DAY_MS}
BELOW_ZERO = ("scores", "adjust")
ON = ("on", "1", "true", "yes")  # what a box that is ticked sends


@dataclass(frozen=True, slots=True)
class End:
    """A way in which a game can end, and what its sheet has then: fields of `ROWS` and `FACTS`. `points`: False where
    points that nobody typed are 0. `article`: whose words it rests on, if that is known."""

    code: str
    must: tuple[str, ...]
    may: tuple[str, ...]
    points: bool = True
    article: str = ""

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(each for each in (*ROWS, *FACTS) if each in (*ALWAYS, *self.must, *self.may))


@dataclass(frozen=True, slots=True)
class Form:
    """What is entered of a game. `players`: numbers in the order of play, `names` theirs, `teams` those of their teams
    (all "" without teams). `rows`, `facts`: the fields that at least one end has. `more`: what may be written down and
    counts for nothing here."""

    round: int
    table: int
    board: str | None
    players: tuple[int, ...]
    names: tuple[str, ...]
    teams: tuple[str, ...]
    ends: tuple[End, ...]
    rows: tuple[str, ...]
    facts: tuple[str, ...]
    more: tuple[str, ...]
    result: Result | None = None

    @property
    def seats(self) -> int:
        return len(self.players)

    def end(self, code: str | None) -> End | None:
        return next((each for each in self.ends if each.code == code), None)

    def keys(self) -> list[str]:
        """The names of all fields of the form, in the order of entry."""
        rows = [name(each, seat) for seat in range(self.seats) for each in ROWS if each in (*self.rows, *self.more)]
        return rows + [each for each in FACTS if each in self.facts]


@dataclass(frozen=True, slots=True)
class Mistyped:
    """What is wrong in a form. `field`: of `ROWS` or `FACTS`; `seat`: None for a fact. `code`: its sentence is
    `typed_CODE` of words/entries.toml, which `values` fill."""

    field: str
    seat: int | None
    code: str
    values: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    @property
    def key(self) -> str:
        """The name of the form's field."""
        return self.field if self.seat is None else name(self.field, self.seat)


@dataclass(frozen=True, slots=True)
class Typed:
    """What came of a form: a sheet with the best words of each, or all that is wrong with it."""

    sheet: Sheet | None
    words: tuple[str, ...] = ()
    wrong: tuple[Mistyped, ...] = ()


@dataclass(frozen=True, slots=True)
class Unlike:
    """Where two who entered the same game differ. `seat`: None for a fact. None is nothing."""

    field: str
    seat: int | None
    first: Any
    second: Any


def name(row: str, seat: int) -> str:
    """The name of a seat's field: `racks-1` is that of seat 0."""
    return f"{row}-{seat + 1}"


def form_of(tournament: Tournament, game: Game) -> Form:
    """What is entered of a game. An end that a game of so many cannot have (sitting out) is none of its ends."""
    rules = tournament.ruleset
    ends = tuple(
        End(code, asked.must, asked.may, asked.points, rules.articles.get(code, ""))
        for code in rules.ends
        if (asked := rules.asked.get(code)) is not None
    )
    have = {each for end in ends for each in end.fields}
    rows = tuple(each for each in ROWS if each in have)
    return Form(
        round=game.round,
        table=game.table,
        board=game.board,
        players=game.players,
        names=tuple(tournament.players[each].name for each in game.players),
        teams=tuple(tournament.name_of(each) if tournament.by_teams else "" for each in game.entrants),
        ends=ends,
        rows=rows,
        facts=tuple(each for each in FACTS if each in have),
        more=tuple(each for each in FREE if each not in rows),
        result=game.result,
    )


# From a sheet to what stands in the form, and back


def texts_of(sheet: Sheet | None, words: Sequence[str] = ()) -> dict[str, str]:
    """What stands in the form's fields for a sheet, also for one that is not complete; an empty field is left out."""
    if sheet is None:
        return {}
    out = {}
    for row in ("scores", "racks", "scrabbles"):
        out |= {name(row, seat): str(value) for seat, value in enumerate(getattr(sheet, row))}
    out |= {name("adjust", seat): str(value) for seat, value in enumerate(sheet.adjust) if value}
    out |= {name("overtime_ms", seat): _time(ms) for seat, ms in enumerate(sheet.overtime_ms) if ms}
    out |= {name("absent", seat): ON[0] for seat in sheet.absent}
    out |= {name("words", seat): word for seat, word in enumerate(words) if word}
    facts = {
        "end": sheet.end,
        "by": "" if sheet.by is None else str(sheet.by + 1),
        "full_turns": "" if sheet.full_turns is None else str(sheet.full_turns),
    }
    return out | {key: value for key, value in facts.items() if value}


def prefilled(form: Form, proposal: Proposal | None = None) -> dict[str, str]:
    """What stands in the form before anybody types: the result that is there; else what the log says, if it does."""
    if form.result is not None:
        return texts_of(form.result.sheet, form.result.words)
    return texts_of(sheet_with_proposal(None, proposal)) if proposal else {}


def sheet_with_proposal(sheet: Sheet | None, proposal: Proposal) -> Sheet:
    """The sheet, or an empty one, with everything that the log says in the place of what it had."""
    return proposal.onto(sheet or Sheet((), ""))


def sheet_from(form: Form, texts: Mapping[str, str]) -> Typed:
    """What people typed, as a sheet. A field that the chosen end does not have counts only where each seat has one: who
    ended it and the full turns are left out. An empty field of a row that has others is 0; an empty row is none."""
    return _Reading(form, texts).typed()


class _Reading:
    """A form while it is read."""

    def __init__(self, form: Form, texts: Mapping[str, str]) -> None:
        self.form, self.texts = form, texts
        self.wrong: list[Mistyped] = []

    def typed(self) -> Typed:
        end = self._end()
        absent = tuple(seat for seat in range(self.form.seats) if self._text("absent", seat).casefold() in ON)
        may = (*end.must, *end.may) if end else ()
        values: dict[str, Any] = {
            row: self._row(row) for row in ("racks", "scrabbles", "overtime_ms", "adjust") if self._shown(row)
        }
        sheet = Sheet(
            scores=self._scores(end, absent),
            end=end.code if end else "",
            absent=absent if self._shown("absent") else (),
            by=self._by() if "by" in may else None,
            full_turns=self._full_turns() if "full_turns" in may else None,
            **values,
        )
        words = self._words()
        for each in end.must if end else ():
            if getattr(sheet, each) in (None, ()) and not any(wrong.field == each for wrong in self.wrong):
                self._note(each, None, "missing")
        if self.wrong:
            order = (*ROWS, *FACTS)
            rank = sorted(self.wrong, key=lambda each: (each.seat is None, each.seat or 0, order.index(each.field)))
            return Typed(None, words, tuple(rank))
        return Typed(sheet, words)

    def _shown(self, row: str) -> bool:
        return row in (*self.form.rows, *self.form.more)

    def _text(self, row: str, seat: int | None = None) -> str:
        return str(self.texts.get(row if seat is None else name(row, seat)) or "").strip()

    def _note(self, row: str, seat: int | None, code: str, **values: Any) -> None:
        if seat is not None:
            values |= {"name": self.form.names[seat], "seat": seat + 1}
        self.wrong.append(Mistyped(row, seat, code, values))

    def _end(self) -> End | None:
        code = self._text("end")
        found = self.form.end(code)
        if found is None:
            self._note("end", None, "choice" if code else "missing", text=code)
        return found

    def _scores(self, end: End | None, absent: Sequence[int]) -> tuple[int, ...]:
        out = []
        for seat in range(self.form.seats):
            typed = self._text("scores", seat)
            if not typed and seat not in absent and (end is None or end.points):
                self._note("scores", seat, "missing")
            out.append(self._number("scores", seat, typed) if typed else 0)
        return tuple(out)

    def _row(self, row: str) -> tuple[int, ...]:
        typed = [self._text(row, seat) for seat in range(self.form.seats)]
        if not any(typed):
            return ()
        read = self._milliseconds if row == "overtime_ms" else self._number
        return tuple(read(row, seat, each) if each else 0 for seat, each in enumerate(typed))

    def _number(self, row: str, seat: int | None, typed: str) -> int:
        """312, −5, +10, 1 024. 0 for what is none, which is then noted."""
        plain = re.sub(r"\s", "", typed).replace("−", "-").replace("–", "-").removeprefix("+")
        if not re.fullmatch(r"-?[0-9]{1,9}", plain):
            self._note(row, seat, "whole", text=typed[:40])
            return 0
        number = int(plain)
        if number < 0 and row not in BELOW_ZERO:
            self._note(row, seat, "below", text=typed[:40])
            return 0
        most = MOST.get(row, 1000)
        if number > most:
            self._note(row, seat, "large", text=typed[:40], most=most)
            return 0
        if number < -most:
            self._note(row, seat, "small", text=typed[:40], least=-most)
            return 0
        return number

    def _milliseconds(self, row: str, seat: int | None, typed: str) -> int:
        """1:30, or 90 (seconds)."""
        found = re.fullmatch(r"(?:([0-9]{1,4})\s*[:'’′]\s*)?([0-9]{1,5})(?:''|[\"”″s])?", typed)
        if not found or (found[1] is not None and (len(found[2]) != 2 or int(found[2]) > 59)):
            self._note(row, seat, "time", text=typed[:40])
            return 0
        ms = (60 * int(found[1] or 0) + int(found[2])) * 1000
        if ms > DAY_MS:
            self._note(row, seat, "time", text=typed[:40])
            return 0
        return ms

    def _by(self) -> int | None:
        typed = self._text("by")
        if not typed:
            return None
        if not re.fullmatch(r"[0-9]{1,2}", typed) or not 1 <= int(typed) <= self.form.seats:
            self._note("by", None, "choice", text=typed[:40])
            return None
        return int(typed) - 1

    def _full_turns(self) -> int | None:
        typed = self._text("full_turns")
        return self._number("full_turns", None, typed) if typed else None

    def _words(self) -> tuple[str, ...]:
        out = []
        for seat in range(self.form.seats):
            try:
                out.append(text(NAME, empty=True)(self._text("words", seat)))
            except ValueError:
                self._note("words", seat, "word")
                out.append("")
        return tuple(out) if any(out) else ()


def _time(ms: int) -> str:
    """`1:30`; what is beyond a second is a second begun: no minute is lost by it."""
    seconds = -(-ms // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


# What becomes of it


def assembled(sheet: Sheet | None, given: Mapping[str, Any]) -> Sheet:
    """The sheet, or an empty one, with the fields that are given (None: not given). Another end is another's doing, so
    that who ended it before is forgotten."""
    sheet = sheet or Sheet((), "")
    if given.get("end") not in (None, sheet.end):
        sheet = replace(sheet, end=given["end"], by=None)
    return replace(sheet, **{key: value for key, value in given.items() if value is not None})


def result_draft(game: Game, sheet: Sheet, words: Sequence[str] = (), why: str | None = None) -> Draft:
    """The result of a game; a correction of the one that is there, which needs a reason."""
    replaces = game.result.entry if game.result else None
    return Draft("result", body_of(game.round, game.table, sheet, words, replaces), why or None)


def unchanged(game: Game, sheet: Sheet, words: Sequence[str] = ()) -> bool:
    """Whether that result is there already, as a form shows it."""
    return game.result is not None and texts_of(game.result.sheet, game.result.words) == texts_of(sheet, words)


def double_entry_differences(first: Typed, second: Typed) -> list[Unlike]:
    """Where two who entered the same game have not the same; [] if they agree. Both must have a sheet.

    Nothing counts as 0 where nothing is meant by it: overtime, challenges, scrabbles; a rack that was not counted is
    not an empty one.
    """
    one, other = first.sheet, second.sheet
    if one is None or other is None:
        raise TypeError
    seats, out = len(one.scores), []
    for row in ("scores", "racks", "scrabbles", "overtime_ms", "adjust"):
        empty = (None,) * seats if row == "racks" else (0,) * seats
        pairs = zip(getattr(one, row) or empty, getattr(other, row) or empty, strict=True)
        out += [Unlike(row, seat, a, b) for seat, (a, b) in enumerate(pairs) if a != b]
    for seat in sorted(set(one.absent) ^ set(other.absent)):
        out.append(Unlike("absent", seat, seat in one.absent, seat in other.absent))
    none = ("",) * seats
    pairs = zip(first.words or none, second.words or none, strict=True)
    out += [Unlike("words", seat, a, b) for seat, (a, b) in enumerate(pairs) if a.casefold() != b.casefold()]
    return out + [
        Unlike(fact, None, getattr(one, fact), getattr(other, fact))
        for fact in FACTS
        if getattr(one, fact) != getattr(other, fact)
    ]
