"""docs/rules.md: its examples come out as it says, and it names every rule set, end, setting and choice."""

import re
from pathlib import Path

import pytest

from tritempo_host.rules import RULESETS
from tritempo_host.rules.ruleset import RuleSet, Sheet

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
HERE = {name: rules for name, rules in RULESETS.items() if name != "romania"}  # that one has its own page


def rows(head: str) -> list[list[str]]:
    """The cells of the table whose first heading this is."""
    table = PAGE.partition(f"\n| {head} |")[2].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def names(cell: str) -> tuple[str, ...]:
    return tuple(re.findall(r"`([\w-]+)`", cell))


def numbers(cell: str) -> tuple[int, ...]:
    return tuple(map(int, cell.split()))


EXAMPLES = rows("rules")


@pytest.mark.parametrize("row", EXAMPLES, ids=[f"{row[0]} {row[1]} {row[2]}" for row in EXAMPLES])
def test_worked_example(row: list[str]):
    (name,), (end,), scores, racks, by, over, final, worth, _why = names(row[0]), names(row[1]), *row[2:]
    rules = RULESETS[name]
    sheet = Sheet(numbers(scores), end, int(by) - 1 if by else None, racks=numbers(racks), overtime_ms=numbers(over))
    found = rules.score(sheet, {})
    assert found.final == numbers(final)
    assert " ".join(rules.shown("points", each) for each in (found.bonus if rules.match else found.points)) == worth


def test_there_are_examples_of_every_rule_set():
    assert {names(row[0])[0] for row in EXAMPLES} == set(HERE)


def test_the_rule_sets_are_as_the_page_says():
    told = {names(row[0])[0]: row[1:] for row in rows("rule set")}
    for name, rules in RULESETS.items():
        least, most = rules.sizes
        players = str(least) if least == most else f"{least} to {most}"
        document, size, control, draws, columns = told.pop(name)
        assert (document, size, names(control)) == (rules.source, players, (rules.control,))
        assert (names(draws), names(columns)) == (rules.draws, rules.columns)
    assert not told


def test_the_page_has_every_end_of_every_rule_set():
    heads = [each.strip(" `") for each in PAGE.partition("\n| end |")[2].splitlines()[0].strip("|").split("|")]
    told = {name: {names(row[0])[0] for row in rows("end") if row[n]} for n, name in enumerate(heads, start=1)}
    assert told == {name: set(rules.ends) for name, rules in HERE.items()}


@pytest.mark.parametrize("rules", HERE.values(), ids=HERE)
def test_the_page_has_every_setting_with_its_choices_in_order(rules: RuleSet):
    told = {names(row[0])[0]: row[1] for row in rows(f"`{rules.id}` setting")}
    assert set(told) == {each.key for each in rules.settings}
    for setting in rules.settings:
        cell = told[setting.key]
        if all(isinstance(each, str) for each in setting.choices):
            assert names(cell) == setting.choices
        elif " to " in cell:
            least, most = map(int, cell.split(" to "))
            assert setting.choices == tuple(range(least, most + 1))
        else:
            assert tuple(map(int, cell.split(", "))) == setting.choices
