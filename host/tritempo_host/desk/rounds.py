"""What the pages of a round share: which round is meant, its tables in the reader's words, and what is newest."""

import hashlib
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import desk_of
from tritempo_host.desk.view import language_of, tournament_of, words
from tritempo_host.export.site.facts import Facts
from tritempo_host.export.site.voice import Voice
from tritempo_host.text import whole
from tritempo_host.tournament import Game, Round
from tritempo_host.tournament.refused import Question

MOST_DIGITS = 5  # of a number in an address


def newest(request: Request) -> Current:
    """The tournament that the page is about. Before something is written, as it is at this very moment: another program
    may have written since somebody last looked."""
    if request.method == "POST":
        desk_of(request).now.look()
    return tournament_of(request)


def number_in(request: Request, key: str) -> int:
    """A number of the page's address, from 1. Raises 404 for what is none."""
    number = whole(str(request.path_params[key]), MOST_DIGITS)
    if not number:
        raise HTTPException(404)
    return number


def round_in(request: Request, current: Current, key: str = "n") -> Round:
    """The round that the page's address names. Raises 404 for one that was not drawn."""
    round_ = current.tournament.rounds.get(number_in(request, key))
    if round_ is None:
        raise HTTPException(404)
    return round_


def game_in(request: Request, current: Current) -> Game:
    """The game that the page's address names by round and table. Raises 404."""
    game = round_in(request, current).games.get(number_in(request, "m"))
    if game is None:
        raise HTTPException(404)
    return game


def voice_of(request: Request, current: Current) -> Voice:
    """Says names, numbers and results of this tournament in the reader's language."""
    lang = language_of(request)
    return current.once(("voice of rounds", lang), lambda: Voice(facts_of(current), lang))


def facts_of(current: Current) -> Facts:
    """The facts of the tournament, without those of its logs."""
    return current.once("facts of rounds", lambda: Facts(current.tournament, {}))


def spoken_for(request: Request, current: Current) -> dict[str, Any]:
    """What the templates of a round's pages say their things with: `w`, words of rounds; `v`, the tournament's."""
    return {"w": words(request, "desk_round"), "v": voice_of(request, current)}


def key_of(question: Question) -> str:
    """What a yes answers: this very question, with these names."""
    return hashlib.sha256(repr((question.code, sorted(question.values.items()))).encode()).hexdigest()[:12]


def matches_of(round_: Round) -> list[tuple[int, list[Game]]]:
    """The matches of a round with their games, by number."""
    found: dict[int, list[Game]] = {}
    for _, game in sorted(round_.games.items()):
        found.setdefault(game.match, []).append(game)
    return sorted(found.items())
