"""`/new`: a tournament is made, by one of the rule sets; then on to its teams or players."""

from datetime import date
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, needs, session_of
from tritempo_host.desk.desk import Desk, desk_of
from tritempo_host.desk.forms import number, typed
from tritempo_host.desk.problems import TOLD, spoken, status_of
from tritempo_host.desk.view import back, page
from tritempo_host.rules import RULESETS
from tritempo_host.tournament.options import ROUNDS

FIELDS = ("name", "rules", "date", "place", "rounds")


@needs(Role.ORGANISER)
def new(request: Request) -> Response:
    desk = desk_of(request)
    if request.method != "POST":
        return _show(request, _usual(desk))
    given = {key: typed(request, key) for key in FIELDS}
    if given["rules"] not in RULESETS:
        return _show(request, given | {"rules": next(iter(RULESETS))}, wrong="rules", status=422)
    settings: dict[str, Any] = {}
    if given["rounds"]:
        rounds = number(given["rounds"])
        if rounds is None or rounds > ROUNDS:
            return _show(request, given, wrong="rounds", status=422)
        settings["rounds"] = rounds
    body = {key: given[key] for key in ("date", "place") if given[key]} | {"settings": settings}
    try:
        listed = desk.tournaments.new(given["name"], given["rules"], session_of(request).who, body)
    except TOLD as error:
        return _show(request, given, problem=spoken(request, error), status=status_of(error))
    desk.now.look()
    return back(request, f"/t/{listed.slug}/import", "made", "desk_people", name=listed.name)


def _usual(desk: Desk) -> dict[str, str]:
    """What most will want: today, by the rules of the last time."""
    there, _ = desk.now.all()
    rules = there[-1].tournament.rules if there else next(iter(RULESETS))
    return dict.fromkeys(FIELDS, "") | {"rules": rules, "date": date.today().isoformat()}


def _show(request: Request, given: dict[str, str], wrong: str = "", problem: str = "", status: int = 200) -> Response:
    desk = desk_of(request)
    there = desk.now.all()[0][:-21:-1]
    places = dict.fromkeys(each.tournament.place for each in there if each.tournament.place)
    return page(
        request,
        "new.html",
        status=status,
        given=given,
        wrong=wrong,
        problem=problem,
        rulesets=list(RULESETS.values()),
        places=list(places),
        most=ROUNDS,
    )


routes = [Route("/new", new, methods=["GET", "POST"])]
