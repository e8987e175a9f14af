"""Lays out the drawing of how ranks went from round to round: a line an entrant, a point a round."""

from collections.abc import Sequence
from dataclasses import dataclass

from tritempo_host.rules.ruleset import Standing

ROW, TOP, LEFT = 26, 24, 18
LABEL = 260  # room for a name at the right
MOST = 24  # entrants; more lines than that are a tangle
TOPS = 3  # drawn bold


@dataclass(frozen=True, slots=True)
class Line:
    name: str
    path: str
    points: tuple[tuple[int, int, int], ...]  # x, y, rank
    label_x: int
    label_y: int
    top: bool


@dataclass(frozen=True, slots=True)
class Ranks:
    width: int
    height: int
    rounds: tuple[tuple[int, int], ...]  # round, x
    lines: tuple[Line, ...]


def lay_out(standings: Sequence[tuple[int, Sequence[Standing]]], names: dict[int, str]) -> Ranks | None:
    """The drawing of these standings (round, lines); None where there is nothing to compare, or too much.

    Who shares a rank stands below one another all the same, in the order of the lines.
    """
    if len(standings) < 2 or len(standings[-1][1]) > MOST:
        return None
    step = max(40, min(110, 420 // (len(standings) - 1)))
    places: dict[int, list[tuple[int, int, int]]] = {}
    for column, (_, lines) in enumerate(standings):
        for row, line in enumerate(lines):
            places.setdefault(line.entrant, []).append((LEFT + column * step, TOP + ROW // 2 + row * ROW, line.rank))
    right = LEFT + (len(standings) - 1) * step
    last = standings[-1][1]
    drawn = [
        Line(
            names[line.entrant],
            "M" + "L".join(f"{x} {y}" for x, y, _ in places[line.entrant]),
            tuple(places[line.entrant]),
            right + 18,
            places[line.entrant][-1][1],
            line.rank <= TOPS,
        )
        for line in reversed(last)  # the best on top of the others
    ]
    rounds = tuple((number, LEFT + column * step) for column, (number, _) in enumerate(standings))
    return Ranks(right + LABEL, TOP + len(last) * ROW, rounds, tuple(drawn))
