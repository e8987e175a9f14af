"""Tables for terminals of any width."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

UNBOUNDED = 10_000  # columns; wider than any table


class Fitting:
    """A table; where the terminal is too narrow for it, line by line `head: cell`, so that nothing is left out."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        least = Measurement.get(console, options.update(width=UNBOUNDED), self.table).minimum
        if least <= options.max_width:
            yield self.table
            return
        for cells in zip(*(column.cells for column in self.table.columns), strict=True):
            for column, cell in zip(self.table.columns, cells, strict=True):
                if str(cell):
                    yield Text.assemble(f"{column.header}: ", cell if isinstance(cell, Text) else str(cell))
            yield Text("")
