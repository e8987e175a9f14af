"""`tritempo tournament show`: a tournament, a round, a game with its history, an entrant, or all that was written."""

from typing import Any

import click

from tritempo_host.commands.tournament._desk import NAME, Desk, desk, reading, table, to_json
from tritempo_host.commands.tournament._desk import show as put
from tritempo_host.commands.tournament._round import (
    by_whom,
    ending,
    explained,
    figure,
    game_table,
    round_table,
    score_of,
)
from tritempo_host.problem import Problem
from tritempo_host.text import clean, folded
from tritempo_host.tournament import standings
from tritempo_host.tournament.drawing_up import remarks
from tritempo_host.tournament.entry import changes, undone
from tritempo_host.tournament.history import told
from tritempo_host.tournament.outdated import round_remarks
from tritempo_host.tournament.spoken import said


@click.command()
@click.option("--round", "round_number", type=click.IntRange(1), metavar="N", help="This round.")
@click.option("--table", "table_number", type=click.IntRange(1), metavar="N", help="The game at this table.")
@click.option("--entrant", type=click.IntRange(1), metavar="N", help="This entrant: players, games, penalties.")
@click.option("--entrants", is_flag=True, help="All who take part, with their numbers.")
@click.option("--entries", is_flag=True, help="All that was written down, with the numbers for `undo`.")
@click.option("--explain", is_flag=True, help="With --round: how the draw came about.")
@reading
def show(
    round_number: int | None,
    table_number: int | None,
    entrant: int | None,
    entrants: bool,
    entries: bool,
    explain: bool,
    named: str | None,
    where: str | None,
    lang: str | None,
    as_json: bool,
) -> None:
    """Show how the tournament stands; or a round, a game with its history, an entrant, all that was written down."""
    with desk(named, where, lang) as at:
        if entries:
            _entries(at, as_json)
        elif entrant is not None:
            _entrant(at, entrant, as_json)
        elif entrants:
            _entrants(at, as_json)
        elif table_number is not None:
            _game(at, at.round(round_number), table_number, as_json)
        elif round_number is not None or explain:
            _round(at, at.round(round_number), explain, as_json)
        else:
            _overview(at, as_json)


def _overview(at: Desk, as_json: bool) -> None:
    t = at.tournament
    if as_json:
        rounds = {
            n: {"closed": each.closed is not None, "seed": each.seed, "missing": [game.table for game in each.missing]}
            for n, each in sorted(t.rounds.items())
        }
        facts = {"name": t.name, "rules": t.rules, "date": t.date, "place": t.place, "settings": t.settings}
        to_json({"tournament": at.listed.slug, **facts, "entrants": len(t.entrants), "rounds": rounds, "last": t.last})
        return
    facts = ", ".join(each for each in (t.ruleset.name[at.lang], t.date, t.place) if each)
    put(f"{t.name} ({facts})")
    key = "overview_teams" if t.by_teams else "overview_players"
    put(at.say(key, teams=len(t.teams), players=len(t.players)))
    if not t.rounds:
        put(at.say("no_round"))
        return
    rows = []
    for number, each in sorted(t.rounds.items()):
        state = at.say("state_closed" if each.closed else "state_open" if each.missing else "state_complete")
        rows.append((number, f"{len(each.games) - len(each.missing)}/{len(each.games)}", state, each.seed))
    put(table([at.say(f"head_{key}") for key in ("round", "results", "state", "seed")], rows, (3,), (0, 1)))


def _round(at: Desk, number: int, explain: bool, as_json: bool) -> None:
    each = at.tournament.rounds[number]
    if as_json:
        to_json(
            {
                "round": number,
                "closed": each.closed is not None,
                "games": [_facts(at, g) for g in _games(at, number)],
                "bye": list(each.bye),
                "draw": each.draw,
            }
        )
        return
    put(at.say("round_of", round=number, name=at.tournament.name, seed=each.seed))
    put(round_table(at.tournament, each, at.lang))
    for remark in (*remarks(at.tournament, {"bye": each.bye}), *round_remarks(at.entries, at.tournament, number)):
        put(said(remark, at.lang))
    for line in explained(each.draw if explain else {"explain": changes(each.draw)}, at.tournament, at.lang):
        put(folded(line))


def _games(at: Desk, number: int) -> list[Any]:
    return list(at.tournament.games(number))


def _facts(at: Desk, game: Any) -> dict[str, Any]:
    names = [at.tournament.players[each].name for each in game.players]
    score = score_of(at.tournament, game)
    facts = {"round": game.round, "table": game.table, "match": game.match, "board": game.board}
    players = {"players": game.players, "names": names, "entrants": game.entrants, "trumps": game.trumps}
    return {**facts, **players, "score": score, "history": game.history}


