"""Between a tournament and a draw: what a draw may look at, and the entry that a draw becomes."""

from typing import Any

from tritempo_host.draws.model import Drawn, Entrant, Field, Met
from tritempo_host.rules.alphabet import by_surnames
from tritempo_host.rules.teams import Member, order
from tritempo_host.tournament.refused import Refused
from tritempo_host.tournament.standings import standings
from tritempo_host.tournament.state import Player, Tournament


def field_of(tournament: Tournament, number: int) -> Field:
    """What a draw of round `number` may look at: who is there, all matches before, the standings before."""
    entrants = tuple(Entrant(each, _club(tournament.entrants[each].club)) for each in tournament.present(number))
    met = []
    for earlier, round_ in sorted(tournament.rounds.items()):
        if earlier >= number:
            continue
        for n, match in enumerate(round_.matches, 1):
            games = [game for _, game in sorted(round_.games.items()) if game.match == n]
            met.append(Met(earlier, match, tuple(game.entrants for game in games)))
        met += [Met(earlier, (entrant,)) for entrant in round_.bye]
    return Field(entrants, tuple(met), _ranking(tournament, number - 1) if number > 1 else ())


def _ranking(tournament: Tournament, after_round: int) -> tuple[int, ...]:
    """The entrants by the standings after a round, best first. Where the rules want those who are level in alphabetical
    order (`RuleSet.drawn_by`), it is that of the surnames, as entered or as `_surnames` finds them."""
    rules, lines = tournament.ruleset, standings(tournament, after_round, final=False)
    if rules.drawn_by:
        names = {each.entrant: _surnames(tournament.players[each.entrant]) for each in lines}
        lines.sort(key=lambda line: by_surnames(*names[line.entrant], rules.alphabet))
        lines.sort(key=lambda line: tuple[Any, ...](line.values[each] for each in rules.drawn_by), reverse=True)
    return tuple(line.entrant for line in lines)


def _club(name: str) -> str | None:
    """As it is compared: capitals and spaces at the ends do not make another club."""
    return name.strip().casefold() or None


def lineup(tournament: Tournament, team: int) -> dict[str, Player]:
    """{board: player} of a team. Those who chose a board have it, the others fill the rest by rating (MM,
    Enfrontaments). If nobody of them is rated the team chooses: the order in which it was entered is its choice.

    Raises Refused if players and boards do not come out even.
    """
    boards, players = tournament.ruleset.boards, tournament.team_players(team)
    if len(players) != len(boards):
        raise Refused("team_size", team=tournament.teams[team].name, players=len(players), needed=len(boards))
    out = {}
    for player in players:
        if player.board is not None:
            if player.board not in boards or player.board in out:
                raise Refused("team_boards", team=tournament.teams[team].name, board=player.board)
            out[player.board] = player
    rest = {player.number: player for player in players if player.board is None}
    members = [Member(player.number, *_surnames(player), player.rating) for player in rest.values()]
    chosen = tournament.ruleset.chosen(tournament.rule_settings)
    by_rating = order(members, chosen.get("rating_order", "descending")) or tuple(rest)
    free = [board for board in boards if board not in out]
    out |= dict(zip(free, (rest[number] for number in by_rating), strict=True))
    return {board: out[board] for board in boards}


def boards_by(tournament: Tournament, team: int) -> str:
    """Why the players of a team play where they do (see `lineup`): "chosen", the team said it of all; "rating";
    "entered", nobody is rated and the order of entry is the team's choice; "mixed", some chose, the rest by rating."""
    rest = [player for player in tournament.team_players(team) if player.board is None]
    if not rest:
        return "chosen"
    if all(player.rating is None for player in rest):
        return "entered"
    return "rating" if len(rest) == len(tournament.team_players(team)) else "mixed"


def _surnames(player: Player) -> tuple[str, str]:
    """(surnames, the whole name): as they were entered, else those of "Vidal Puig, Anna" or "Anna Vidal Puig"."""
    name = player.name
    if player.surnames:
        return player.surnames, name
    if "," in name:
        surnames, _, first = name.partition(",")
        return surnames.strip(), first.strip()
    first, _, surnames = name.partition(" ")
    return (surnames, first) if surnames else (first, "")


def draw_body(tournament: Tournament, drawn: Drawn) -> dict[str, Any]:
    """The body of the entry of a draw. Raises Refused for a team whose boards are not filled."""
    tables = []
    lineups = (
        {each: lineup(tournament, each) for match in drawn.matches for each in match} if tournament.by_teams else {}
    )
    for table in drawn.tables:
        seats = [lineups[each][table.board].number for each in table.order] if table.board else list(table.order)
        row: dict[str, Any] = {"table": table.number, "match": table.match, "players": seats}
        if table.board:
            row["board"] = table.board
        if drawn.trumps.get(table.number):
            row["trumps"] = {str(seat): card for seat, card in sorted(drawn.trumps[table.number].items())}
        tables.append(row)
    body: dict[str, Any] = {
        "round": drawn.round,
        "system": drawn.system,
        "seed": drawn.seed,
        "matches": [list(match) for match in drawn.matches],
        "tables": tables,
    }
    more = {
        "bye": list(drawn.bye),
        "repeats": [list(pair) for pair in drawn.repeats],
        "forced": [list(pair) for pair in drawn.forced],
        "explain": [{"code": step.code, "values": dict(step.values)} for step in drawn.explain],
    }
    return body | {key: value for key, value in more.items() if value}
