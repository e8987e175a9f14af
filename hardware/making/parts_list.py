"""hardware/parts.csv: what to buy, for each build and option. Opens in any spreadsheet."""

import csv
import io

from making.costs import quantity, total
from making.read import Board, Part

# By this Excel knows that the file is UTF-8.
_MARK = "\ufeff"


def belongs(part: Part) -> str:
    """To which choice a part belongs: "always", "display=ssd1309"."""
    return ", ".join(f"{name}={choice}" for name, choice in part.only.items()) or "always"


def text(board: Board) -> str:
    """A line for each part, then the sums of the builds. Prices in euros."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    builds = [build.name for build in board.builds]
    rows.writerow(
        ["belongs to", "part", "maker", "number", "quantity", "price EUR", "sum EUR", "price seen"]
        + [f"quantity: {name}" for name in builds]
        + ["alternative 1", "alternative 2"]
    )
    for part in board.parts:
        others = [" - ".join(filter(None, (one["number"], one["from"], one.get("note")))) for one in part.alternatives]
        rows.writerow(
            [belongs(part), part.name, part.maker, part.number, part.quantity, f"{part.price:.2f}"]
            + [f"{part.price * part.quantity:.2f}", part.seen]
            + [quantity(part, build) for build in board.builds]
            + others[:2]
        )
    for build in board.builds:
        rows.writerow(["sum", f"{build.name}: {build.what}", "", "", "", "", f"{total(board, build):.2f}"])
    return _MARK + out.getvalue()