def _game(at: Desk, number: int, table_number: int, as_json: bool) -> None:
    game = at.tournament.game(number, table_number)
    if game is None:
        tables = ", ".join(map(str, sorted(at.tournament.rounds[number].games)))
        raise Problem(at.say("unknown_table", round=number, table=table_number, tables=tables))
    if as_json:
        to_json(_facts(at, game))
        return
    put(at.say("place", round=number, table=table_number) + (f" ({game.board})" if game.board else ""))
    for seat, player in enumerate(game.players):
        name = clean(at.tournament.players[player].name, 2 * NAME)
        team = f", {clean(at.tournament.name_of(game.entrants[seat]), 2 * NAME)}" if at.tournament.by_teams else ""
        put(f"  {seat + 1}. {name}{team}")
    if not game.history:
        put(at.say("no_result"))
    for result in game.history:
        put("", by_whom(result, at.lang), ending(at.tournament, game, result.sheet, at.lang))
        put(game_table(at.tournament, game, result.sheet, at.lang))


def _entrants(at: Desk, as_json: bool) -> None:
    t = at.tournament
    if as_json:
        to_json({"teams": list(t.teams.values()), "players": list(t.players.values())})
        return
    if not t.entrants:
        put(at.say("no_entrants", command="tritempo tournament import"))
        return
    rows = []
    for number, each in sorted(t.players.items()):
        team = t.teams.get(each.team) if each.team else None
        mine = [team.number if team else "", clean(team.name, 2 * NAME) if team else ""] if t.by_teams else []
        rating = "" if each.rating is None else figure(t.ruleset, "rating", each.rating, at.lang)
        rows.append((*mine, number, clean(each.name, 2 * NAME), each.board or "", rating, clean(each.club, NAME)))
    rows.sort(key=lambda row: row[0] if t.by_teams and row[0] != "" else 0)
    heads = [*(("number", "team") if t.by_teams else ()), "number", "player", "board", "rating", "club"]
    first = 2 if t.by_teams else 0
    put(
        table(
            [at.say(f"head_{key}") for key in heads],
            rows,
            (*((1,) if t.by_teams else ()), first + 1, first + 4),
            (*((0,) if t.by_teams else ()), first, first + 3),
        )
    )


def _entrant(at: Desk, number: int, as_json: bool) -> None:
    t, name = at.tournament, at.entrant(number)
    games = [game for game in t.games() if number in game.entrants]
    penalties = [each for each in t.penalties if each.entrant == number]
    line = next((each for each in standings(t) if each.entrant == number), None)
    if as_json:
        absences = sorted(round_ for entrant, round_ in t.absences if entrant == number)
        facts = {"entrant": t.entrants[number], "players": t.team_players(number) if t.by_teams else []}
        more = {"games": [_facts(at, game) for game in games], "penalties": penalties, "absences": absences}
        to_json({**facts, "rank": line.rank if line else None, **more})
        return
    put(f"{number}. {name}" + (f" ({at.say('rank', rank=line.rank)})" if line else ""))
    if t.by_teams:
        for each in t.team_players(number):
            put(f"  {each.number}. {clean(each.name, 2 * NAME)}")
    rows = []
    for game in games:
        score = score_of(t, game)
        for seat, entrant in enumerate(game.entrants):
            if entrant == number:
                others = ", ".join(
                    clean(t.players[each].name, NAME) for each in game.players if each != game.players[seat]
                )
                won = ("", "") if score is None else (score.final[seat], score.places[seat])
                rows.append((game.round, game.table, clean(t.players[game.players[seat]].name, NAME), others, *won))
    keys = ("round", "table", "player", "others", "points", "place")
    put(table([at.say(f"head_{key}") for key in keys], rows, (2, 3), (0, 1, 4, 5)))
    for each in penalties:
        put(at.say("penalty_of", kind=at.say(f"kind_{each.kind}"), why=each.why or "", entry=each.entry))


def _entries(at: Desk, as_json: bool) -> None:
    if as_json:
        to_json(at.entries)
        return
    out = undone(at.entries)
    rows = []
    for each in at.entries:
        text = told(each, at.tournament, at.lang)
        if each.why:
            text = f"{text} {at.say('because', why=clean(each.why, 200))}"
        if each.number in out:
            text = f"{text} [{at.say('taken_back', entry=out[each.number])}]"
        rows.append((each.number, f"{each.at.astimezone():%m-%d %H:%M}", clean(each.who, 16), text))
    put(table([at.say(f"head_{key}") for key in ("entry", "when", "who", "what")], rows, (3,), (0,)))
