"""`/public/SLUG/…`: what players may see, read-only: the pages of the web site, as they are at this moment."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tritempo import VERSION
from tritempo.control import LANGUAGES
from tritempo_host.desk.access import Role, needs
from tritempo_host.desk.desk import desk_of
from tritempo_host.desk.played import facts, mark
from tritempo_host.desk.view import PATIENCE_MS, language_of, tournament_of, versions_of
from tritempo_host.export.site import Live, one_page, stylesheet


@needs(Role.PUBLIC)
def site(request: Request) -> Response:
    desk, current = desk_of(request), tournament_of(request)
    lang, name = request.path_params["lang"], request.path_params["page"]
    if lang not in LANGUAGES:
        raise HTTPException(404)
    topics = (current.topic, "logs")
    key = ("site", lang, name, *mark(desk))
    etag = '"' + "-".join(map(str, (VERSION, current.listed.id, current.tournament.last, *mark(desk)))) + '"'
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    live = Live("/assets/desk.js", topics, versions_of(request, topics), PATIENCE_MS)
    text = current.once(key, lambda: one_page(facts(desk, current), lang, name, live=live))
    if text is None:
        raise HTTPException(404)
    return Response(text, media_type="text/html", headers=headers)


@needs(Role.PUBLIC)
def style(request: Request) -> Response:
    tournament_of(request)
    return Response(stylesheet(), media_type="text/css", headers={"Cache-Control": "no-cache"})


@needs(Role.PUBLIC)
def begin(request: Request) -> Response:
    slug = tournament_of(request).listed.slug
    return RedirectResponse(f"/public/{slug}/{language_of(request)}/index.html", 303)


routes = [
    Route("/public/{slug}", begin),
    Route("/public/{slug}/style.css", style),
    Route("/public/{slug}/index.html", begin),
    Route("/public/{slug}/{lang}/{page}", site),
]
