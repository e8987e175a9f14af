"""What is said of an entry before it is written: refused with the reason, or asked.

An old entry is never looked at here: what was confirmed counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tritempo_host.draws import SYSTEMS
from tritempo_host.rules.registry import RULESETS
from tritempo_host.rules.ruleset import Sheet
from tritempo_host.tournament.bodies import same_name
from tritempo_host.tournament.entry import KINDS, Entry, undone
from tritempo_host.tournament.fold import sheet_of
from tritempo_host.tournament.refused import Refused
from tritempo_host.tournament.state import Game, Tournament

# settings of ours: how many rounds are planned, the usual draw, the seed, whether trumps are dealt, the clocks' time
# control, the language of the pages, a line for the hall, whether two people enter each result
WORDS, BOXES = ("system", "seed", "control", "lang", "message"), ("trumps", "double_entry")
OURS: dict[str, type] = {"rounds": int} | dict.fromkeys(WORDS, str) | dict.fromkeys(BOXES, bool)


# What hardly ever happens at a table: of two players the best score ever reached is about 1,000, of a good club 600.
HIGH, LOW, MANY = 800, 30, 8  # points, points, scrabbles of one player in a game
RACK, ALL_TILES = 60, 200  # seven tiles of the dearest letters; the tiles of a whole set
PLAYED_OUT = ("out", "passes", "zeros", "blocked", "limit", "hour", "pas_pas")


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
    if entry.kind in ("created", "settings"):
        _settings(entry.body["rules"] if entry.kind == "created" else tournament.rules, entry.body)
    if entry.kind == "draw":
        _draw(tournament, entry.body)
    if entry.kind in ("team", "player") and "name" in entry.body:
        _name_is_free(tournament, entry)
    if entry.kind == "result":
        result(tournament, entry.body, entry.why)
    if entry.kind == "checked":
        _checked(tournament, entry)
    if entry.kind == "undo":
        _undo(entries, entry)


def _new_tournament(entry: Entry) -> None:
    if entry.body["rules"] not in RULESETS:
        raise Refused("unknown_rules", rules=entry.body["rules"], known=", ".join(RULESETS))


def _settings(rules: str, body: Mapping[str, Any]) -> None:
    """The rule set's, those of the draws with `draw_` before them, and ours."""
    choices = {each.key: each.choices for each in RULESETS[rules].settings}
    for each in (each for system in SYSTEMS.values() for each in system.settings):
        # systems may share a key and differ in what it can be
        choices[f"draw_{each.key}"] = (*choices.get(f"draw_{each.key}", ()), *each.choices)
    for key, value in body.get("settings", {}).items():
        if key not in choices and key not in OURS:
            raise Refused("setting_unknown", setting=key, known=", ".join([*choices, *OURS]))
        if value is None:
            continue
        if key in OURS:
            fits = type(value) is OURS[key]
        else:  # True is not 1 here
            fits = any(type(value) is type(choice) and value == choice for choice in choices[key])
        if not fits or (key == "rounds" and not 1 <= value <= 1000):
            known = ", ".join(map(str, choices.get(key, ()))) or "–"
            raise Refused("setting_choice", setting=key, value=value, known=known)


def _draw(tournament: Tournament, body: Mapping[str, Any]) -> None:
    """Raises Refused for tables that do not fit the rules, or an entrant in two places."""
    rules, number = tournament.ruleset, body["round"]
    in_match: dict[int, int] = {}
    for n, match in enumerate(body["matches"], 1):
        for entrant in match:
            if entrant in in_match:
                raise Refused("entrant_twice", entrant=entrant, round=number)
            in_match[entrant] = n
    for entrant in body.get("bye", ()):
        if entrant in in_match:
            raise Refused("entrant_twice", entrant=entrant, round=number)
        in_match[entrant] = 0
    for row in body["tables"]:
        table = {"table": row["table"], "round": number}
        if not rules.sizes[0] <= len(row["players"]) <= rules.sizes[1]:
            raise Refused("table_size", **table, players=len(row["players"]), low=rules.sizes[0], high=rules.sizes[1])
        if rules.boards and row.get("board") not in rules.boards:
            raise Refused("unknown_board", **table, board=row.get("board") or "–", known=", ".join(rules.boards))
        entrants = [tournament.entrant_of(each) for each in row["players"] if each in tournament.players]
        if rules.boards and len(set(entrants)) != len(entrants):
            raise Refused("team_at_table_twice", **table)
        if any(in_match.get(entrant) != row["match"] for entrant in entrants):
            raise Refused("table_match", **table, match=row["match"])


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


