"""`tritempo logs`: what the store has."""

import csv
import json
import sys
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from tritempo_host.report.text import for_spreadsheet, moment
from tritempo_host.store import ListedLog, Store, list_logs, open_if_there
from tritempo_host.words import LANGUAGES, language, speak


@click.command()
@click.option("--device", metavar="CLOCK", help="Only logs of clocks with this in their id.")
@click.option("--round", "round_number", type=int, metavar="N", help="Only logs of this round.")
@click.option("--flagged", is_flag=True, help="Only logs that have to be looked at.")
@click.option("--store", "where", help="Where the store is: a file, or a database's URL.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the locale.")
@click.option("--json", "form", flag_value="json", help="All that is known of each, as JSON.")
@click.option("--csv", "form", flag_value="csv", help="The same as CSV.")
def logs(
    device: str | None, round_number: int | None, flagged: bool, where: str | None, lang: str | None, form: str | None
) -> None:
    """List the logs in the store. The name in the first column is the one for `tritempo show` and `report`."""
    lang = language(lang)
    say = speak("store", lang)
    store = open_if_there(where, lang)
    listed = _listed(store, device, round_number, flagged, say("logs_auditing")) if store else []
    place = store.place if store else None
    if store:
        store.close()
    if form == "json":
        click.echo(json.dumps([_as_dict(each) for each in listed], ensure_ascii=False, indent=2))
    elif form == "csv":
        _csv(listed)
    elif listed:
        Console(highlight=False).print(_table(listed, lang))
    elif place and (device or round_number is not None or flagged):
        click.echo(say("logs_none", store=place))
    else:
        click.echo(say("logs_empty"))


def _listed(store: Store, device: str | None, round_number: int | None, flagged: bool, label: str) -> list[ListedLog]:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn(compact=True))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(label, total=None, visible=False)
        return list_logs(
            store,
            device,
            round_number,
            flagged,
            lambda done, total: bar.update(task, completed=done, total=total, visible=True),
        )


def _table(listed: list[ListedLog], lang: str) -> Table:
    say = speak("store", lang)
    # The players take what width is left.
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True, expand=True)
    for key in ("log", "clock", "when", "place", "players", "state"):
        ratio, least = (1, 12) if key == "players" else (None, None)
        table.add_column(say(f"logs_{key}"), no_wrap=True, overflow="ellipsis", ratio=ratio, min_width=least)
    for each in listed:
        row = each.row
        when = moment(row.wall, 0)
        table.add_row(
            Text(each.name),
            Text(each.stored.device[-6:]),
            f"{when:%Y-%m-%d %H:%M}" if when else "",
            "/".join("-" if n is None else str(n) for n in (row.round, row.table)),
            Text(", ".join(row.names)),
            Text(_state(each, lang), style="bold red" if row.flagged else ""),
        )
    return table


def _state(each: ListedLog, lang: str) -> str:
    """What has to be looked at; if nothing has to, how the game stands."""
    row, say = each.row, speak("store", lang)
    if row.flagged and row.verdict == "sound":
        return say("verify_sound_but")
    if row.flagged:
        place = "" if row.line is None else f", {say('logs_line')} {row.line}"
        return speak("audit", lang)(f"verdict_{row.verdict}") + place
    return speak("link", lang)(f"state_{row.state}")


def _as_dict(each: ListedLog) -> dict[str, Any]:
    log, row = each.stored, each.row
    return {
        "log": each.name,
        "device": log.device,
        "game": log.game,
        "version": log.version,
        "number": log.number,
        "size": log.size,
        "sha256": log.sha256,
        "complete": log.complete,
        "acknowledged": log.acknowledged_size is not None and log.acknowledged_size >= log.size,
        "fetched_at": log.fetched_at.isoformat(),
        "verdict": row.verdict,
        "flagged": row.flagged,
        "finding": row.finding,
        "line": row.line,
        "state": row.state,
        "reason": row.reason,
        "turns": row.turns,
        "round": row.round,
        "table": row.table,
        "control": row.control,
        "names": list(row.names),
        "wall": row.wall,
    }


def _csv(listed: list[ListedLog]) -> None:
    rows = [_as_dict(each) for each in listed]
    columns = list(rows[0]) if rows else ["log"]
    writer = csv.DictWriter(sys.stdout, columns, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        row["names"] = ", ".join(row["names"])
        writer.writerow(
            {key: for_spreadsheet(value) if isinstance(value, str) else value for key, value in row.items()}
        )
