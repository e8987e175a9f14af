"""`/t/SLUG/round/N/close`: what is missing, or unlike its log, is said before a round is closed. `…/reopen`: and why it
is opened again."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, form_of, needs, session_of
from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import desk_of, seen_of, write
from tritempo_host.desk.forms import typed
from tritempo_host.desk.problems import TOLD, spoken, status_of
from tritempo_host.desk.rounds import key_of, newest, round_in, spoken_for
from tritempo_host.desk.sheets import differences_of
from tritempo_host.desk.view import address, back, language_of, page, words
from tritempo_host.problem import Problem
from tritempo_host.report.proposed import unlike
from tritempo_host.store.backup import is_there
from tritempo_host.store.closing import Closed, close_round
from tritempo_host.tournament import Draft, Round
from tritempo_host.tournament.closing import questions, refusal
from tritempo_host.tournament.spoken import said


@needs(Role.ORGANISER)
def close(request: Request) -> Response:
    current = newest(request)
    round_ = round_in(request, current)
    if round_.closed:
        return RedirectResponse(address(current, "round", round_.number), 303)
    if request.method != "POST":
        return _close(request, current, round_)
    desk, form, number = desk_of(request), form_of(request), round_.number
    try:
        if (refused := refusal(current.tournament, number)) is not None:
            raise refused
        yes = set(form.getlist("yes"))
        unlike_logs = differences_of(desk, current, number)
        if not all(key_of(each) in yes for each in questions(current.tournament, number, unlike_logs)):
            return _close(request, current, round_, words(request, "desk_round")("close_say_yes"), 422)
        who, lang = session_of(request).who, language_of(request)
        done = close_round(desk.store, current.listed, number, who, seen_of(request), lang, desk.config.copies)
        desk.now.look()
    except TOLD as error:
        return _close(request, current, round_, spoken(request, error), status_of(error))
    values = {
        "n": number,
        "file": done.copy.name if done.copy else "",
        "why": done.why,
        "second": _second(request, done),
    }
    here = address(current, "round", number)
    return back(request, here, "closed_copied" if done.copy else "closed_uncopied", "desk_round", **values)


def _second(request: Request, done: Closed) -> str:
    """What became of the second copy; empty if none was asked for."""
    say = words(request, "desk_round")
    if done.second is not None:
        return say("second_copy", file=done.second)
    return say("no_second_copy", why=done.second_why) if done.second_why else ""


def _close(request: Request, current: Current, round_: Round, problem: str = "", status: int = 200) -> Response:
    t, lang = current.tournament, language_of(request)
    unlike_logs = differences_of(desk_of(request), current, round_.number)
    copies = desk_of(request).config.copies
    return page(
        request,
        "close.html",
        status=status,
        topics=(current.topic,),
        **spoken_for(request, current),
        round=round_,
        number=round_.number,
        odd=unlike(t, unlike_logs, lang),
        asked=[(key_of(each), said(each, lang)) for each in questions(t, round_.number, unlike_logs)],
        away=copies if copies and not is_there(copies) else None,
        problem=problem,
    )


@needs(Role.ORGANISER)
def reopen(request: Request) -> Response:
    current = newest(request)
    round_ = round_in(request, current)
    here = address(current, "round", round_.number)
    if not round_.closed:
        return RedirectResponse(here, 303)
    why = typed(request, "why") if request.method == "POST" else ""
    problem, status = "", 200
    if request.method == "POST":
        try:
            if not why:
                raise Problem(words(request, "desk_round")("reopen_why_needed"))
            write(request, current, [Draft("reopen", {"round": round_.number}, why)])
            return back(request, here, "reopened", "desk_round", n=round_.number)
        except TOLD as error:
            problem, status = spoken(request, error), status_of(error)
    later = [number for number in sorted(current.tournament.rounds) if number > round_.number]
    return page(
        request,
        "reopen.html",
        status=status,
        **spoken_for(request, current),
        number=round_.number,
        later=later,
        why=why,
        problem=problem,
    )


routes = [
    Route("/t/{slug}/round/{n}/close", close, methods=["GET", "POST"]),
    Route("/t/{slug}/round/{n}/reopen", reopen, methods=["GET", "POST"]),
]
