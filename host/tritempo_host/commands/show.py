"""`tritempo show LOG`: a game in the terminal, or as JSON or CSV."""

import csv
import json
import sys
from dataclasses import asdict, fields

import click
from rich.console import Console

from tritempo_host.chart import shapes_for
from tritempo_host.report.case import Case
from tritempo_host.report.screen import Screen
from tritempo_host.report.source import open_case, takes_log
from tritempo_host.summary.model import Turn
from tritempo_host.text import for_spreadsheet
from tritempo_host.words import language


@click.command()
@takes_log
@click.option("--json", "form", flag_value="json", help="Everything, as JSON; times in milliseconds.")
@click.option("--csv", "form", flag_value="csv", help="The turns, as CSV; times in milliseconds.")
def show(log: str, store: str | None, key: bytes | None, lang: str | None, form: str | None) -> None:
    """Show the game of a LOG: where its time went, pauses, trumps, and what is unusual.

    LOG is the beginning of a game's id, as `tritempo logs` lists them, or a log file.
    """
    case = open_case(log, store, key, language(lang))
    if form == "json":
        _json(case)
    elif form == "csv":
        _csv(case)
    else:
        console = Console(highlight=False)
        for part in Screen(case, console.width, shapes_for(sys.stdout.encoding)).parts():
            console.print(part)


def _json(case: Case) -> None:
    audit = {
        "verdict": case.audit.verdict,
        "findings": [
            {"severity": found.severity, "code": found.code, "line": found.line, "offset": found.offset, **found.values}
            for found in case.audit.findings
        ],
    }
    log = {"log": case.log, "sha256": case.sha256, "size": case.audit.size, "lines": len(case.audit.lines)}
    click.echo(json.dumps({**log, "audit": audit, **case.summary.as_dict()}, ensure_ascii=False, indent=2))


def _csv(case: Case) -> None:
    columns = [field.name for field in fields(Turn)]
    writer = csv.DictWriter(sys.stdout, [*columns, "name"], lineterminator="\n")
    writer.writeheader()
    for turn in case.summary.turns:
        writer.writerow({**asdict(turn), "name": for_spreadsheet(case.summary.names[turn.seat - 1])})
