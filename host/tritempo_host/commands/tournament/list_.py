"""`tritempo tournament list`: the tournaments in the store."""

import click

from tritempo_host.commands.tournament._desk import show, table, to_json, with_json, with_language, with_store
from tritempo_host.store import open_if_there
from tritempo_host.store.tournaments import Tournaments
from tritempo_host.words import language, speak


@click.command("list")
@with_store
@with_language
@with_json
def list_(where: str | None, lang: str | None, as_json: bool) -> None:
    """List the tournaments in the store, the one that was made last at the end."""
    lang = language(lang)
    say = speak("tournament", lang)
    listed, place = [], None
    if store := open_if_there(where, lang):
        with store:
            listed, place = Tournaments(store, lang).listed(), store.place
    if as_json:
        to_json(listed)
    elif not listed:
        click.echo(
            say("list_none", command="tritempo tournament new")
            if place is None
            else say("list_none_in", store=place, command="tritempo tournament new")
        )
    else:
        rows = [
            (each.slug, each.name, f"{each.changed_at.astimezone():%Y-%m-%d %H:%M}", each.entries) for each in listed
        ]
        heads = [say(f"head_{key}") for key in ("slug", "name", "changed", "entries")]
        show(table(heads, rows, folded=(0, 1), right=(3,)))
