"""`needs`: which role a page asks for, written on the page itself. A route that says none is an error when the server
starts."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, TypeVar
from urllib.parse import quote

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute

from tritempo_host.desk.access.csrf import FIELD, is_ours, said_origin
from tritempo_host.desk.access.limits import BODY, UPLOAD_BYTES
from tritempo_host.desk.access.roles import Role
from tritempo_host.desk.access.sessions import NEEDED, role_in, session_of

F = TypeVar("F", bound=Callable[..., Any])
Page = Callable[[Request], Any]  # an answer, or what can be awaited for one
ROLE = "needs"  # the attribute of an endpoint that says its role
FIELDS = 2000
FILES = 8


class Denied(HTTPException):
    """Who asks may not. `reason`: "origin", the form came from another site; "form", it is not from a page of this
    session; "ended", nobody with a role asks (any more); "role", theirs is too low; "other", it is for another
    tournament. `sent`: what was typed, if it is known to come from a page of ours, to be sent again."""

    def __init__(self, reason: str, needed: Role, sent: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__(403)
        self.reason, self.needed, self.sent = reason, needed, tuple(sent)


def needs(role: Role, upload: bool = False) -> Callable[[Page], Callable[[Request], Awaitable[Any]]]:
    """Makes a page of a function of a request, for who has at least this role. A form that was sent with POST has been
    read and is known to be ours (`form_of`); `upload`: it may have files, and 6 MB."""

    def decorate(page: Page) -> Callable[[Request], Awaitable[Any]]:
        waits = iscoroutinefunction(page)

        @wraps(page)
        async def guarded(request: Request) -> Any:
            request.scope[NEEDED] = role
            if request.method in ("GET", "HEAD"):
                refused = _look(request, role)
                if refused is not None:
                    return refused
            else:
                await _take(request, role, upload)
            return await page(request) if waits else await run_in_threadpool(page, request)

        return stated(role)(guarded)

    return decorate


def stated(role: Role) -> Callable[[F], F]:
    """Says which role a function is for that is no page: one of the API, which anybody may read."""

    def decorate(function: F) -> F:
        setattr(function, ROLE, role)
        return function

    return decorate


def form_of(request: Request) -> FormData:
    """What was sent with POST. Its texts have no zero bytes in them."""
    return request.state.form


def _look(request: Request, role: Role) -> Response | None:
    """None if who asks may read the page, else the way to where they can enter."""
    if role_in(request) >= role:
        return None
    if session_of(request).role == Role.PUBLIC:
        return RedirectResponse(f"/enter?next={quote(_here(request), safe='')}", 303)
    raise _too_low(request, role)


async def _take(request: Request, role: Role, upload: bool) -> None:
    origin = said_origin(request)
    if origin is False:
        raise Denied("origin", role)
    may = role_in(request) >= role
    if upload and may:
        request.scope[BODY].limit = UPLOAD_BYTES
    form = request.state.form = await _form(request)
    # shown again only if the browser itself says that it comes from a page of ours
    sent = [(k, v) for k, v in form.multi_items() if isinstance(v, str) and k != FIELD] if origin else []
    if not may:
        raise Denied("ended", role, sent) if session_of(request).role == Role.PUBLIC else _too_low(request, role)
    if not is_ours(request, form.get(FIELD)):
        raise Denied("form", role, sent)


async def _form(request: Request) -> FormData:
    try:
        form = await request.form(max_files=FILES, max_fields=FIELDS)
    except (ValueError, KeyError, ClientDisconnect) as error:  # no form, or it broke off
        raise HTTPException(400) from error
    for key, value in form.multi_items():
        if "\0" in key or (isinstance(value, str) and "\0" in value):
            raise HTTPException(400)
    return form


def _too_low(request: Request, role: Role) -> Denied:
    return Denied("role" if session_of(request).role < role else "other", role)


def _here(request: Request) -> str:
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")


def local_path(text: object, otherwise: str = "/") -> str:
    """An address within the desk, to go on to; anything else is `otherwise`: another site, however it is written."""
    if not isinstance(text, str) or not text.startswith("/") or text[1:2] in ("/", "\\"):
        return otherwise
    if not text.isascii() or not text.isprintable() or "\\" in text or " " in text or len(text) > 500:
        return otherwise
    return text


def roles_of(app: FastAPI) -> Iterator[tuple[str, frozenset[str], Role | None]]:
    """Every route's path, its methods, and the role that it states; None if it states none."""
    yield from _roles(app.routes, app.openapi_url)


def _roles(routes: Sequence[BaseRoute], open_path: str | None) -> Iterator[tuple[str, frozenset[str], Role | None]]:
    for route in routes:
        path, inner = getattr(route, "path", ""), getattr(route, "routes", None)
        if inner:
            yield from _roles(inner, open_path)
            continue
        endpoint = getattr(route, "endpoint", None) or getattr(route, "app", None)
        role = Role.PUBLIC if open_path and path == open_path else getattr(endpoint, ROLE, None)
        yield path, frozenset(getattr(route, "methods", None) or ()), role


def check_routes(app: FastAPI) -> None:
    """Raises AssertionError naming each route of which nobody said who may use it."""
    silent = sorted({path for path, _, role in roles_of(app) if role is None})
    if silent:
        raise AssertionError(f"no role is stated (needs, stated) for {', '.join(silent)}")
