"""`tritempo tournament result`: what came out of a game, or of many from a file."""

from pathlib import Path
from typing import Any

import click

from tritempo_host.commands.tournament._desk import Desk, Numbers, desk, show, with_why, with_yes, writing, written_json
from tritempo_host.commands.tournament._files import contents, wrong_lines
from tritempo_host.commands.tournament._proposal import from_log, unlike_log
from tritempo_host.commands.tournament._round import ending, game_table
from tritempo_host.problem import Problem
from tritempo_host.rules import RULESETS
from tritempo_host.rules.ruleset import Sheet
from tritempo_host.tournament import Game
from tritempo_host.tournament.checks import doubts
from tritempo_host.tournament.entering import assembled, form_of, result_draft
from tritempo_host.tournament.fold import sheet_of
from tritempo_host.tournament.importing import read_results
from tritempo_host.tournament.spoken import end_word, end_words, said
from tritempo_host.tournament.spreadsheet import WrongLines

ENDS = sorted({end for rules in RULESETS.values() for end in rules.ends})


@click.command()
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(path_type=Path))
@click.option(
    "--round", "round_number", type=click.IntRange(1), metavar="N", help="The round; else the first open one."
)
@click.option("--table", "table_number", type=click.IntRange(1), metavar="N", help="The table.")
@click.option("--scores", type=Numbers(), help="Points on the sheet, in the order of play.")
@click.option("--racks", type=Numbers(), help="Value of the tiles that each had left.")
@click.option("--scrabbles", type=Numbers(), help="How many scrabbles each had.")
@click.option("--end", metavar="END", type=click.Choice(ENDS), help="How the game ended.")
@click.option("--by", type=click.IntRange(1), metavar="N", help="The seat that ended it: went out, gave up, fell.")
@click.option("--overtime", type=Numbers(), help="Seconds beyond each one's time.")
@click.option("--adjust", type=Numbers(), help="Points for challenges and by arbiters, with their sign.")
@click.option("--absent", type=Numbers(), help="Seats that never came.")
@click.option("--full-turns", type=click.IntRange(0), metavar="N", help="Turns that all players finished.")
@click.option("--words", metavar="A,B,C", help="Best word of each.")
@click.option("--from-log", is_flag=True, help="Take from the clock's log what it says, after it was shown.")
@with_why("Why: a result that is there already is corrected.")
@with_yes
@writing
def result(
    file: Path | None,
    round_number: int | None,
    table_number: int | None,
    why: str | None,
    yes: bool,
    named: str | None,
    where: str | None,
    lang: str | None,
    who: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Enter the result of the game at --table, or those of many from a FILE (CSV; - is standard input).

    Lists such as --scores have one number a player, in the order of play, as `tritempo tournament show` has it. What is
    odd is asked. A correction needs --why; what it replaces stays in the history.

    In a FILE a line is a player, and the first line has headings: table, seat or name, score, rack, scrabbles, end.
    """
    with desk(named, where, lang, who) as at:
        number = at.open_round(round_number)
        if file is not None:
            if table_number is not None or any(value not in (None, False) for value in given.values()):
                raise click.UsageError(at.say("file_or_table"))
            _file(at, file, number, yes, as_json)
            return
        if table_number is None:
            raise click.UsageError(at.say("which_table"))
        game = at.tournament.game(number, table_number)
        if game is None:
            tables = ", ".join(map(str, sorted(at.tournament.rounds[number].games)))
            raise Problem(at.say("unknown_table", round=number, table=table_number, tables=tables))
        _game(at, game, given, why, yes, as_json)


def _game(at: Desk, game: Game, given: dict[str, Any], why: str | None, yes: bool, as_json: bool) -> None:
    if game.result is not None and why is None:
        raise Problem(at.say("correct_why", round=game.round, table=game.table, who=game.result.who))
    sheet = _sheet(at, game, given, yes)
    words = tuple(word.strip() for word in given["words"].split(",")) if given["words"] else ()
    if not words and game.result is not None:
        words = game.result.words
    draft = result_draft(game, sheet, words, why)
    for doubt in doubts(at.tournament, game, sheet):
        at.ask(said(doubt, at.lang), yes)
    if unlike := unlike_log(at, game, sheet):
        at.ask("\n".join([at.say("unlike_log"), *unlike, at.say("odd")]), yes)
    entries = at.write(draft).entries
    if as_json:
        written_json(at.listed, entries)
        return
    click.echo(
        at.say("result_kept", round=game.round, table=game.table, end=ending(at.tournament, game, sheet, at.lang))
    )
    show(game_table(at.tournament, game, sheet, at.lang))
    _missing(at, game.round)


def _sheet(at: Desk, game: Game, given: dict[str, Any], yes: bool) -> Sheet:
    """The sheet as the options have it; a correction begins with the one that is there. Raises Problem."""
    old = game.sheet
    if given["scores"] is None and old is None:
        names = ", ".join(at.tournament.players[each].name for each in game.players)
        raise Problem(at.say("scores_needed", table=game.table, names=names))
    sheet = assembled(old, {"scores": given["scores"]})
    if given["from_log"]:
        sheet = from_log(at, game, sheet, yes)
    if given["by"] is not None and given["by"] > len(game.players):
        raise Problem(at.say("no_seat", table=game.table, seats=len(game.players)))
    overtime, absent, by = given["overtime"], given["absent"], given["by"]
    more = {
        "overtime_ms": None if overtime is None else tuple(1000 * each for each in overtime),
        "absent": None if absent is None else tuple(each - 1 for each in absent),
        "by": None if by is None else by - 1,
    }
    same = ("end", "racks", "scrabbles", "adjust", "full_turns")
    sheet = assembled(sheet, {**{key: given[key] for key in same}, **more})
    if not sheet.end:
        codes = [end.code for end in form_of(at.tournament, game).ends]
        ends = ", ".join(f"{code} ({end_word(code, at.lang)})" for code in codes)
        raise Problem(at.say("end_needed", ends=ends))
    return sheet


def _file(at: Desk, file: Path, number: int, yes: bool, as_json: bool) -> None:
    ends = end_words(at.tournament.ruleset.ends)
    try:
        found = read_results(contents(file, at.lang), at.tournament, ends, number)
    except WrongLines as wrong:
        raise wrong_lines(file, wrong, at.lang) from wrong
    odd = []
    for draft in found.drafts:
        game = at.tournament.game(draft.body["round"], draft.body["table"])
        if game is not None:
            place = at.say("place", round=game.round, table=game.table)
            odd += [f"{place}: {said(each, at.lang)}" for each in doubts(at.tournament, game, sheet_of(draft.body))]
    if odd:
        at.ask("\n".join([at.say("odd"), *odd]), yes)
    entries = at.write(*found.drafts).entries if found.drafts else ()
    if as_json:
        written_json(at.listed, entries, same=found.same, ignored=list(found.ignored))
        return
    click.echo(at.say("results_kept", count=len(entries), file=file))
    if found.same:
        click.echo(at.say("results_same", count=found.same))
    if found.ignored:
        click.echo(at.say("ignored", headings=", ".join(found.ignored)))
    for each in sorted({draft.body["round"] for draft in found.drafts}):
        _missing(at, each)


def _missing(at: Desk, number: int) -> None:
    missing = at.tournament.rounds[number].missing
    if missing:
        tables = ", ".join(str(game.table) for game in missing)
        click.echo(at.say("missing", round=number, tables=tables))
    else:
        click.echo(at.say("all_in", round=number, command=f"tritempo tournament close {number}"))
