"""`/t/SLUG`: what is to be done next, and how the tournament stands."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, needs
from tritempo_host.desk.remarks import remarks_on
from tritempo_host.desk.view import address, page, tournament_of
from tritempo_host.tournament import Tournament, standings

TOP = 6  # lines of the standings


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do. `code`: `next_CODE` in words/desk.toml; `where`: the page, within the tournament."""

    code: str
    where: tuple[object, ...]
    role: Role = Role.ORGANISER
    first: bool = False


def steps(t: Tournament) -> list[Step]:
    """What an organiser does now, the most urgent first."""
    if not t.entrants:
        return [Step("import", ("import",), first=True), Step("add", ("people",)), Step("settings", ("settings",))]
    if not t.rounds:
        check_in = Step("check_in", ("checkin",), Role.ARBITER)
        first = Step("draw", ("round", 1, "draw"), first=True)
        return [check_in, first, Step("add", ("people",)), Step("settings", ("settings",))]
    last = max(t.rounds)
    open_ = [number for number, each in sorted(t.rounds.items()) if not each.closed]
    if not open_:
        if t.finished:
            return [Step("final", ("standings",), Role.ENTRY, first=True), Step("backup", ("settings",))]
        return [Step("draw", ("round", last + 1, "draw"), first=True), Step("check_in", ("checkin",), Role.ARBITER)]
    number = open_[0]
    round_ = t.rounds[number]
    if not round_.missing:
        return [Step("close", ("round", number), first=True), Step("check", ("results", number), Role.ENTRY)]
    entering = Step("enter", ("results", number), Role.ENTRY, first=True)
    if round_.started or len(round_.missing) < len(round_.games):
        return [entering, Step("follow", ("round", number), Role.ENTRY)]
    return [Step("prepare", ("round", number), first=True), Step("enter", ("results", number), Role.ENTRY)]


@needs(Role.ENTRY)
def overview(request: Request) -> Response:
    current = tournament_of(request)
    t = current.tournament
    lines = current.once("standings", lambda: standings(t)) if t.rounds else []
    opened = [each for _, each in sorted(t.rounds.items()) if not each.closed]
    return page(
        request,
        "overview.html",
        topics=(current.topic,),
        steps=[(step, address(current, *step.where), _number(step)) for step in steps(t)],
        lines=lines[:TOP],
        more=len(lines) > TOP,
        opened=opened,
        remarks={each.number: remarks_on(request, current, each.number) for each in opened},
    )


def _number(step: Step) -> object:
    return step.where[1] if len(step.where) > 1 else ""


routes = [Route("/t/{slug}", overview)]
