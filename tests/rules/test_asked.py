"""What a rule set says is asked of a sheet is what its scoring looks at: found out by changing one thing at a time."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tritempo_host.rules import RULESETS
from tritempo_host.rules.ruleset import Played, RuleSet, Sheet

ENDS = [(rules, end) for rules in RULESETS.values() for end in rules.ends if end != "bye"]
EACH = pytest.mark.parametrize(("rules", "end"), ENDS, ids=[f"{rules.id}-{end}" for rules, end in ENDS])
FIELDS = ("racks", "by", "overtime_ms", "adjust", "scrabbles", "absent", "full_turns")
SCORES = ((300, 200, 100, 50), (0, 0, 0, 0), (100, 300, 90, 310))
RACKS = ((), (0, 7, 12, 3), (0, 0, 12, 3))
SAYS_NOTHING = {("ebre", "no_show", "absent")}  # scored without it, too; but then nobody knows who did not come


def settings_of(rules: RuleSet) -> Iterator[dict[str, Any]]:
    yield {}
    for setting in rules.settings:
        yield from ({setting.key: choice} for choice in setting.choices[1:])


def values(field: str, seats: int) -> list[Any]:
    """What the field can be: nothing first."""
    rows = {
        "racks": (0, 7, 12, 3),
        "overtime_ms": (61_000, 0, 0, 0),
        "adjust": (0, 10, 0, 0),
        "scrabbles": (0, 1, 0, 0),
    }
    if field in rows:
        return [(), rows[field][:seats], tuple(2 * each for each in rows[field][:seats])]
    return {"by": [None, 0, 1], "absent": [(), (0,), (1,)], "full_turns": [None, 1, 3]}[field]


def outcome(rules: RuleSet, sheet: Sheet, settings: dict[str, Any]) -> object:
    """What the standings make of a sheet, or why they do not."""
    try:
        score = rules.score(sheet, settings)
    except ValueError as error:
        return str(error)
    entrants = tuple(range(1, len(sheet.scores) + 1))
    played = [Played(1, 1, 1, entrants, entrants, sheet, score)]
    return score, [(line.entrant, line.values) for line in rules.standings(entrants, played, {}, settings)]


def bases(rules: RuleSet, end: str) -> Iterator[tuple[Sheet, dict[str, Any]]]:
    """Sheets that say nothing and sheets that say all that must be, under all settings."""
    for seats in range(rules.sizes[0], rules.sizes[1] + 1):
        must: dict[str, Any] = {field: values(field, seats)[-1] for field in rules.asked[end].must}
        every = [(scores, racks, {}) for scores in SCORES for racks in RACKS]
        every += [(SCORES[0], RACKS[1], settings) for settings in settings_of(rules)]
        every += [(SCORES[2], (), settings) for settings in settings_of(rules)]
        for scores, racks, settings in every:
            yield replace(Sheet(scores[:seats], end, racks=racks[:seats]), **must), settings


@EACH
def test_what_counts_is_asked_and_nothing_else(rules: RuleSet, end: str) -> None:
    asked = rules.asked[end]
    assert not set(asked.must) & set(asked.may)
    counts = {
        field
        for sheet, settings in bases(rules, end)
        for field in FIELDS
        if len(
            {
                repr(outcome(rules, replace(sheet, **{field: each}), settings))
                for each in values(field, len(sheet.scores))
            }
        )
        > 1
    }
    assert {*asked.must, *asked.may} <= counts
    # who is not there, or ended the game before it began, has nothing else on his sheet
    assert not asked.points or counts <= {*asked.must, *asked.may}


@EACH
def test_what_must_be_there_is_what_cannot_be_scored_without(rules: RuleSet, end: str) -> None:
    asked = rules.asked[end]
    for field in asked.must:
        without = {
            isinstance(outcome(rules, replace(sheet, **{field: values(field, 2)[0]}), settings), str)
            for sheet, settings in bases(rules, end)
            if any(sheet.scores) or asked.points
        }
        assert without == {True} or (rules.id, end, field) in SAYS_NOTHING
    for sheet, settings in bases(rules, end):
        if not sheet.racks and (any(sheet.scores) or not asked.points or "full_turns" in asked.must):
            refused = outcome(rules, sheet, settings)
            assert not isinstance(refused, str) or refused == "full_turns_unknown"


def test_every_end_but_a_bye_is_asked_of() -> None:
    for rules in RULESETS.values():
        assert set(rules.asked) == set(rules.ends) - {"bye"}
