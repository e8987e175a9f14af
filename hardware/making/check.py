"""Reads board.toml and checks all of it."""

from making import check_parts, check_pins, check_wires
from making.problem import BoardProblem
from making.read import Board, parse


def checked(text: str) -> Board:
    """The board of a board.toml that is right. Raises BoardProblem with all faults at once."""
    board = parse(text)
    faults = [*check_pins.faults(board), *check_wires.faults(board), *check_parts.faults(board)]
    if faults:
        raise BoardProblem(faults)
    return board
