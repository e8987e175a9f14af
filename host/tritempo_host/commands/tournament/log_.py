"""`tritempo tournament log`: which clock's log belongs to which game, and a person's word on it."""

import click

from tritempo_host.commands.tournament._desk import Desk, desk, show, table, to_json, with_why, writing, written_json
from tritempo_host.commands.tournament._proposal import unlike_logs
from tritempo_host.problem import Problem
from tritempo_host.report.proposed import doubt, how
from tritempo_host.store.played import differences, id_of, matching_of
from tritempo_host.tournament import Draft
from tritempo_host.tournament.matching import Match


@click.command("log")
@click.argument("log", metavar="[LOG]", required=False)
@click.option("--round", "round_number", type=click.IntRange(1), metavar="N", help="The round of the log's game.")
@click.option("--table", "table_number", type=click.IntRange(1), metavar="N", help="The table of the log's game.")
@click.option("--none", is_flag=True, help="The log belongs to no game of this tournament.")
@click.option("--part", is_flag=True, help="Forget what was said of the log: let the program find its game.")
@with_why("Why, for the history.")
@writing
def log_(
    log: str | None,
    round_number: int | None,
    table_number: int | None,
    none: bool,
    part: bool,
    why: str | None,
    named: str | None,
    where: str | None,
    lang: str | None,
    who: str | None,
    as_json: bool,
) -> None:
    """Show the games of the clocks' logs; or say whose a LOG is (its name as `tritempo logs` has it).

    Logs find their games by what the clock was sent, else by round, table and names. What is doubtful is said.
    """
    with desk(named, where, lang, who) as at:
        chosen = [none, part, table_number is not None]
        if log is None:
            if any(chosen):
                raise click.UsageError(at.say("log_which"))
            _all(at, as_json)
            return
        if sum(chosen) != 1:
            raise click.UsageError(at.say("log_what"))
        name = id_of(at.store.find_log(log).stored)
        body: dict[str, object] = {"log": name}
        if part:
            body["part"] = True
        elif none:
            body["round"] = None
        else:
            number = at.open_round(round_number)
            if at.tournament.game(number, table_number or 0) is None:
                tables = ", ".join(map(str, sorted(at.tournament.rounds[number].games)))
                raise Problem(at.say("unknown_table", round=number, table=table_number, tables=tables))
            body |= {"round": number, "table": table_number}
        entries = at.write(Draft("log", body, why)).entries
        if as_json:
            written_json(at.listed, entries)
            return
        click.echo(
            at.say(
                "log_parted" if part else "log_none" if none else "log_kept",
                log=name,
                round=body.get("round"),
                table=body.get("table"),
            )
        )


def _all(at: Desk, as_json: bool) -> None:
    matching = matching_of(at.store, at.entries, at.tournament)
    if as_json:
        to_json(
            {
                "logs": [
                    {"log": m.log.id, "game": m.game, "how": m.how, "doubts": list(m.doubts)} for m in matching.matches
                ],
                "without_log": list(matching.without_log),
                "differences": [
                    {"game": place, "doubts": found}
                    for place, found in differences(at.store, at.tournament, matching).items()
                ],
            }
        )
        return
    if not matching.concerning:
        click.echo(at.say("logs_none"))
    else:
        rows = [_row(at, match) for match in matching.concerning]
        show(table([at.say(f"head_{key}") for key in ("log", "game", "why")], rows, (0, 2)))
    if matching.without_log:
        games = ", ".join(f"{number}/{place}" for number, place in matching.without_log)
        show(at.say("without_log", games=games))
    if unlike := unlike_logs(at, matching):
        show(at.say("unlike_logs"), *(f"  ? {line}" for line in unlike))


def _row(at: Desk, match: Match) -> tuple[str, str, str]:
    names: list[str] = []
    if match.game is not None and (game := at.tournament.game(*match.game)) is not None:
        names = [at.tournament.players[each].name for each in game.players]
    place = f"{match.game[0]}/{match.game[1]}" if match.game else "–"
    said = [how(match, at.lang), *(f"? {doubt(each, at.lang, names)}" for each in match.doubts)]
    device, _, name = match.log.id.rpartition("/")
    return f"{device[-6:]}/{name}", place, " ".join(said)
