"""What is said of an entry before it is written: refused with the reason, or asked.

An old entry is never looked at here: what was confirmed counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tritempo_host.rules.registry import RULESETS
from tritempo_host.rules.ruleset import Sheet
from tritempo_host.tournament.bodies import same_name
from tritempo_host.tournament.entry import KINDS, Entry, undone
from tritempo_host.tournament.fold import sheet_of
from tritempo_host.tournament.refused import Refused
from tritempo_host.tournament.state import Game, Tournament


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something odd that a person has to confirm. `code`: key in words/entries.toml; `values`: what it names."""

    code: str
    values: dict[str, Any] = field(default_factory=dict)


def admissible(tournament: Tournament, entries: Sequence[Entry], entry: Entry) -> None:
    """Raises Refused for a new entry that must not be written, for reasons beside those of `fold`."""
    if entry.kind not in KINDS:
        raise Refused("unknown_kind", kind=entry.kind)
    if not entries and entry.kind != "created":
        raise Refused("not_created")
    if entry.kind == "created":
        _new_tournament(entry)
    if entry.kind in ("team", "player") and "name" in entry.body:
        _name_is_free(tournament, entry)
    if entry.kind == "result":
        result(tournament, entry.body, entry.why)
    if entry.kind == "undo":
        _undo(entries, entry)


def _new_tournament(entry: Entry) -> None:
    if entry.body["rules"] not in RULESETS:
        raise Refused("unknown_rules", rules=entry.body["rules"], known=", ".join(RULESETS))


def _name_is_free(tournament: Tournament, entry: Entry) -> None:
    """Two of one name, team and club cannot be told apart. A namesake needs a club, or a sign at the name."""
    number, name = entry.body[entry.kind], same_name(entry.body["name"])
    others = tournament.teams if entry.kind == "team" else tournament.players
    mine = others.get(number)
    for other in others.values():
        if other.number != number and same_name(other.name) == name:
            club, team = (entry.body.get(key, getattr(mine, key, None)) for key in ("club", "team"))
            apart = (same_name(club or ""), team) != (same_name(other.club), getattr(other, "team", None))
            if entry.kind == "team" or not apart:
                raise Refused("name_taken", name=other.name, number=other.number)


def result(tournament: Tournament, body: Mapping[str, Any], why: str | None) -> None:
    """Raises Refused for a result that the rules cannot score, or a correction without a reason."""
    rules = tournament.ruleset
    if body.get("replaces") is not None and not (why or "").strip():
        raise Refused("why_needed", round=body["round"], table=body["table"])
    try:
        sheet = sheet_of(body)
    except (KeyError, TypeError, ValueError) as error:
        raise Refused("bad_sheet", round=body.get("round"), table=body.get("table"), reason=str(error)) from error
    if sheet.end not in rules.ends:
        raise Refused("unknown_end", end=sheet.end, known=", ".join(rules.ends))
    try:
        rules.score(sheet, tournament.rule_settings)
    except ValueError as error:
        raise Refused("bad_sheet", round=body["round"], table=body["table"], reason=str(error)) from error


def _undo(entries: Sequence[Entry], entry: Entry) -> None:
    number = entry.body.get("entry")
    target = next((each for each in entries if each.number == number), None)
    if target is None:
        raise Refused("unknown_entry", entry=number)
    if target.kind == "created":
        raise Refused("undo_created")
    out = undone(entries)
    if target.number in out:
        raise Refused("undone_already", entry=number, by=out[target.number])


def doubts(tournament: Tournament, game: Game, sheet: Sheet) -> list[Doubt]:
    """What is odd in a result, to be asked before it is written."""
    found = []
    if len(sheet.scores) != len(game.players):
        return found
    for seat, score in enumerate(sheet.scores):
        if score < 0:
            found.append(Doubt("negative", {"seat": seat + 1, "score": score}))
    return found
