"""`tritempo logs`: what the store has."""

import csv
import json
import sys
from typing import Any

import click
from rich import box
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from tritempo_host.store import ListedLog, Store, list_logs, open_if_there
from tritempo_host.text import for_spreadsheet, moment
from tritempo_host.words import LANGUAGES, language, speak

PLAYERS, LEAST = 4, 10  # the column of the players, and what it needs at least to be one
GAP = 2  # between columns


@click.command()
@click.option("--device", metavar="CLOCK", help="Only logs of clocks with this in their id.")
@click.option("--round", "round_number", type=int, metavar="N", help="Only logs of this round.")
@click.option("--flagged", is_flag=True, help="Only logs that have to be looked at.")
@click.option("--store", "where", help="Where the store is: a file, or a database's URL.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the locale.")
@click.option("--json", "as_json", is_flag=True, help="All that is known of each, as JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="The same as CSV.")
def logs(
    device: str | None,
    round_number: int | None,
    flagged: bool,
    where: str | None,
    lang: str | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """List the logs in the store. The name in the first column is the one for `tritempo show` and `report`."""
    lang = language(lang)
    say = speak("store", lang)
    if as_json and as_csv:
        raise click.UsageError(say("logs_one_form"))
    store = open_if_there(where, lang)
    listed = _listed(store, device, round_number, flagged, say("logs_auditing")) if store else []
    place = store.place if store else None
    if store:
        store.close()
    if as_json:
        click.echo(json.dumps([_as_dict(each) for each in listed], ensure_ascii=False, indent=2))
    elif as_csv:
        _csv(listed)
    elif listed:
        console = Console(highlight=False)
        console.print(_shown(listed, lang, console.width))
        if any(each.row.flagged for each in listed):
            click.echo(say("logs_flagged"))
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


def _shown(listed: list[ListedLog], lang: str, width: int) -> RenderableType:
    """A table in which the players take what width the others leave; in a narrow terminal some lines for each log."""
    say = speak("store", lang)
    rows = [_cells(each, lang) for each in listed]
    heads = [say(f"logs_{key}") for key in ("log", "clock", "when", "place", "players", "state")]
    wide = [max(cell_len(head), *(cell_len(row[n]) for row in rows)) for n, head in enumerate(heads)]
    left = width - sum(wide) + wide[PLAYERS] - GAP * (len(heads) - 1)
    if left < LEAST:
        return Group(*(part for each, row in zip(listed, rows, strict=True) for part in _block(each, row)))
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
    for n, head in enumerate(heads):
        table.add_column(head, no_wrap=n != PLAYERS, overflow="fold", max_width=left if n == PLAYERS else None)
    for each, row in zip(listed, rows, strict=True):
        table.add_row(*map(Text, row[:-1]), Text(row[-1], style=_style(each)))
    return table


def _block(each: ListedLog, row: tuple[str, ...]) -> list[RenderableType]:
    *head, players, state = row
    more = (Text(players), Text(state, style=_style(each)))
    return [Text("  ".join(head)), *(Padding(text, (0, 0, 0, 4)) for text in more if text)]


def _style(each: ListedLog) -> str:
    return "bold red" if each.row.flagged else ""


def _cells(each: ListedLog, lang: str) -> tuple[str, ...]:
    row = each.row
    when = moment(row.wall, 0)
    return (
        each.name,
        each.stored.device[-6:],
        f"{when:%Y-%m-%d %H:%M}" if when else "",
        "/".join("-" if n is None else str(n) for n in (row.round, row.table)),
        ", ".join(row.names),
        _state(each, lang),
    )


def _state(each: ListedLog, lang: str) -> str:
    """What has to be looked at, with a mark that needs no colour; if nothing has to, how the game stands."""
    row, say = each.row, speak("store", lang)
    if row.flagged and row.verdict == "sound":
        return f"! {say('verify_sound_but')}"
    if row.flagged:
        place = "" if row.line is None else f", {say('logs_line')} {row.line}"
        return f"! {speak('audit', lang)(f'verdict_{row.verdict}')}{place}"
    return speak("link", lang)(f"state_{row.state}")


COLUMNS = (
    *("log", "device", "game", "version", "number", "size", "sha256", "complete", "acknowledged", "fetched_at"),
    *(
        "verdict",
        "flagged",
        "finding",
        "line",
        "state",
        "reason",
        "turns",
        "round",
        "table",
        "control",
        "names",
        "wall",
        "fixture",
    ),
)


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
        "fixture": row.fixture,
    }


def _csv(listed: list[ListedLog]) -> None:
    writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in map(_as_dict, listed):
        row["names"] = ", ".join(row["names"])
        writer.writerow(
            {key: for_spreadsheet(value) if isinstance(value, str) else value for key, value in row.items()}
        )
