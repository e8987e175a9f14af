"""`tritempo control`: the time controls that there are, and one's own."""

import json
import shlex
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tritempo.control import FIELDS, PRESETS, preset
from tritempo_host import controls
from tritempo_host.control_doubts import doubts
from tritempo_host.files import create
from tritempo_host.problem import Problem
from tritempo_host.text import clean, clock
from tritempo_host.words import LANGUAGES, language, speak

with_language = click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the locale.")


@click.group()
def control() -> None:
    """Time controls: the presets, and files with controls of your own."""


@control.command("list")
@with_language
@click.option("--json", "as_json", is_flag=True, help="All presets in full, as JSON.")
def list_(lang: str | None, as_json: bool) -> None:
    """List the presets."""
    if as_json:
        click.echo(json.dumps([preset(name) for name in PRESETS], ensure_ascii=False, indent=2))
        return
    lang = language(lang)
    say = speak("control", lang)
    heads = [say(key) for key in ("id", "name", "seats", "time", "zero", "round")]
    table = _table(say("list_title"), heads, whole=(0, 2, 3, 5))
    for name in PRESETS:
        data = controls.load(name)
        seats = data["seats"]
        table.add_row(
            name,
            data["name"][lang],
            str(seats[0]) if len(seats) == 1 else f"{seats[0]}-{seats[-1]}",
            _time(data, say),
            say(f"zero_{data['at_zero']}") if data["turn_ms"] or data["bank_ms"] else "",
            clock(data["round_ms"]) if data["round_ms"] else "",
        )
    console = Console()
    console.print(table)
    console.print(say("list_more"), markup=False, highlight=False)


@control.command()
@with_language
@click.argument("which", metavar="ID|FILE")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def show(which: str, lang: str | None, as_json: bool) -> None:
    """Show a preset, or the control in a FILE, with every field explained."""
    data = controls.load(which, lang=lang)
    if as_json:
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    lang = language(lang)
    say = speak("control", lang)
    table = _table(
        clean(data["name"].get(lang, data["id"])), [say(key) for key in ("field", "value", "meaning")], whole=(0,)
    )
    for field in FIELDS:
        table.add_row(field, Text(_shown(data[field], field, lang, say)), say(f"field_{field}"))
    Console().print(table)


@control.command()
@with_language
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seats", type=click.IntRange(2, 4), help="Check it for a game of so many players.")
def check(file: Path, lang: str | None, seats: int | None) -> None:
    """Check the control in a FILE: for --seats players, or for every number that it allows.

    What is allowed but looks like a slip, it says as well.
    """
    data = controls.load(file, seats, lang)
    lang = language(lang)
    say = speak("control", lang)
    numbers = str(seats) if seats else ", ".join(map(str, data["seats"]))
    name = clean(data["name"].get(lang, data["id"]))
    click.echo(say("sound", file=clean(str(file), 400), name=name, id=clean(data["id"]), seats=numbers))
    for doubt in doubts(data, say):
        click.echo(say("doubt", doubt=clean(doubt, 400)))


@control.command()
@with_language
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--base", required=True, type=click.Choice(PRESETS), help="Preset to start from.")
def new(file: Path, lang: str | None, base: str) -> None:
    """Write a commented FILE to start a control of your own from: TOML, or JSON if its name ends in .json.

    It never writes over one that is there.
    """
    say = speak("control", language(lang))
    text = controls.template(base, file.stem, lang, controls.kind_of(file))
    shown = clean(str(file), 400)
    try:
        create(file, text)
    except FileExistsError:
        raise Problem(say("there_already", file=shown)) from None
    except OSError as error:
        raise Problem(say("cannot_write", file=shown, why=error.strerror)) from None
    click.echo(say("written", file=shown, command=f"tritempo control check {shlex.quote(shown)}", base=base))


def _table(title: str, heads: list[str], whole: tuple[int, ...]) -> Table:
    """A table whose columns `whole` are never broken into two lines."""
    table = Table(
        title=Text(title), box=box.SIMPLE_HEAD, title_justify="left", title_style="bold", padding=(0, 1, 0, 0)
    )
    for i, head in enumerate(heads):
        table.add_column(Text(head), overflow="fold", no_wrap=i in whole)
    return table


def _time(data: dict[str, Any], say) -> str:
    if data["turn_ms"]:
        return say("per_turn", time=clock(data["turn_ms"]))
    if data["bank_ms"]:
        return say("per_seat", time=clock(data["bank_ms"]))
    return say("no_time")


def _shown(value: Any, field: str, lang: str, say) -> str:
    if field == "name":
        return clean(value.get(lang, ""))
    if value is None or value == []:
        return say("nothing")
    if field.endswith("_ms"):
        times = value if isinstance(value, list) else [value]
        return ", ".join(f"{ms} ms ({clock(ms)})" if ms >= 1000 else f"{ms} ms" for ms in times)
    return clean(", ".join(map(str, value)) if isinstance(value, list) else str(value), 200)
