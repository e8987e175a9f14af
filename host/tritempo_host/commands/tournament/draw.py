"""`tritempo tournament draw [ROUND]`: draws a round, from a seed that anybody can repeat it with."""

import click

from tritempo_host.commands.tournament._desk import Desk, desk, show, with_yes, writing, written_json
from tritempo_host.commands.tournament._round import explained, round_table
from tritempo_host.draws import SYSTEMS
from tritempo_host.problem import Problem
from tritempo_host.text import folded
from tritempo_host.tournament import Draft
from tritempo_host.tournament.drawing import draw_body
from tritempo_host.tournament.drawing_up import draw_round, questions, refusal, remarks
from tritempo_host.tournament.entry import changes
from tritempo_host.tournament.spoken import said
from tritempo_host.words import speak


@click.command()
@click.argument("number", metavar="[ROUND]", required=False, type=click.IntRange(1))
@click.option(
    "--seed", metavar="TEXT", help="The published seed; else that of the rounds before, else one is made by chance."
)
@click.option("--system", type=click.Choice(list(SYSTEMS)), help="Another draw system than the usual one.")
@click.option("--trumps/--no-trumps", default=None, help="Deal the trump cards too, from the same seed.")
@click.option("--explain", is_flag=True, help="Show how the draw came about, step by step.")
@click.option("--dry-run", is_flag=True, help="Only show it; write nothing down.")
@with_yes
@writing
def draw(
    number: int | None,
    seed: str | None,
    system: str | None,
    trumps: bool | None,
    explain: bool,
    dry_run: bool,
    yes: bool,
    named: str | None,
    where: str | None,
    lang: str | None,
    who: str | None,
    as_json: bool,
) -> None:
    """Draw a ROUND: the next one, if none is named.

    A round that has results is never drawn again; one that has none is, if you say so. From the same seed comes the
    same draw, so publish the seed before.
    """
    with desk(named, where, lang, who) as at:
        number = number or at.tournament.next_round
        _ask(at, number, yes, dry_run)
        drawn = draw_round(at.tournament, number, seed, system, trumps)
        draft = Draft("draw", draw_body(at.tournament, drawn))
        entries = () if dry_run else at.write(draft).entries
        if as_json:
            written_json(at.listed, entries, draw=draft.body)
            return
        round_ = at.tournament.rounds.get(number)
        if dry_run and round_ and (by_hand := changes(round_.draw)):
            click.echo(at.say("drawn_changed", round=number))
            for line in explained({"explain": by_hand}, at.tournament, at.lang):
                show(folded(line))
        click.echo(
            at.say("drawn", round=number, system=speak("draws", at.lang)(f"system_{drawn.system}"), seed=drawn.seed)
        )
        if dry_run:
            click.echo(at.say("drawn_dry"))
        else:
            show(round_table(at.tournament, at.tournament.rounds[number], at.lang))
        for each in remarks(at.tournament, draft.body):
            click.echo(said(each, at.lang))
        if explain or dry_run:
            for line in explained(draft.body, at.tournament, at.lang):
                show(folded(line))


def _ask(at: Desk, number: int, yes: bool, dry_run: bool) -> None:
    refused = refusal(at.tournament, number, dry_run)
    if refused is not None and refused.code == "draw_nobody":
        raise Problem(at.say("no_entrants", command="tritempo tournament import"))
    if refused is not None:
        raise refused
    for question in questions(at.tournament, number):
        at.ask(said(question, at.lang), yes or dry_run)
