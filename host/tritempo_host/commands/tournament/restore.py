"""`tritempo tournament restore FILE`: a tournament from a backup."""

from pathlib import Path

import click

from tritempo_host.commands.tournament._desk import refusing, to_json, with_json, with_language, with_store
from tritempo_host.store import open_store
from tritempo_host.store.backup import restore as restored
from tritempo_host.words import language, speak


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@with_store
@with_language
@with_json
def restore(file: Path, where: str | None, lang: str | None, as_json: bool) -> None:
    """Put the tournament of a backup FILE into the store, with its logs.

    If it is there already, what is missing is added and nothing is changed.
    """
    lang = language(lang)
    with refusing(lang), open_store(where, lang) as store:
        listed, place = restored(store, file, lang), store.place
    if as_json:
        to_json({"tournament": listed.slug, "name": listed.name, "entries": listed.entries, "store": place})
        return
    say = speak("tournament", lang)
    click.echo(say("restored", name=listed.name, entries=listed.entries, slug=listed.slug, store=place))
