"""`make emulator-bench`: the table of budgets of docs/architecture.md with what was measured, all in emulated time.

TRITEMPO_GAME: minutes for which a game at a club's pace is played, for the figures of flash, memory and drift
(default 3).
"""

import os
import sys
import time

from rich.console import Console
from rich.table import Table

from emulator import image, measure, side_by_side


def main() -> None:
    if why := image.why_not():
        sys.exit(why)
    minutes = float(os.environ.get("TRITEMPO_GAME", "3"))
    console = Console()
    found = measure.Found()
    start = time.monotonic()
    with console.status("measuring") as status:
        for name, part in (
            ("power on", measure.ready),
            ("presses", measure.presses),
            ("a game", lambda found: measure.hour(found, minutes)),
        ):
            status.update(f"measuring: {name}")
            part(found)
        status.update("measuring: a long log")
        pico = measure.long_game()
        measure.play_on(pico, measure.LONG_GAME)
        measure.coming_back(found, pico)
        measure.play_on(pico, side_by_side.PRESSES)
        status.update("measuring: reading it, beside mpremote")
        side_by_side.reading(found, pico)
        side_by_side.presses(found, pico)
    table = Table(title="The clock on an emulated Pico")
    for column in ("what", "budget", "measured"):
        table.add_column(column)
    for row in found.rows:
        table.add_row(*row)
    console.print(table)
    console.print(f"Took {time.monotonic() - start:.0f} s.")


if __name__ == "__main__":
    main()
