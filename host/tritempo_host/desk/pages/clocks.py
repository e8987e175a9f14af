"""`/clocks`: all clocks that are plugged in, live; their logs, read with a button: checked, and which game's each is.

With `?t=SLUG` it says so of the games of that tournament.
"""

from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, needs, role_in
from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import desk_of
from tritempo_host.desk.doubts import doubts
from tritempo_host.desk.forms import typed
from tritempo_host.desk.live import spoken
from tritempo_host.desk.live.clock import LiveClock
from tritempo_host.desk.live.syncing import SyncedLog, SyncView
from tritempo_host.desk.played import played
from tritempo_host.desk.view import back, language_of, page, words
from tritempo_host.link.tables import remaining
from tritempo_host.report.proposed import how
from tritempo_host.tournament.matching import Match


@needs(Role.ARBITER)
def clocks(request: Request) -> Response:
    desk, lang = desk_of(request), language_of(request)
    current = _tournament(request, request.query_params.get("t", ""))
    sync = desk.syncing.progress()
    there = sorted(desk.clocks.clocks(), key=_order)
    return page(
        request,
        "clocks.html",
        topics=("clocks", "sync", "logs", *([current.topic] if current else [])),
        w=words(request, "desk_clocks"),
        audit=words(request, "audit"),
        present=[each for each in there if each.state != "gone"],
        gone=[each for each in there if each.state == "gone"],
        sync=sync,
        synced={each.port: each for each in sync.clocks},
        came=_came(request, current, sync),
        slug=current.listed.slug if current else "",
        remaining=remaining,
        state_of=lambda clock: spoken.state(clock, lang),
        warning=lambda code: spoken.warning(code, lang),
        problem_of=lambda problem: spoken.problem(problem, lang),
    )


@needs(Role.ARBITER)
def sync(request: Request) -> Response:
    """Begins to read all that is new; a changed key is accepted only where an organiser says so."""
    slug, port = typed(request, "t"), typed(request, "port")
    trust = bool(typed(request, "trust"))
    if trust and (role_in(request) < Role.ORGANISER or not port):
        raise HTTPException(403)
    here = f"/clocks?t={quote(slug)}" if slug else "/clocks"
    if not desk_of(request).syncing.start_sync([port] if port else None, trust):
        return back(request, here, "sync_busy", "desk_clocks")
    return RedirectResponse(here + "#sync", 303)


def _tournament(request: Request, slug: str) -> Current | None:
    """The tournament of `?t=`, if who asks may see it; its pages are then in the head."""
    current = desk_of(request).now.find(slug) if slug else None
    if current is None or role_in(request, current.listed.slug) < Role.ARBITER:
        return None
    request.state.current = current
    return current


def _order(clock: LiveClock) -> tuple[object, ...]:
    """By round and table, as one walks through the room; then those without."""
    return clock.table is None, -(clock.round or 0), clock.table or 0


def _came(
    request: Request, current: Current | None, sync: SyncView
) -> list[tuple[SyncedLog, Match | None, str, list[str]]]:
    """Each log that came, with its game in the tournament, and in words how it found it and what is doubtful."""
    if current is None or sync.running or not sync.logs:
        return [(log, None, "", []) for log in sync.logs]
    lang, t = language_of(request), current.tournament
    return [
        (log, match, how(match, lang) if match else "", doubts(t, match, lang) if match else [])
        for log, match in sync.matched(played(desk_of(request), current).matching)
    ]


routes = [Route("/clocks", clocks), Route("/clocks/sync", sync, methods=["POST"])]
