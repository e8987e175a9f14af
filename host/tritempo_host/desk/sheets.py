"""What the sheet of a game comes to while it is entered: what was typed, what the rules make of it, what is asked.

Which fields there are is the rule set's to say (`tournament.entering`); here they are put in rows, a column a player.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import Desk, desk_of
from tritempo_host.desk.played import mark, played
from tritempo_host.desk.view import language_of
from tritempo_host.report.proposed import doubts as log_doubts
from tritempo_host.report.proposed import figure, names_of
from tritempo_host.rules.ruleset import GameScore
from tritempo_host.store.played import GameLog, differences, game_log
from tritempo_host.tournament import Game
from tritempo_host.tournament.checks import doubts
from tritempo_host.tournament.entering import Form, Typed, name, sheet_from, sheet_with_proposal, texts_of
from tritempo_host.tournament.matching import LogDoubt, Place
from tritempo_host.tournament.spoken import said
from tritempo_host.words import catalogue, speak

LONGEST = 200  # characters of a field that are looked at
KINDS = {"absent": "box", "overtime_ms": "time", "words": "word"}  # of rows; the others are numbers
RARE = ("adjust", "absent", "words")
BOXES = tuple(what for what, kind in KINDS.items() if kind == "box")


@dataclass(frozen=True, slots=True)
class Field:
    """One field of the form: `key` is its name, `text` what stands in it. `wrong`: what is the matter with it.
    `clock`: the text is what the clock's log says. `other`: what stands there in what somebody else wrote."""

    key: str
    seat: int
    text: str
    wrong: str = ""
    clock: bool = False
    other: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the form, a field a player. `ends`: after which it is asked, separated by spaces; "" after all."""

    what: str
    fields: tuple[Field, ...]
    ends: str = ""

    @property
    def kind(self) -> str:
        return KINDS.get(self.what, "number")


def is_usual(form: Form, row: Row) -> bool:
    """Whether a row is always looked at: it is on every sheet, an end needs it, or something stands in it. The others
    are out of the way of who types."""
    needed = any(row.what in end.must for end in form.ends)
    kept = any(field.text or field.wrong or field.other is not None for field in row.fields)
    return kept or needed or (row.what in form.rows and row.what not in RARE)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a form comes to. `score`: None as long as it cannot be said; `cannot`: why the rules cannot score it.
    `questions`: (key, sentence), what is odd or unlike the log; `digest`: of all of them, which a yes names."""

    typed: Typed
    score: GameScore | None
    cannot: str
    questions: tuple[tuple[str, str], ...]

    @property
    def digest(self) -> str:
        return _digest(*(key for key, _ in self.questions)) if self.questions else ""


def texts_in(form: Form, posted: Mapping[str, Any]) -> dict[str, str]:
    """What was sent of the form's fields."""
    named = form.keys()
    return {key: str(posted[key])[:LONGEST] for key in named if key in posted}


def log_of(desk: Desk, current: Current, game: Game) -> GameLog:
    """What the clock says of the game."""
    matching = played(desk, current).matching

    def look() -> GameLog:
        return game_log(desk.store, current.tournament, matching, game)

    return current.once(("game log", game.round, game.table, *mark(desk)), look)


def differences_of(desk: Desk, current: Current, number: int) -> dict[Place, list[LogDoubt]]:
    """Where the results of a round say something else than the logs of their games."""
    matching = played(desk, current).matching

    def look() -> dict[Place, list[LogDoubt]]:
        return differences(desk.store, current.tournament, matching, number)

    return current.once(("unlike", number, *mark(desk)), look)


def outcome_of(request: Request, current: Current, game: Game, form: Form, texts: Mapping[str, str]) -> Outcome:
    """What these texts come to, in the reader's language."""
    t, lang = current.tournament, language_of(request)
    typed = sheet_from(form, texts)
    if typed.sheet is None:
        return Outcome(typed, None, "", ())
    try:
        score = t.ruleset.score(typed.sheet, t.rule_settings)
    except ValueError as error:
        key = f"sheet_{error}"
        cannot = speak("scoring", lang)(key) if key in catalogue("scoring") else str(error)
        return Outcome(typed, None, cannot, ())
    log, names = log_of(desk_of(request), current, game), names_of(t, game)
    odd = [(_digest(each.code, sorted(each.values.items())), said(each, lang)) for each in doubts(t, game, typed.sheet)]
    for each in log.unlike(typed.sheet):
        odd.append((_digest("log", each.code, sorted(each.values.items())), log_doubts([each], lang, names)[0]))
    return Outcome(typed, score, "", tuple(odd))


def said_by_clock(log: GameLog, lang: str, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """What the log says of the result, a sentence each; and what has to be looked at in it."""
    figures = [figure(each, lang, names) for each in log.proposal.figures] if log.proposal else []
    return figures, log_doubts(log.doubts, lang, names)


def clock_texts(log: GameLog) -> dict[str, str]:
    """What stands in the form if the log fills it in."""
    return texts_of(sheet_with_proposal(None, log.proposal)) if log.proposal else {}


def rows_of(
    form: Form,
    texts: Mapping[str, str],
    clock: Mapping[str, str],
    other: Mapping[str, str] | None,
    outcome: Outcome | None,
    lang: str,
) -> dict[str, Row]:
    """The rows of the form by what they ask. `clock`: texts of the log; `other`: of what somebody else wrote."""
    wrong = {each.key: said(each, lang) for each in outcome.typed.wrong} if outcome else {}
    rows = {}
    for what in (*form.rows, *form.more):
        fields = []
        for seat in range(form.seats):
            key = name(what, seat)
            text = texts.get(key, "")
            differs = other.get(key, "") if other is not None and other.get(key, "") != text.strip() else None
            marked = bool(text) and clock.get(key) == text
            fields.append(Field(key, seat, text, wrong.get(key, ""), marked, differs))
        ends = [end.code for end in form.ends if what in end.fields]
        always = what in form.more or len(ends) == len(form.ends)
        rows[what] = Row(what, tuple(fields), "" if always else " ".join((*ends, "")))
    return rows


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]
