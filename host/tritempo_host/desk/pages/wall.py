"""`/wall/SLUG`: a full screen for a projector: the round's countdown, and what `wall.panels` has, in turn."""

from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, base_url, needs, qr
from tritempo_host.desk.desk import desk_of
from tritempo_host.desk.played import facts
from tritempo_host.desk.view import language_of, page, tournament_of
from tritempo_host.desk.wall import OUT, out, panels
from tritempo_host.export.site.voice import Voice
from tritempo_host.tournament.hall import round_clock, shown_round


@needs(Role.PUBLIC)
def wall(request: Request) -> Response:
    desk, current, lang = desk_of(request), tournament_of(request), language_of(request)
    known = facts(desk, current)
    voice = Voice(known, lang)
    round_ = shown_round(known.t)
    return page(
        request,
        "wall.html",
        topics=(current.topic, "logs", "hall"),
        round=round_,
        clock=round_clock(known.t, round_.number, datetime.now(UTC)) if round_ else None,
        panels=panels(voice),
        out=out(voice, round_) if round_ else [],
        most_out=OUT,
        qr=qr,
        f=known,
        v=voice,
        public_at=public_at(request, current.listed.slug),
    )


def public_at(request: Request, slug: str) -> str:
    """The address of the public pages, for phones; "" where they cannot reach them. How who asks has reached the desk
    does not count: the page is kept and shown to others."""
    config = desk_of(request).config
    port = (request.scope.get("server") or ("", None))[1]
    base = base_url(config, f"localhost:{port}", request.url.scheme) if config.open_to_all and port else ""
    return f"{base}/public/{slug}" if base and "//localhost:" not in base else ""


routes = [Route("/wall/{slug}", wall)]
