"""`/t/SLUG/show/…`: the pages of the public site in the desk's frame: standings, rounds, teams, games, times."""

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, needs, role_in
from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import desk_of
from tritempo_host.desk.played import facts, mark
from tritempo_host.desk.view import address, language_of, page, tournament_of, words
from tritempo_host.export.site import one_page
from tritempo_host.tournament.published import unchecked


@needs(Role.PUBLIC)
def show(request: Request) -> Response:
    desk, current, lang = desk_of(request), tournament_of(request), language_of(request)
    name = request.path_params["page"]
    text = current.once(
        ("show", lang, name, *mark(desk)), lambda: one_page(facts(desk, current), lang, name, bare=True)
    )
    if text is None:
        raise HTTPException(404)
    # the templates of the site have escaped what people typed
    return page(
        request, "show.html", topics=(current.topic, "logs"), body=Markup(text), waiting=_waiting(request, current)
    )


def _waiting(request: Request, current: Current) -> list[str]:
    """To who may enter results: which are not in the page yet, since only one person has typed them."""
    found = unchecked(current.tournament) if role_in(request) >= Role.ENTRY else []
    by_round = {n: [each.table for each in found if each.round == n] for n in sorted({each.round for each in found})}
    return [words(request)("unchecked", n=n, tables=", ".join(map(str, tables))) for n, tables in by_round.items()]


@needs(Role.PUBLIC)
def standings(request: Request) -> Response:
    """The standings; before there are any, who takes part."""
    desk, current = desk_of(request), tournament_of(request)
    name = "standings.html" if facts(desk, current).counted else "people.html"
    return RedirectResponse(address(current, "show", name), 303)


@needs(Role.PUBLIC)
def times(request: Request) -> Response:
    desk, current = desk_of(request), tournament_of(request)
    if facts(desk, current).times:
        return RedirectResponse(address(current, "show", "times.html"), 303)
    return page(request, "no_times.html", topics=("logs",))


routes = [
    Route("/t/{slug}/standings", standings),
    Route("/t/{slug}/times", times),
    Route("/t/{slug}/show/{page}", show),
]
