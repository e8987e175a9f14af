"""`tritempo tournament draw [ROUND]`: draws a round, from a seed that anybody can repeat it with."""

import secrets

import click

from tritempo_host.commands.tournament._desk import Desk, desk, show, with_yes, writing, written_json
from tritempo_host.commands.tournament._round import explained, round_table
from tritempo_host.draws import SYSTEMS, Drawn
from tritempo_host.draws import draw as drawn_by
from tritempo_host.problem import Problem
from tritempo_host.tournament import Draft
from tritempo_host.tournament.drawing import draw_body, field_of
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
        _ask(at, number, yes or dry_run)
        drawn = _drawn(at, number, seed, system, trumps)
        draft = Draft("draw", draw_body(at.tournament, drawn))
        entries = () if dry_run else at.write(draft).entries
        if as_json:
            written_json(at.listed, entries, draw=draft.body)
            return
        click.echo(
            at.say("drawn", round=number, system=speak("draws", at.lang)(f"system_{drawn.system}"), seed=drawn.seed)
        )
        if dry_run:
            click.echo(at.say("drawn_dry"))
        else:
            show(round_table(at.tournament, at.tournament.rounds[number], at.lang))
        _notes(at, drawn)
        if explain or dry_run:
            for line in explained(draft.body, at.tournament, at.lang):
                show(line)


def _ask(at: Desk, number: int, yes: bool) -> None:
    rounds = at.tournament.rounds
    if number > at.tournament.next_round:
        raise Problem(at.say("draw_gap", round=number, next=at.tournament.next_round))
    if not at.tournament.entrants:
        raise Problem(at.say("no_entrants", command="tritempo tournament import"))
    if number in rounds and not rounds[number].closed and not any(g.result for g in rounds[number].games.values()):
        at.ask(at.say("draw_again", round=number), yes)
    waiting = [str(n) for n, each in sorted(rounds.items()) if n < number and not each.closed]
    if waiting and number not in rounds:
        at.ask(at.say("draw_early", round=number, open=", ".join(waiting)), yes)
    planned = at.tournament.settings.get("rounds")
    if isinstance(planned, int) and number > planned:
        at.ask(at.say("draw_beyond", round=number, planned=planned), yes)


def _drawn(at: Desk, number: int, seed: str | None, system: str | None, trumps: bool | None) -> Drawn:
    settings = at.tournament.settings
    system = system or str(settings.get("system") or at.tournament.ruleset.draws[0])
    # One seed for all rounds: they are then of one design, and it repeats the whole tournament.
    earlier = [each.seed for n, each in sorted(at.tournament.rounds.items()) if n < number and each.seed]
    seed = seed or str(settings.get("seed") or (earlier[-1] if earlier else secrets.token_hex(4)))
    chosen = at.tournament.draw_settings(SYSTEMS[system]) if system in SYSTEMS else {}
    deals = system in SYSTEMS and any(each.key == "trumps" for each in SYSTEMS[system].settings)
    if trumps and not deals:
        raise Problem(at.say("no_trumps", system=speak("draws", at.lang)(f"system_{system}")))
    if deals:
        chosen["trumps"] = bool(settings.get("trumps", chosen.get("trumps", False)) if trumps is None else trumps)
    return drawn_by(system, field_of(at.tournament, number), number, seed, chosen)


def _notes(at: Desk, drawn: Drawn) -> None:
    name = at.tournament.name_of
    for each in drawn.bye:
        click.echo(at.say("bye", name=name(each)))
    for first, other in drawn.repeats:
        click.echo(at.say("repeat", first=name(first), other=name(other)))
    for first, other in drawn.forced:
        if (first, other) not in drawn.repeats:
            click.echo(at.say("forced", first=name(first), other=name(other)))
