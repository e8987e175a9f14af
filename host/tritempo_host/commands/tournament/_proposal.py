"""What a clock's log says of a game, shown to the person who confirms it."""

import click

from tritempo_host.commands.tournament._desk import Desk
from tritempo_host.problem import Problem
from tritempo_host.report.proposed import doubts, figure, names_of, unlike
from tritempo_host.rules.ruleset import Sheet
from tritempo_host.store.played import GameLog, differences, game_log, matching_of
from tritempo_host.tournament import Game
from tritempo_host.tournament.entering import sheet_with_proposal
from tritempo_host.tournament.matching import Matching


def log_of(at: Desk, game: Game) -> GameLog:
    return game_log(at.store, at.tournament, matching_of(at.store, at.entries, at.tournament), game)


def from_log(at: Desk, game: Game, sheet: Sheet, yes: bool) -> Sheet:
    """The sheet with what the game's log says, once a person has said yes to it. Raises Problem."""
    found = log_of(at, game)
    if found.match is None:
        key = "log_several" if found.several else "log_absent"
        logs = ", ".join(match.log.id for match in found.several)
        raise Problem(at.say(key, round=game.round, table=game.table, logs=logs, command="tritempo tournament log"))
    if found.proposal is None:
        raise Problem(at.say("log_unreadable", log=found.match.log.id))
    names = names_of(at.tournament, game)
    click.echo(at.say("log_says", log=found.match.log.id), err=True)
    for each in found.proposal.figures:
        click.echo(f"  {figure(each, at.lang, names)}", err=True)
    for line in doubts(found.doubts, at.lang, names):
        click.echo(f"  ? {line}", err=True)
    at.ask(at.say("log_take"), yes)
    return sheet_with_proposal(sheet, found.proposal)


def unlike_log(at: Desk, game: Game, sheet: Sheet) -> list[str]:
    """Where a sheet says something else than the log of its game, a sentence each; [] if it has none, or several."""
    return doubts(log_of(at, game).unlike(sheet), at.lang, names_of(at.tournament, game))


def unlike_logs(at: Desk, matching: Matching, number: int | None = None) -> list[str]:
    """The same for the results that are in, of a round or of all, each sentence with its place."""
    return unlike(at.tournament, differences(at.store, at.tournament, matching, number), at.lang)
