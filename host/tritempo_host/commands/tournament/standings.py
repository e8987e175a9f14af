"""`tritempo tournament standings`: who is ahead, and by what."""

import click
from rich.table import Table

from tritempo_host.commands.tournament._desk import NAME, Desk, desk, reading, show, table, to_json
from tritempo_host.commands.tournament._round import figure
from tritempo_host.problem import Problem
from tritempo_host.rules.ruleset import Standing
from tritempo_host.text import clean
from tritempo_host.tournament import standings as order
from tritempo_host.tournament.standings import PlayerStanding, player_standings
from tritempo_host.words import catalogue


@click.command()
@click.option("--after", type=click.IntRange(1), metavar="N", help="As they were after this round.")
@click.option("--players", is_flag=True, help="The players' own, in an event of teams.")
@reading
def standings(
    after: int | None,
    players: bool,
    named: str | None,
    where: str | None,
    lang: str | None,
    as_json: bool,
) -> None:
    """Show the standings with their tie-breaks, computed from the results as they are now."""
    with desk(named, where, lang) as at:
        if after is not None:
            at.round(after)
        if players and not at.tournament.by_teams:
            raise Problem(at.say("no_teams", rules=at.tournament.ruleset.name[at.lang]))
        if players:
            lines = player_standings(at.tournament, after)
            if as_json:
                to_json([{"name": at.tournament.players[each.player].name, **_fields(each)} for each in lines])
            else:
                _show(at, after, _players(at, lines), not lines)
            return
        lines = order(at.tournament, after)
        if as_json:
            to_json([{"name": at.tournament.name_of(each.entrant), **_fields(each)} for each in lines])
        else:
            _show(at, after, _entrants(at, lines), not lines)


def _fields(line: Standing | PlayerStanding) -> dict[str, object]:
    return {key: getattr(line, key) for key in line.__slots__}


def _show(at: Desk, after: int | None, made: Table, empty: bool) -> None:
    if empty:
        click.echo(at.say("no_entrants", command="tritempo tournament import"))
        return
    rounds = at.tournament.rounds
    last = after if after is not None else max((n for n, each in rounds.items() if _begun(at, n)), default=0)
    key = (
        "standings_none" if not last else "standings_final" if at.tournament.finished and after is None else "standings"
    )
    click.echo(at.say(key, name=at.tournament.name, round=last))
    for n in range(1, last + 1):
        if n in rounds and rounds[n].missing:
            tables = ", ".join(str(game.table) for game in rounds[n].missing)
            click.echo(at.say("missing", round=n, tables=tables))
    show(made)


def _begun(at: Desk, number: int) -> bool:
    return any(game.result for game in at.tournament.rounds[number].games.values())


def _entrants(at: Desk, lines: list[Standing]) -> Table:
    rules, words = at.tournament.ruleset, catalogue("scoring")
    columns = [each for each in (*rules.columns, *rules.facts) if any(each in line.values for line in lines)]
    rows = []
    for line in lines:
        name = clean(at.tournament.name_of(line.entrant), 2 * NAME)
        values = [figure(rules, each, line.values[each], at.lang) for each in columns]
        rows.append((line.rank, name, *values))
    heads = [words.get(f"column_{each}", {}).get(at.lang, each) for each in columns]
    # a column of many numbers (coefficients) is folded as names are
    wide = [n + 2 for n, each in enumerate(columns) if any(isinstance(line.values[each], tuple) for line in lines)]
    right = [n for n in range(len(columns) + 2) if n not in (1, *wide)]
    return table([at.say("head_place"), at.say("head_name"), *heads], rows, (1, *wide), right)


def _players(at: Desk, lines: list[PlayerStanding]) -> Table:
    keys = ("place", "player", "team", "points", "scrabbles", "games", "firsts")
    rows = []
    for line in lines:
        player = at.tournament.players[line.player]
        team = at.tournament.name_of(at.tournament.entrant_of(line.player))
        points = figure(at.tournament.ruleset, "points", line.points, at.lang)
        names = (clean(player.name, 2 * NAME), clean(team, 2 * NAME))
        rows.append((line.rank, *names, points, line.scrabbles, line.games, line.firsts))
    return table([at.say(f"head_{key}") for key in keys], rows, (1, 2), (0, 3, 4, 5, 6))
