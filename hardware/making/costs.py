"""How many of each part a build needs, and what that costs."""

from making.read import Board, Build, Part


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


def typical_ma(board: Board, build: Build) -> tuple[int, int]:
    """What a build draws at 5 V, in a turn and at most."""
    there = [draw for draw in board.draws if all(build.chosen[name] in wanted for name, wanted in draw.only.items())]
    return sum(draw.ma for draw in there), sum(draw.most_ma for draw in there)
