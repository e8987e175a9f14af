"""What of a tournament is for everybody: where each result is entered twice, only what a second person has checked."""

from dataclasses import replace

from tritempo_host.tournament.state import Game, Round, Tournament


def unchecked(tournament: Tournament) -> list[Game]:
    """The games whose result waits for the second person, by round and table. In a round that was closed none does:
    whoever closed it has said yes to them."""
    if not tournament.settings.get("double_entry"):
        return []
    return [each for each in tournament.games() if _waits(tournament.rounds[each.round], each)]


def published(tournament: Tournament) -> Tournament:
    """The tournament as the wall, public pages and posters show it: without the results that wait. Neither they nor
    standings with them are for the second person's eyes."""
    waiting = {game.round for game in unchecked(tournament)}
    if not waiting:
        return tournament
    rounds = {n: _published(each) if n in waiting else each for n, each in tournament.rounds.items()}
    return replace(tournament, rounds=rounds)


def _published(round_: Round) -> Round:
    games = {n: replace(each, history=[]) if _waits(round_, each) else each for n, each in round_.games.items()}
    return replace(round_, games=games)


def _waits(round_: Round, game: Game) -> bool:
    return not round_.closed and game.result is not None and game.checked is None
