"""`/t/SLUG/access`: whom the organiser lets in. Codes are made, shown to who made them for ten minutes, renewed, taken
back; who is in now, and out again."""

from datetime import datetime

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tritempo_host.desk.access import (
    LENT,
    Role,
    base_url,
    form_of,
    name_of_role,
    needs,
    qr,
    session_of,
    visit_of,
)
from tritempo_host.desk.desk import desk_of
from tritempo_host.desk.view import address, back, language_of, page, tournament_of, words
from tritempo_host.text import whole

AREA = "desk_access"


@needs(Role.ORGANISER)
def access(request: Request) -> Response:
    desk, current = desk_of(request), tournament_of(request)
    number, slug = current.listed.id, current.listed.slug
    base = base_url(desk.config, request.headers.get("host", ""), request.url.scheme)
    return page(
        request,
        "access.html",
        w=words(request, AREA),
        lent_roles=LENT,
        lent=desk.access.lent.valid(number),
        shown=desk.access.lent.shown(visit_of(request).known_token(), number),
        enter_at=f"{base}/enter",
        code=desk.access.code,
        public_at=f"{base}/public/{slug}/{language_of(request)}/index.html",
        wall_at=f"{base}/wall/{slug}",
        present=[each for each in desk.access.sessions.present() if each.session.slug in (None, slug)],
        failures=desk.access.attempts.failures,
        stamp=_stamp,
        qr=qr,
    )


@needs(Role.ORGANISER)
def change(request: Request) -> Response:
    desk, current, form = desk_of(request), tournament_of(request), form_of(request)
    number, session, token = current.listed.id, session_of(request), visit_of(request).known_token()
    match str(form.get("do", "")).partition(":"):
        case ("lend", _, key) if (role := name_of_role(key)) in LENT:
            desk.access.lent.lend(number, role, session.who, token)
            return back(request, f"{address(current, 'access')}#{key}", "lent", AREA)
        case ("revoke", _, key) if (role := name_of_role(key)) in LENT:
            desk.access.lent.revoke(number, role)
            return back(request, address(current, "access"), "revoked", AREA)
        case ("hide", "", ""):
            desk.access.lent.hide(token, number)
            return back(request, address(current, "access"))
        case ("renew", "", ""):
            desk.access.renew(session)
            return back(request, f"{address(current, 'access')}#organiser", "renewed", AREA)
        case ("end", _, which) if (ended := whole(which)) is not None:
            desk.access.sessions.end(ended)
            return back(request, f"{address(current, 'access')}#present", "ended", AREA)
    raise HTTPException(400)


def _stamp(moment: datetime) -> str:
    """The time; with the date if it is not today's."""
    here = moment.astimezone()
    return f"{here:%H:%M}" if here.date() == datetime.now().astimezone().date() else f"{here:%Y-%m-%d %H:%M}"


routes = [
    Route("/t/{slug}/access", access),
    Route("/t/{slug}/access", change, methods=["POST"]),
]
