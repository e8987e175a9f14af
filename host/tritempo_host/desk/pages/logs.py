"""`/t/SLUG/logs`: which log is which game's, and what is doubtful about it; `/t/SLUG/logs/DEVICE/GAME`: one log, and a
person's word on whose it is."""

from dataclasses import dataclass
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, needs
from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import desk_of, write
from tritempo_host.desk.doubts import doubts
from tritempo_host.desk.forms import now, typed
from tritempo_host.desk.played import Played, played
from tritempo_host.desk.problems import TOLD, spoken, status_of
from tritempo_host.desk.view import address, back, language_of, page, tournament_of, words
from tritempo_host.link.tables import state_words
from tritempo_host.report.proposed import how, names_of
from tritempo_host.store import examine
from tritempo_host.store.played import id_of
from tritempo_host.text import whole
from tritempo_host.tournament import Draft, Game, Tournament
from tritempo_host.tournament.matching import LogFacts, Match, Place

ASIDE = ("apart", "unplayed")


@dataclass(frozen=True, slots=True)
class Row:
    """A log as it is shown. `doubts`: in words. `ends`: how its game stands where the log ends."""

    match: Match
    how: str
    doubts: list[str]
    ends: str

    @property
    def log(self) -> LogFacts:
        return self.match.log

    @property
    def parts(self) -> list[str]:
        """Of its address."""
        return self.log.id.split("/")

    @property
    def short(self) -> str:
        """As people tell it by: the end of the clock's id, and the game."""
        return _short(self.log.id)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game with its logs. `shown`: its page has a picture of the log."""

    game: Game
    names: list[str]
    rows: list[Row]
    shown: bool

    @property
    def look(self) -> bool:
        """Whether a person should look at it."""
        return len(self.rows) > 1 or any(row.doubts for row in self.rows)


@needs(Role.ARBITER)
def logs(request: Request) -> Response:
    current, lang = tournament_of(request), language_of(request)
    t, found = current.tournament, played(desk_of(request), current)
    games = [_game(t, found, place, lang) for place in found.matching.games]
    rounds: dict[int, list[GameRow]] = {}
    for each in games:
        rounds.setdefault(each.game.round, []).append(each)
    homeless = [_row(t, match, lang) for match in found.matching.without_game]
    aside = [_row(t, match, lang) for match in found.matching.concerning if match.game is None and match.how in ASIDE]
    return page(
        request,
        "logs.html",
        topics=(current.topic, "logs"),
        w=words(request, "desk_clocks"),
        audit=words(request, "audit"),
        rounds=sorted(rounds.items(), reverse=True),
        look=[each for each in games if each.look],
        homeless=homeless,
        aside=aside,
        any=bool(found.matching.concerning),
    )


@needs(Role.ARBITER)
def log(request: Request) -> Response:
    current = tournament_of(request)
    if request.method != "POST":
        return _log(request, current)
    name, do, place = _match(request, current).log.id, typed(request, "do"), _place(typed(request, "game"))
    body: dict[str, Any] = {"log": name}
    why = typed(request, "why")
    if do == "part":
        body["part"] = True
    elif do == "none":
        body["round"] = None
    elif place is None:
        return _log(request, current, words(request, "desk_clocks")("hand_which"), 422, why)
    else:
        body |= {"round": place[0], "table": place[1]}
    key = {"part": "hand_done_part", "none": "hand_done_none"}.get(do, "hand_done")
    try:
        write(request, current, [Draft("log", body, why or None)])
    except TOLD as error:
        return _log(request, now(request), spoken(request, error), status_of(error), why, place)
    return back(request, address(current, "logs"), key, "desk_clocks", **(body | {"log": _short(name)}))


def _log(
    request: Request,
    current: Current,
    problem: str = "",
    status: int = 200,
    why: str = "",
    place: Place | None = None,
) -> Response:
    """`why`, `place`: as they were typed."""
    desk, lang, t = desk_of(request), language_of(request), current.tournament
    match = _match(request, current)
    found = played(desk, current)
    stored = next(each for each in desk.store.logs() if id_of(each) == match.log.id)
    games = [_game(t, found, place, lang) for place in found.matching.games]
    return page(
        request,
        "log.html",
        status=status,
        topics=(current.topic, "logs"),
        w=words(request, "desk_clocks"),
        audit=words(request, "audit"),
        row=_row(t, match, lang),
        found=examine(desk.store.record(stored)),
        stored=stored,
        games=games,
        chosen=place or match.game or match.log.place,
        shown=match.log.id in {log for log, _ in found.logs.values()},
        why=why,
        problem=problem,
    )


def _match(request: Request, current: Current) -> Match:
    """The log that the address names. Raises 404."""
    name = f"{request.path_params['device']}/{request.path_params['game']}"
    matches = played(desk_of(request), current).matching.matches
    match = next((each for each in matches if each.log.id == name), None)
    if match is None:
        raise HTTPException(404)
    return match


def _place(text: str) -> Place | None:
    """`2-5` is round 2, table 5."""
    number, table = (whole(each, 5) for each in text.partition("-")[::2])
    return None if number is None or table is None else (number, table)


def _short(name: str) -> str:
    device, _, game = name.rpartition("/")
    return f"{device[-6:]}/{game}"


def _game(t: Tournament, found: Played, place: Place, lang: str) -> GameRow:
    game = t.rounds[place[0]].games[place[1]]
    rows = [_row(t, match, lang) for match in found.matching.games[place]]
    return GameRow(game, names_of(t, game), rows, place in found.logs)


def _row(t: Tournament, match: Match, lang: str) -> Row:
    ends = state_words(match.log.state, match.log.reason, lang) if match.log.state else ""
    return Row(match, how(match, lang), doubts(t, match, lang), ends)


routes = [
    Route("/t/{slug}/logs", logs),
    Route("/t/{slug}/logs/{device}/{game}", log, methods=["GET", "POST"]),
]
