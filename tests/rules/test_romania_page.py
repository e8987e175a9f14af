"""docs/rules-romania.md: its worked examples come out as it says, and it names every end and every setting."""

import re
from pathlib import Path

import pytest

from tritempo_host.rules.exact import decimal
from tritempo_host.rules.romania import ROMANIA, score
from tritempo_host.rules.ruleset import Sheet

PAGE = (Path(__file__).parents[2] / "docs" / "rules-romania.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table under a heading."""
    lines = PAGE.partition(f"# {heading}\n")[2].splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("|"))
    table = []
    for line in lines[first + 2 :]:
        if not line.startswith("|"):
            return table
        table.append([cell.strip() for cell in line.strip("|").split("|")])
    return table


def pair(cell: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.fullmatch(r"(-?\d+)-(-?\d+)", cell).groups()) if cell else ()


EXAMPLES = rows("Worked examples")


@pytest.mark.parametrize("row", EXAMPLES, ids=[f"{row[0]} {row[1]}" for row in EXAMPLES])
def test_worked_example(row: list[str]):
    end, scores, racks, by, full_turns, final, points, _why = row
    sheet = Sheet(
        pair(scores),
        end.strip("`"),
        int(by) - 1 if by else None,
        pair(racks),
        full_turns=int(full_turns) if full_turns else None,
    )
    found = score(sheet, {})
    assert found.final == pair(final)
    assert " ".join(map(decimal, found.points)) == points


def test_the_page_has_every_end():
    assert {row[0].strip("`") for row in rows("A game's coefficients")} - {""} == set(ROMANIA.ends)


def test_the_page_has_every_setting_with_its_choices_in_order():
    told = {row[0].strip("`"): tuple(re.findall(r"`(\w+)`", row[1])) for row in rows("Settings")}
    assert told == {each.key: each.choices for each in ROMANIA.settings}
