"""The systems that every rule set has: a game from its sheet, and standings; and the boards of a team (MM)."""

from collections.abc import Callable, Mapping
from typing import Any

from tritempo_host.cases.shape import MisshapenError
from tritempo_host.rules import RULESETS
from tritempo_host.rules.exact import decimal
from tritempo_host.rules.positions import ranked
from tritempo_host.rules.ruleset import GameScore, Played, Settings, Sheet
from tritempo_host.rules.teams import Member, order

Answer = dict[str, Any]
Given = Mapping[str, Any]

LISTS = {"rack_values": "racks", "overtime_ms": "overtime_ms", "adjust": "adjust", "absent": "absent"}
SUMS = {"sum_of_game_points": "sum"}


def game(rules: str) -> Callable[[Given, Settings], Answer]:
    """A game by a rule set, from what its sheet tells (docs/rules.md, "What a sheet tells"); seats count from 0."""

    def answer(given: Given, settings: Settings) -> Answer:
        lists = {name: tuple(given.get(key) or ()) for key, name in LISTS.items()}
        sheet = Sheet(
            tuple(given["scores"]), given["end"], given.get("by"), full_turns=given.get("full_turns"), **lists
        )
        found = RULESETS[rules].score(sheet, settings)
        told: Answer = {"final_scores": found.final, "positions": found.places}
        if rules == "romania":
            return told | {"coefficients": [decimal(each) for each in found.points]}
        return told | {"bonus": found.bonus, "points": found.points}

    return answer


def standing(rules: str) -> Callable[[Given, Settings], Answer]:
    """`rows`: a name and its values, headed by `columns`; those whom nothing parts stay in the order of the rows."""

    def answer(given: Given, settings: Settings) -> Answer:
        columns = RULESETS[rules].columns
        heads = [str(SUMS.get(each, each)) for each in given["columns"]]
        if missing := [each for each in columns if each not in heads]:
            raise ValueError("column_missing", missing[0])
        for n, row in enumerate(given["rows"]):
            if len(row) != len(heads):
                raise MisshapenError("shape_list_exactly", f"rows[{n}]", least=len(heads))
        lines = ranked({n: dict(zip(heads, row, strict=True)) for n, row in enumerate(given["rows"])}, columns)
        return {
            "order": [given["rows"][line.entrant][0] for line in lines],
            "positions": [rank for _, rank in sorted((line.entrant, line.rank) for line in lines)],
        }

    return answer


def cusca_standing(given: Given, settings: Settings) -> Answer:
    """`rows`: a name and its games, each the points times the players."""
    played = [
        Played(n, player, player, (player,), (player,), Sheet((0,), "zeros"), GameScore((0,), (1,), (0,), (worth,)))
        for player, (_, games) in enumerate(given["rows"])
        for n, worth in enumerate(games, start=1)
    ]
    lines = RULESETS["cusca"].standings(range(len(given["rows"])), played, {}, settings)
    names = [row[0] for row in given["rows"]]
    return {
        "order": [names[line.entrant] for line in lines],
        "averages": {names[line.entrant]: line.values["average"] for line in lines},
        "positions": [rank for _, rank in sorted((line.entrant, line.rank) for line in lines)],
    }


def matam_boards(given: Given, settings: Settings) -> Answer:
    """`players`: surnames, name, and rating or null. Who plays at B, G and P, from 0; null if the team chooses (MM)."""
    members = [Member(n, *row) for n, row in enumerate(given["players"])]
    return {"boards": order(members, RULESETS["matam"].chosen(settings)["rating_order"])}
