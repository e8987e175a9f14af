"""`tritempo tournament close [ROUND]`: a round is over, and its results are final."""

from pathlib import Path

import click

from tritempo_host.commands.tournament._desk import Desk, desk, with_yes, writing, written_json
from tritempo_host.commands.tournament._proposal import unlike_logs
from tritempo_host.problem import Problem, tell
from tritempo_host.store.backup import snapshot
from tritempo_host.store.played import matching_of
from tritempo_host.tournament import Draft


@click.command()
@click.argument("number", metavar="[ROUND]", required=False, type=click.IntRange(1))
@with_yes
@writing
def close(
    number: int | None,
    yes: bool,
    named: str | None,
    where: str | None,
    lang: str | None,
    who: str | None,
    as_json: bool,
) -> None:
    """Close a ROUND, else the first that is open, once all its results are in.

    Its results can no longer be changed, unless it is opened again. A result that says something else than its clock's
    log is shown and asked about before. A copy of the whole tournament is put beside the store, in the folder
    `snapshots`.
    """
    with desk(named, where, lang, who) as at:
        number = at.open_round(number)
        # with results missing it cannot be closed, and that is said first
        complete = not at.tournament.rounds[number].missing
        if complete and (unlike := unlike_logs(at, matching_of(at.store, at.entries, at.tournament), number)):
            at.ask("\n".join([at.say("unlike_logs"), *unlike, at.say("close_so")]), yes)
        entries = at.write(Draft("close", {"round": number})).entries
        copy, why = _snapshot(at)
        if as_json:
            written_json(at.listed, entries, snapshot=copy, problem=why)
            return
        click.echo(at.say("closed", round=number))
        if copy is not None:
            click.echo(at.say("snapshot", file=copy))
        else:
            tell(at.say("snapshot_failed", why=why))
        click.echo(at.say("closed_last" if at.tournament.finished else "closed_next"))


def _snapshot(at: Desk) -> tuple[Path | None, str | None]:
    """A copy of the tournament as it is after the round; where there can be none, why: the round is closed anyway."""
    try:
        return snapshot(at.store, at.listed, at.lang), None
    except Problem as problem:
        return None, problem.message
