"""docs/build.md: the guide is written by hand, and what stands between its marks is made."""

import re

from making import tables
from making.problem import BoardProblem
from making.read import Board

BLOCK = re.compile(r"(<!-- made: ([a-z_ ]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def _block(board: Board, name: str) -> str:
    kind, _, rest = name.partition(" ")
    if kind == "wires":
        for step in board.steps:
            if step.name == rest:
                return tables.wires(board, step)
    plain = {
        "pins": tables.pins,
        "parts": tables.parts,
        "options": tables.options,
        "light": tables.light,
        "currents": tables.currents,
        "holes": tables.holes,
    }
    if name not in plain:
        raise BoardProblem([f"docs/build.md asks for {name!r}, which nothing here makes"])
    return plain[name](board)


def filled(board: Board, text: str) -> str:
    """The page with all its blocks made anew. Raises BoardProblem for a mark that nothing makes, or a step left out."""
    asked = {found[2] for found in BLOCK.finditer(text)}
    left_out = [step.name for step in board.steps if f"wires {step.name}" not in asked]
    if left_out:
        raise BoardProblem([f"docs/build.md has no wires of the step {name}" for name in left_out])
    return BLOCK.sub(lambda found: f"{found[1]}\n{_block(board, found[2])}\n{found[3]}", text)
