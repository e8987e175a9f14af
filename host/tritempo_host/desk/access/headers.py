"""What every answer says to the browser: run nothing but ours, show it in no frame, tell nobody where it came from."""

from collections.abc import Callable
from inspect import iscoroutinefunction
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tritempo_host.desk.access.roles import Role
from tritempo_host.desk.access.sessions import NEEDED, VISIT

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
ALWAYS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # not no-referrer: with it a browser sends `Origin: null` with a form, and we look at the origin
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class Headers:
    """Adds the headers; and gives an error that nobody foresaw its page in here, so that it has them, too."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                _add(MutableHeaders(scope=message), scope)
            await send(message)

        try:
            await self.app(scope, receive, with_headers)
        except Exception as error:
            handlers = scope["app"].exception_handlers
            kind = next((each for each in type(error).__mro__ if each in handlers), None)
            if kind is not None and not begun:
                response = await _answer(handlers[kind], Request(scope, receive), error)
                await response(scope, receive, with_headers)
                if kind is not Exception:
                    return
            raise  # Starlette sees that it was answered, and the server notes it


async def _answer(handler: Callable[..., Any], request: Request, error: Exception) -> Any:
    return await (
        handler(request, error) if iscoroutinefunction(handler) else run_in_threadpool(handler, request, error)
    )


def _add(headers: MutableHeaders, scope: Scope) -> None:
    for name, value in ALWAYS.items():
        headers.setdefault(name, value)
    # a browser's own page for a PDF stands under the policy of the file, and has styles of its own
    if not headers.get("content-type", "").startswith("application/pdf"):
        headers.setdefault("content-security-policy", POLICY)
    if "cache-control" not in headers:
        visit = scope.get(VISIT)
        known = visit is not None and (visit.session.role > Role.PUBLIC or visit.keeps_cookie)
        headers["cache-control"] = "no-store" if known or scope.get(NEEDED, Role.PUBLIC) > Role.PUBLIC else "no-cache"
        headers.add_vary_header("Cookie, Accept-Language")
