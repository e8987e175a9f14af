"""What a clock's log says of a game, shown to the person who confirms it."""

import click

from tritempo_host.commands.tournament._desk import Desk
from tritempo_host.problem import Problem
from tritempo_host.report.proposed import doubt, figure
from tritempo_host.rules.ruleset import Sheet
from tritempo_host.store.played import differences, matching_of, proposal_of
from tritempo_host.tournament import Game
from tritempo_host.tournament.comparison import compare
from tritempo_host.tournament.matching import Matching


def from_log(at: Desk, game: Game, sheet: Sheet, yes: bool) -> Sheet:
    """The sheet with what the game's log says, once a person has said yes to it. Raises Problem."""
    matching = matching_of(at.store, at.entries, at.tournament)
    found = matching.log_of((game.round, game.table))
    if found is None:
        several = matching.games.get((game.round, game.table), ())
        key = "log_several" if several else "log_absent"
        names = ", ".join(match.log.id for match in several)
        raise Problem(at.say(key, round=game.round, table=game.table, logs=names, command="tritempo tournament log"))
    proposal = proposal_of(at.store, at.tournament, game, found.log.id)
    if proposal is None:
        raise Problem(at.say("log_unreadable", log=found.log.id))
    names = [at.tournament.players[each].name for each in game.players]
    click.echo(at.say("log_says", log=found.log.id), err=True)
    for each in proposal.figures:
        click.echo(f"  {figure(each, at.lang, names)}", err=True)
    for each in (*found.doubts, *proposal.doubts):
        click.echo(f"  ? {doubt(each, at.lang, names)}", err=True)
    at.ask(at.say("log_take"), yes)
    return proposal.onto(sheet)


def unlike_log(at: Desk, game: Game, sheet: Sheet) -> list[str]:
    """Where a sheet says something else than the log of its game, a sentence each; [] if it has none, or several."""
    found = matching_of(at.store, at.entries, at.tournament).log_of((game.round, game.table))
    proposal = proposal_of(at.store, at.tournament, game, found.log.id) if found else None
    names = [at.tournament.players[each].name for each in game.players]
    return [doubt(each, at.lang, names) for each in compare(proposal, sheet)] if proposal else []


def unlike_logs(at: Desk, matching: Matching, number: int | None = None) -> list[str]:
    """The same for the results that are in, of a round or of all, each sentence with its place."""
    lines = []
    for (round_, table), found in differences(at.store, at.tournament, matching, number).items():
        names = [at.tournament.players[each].name for each in at.tournament.rounds[round_].games[table].players]
        place = at.say("place", round=round_, table=table)
        lines += [f"{place}: {doubt(each, at.lang, names)}" for each in found]
    return lines
