"""What is printed for the hall, as PDF: table cards, score sheets, posters, the list of who is there."""

from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, needs, role_in
from tritempo_host.desk.rounds import MOST_DIGITS, round_in
from tritempo_host.desk.view import language_of, tournament_of
from tritempo_host.export import prints
from tritempo_host.text import whole
from tritempo_host.tournament import Tournament


def _pdf(request: Request, name: str, made: bytes) -> Response:
    slug = request.path_params["slug"]
    headers = {"Content-Disposition": f'inline; filename="{slug}-{name}.pdf"'}
    return Response(made, media_type="application/pdf", headers=headers)


def _of_round(name: str, role: Role, paper: Callable[[Request, Tournament, int, str], bytes]) -> Route:
    @needs(role)
    def asked(request: Request) -> Response:
        current = tournament_of(request)
        number = round_in(request, current).number
        made = paper(request, current.tournament, number, language_of(request))
        return _pdf(request, f"{name}-{number}", made)

    asked.__name__ = name
    return Route(f"/t/{{slug}}/round/{{n}}/{name}.pdf", asked)


def _tables(request: Request) -> list[int] | None:
    """`?tables=3,7`: only these; one that is no number is left out."""
    given = request.query_params.get("tables", "")[:200].split(",")
    return [table for each in given if (table := whole(each, 4)) is not None] or None


def _one_of(request: Request, key: str, *choices: str) -> str:
    """What was asked for if it is one of the choices, else the first."""
    asked = request.query_params.get(key, "")
    return asked if asked in choices else choices[0]


def _cards(request: Request, t: Tournament, number: int, lang: str) -> bytes:
    size = "a6" if _one_of(request, "size", "a5", "a6") == "a6" else "a5"
    # who holds which trump is not for everybody who types results
    named = "trumps" in request.query_params and role_in(request) >= Role.ORGANISER
    return prints.table_cards(t, number, lang, _tables(request), size, named)


def _sheets(request: Request, t: Tournament, number: int, lang: str) -> bytes:
    size = "a5" if _one_of(request, "size", "a4", "a5") == "a5" else "a4"
    return prints.score_sheets(t, number, lang, _tables(request), size)


def _slips(_request: Request, t: Tournament, number: int, lang: str) -> bytes:
    return prints.trump_slips(t, number, lang)


def _pairings(request: Request, t: Tournament, number: int, lang: str) -> bytes:
    by = "name" if _one_of(request, "by", "table", "name") == "name" else "table"
    paper = "a3" if _one_of(request, "paper", "a4", "a3") == "a3" else "a4"
    return prints.pairings(t, number, lang, by, paper)


def _results(request: Request, t: Tournament, number: int, lang: str) -> bytes:
    by = "name" if _one_of(request, "by", "table", "name") == "name" else "table"
    paper = "a3" if _one_of(request, "paper", "a4", "a3") == "a3" else "a4"
    return prints.results_poster(t, number, lang, by, paper)


@needs(Role.ENTRY)
def standings(request: Request) -> Response:
    t = tournament_of(request).tournament
    after = request.query_params.get("after", "")
    number = whole(after, MOST_DIGITS)
    if after and number not in t.rounds:
        raise HTTPException(404)
    paper = "a3" if _one_of(request, "paper", "a4", "a3") == "a3" else "a4"
    made = prints.standings_poster(t, language_of(request), number if after else None, paper)
    return _pdf(request, "standings", made)


@needs(Role.ORGANISER)
def checkin(request: Request) -> Response:
    return _pdf(request, "checkin", prints.checkin_list(tournament_of(request).tournament, language_of(request)))


routes = [
    _of_round("cards", Role.ENTRY, _cards),
    _of_round("sheets", Role.ENTRY, _sheets),
    _of_round("slips", Role.ORGANISER, _slips),
    _of_round("pairings", Role.ENTRY, _pairings),
    _of_round("results", Role.ENTRY, _results),
    Route("/t/{slug}/standings.pdf", standings),
    Route("/t/{slug}/checkin.pdf", checkin),
]