def _checked(tournament: Tournament, entry: Entry) -> None:
    """Two pairs of eyes: who entered a result does not check it."""
    game = tournament.game(entry.body["round"], entry.body["table"])
    if game is not None and game.result is not None and same_name(game.result.who) == same_name(entry.who):
        raise Refused("checked_self", round=game.round, table=game.table, who=game.result.who)


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
    """What is odd in a result, to be asked before it is written. One for each thing, the scores' first."""
    if len(sheet.scores) != len(game.players):
        return []
    return [*_score_doubts(tournament, game, sheet), *_rack_doubts(sheet), *_clock_doubts(sheet)]


def _score_doubts(tournament: Tournament, game: Game, sheet: Sheet) -> list[Doubt]:
    found = []
    names = [tournament.players[each].name for each in game.players]
    came = [seat for seat in range(len(sheet.scores)) if seat not in sheet.absent]
    for seat in came:
        score, values = sheet.scores[seat], {"seat": seat + 1, "name": names[seat], "score": sheet.scores[seat]}
        if score < 0:
            found.append(Doubt("negative", values))
        elif score > HIGH:
            found.append(Doubt("high", values))
        elif score < LOW and sheet.end in PLAYED_OUT:
            found.append(Doubt("low", values))
        if sheet.scrabbles and sheet.scrabbles[seat] > 0 and score < 50 * sheet.scrabbles[seat]:
            found.append(Doubt("scrabbles", values | {"scrabbles": sheet.scrabbles[seat]}))
        if sheet.scrabbles and sheet.scrabbles[seat] > MANY:
            found.append(Doubt("many_scrabbles", values | {"scrabbles": sheet.scrabbles[seat]}))
        if sheet.adjust and abs(sheet.adjust[seat]) > 100:
            found.append(Doubt("adjust", values | {"adjust": sheet.adjust[seat]}))
    found += _absent_doubts(tournament, sheet, names)
    scores = [sheet.scores[seat] for seat in came]
    if len(scores) > 1 and len(set(scores)) == 1 and scores[0] != 0:
        found.append(Doubt("all_equal", {"score": scores[0]}))
    if len(scores) > 1 and not any(scores) and sheet.end in PLAYED_OUT:
        found.append(Doubt("all_zero", {}))
    if scores and sum(scores) > len(sheet.scores) * 1000:
        found.append(Doubt("total", {"total": sum(scores)}))
    same = [
        each
        for each in tournament.games(game.round)
        if each.table != game.table and each.sheet and len(scores) > 1 and each.sheet.scores == sheet.scores
    ]
    if same:
        found.append(Doubt("same_as", {"table": same[0].table}))
    return found


def _absent_doubts(tournament: Tournament, sheet: Sheet, names: Sequence[str]) -> list[Doubt]:
    """Somebody never came, and yet has points; or the game ended in a way after which that does not count."""
    asked = tournament.ruleset.asked.get(sheet.end)
    found = []
    for seat in sheet.absent:
        if sheet.scores[seat]:
            found.append(Doubt("absent_points", {"name": names[seat], "score": sheet.scores[seat]}))
        if asked is not None and "absent" not in (*asked.must, *asked.may):
            found.append(Doubt("absent_end", {"name": names[seat]}))
    return found


def _rack_doubts(sheet: Sheet) -> list[Doubt]:
    if not sheet.racks:
        return [Doubt("no_racks", {})] if sheet.end in ("out", "passes", "zeros", "blocked") else []
    found = [Doubt("rack", {"seat": seat + 1, "rack": rack}) for seat, rack in enumerate(sheet.racks) if rack > RACK]
    empty = [seat for seat, rack in enumerate(sheet.racks) if rack == 0]
    if sheet.end == "out" and len(empty) > 1:
        found.append(Doubt("two_empty", {"seats": ", ".join(str(seat + 1) for seat in empty)}))
    if sheet.end in ("passes", "zeros", "blocked") and empty:
        found.append(Doubt("empty_rack", {"seat": empty[0] + 1}))
    if sum(sheet.racks) > ALL_TILES:
        found.append(Doubt("racks", {"total": sum(sheet.racks)}))
    return found


def _clock_doubts(sheet: Sheet) -> list[Doubt]:
    return [
        Doubt("overtime", {"seat": seat + 1, "minutes": over // 60_000})
        for seat, over in enumerate(sheet.overtime_ms)
        if over > 10 * 60_000
    ]
