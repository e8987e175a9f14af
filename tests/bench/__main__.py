"""`make bench`: all benchmarks, or those named: python -m bench reading fleet."""

import sys

from rich.console import Console
from rich.table import Table

from bench import clock, desk, fetching, scoring

ALL = {
    "inputs": clock.inputs,
    "memory": clock.memory,
    "flash": clock.flash,
    "reading": fetching.reading,
    "audits": fetching.audits,
    "fleet": fetching.fleet,
    "draws": scoring.draws,
    "standings": scoring.table,
    "ingest": scoring.ingest,
    "pages": desk.pages,
    "crowd": desk.crowd,
}


def main(names: list[str]) -> None:
    console = Console()
    unknown = [name for name in names if name not in ALL]
    if unknown:
        sys.exit(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(ALL)}")
    table = Table(title="Tritempo's benchmarks, on this machine")
    table.add_column("what")
    table.add_column("figure", justify="right")
    table.add_column("beside")
    with console.status("measuring") as status:
        for name in names or ALL:
            status.update(f"measuring: {name}")
            for figure in ALL[name]():
                table.add_row(figure.what, figure.value, figure.beside)
            table.add_section()
    console.print(table)


main(sys.argv[1:])
