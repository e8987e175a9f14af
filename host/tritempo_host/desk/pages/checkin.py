"""`/t/SLUG/checkin`: who has come. Ticked on several phones at once; who is missing can be left out of a round."""

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, form_of, needs
from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import write
from tritempo_host.desk.forms import counting, now, number, typed
from tritempo_host.desk.rounds import newest
from tritempo_host.desk.view import address, back, page
from tritempo_host.rules.alphabet import alphabetical
from tritempo_host.tournament import Draft, Refused, Tournament
from tritempo_host.tournament.arrivals import absences, not_arrived

SHOW = ("all", "missing", "here")
# Somebody with another phone was quicker: what was wanted is so.
DONE = ("arrived_already", "undone_already", "absent_already")


@needs(Role.ARBITER)
def checkin(request: Request) -> Response:
    current = newest(request)
    if request.method != "POST":
        return _show(request, current)
    if typed(request, "do") == "absent":
        return _leave_out(request, current)
    form = form_of(request)
    deed = next((each for each in ("tick", "untick", "absent", "present") if each in form), "")
    entrant, t = number(typed(request, deed)) if deed else None, current.tournament
    round_ = number(typed(request, "round")) or t.next_round
    try:
        drafts: list[Draft] = []
        if entrant is not None and entrant in t.entrants:
            drafts = _drafts(current, deed, entrant, round_)
        if drafts:
            write(request, current, drafts)
    except Refused as refused:
        if refused.code not in DONE:
            raise
    show = _shown(request)
    # without a script the page is loaded anew: the row that was tapped is where one goes on
    anchor = f"#e{entrant}" if show == "all" else ""
    return RedirectResponse(f"{address(current, 'checkin')}?show={show}&round={round_}{anchor}", 303)


def _drafts(current: Current, deed: str, entrant: int, round_: int) -> list[Draft]:
    t = current.tournament
    if deed == "tick":
        return [] if entrant in t.arrived else [Draft("arrived", {"entrant": entrant})]
    if deed == "untick":
        return [Draft("undo", {"entry": t.arrived[entrant].entry})] if entrant in t.arrived else []
    if deed == "absent":
        return [] if (entrant, round_) in t.absences else [Draft("absent", {"entrant": entrant, "round": round_})]
    entries = [
        each
        for each in counting(current)
        if each.kind == "absent" and (each.body["entrant"], each.body["round"]) == (entrant, round_)
    ]
    return [Draft("undo", {"entry": each.number}) for each in entries]


def _leave_out(request: Request, current: Current) -> Response:
    """All who are missing: those whom the question named, and no others."""
    t = current.tournament
    round_ = number(typed(request, "round")) or t.next_round
    named = {number(each) for each in typed(request, "who").split(",")}
    missing = not_arrived(t, round_)
    if set(missing) != named:
        return _show(request, current, asking=bool(missing), problem="missing_changed", status=409)
    try:
        write(request, current, absences(t, round_))
    except Refused:
        return _show(request, now(request), asking=True, problem="missing_changed", status=409)
    return back(request, address(current, "checkin"), "missing_done", "desk_people", n=round_, count=len(missing))


def _shown(request: Request) -> str:
    """Whom the page shows: all, who is missing, who is here."""
    show = typed(request, "show") if request.method == "POST" else request.query_params.get("show", "all")
    return show if show in SHOW else "all"


def rounds_ahead(t: Tournament) -> list[int]:
    """The rounds that can still be drawn: the next, and before it the last if nothing was played of it."""
    if t.finished:
        return []
    last = t.rounds.get(t.next_round - 1)
    open_ = last is not None and not last.closed and len(last.missing) == len(last.games)
    return [t.next_round - 1, t.next_round] if open_ else [t.next_round]


def _show(request: Request, current: Current, asking: bool = False, problem: str = "", status: int = 200) -> Response:
    t = current.tournament
    rounds = rounds_ahead(t)
    given = typed(request, "round") if request.method == "POST" else request.query_params.get("round", "")
    round_ = number(given)
    if round_ not in rounds:
        round_ = rounds[-1] if rounds else None
    expected = _expected(t, round_)
    show = _shown(request)
    here = [each for each in expected if each in t.arrived]
    missing = [each for each in expected if each not in t.arrived]
    return page(
        request,
        "checkin.html",
        status=status,
        topics=(current.topic,),
        rows={"all": expected, "missing": missing, "here": here}[show],
        show=show,
        counts={"all": len(expected), "missing": len(missing), "here": len(here)},
        rounds=rounds,
        round=round_,
        absent={each for each, n in t.absences if n == round_},
        leaving=not_arrived(t, round_) if round_ is not None else [],
        asking=asking or "ask" in request.query_params,
        problem=problem,
    )


def _expected(t: Tournament, round_: int | None) -> Sequence[int]:
    """Who should come, by name; not who has left."""
    number = round_ if round_ is not None else t.next_round
    there = [each for each in t.entrants if not t.is_gone(each, number)]
    return sorted(there, key=lambda each: alphabetical(t.name_of(each)))


routes = [Route("/t/{slug}/checkin", checkin, methods=["GET", "POST"])]
