"""`/enter`: the way in with a code, a link or a PIN; `/leave`, `/name`; and what is said to whom a page is not for."""

from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tritempo_host.desk.access import (
    Denied,
    MustWaitError,
    NameTakenError,
    Role,
    WrongCodeError,
    form_of,
    local_path,
    name_from,
    needs,
    network_of,
    session_of,
    visit_of,
)
from tritempo_host.desk.desk import desk_of
from tritempo_host.desk.view import back, page, words

AREA = "desk_access"
WRONG = 403


@needs(Role.PUBLIC)
def enter(request: Request) -> Response:
    """The form; a link brings its code along."""
    code = request.query_params.get("code", "")
    problem = words(request, AREA)("link_old") if code and desk_of(request).access.meaning(code) is None else ""
    return _form(request, code, visit_of(request).remembered, request.query_params.get("next"), code_problem=problem)


@needs(Role.PUBLIC)
def entering(request: Request) -> Response:
    """In, or what is wrong, with what was typed."""
    say, form, access = words(request, AREA), form_of(request), desk_of(request).access
    code, typed, wanted = (str(form.get(key, "")) for key in ("code", "who", "next"))
    who = name_from(typed)
    if not who or not code.strip():
        no_code, no_who = "" if code.strip() else say("code_missing"), "" if who else say("who_missing")
        return _form(request, code, typed, wanted, 422, code_problem=no_code, who_problem=no_who)
    try:
        token, session = access.enter(code, who, network_of(request.scope), session_of(request))
    except MustWaitError as wait:
        problem = say("wait_all" if wait.all else "wait", seconds=wait.seconds)
        return _form(request, code, typed, wanted, 429, wait.seconds, code_problem=problem)
    except WrongCodeError:
        seconds = access.attempts.wait(network_of(request.scope))
        problem = say("code_wrong_wait", seconds=seconds) if seconds else say("code_wrong")
        return _form(request, code, typed, wanted, WRONG, seconds, code_problem=problem)
    except NameTakenError:
        return _form(request, code, typed, wanted, 409, who_problem=say("who_taken"))
    visit_of(request).entered(token, session)
    visit_of(request).named(who)
    home = f"/t/{session.slug}" if session.slug else "/"
    return RedirectResponse(home if wanted.startswith("/enter") else local_path(wanted, home), 303)


def _form(
    request: Request,
    code: str,
    who: str,
    wanted: str | None,
    status: int = 200,
    wait_s: int = 0,
    code_problem: str = "",
    who_problem: str = "",
    name_problem: str = "",
) -> Response:
    return page(
        request,
        "enter.html",
        status=status,
        headers={"Retry-After": str(wait_s)} if status == 429 else None,
        w=words(request, AREA),
        code=code[:100],
        typed_who=who[:100],
        next=local_path(wanted, ""),
        meaning=desk_of(request).access.meaning(code) if code else None,
        code_problem=code_problem,
        who_problem=who_problem,
        name_problem=name_problem,
    )


@needs(Role.PUBLIC)
def leave(request: Request) -> Response:
    """Out. The forms that are open in this browser are no longer good."""
    desk_of(request).access.leave(session_of(request))
    visit_of(request).left()
    return back(request, "/enter" if desk_of(request).config.open_to_all else "/", "left", AREA)


@needs(Role.ENTRY)
def name(request: Request) -> Response:
    """Under which name one writes from now on."""
    access, session, who = desk_of(request).access, session_of(request), name_from(str(form_of(request).get("who", "")))
    if not who:
        return _form(request, "", "", None, 422, name_problem=words(request, AREA)("who_missing"))
    if session.id is not None:
        try:
            access.sessions.rename(session, who)
        except NameTakenError:
            return _form(request, "", "", None, 409, name_problem=words(request, AREA)("who_taken"))
    visit_of(request).named(who)
    return back(request, "/enter", "named", AREA, who=who)


def denied(request: Request, error: Exception) -> Response:
    """What is said to whom a page is not for. What they typed is kept, to be sent again once they are in."""
    assert isinstance(error, Denied)
    say = words(request, AREA)
    role, needed = say(f"role_{session_of(request).role.key}"), say(f"role_{error.needed.key}")
    came = urlsplit(request.headers.get("referer", ""))
    back_to = local_path(came.path, "/") if came.netloc == request.headers.get("host") else "/"
    return page(
        request,
        "denied.html",
        status=error.status_code,
        w=say,
        acting=request.method == "POST",
        reason=error.reason,
        text=say(f"denied_{error.reason}", role=role, needed=needed),
        sent=error.sent,
        back_to=back_to,
    )


routes = [
    Route("/enter", enter),
    Route("/enter", entering, methods=["POST"]),
    Route("/leave", leave, methods=["POST"]),
    Route("/name", name, methods=["POST"]),
]
