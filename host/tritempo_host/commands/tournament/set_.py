"""`tritempo tournament set`: the settings of a tournament: shown, or changed."""

from typing import Any

import click

from tritempo_host.commands.tournament._desk import desk, show, table, to_json, writing, written_json
from tritempo_host.commands.tournament._settings import settings_of
from tritempo_host.tournament import Draft
from tritempo_host.tournament.options import as_typed, known


@click.command("set")
@click.argument("sets", metavar="[KEY=VALUE]…", nargs=-1)
@click.option("--name", metavar="NAME", help="Another name for the tournament.")
@click.option("--date", metavar="TEXT", help="When it is played, as it should be shown.")
@click.option("--place", metavar="TEXT", help="Where it is played.")
@writing
def set_(
    sets: tuple[str, ...],
    name: str | None,
    date: str | None,
    place: str | None,
    named: str | None,
    where: str | None,
    lang: str | None,
    who: str | None,
    as_json: bool,
) -> None:
    """Show the settings, or change those that are given; `KEY=` brings the default back."""
    with desk(named, where, lang, who) as at:
        settings = settings_of(at.tournament.rules, sets, at.lang)
        body: dict[str, Any] = {
            key: value for key, value in (("name", name), ("date", date), ("place", place)) if value is not None
        }
        if settings:
            body["settings"] = settings
        if body:
            entries = at.write(Draft("settings", body)).entries
            if as_json:
                written_json(at.listed, entries)
                return
            click.echo(at.say("set_done"))
        there = known(at.tournament.rules)
        now = {key: at.tournament.settings.get(key, choices[0] if choices else None) for key, choices in there.items()}
        if as_json:
            to_json({"tournament": at.listed.slug, "settings": now})
            return
        rows = [
            (key, as_typed(value) if value is not None else "", ", ".join(map(as_typed, there[key] or ())))
            for key, value in now.items()
        ]
        show(table([at.say(f"head_{each}") for each in ("setting", "value", "choices")], rows, folded=(2,)))
