"""`tritempo tournament close [ROUND]`: a round is over, and its results are final."""

from collections.abc import Mapping

import click

from tritempo_host.commands.tournament._desk import Desk, desk, with_yes, writing, written_json
from tritempo_host.problem import tell
from tritempo_host.report.proposed import unlike as sentences
from tritempo_host.store.closing import close_round
from tritempo_host.store.played import differences, matching_of
from tritempo_host.tournament.closing import questions, refusal
from tritempo_host.tournament.matching import LogDoubt, Place
from tritempo_host.tournament.refused import Question
from tritempo_host.tournament.spoken import said


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
        unlike = {} if refusal(at.tournament, number) else _unlike(at, number)
        for question in questions(at.tournament, number, unlike):
            at.ask(_asked(at, question, unlike), yes)
        done = close_round(at.store, at.listed, number, at.who, at.tournament.last, at.lang)
        copy, why = done.copy, done.why
        if as_json:
            written_json(at.listed, done.written.entries, snapshot=copy, problem=why)
            return
        click.echo(at.say("closed", round=number))
        if copy is not None:
            click.echo(at.say("snapshot", file=copy))
        else:
            tell(at.say("snapshot_failed", why=why))
        click.echo(at.say("closed_last" if done.written.tournament.finished else "closed_next"))


def _unlike(at: Desk, number: int) -> dict[Place, list[LogDoubt]]:
    return differences(at.store, at.tournament, matching_of(at.store, at.entries, at.tournament), number)


def _asked(at: Desk, question: Question, unlike: Mapping[Place, list[LogDoubt]]) -> str:
    if question.code != "close_unlike":
        return said(question, at.lang)
    return "\n".join([at.say("unlike_logs"), *sentences(at.tournament, unlike, at.lang), at.say("close_so")])
