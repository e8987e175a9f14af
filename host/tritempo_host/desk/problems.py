"""What cannot be done, said to a person on a page; never a traceback."""

import logging

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tritempo_host.desk import view
from tritempo_host.desk.live.spoken import problem
from tritempo_host.draws import CannotDrawError
from tritempo_host.draws.spoken import refused as draw_refused
from tritempo_host.problem import Problem
from tritempo_host.tournament import Conflict, Refused
from tritempo_host.tournament.spoken import said

TOLD = (Refused, Conflict, Problem, CannotDrawError)
log = logging.getLogger("tritempo.desk")


def spoken(request: Request, error: Exception) -> str:
    """One or two sentences in the reader's language. `error`: one of TOLD."""
    lang = view.language_of(request)
    if isinstance(error, Refused | Conflict):
        return said(error, lang)
    if isinstance(error, CannotDrawError):
        current = view.current_of(request)
        return draw_refused(error, current.tournament.name_of if current else str, lang)
    return problem(error, lang) if isinstance(error, Problem) else str(error)


def status_of(error: Exception) -> int:
    """The status of the page that says so."""
    return 409 if isinstance(error, Conflict) else 422


def answer(request: Request, error: Exception) -> Response:
    """The page for an error that no page has shown in a place of its own."""
    if isinstance(error, TOLD):
        return view.page(request, "error.html", status=status_of(error), code="refused", text=spoken(request, error))
    if isinstance(error, HTTPException):
        code = {403: "forbidden", 404: "not_found", 405: "not_found", 413: "too_big", 429: "too_many"}
        key = code.get(error.status_code, "bad_request")
        text = view.words(request)(f"error_{key}")
        return view.page(request, "error.html", status=error.status_code, code=key, text=text, headers=error.headers)
    log.exception("%s %s", request.method, request.url.path, exc_info=error)
    return view.page(request, "error.html", status=500, code="broken", text=view.words(request)("error_broken"))
