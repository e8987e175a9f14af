"""`tritempo tournament backup FILE`: all of a tournament in one file, with the logs of its games."""

from pathlib import Path

import click

from tritempo_host.commands.tournament._desk import desk, reading, to_json
from tritempo_host.store.backup import backup as back_up


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@reading
def backup(file: Path, named: str | None, where: str | None, lang: str | None, as_json: bool) -> None:
    """Write the whole tournament into a new FILE, for `tritempo tournament restore`, here or at another computer.

    What was written down and the logs of its games with the keys of their clocks: keep it as you keep the results.
    """
    with desk(named, where, lang) as at:
        path = back_up(at.store, at.listed, file, at.lang)
        if as_json:
            to_json({"tournament": at.listed.slug, "file": path, "entries": len(at.entries)})
            return
        click.echo(at.say("backed_up", name=at.tournament.name, entries=len(at.entries), file=path))
