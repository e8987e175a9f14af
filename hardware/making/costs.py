"""How many of each part a build needs, what that costs, and what it draws."""

from making.read import Board, Build, Draw, Part


def quantity(part: Part, build: Build) -> int:
    """How many of a part a build needs."""
    return part.quantity if all(build.chosen[name] == choice for name, choice in part.only.items()) else 0


def total(board: Board, build: Build) -> float:
    """Euros."""
    return round(sum(part.price * quantity(part, build) for part in board.parts), 2)


def extra(board: Board, option: str, choice: str) -> float:
    """Euros by which this choice makes the clock dearer (below zero: cheaper) than the option's default."""
    default = next(one.default for one in board.options if one.name == option)

    def cost(chosen: str) -> float:
        return sum(part.price * part.quantity for part in board.parts if part.only.get(option) == chosen)

    return round(cost(choice) - cost(default), 2)


def draws(board: Board, build: Build) -> list[Draw]:
    """What a build has that draws current."""
    return [draw for draw in board.draws if all(build.chosen[name] in wanted for name, wanted in draw.only.items())]


def current_ma(board: Board, build: Build) -> tuple[int, int]:
    """What a build draws, in a turn and at most."""
    there = draws(board, build)
    return sum(draw.ma for draw in there), sum(draw.most_ma for draw in there)
