"""A round is closed: what stands in the way, and what is asked before. Pure; `store/closing.py` does it."""

from collections.abc import Iterable, Iterator

from tritempo_host.tournament.disagreeing import counted_away, named
from tritempo_host.tournament.published import unchecked
from tritempo_host.tournament.refused import Question, Refused
from tritempo_host.tournament.state import Tournament


def refusal(tournament: Tournament, number: int) -> Refused | None:
    """Why a round cannot be closed: nobody drew it, it is closed, results are missing (at `tables`); None if it can."""
    round_ = tournament.rounds.get(number)
    if round_ is None:
        return Refused("unknown_round", round=number)
    if round_.closed:
        return Refused("round_closed", round=number)
    if missing := round_.missing:
        return Refused("results_missing", round=number, tables=_listed(game.table for game in missing))
    return None


def questions(tournament: Tournament, number: int, unlike: Iterable[tuple[int, int]] = ()) -> list[Question]:
    """What a person has to say yes to before a round is closed. `unlike`: round and table of the results that say
    something else than their logs (`store.played.differences`). Where something is missing that is said first."""
    return list(_questions(tournament, number, unlike)) if refusal(tournament, number) is None else []


def _questions(tournament: Tournament, number: int, unlike: Iterable[tuple[int, int]]) -> Iterator[Question]:
    if tables := sorted(table for round_, table in unlike if round_ == number):
        yield Question("close_unlike", {"round": number, "tables": _listed(tables)})
    if once := [game.table for game in unchecked(tournament) if game.round == number]:
        yield Question("close_once", {"round": number, "tables": _listed(once)})
    if away := counted_away(tournament, tournament.rounds[number]):
        yield Question("close_away", {"round": number, "drawn": named(tournament, away)})


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
