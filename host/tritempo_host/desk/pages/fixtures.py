"""`/t/SLUG/round/N/fixtures`: the round goes to the clocks, in the background; what came of each shows by itself."""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, form_of, needs, session_of
from tritempo_host.desk.at_tables import at_tables
from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import desk_of
from tritempo_host.desk.live import spoken as live
from tritempo_host.desk.live.sending import SendView
from tritempo_host.desk.problems import spoken
from tritempo_host.desk.rounds import newest, round_in, spoken_for
from tritempo_host.desk.view import address, language_of, page, words
from tritempo_host.problem import Problem
from tritempo_host.text import clean, whole
from tritempo_host.tournament import Round
from tritempo_host.tournament.fixtures import BadAssignmentError

PORT = "port "  # before the port, in the name of a field that says its table


@needs(Role.ARBITER)
def fixtures(request: Request) -> Response:
    current = newest(request)
    round_ = round_in(request, current)
    if round_.closed:
        return page(request, "closed.html", status=409, number=round_.number, **spoken_for(request, current))
    if request.method != "POST":
        return _show(request, current, round_)
    form = form_of(request)
    typed = {key.removeprefix(PORT): str(value) for key, value in form.items() if key.startswith(PORT) and value}
    try:
        assign = {port: table for port, text in typed.items() if (table := whole(text)) is not None}
        who, lang = session_of(request).who, language_of(request)
        begun = desk_of(request).sending.start_sending(current, round_.number, who, lang, assign, "again" in form)
    except BadAssignmentError as bad:
        values = {key: clean(str(value), 200) for key, value in bad.values.items()}
        return _show(request, current, round_, words(request, "matching")(bad.code, **values), typed)
    except (Problem, ValueError) as problem:
        text = spoken(request, problem) if isinstance(problem, Problem) else words(request)("error_bad_request")
        return _show(request, current, round_, text, typed)
    if not begun:
        return _show(request, current, round_, words(request, "desk_round")("fixtures_busy"), typed, status=409)
    return RedirectResponse(address(current, "round", round_.number, "fixtures"), 303)


def _show(
    request: Request,
    current: Current,
    round_: Round,
    problem: str = "",
    typed: Mapping[str, str] | None = None,
    status: int = 422,
) -> Response:
    desk, lang = desk_of(request), language_of(request)
    clocks = desk.clocks.clocks()
    tables = at_tables(current.tournament, round_, clocks)
    having = {each.clock.port for each in tables if each.clock}
    view = desk.sending.sent(current, round_.number)
    return page(
        request,
        "fixtures.html",
        status=status if problem else 200,
        topics=(current.topic, "clocks"),
        **spoken_for(request, current),
        matching=words(request, "matching"),
        round=round_,
        number=round_.number,
        tables=tables,
        clocks=[each for each in clocks if each.connected],
        free=[each for each in clocks if each.connected and each.port not in having],
        state_of=lambda clock: live.state(clock, lang),
        view=view,
        outcome={row.table: row for row in view.sent.rows if row.table} if view and view.sent else {},
        spare=[each.device[-6:] or clean(each.port) for each in view.sent.plan.spare] if view and view.sent else [],
        failed=_failed(view, lang),
        said=spoken(request, view.problem) if view and view.problem else "",
        port=PORT,
        typed=typed or {},
        problem=problem,
    )


def _failed(view: SendView | None, lang: str) -> list[tuple[Any, str]]:
    """The clocks that could not be told, with the sentence that says why."""
    rows = view.sent.rows if view and view.sent else ()
    return [(row, live.problem(row.problem, lang)) for row in rows if row.problem is not None]


routes = [Route("/t/{slug}/round/{n}/fixtures", fixtures, methods=["GET", "POST"])]
