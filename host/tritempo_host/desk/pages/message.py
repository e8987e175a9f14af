"""`/t/SLUG/message`: a line of the organiser's for the hall; shown on the wall, to visitors and on the public pages
until it is emptied."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, needs
from tritempo_host.desk.desk import write
from tritempo_host.desk.forms import now, number, typed
from tritempo_host.desk.problems import TOLD, spoken, status_of
from tritempo_host.desk.view import address, back, page, tournament_of
from tritempo_host.tournament import Draft
from tritempo_host.tournament.state import Tournament


@needs(Role.ORGANISER)
def message(request: Request) -> Response:
    """Says it, or with `do=clear` or an empty line takes it away; then back to the page that it was typed on."""
    current = tournament_of(request)
    if request.method != "POST":
        return page(request, "message.html", topics=(current.topic,), typed=None, problem="")
    text = "" if typed(request, "do") == "clear" else typed(request, "message")
    try:
        if text != current.tournament.settings.get("message", ""):
            write(request, current, [Draft("settings", {"settings": {"message": text or None}})])
    except TOLD as error:
        now(request)
        problem = spoken(request, error)
        return page(request, "message.html", status=status_of(error), typed=text, problem=problem)
    where = _where(request, tournament_of(request).tournament)
    return back(request, where, "message_shown" if text else "message_gone", "desk_wall", text=text)


def _where(request: Request, t: Tournament) -> str:
    """The page of a round, or the overview."""
    n = number(typed(request, "back"))
    parts = ("round", n) if n in t.rounds else ()
    return address(tournament_of(request), *parts)


routes = [Route("/t/{slug}/message", message, methods=["GET", "POST"])]
