"""`/wall/SLUG`: a full screen for a projector: the round's countdown, and what `wall.panels` has, in turn."""

from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, needs
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
    round_ = shown_round(known.t)
    return page(
        request,
        "wall.html",
        topics=(current.topic, "logs"),
        round=round_,
        clock=round_clock(known.t, round_.number, datetime.now(UTC)) if round_ else None,
        panels=panels(known),
        out=out(known.t, round_) if round_ else [],
        most_out=OUT,
        f=known,
        v=Voice(known, lang),
    )


routes = [Route("/wall/{slug}", wall)]
