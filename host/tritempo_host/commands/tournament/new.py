"""`tritempo tournament new NAME --rules ID`: makes a tournament."""

from typing import Any

import click

from tritempo_host.commands.tournament._desk import (
    refusing,
    to_json,
    with_json,
    with_language,
    with_store,
    with_who,
    writer,
)
from tritempo_host.commands.tournament._settings import settings_of
from tritempo_host.rules import RULESETS
from tritempo_host.store import open_store
from tritempo_host.store.tournaments import Tournaments
from tritempo_host.words import language, speak


@click.command()
@click.argument("name")
@click.option("--rules", type=click.Choice(list(RULESETS)), required=True, help="By which rules it is played.")
@click.option("--rounds", type=click.IntRange(1, 100), metavar="N", help="How many rounds are planned.")
@click.option("--date", metavar="TEXT", help="When it is played, as it should be shown.")
@click.option("--place", metavar="TEXT", help="Where it is played.")
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help="A setting; `tournament set` lists them.")
@with_who
@with_store
@with_language
@with_json
def new(
    name: str,
    rules: str,
    rounds: int | None,
    date: str | None,
    place: str | None,
    sets: tuple[str, ...],
    who: str | None,
    where: str | None,
    lang: str | None,
    as_json: bool,
) -> None:
    """Make a tournament called NAME. The store is made if it is not there yet."""
    lang = language(lang)
    settings = settings_of(rules, sets, lang)
    if rounds is not None:
        settings["rounds"] = rounds
    body: dict[str, Any] = {key: value for key, value in (("date", date), ("place", place)) if value is not None}
    with refusing(lang), open_store(where, lang) as store:
        listed = Tournaments(store, lang).new(name, rules, writer(who), body | {"settings": settings})
        place_of_store = store.place
    if as_json:
        to_json({"tournament": listed.slug, "name": listed.name, "rules": rules, "store": place_of_store})
        return
    say = speak("tournament", lang)
    click.echo(say("made", name=listed.name, slug=listed.slug, rules=RULESETS[rules].name[lang], store=place_of_store))
    click.echo(say("made_next", command="tritempo tournament import"))
