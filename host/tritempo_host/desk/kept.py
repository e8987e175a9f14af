"""What anybody may see is made once and given to all: a result comes in, and two hundred phones ask for the same page.

Only for visitors without a role, whose pages differ in nothing but the language. A page is made anew as soon as
anything was written in its tournament, or a log came, and after two seconds in any case.
"""

import asyncio
import re
import time
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tritempo_host.desk.access import Role, session_of
from tritempo_host.desk.desk import Desk
from tritempo_host.desk.view import FLASH, language_of

LIFE_S = 2.0
MOST = 400  # pages that are kept
ABOUT = re.compile(r"/(?:wall|public|t|api/tournaments)/([a-z0-9-]{1,80})(?:/|$)")
NOW = re.compile(rb'data-now="\d+"')  # the server's time, which a page begins to count from
Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Page:
    """`until`: when it has to be made again, by time.monotonic()."""

    until: float
    headers: list[tuple[bytes, bytes]]
    body: bytes
    etag: str | None


class Kept:
    """Stands before the pages, behind what finds out who asks."""

    def __init__(self, app: ASGIApp, desk: Desk) -> None:
        self.app = app
        self._desk = desk
        self._pages: dict[Key, _Page] = {}
        self._making: dict[Key, asyncio.Lock] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = self._key(scope)
        if key is None:
            await self.app(scope, receive, send)
            return
        page = self._fresh(key)
        if page is None:
            # one makes it, all others wait for it; if that one goes away the next makes it
            async with self._making.setdefault(key, asyncio.Lock()):
                page = self._fresh(key)
                if page is None and not await self._made(key, scope, receive, send):
                    return
                page = page or self._pages[key]
        await _answer(page, Headers(scope=scope).get("if-none-match"), send)

    def _key(self, scope: Scope) -> Key | None:
        """What a page depends on; None for one that is not the same for all."""
        if scope["type"] != "http" or scope["method"] != "GET":
            return None
        found = ABOUT.match(scope["path"])
        request = Request(scope)
        if found is None or FLASH in request.cookies or session_of(request).role > Role.PUBLIC:
            return None
        mark = self._desk.now.mark(found[1])
        return None if mark is None else (scope["path"], scope["query_string"], language_of(request), *mark)

    def _fresh(self, key: Key) -> _Page | None:
        page = self._pages.get(key)
        return page if page is not None and page.until > time.monotonic() else None

    async def _made(self, key: Key, scope: Scope, receive: Receive, send: Send) -> bool:
        """Lets the page be made. False: it was answered as it came, for it is not one to keep."""
        messages: list[Message] = []

        async def take(message: Message) -> None:
            messages.append(message)

        await self.app(scope, receive, take)
        start = messages[0]
        names = {name for name, _ in start["headers"]}
        if start["status"] != 200 or b"set-cookie" in names:
            for message in messages:
                await send(message)
            return False
        body = b"".join(message.get("body", b"") for message in messages[1:])
        if len(self._pages) >= MOST:
            self._pages.clear()
            self._making.clear()
        etag = Headers(raw=start["headers"]).get("etag")
        self._pages[key] = _Page(time.monotonic() + LIFE_S, list(start["headers"]), body, etag)
        return True


async def _answer(page: _Page, known: str | None, send: Send) -> None:
    if page.etag is not None and page.etag == known:
        headers = [each for each in page.headers if each[0] not in (b"content-length", b"content-type")]
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return
    body = NOW.sub(b'data-now="%d"' % (time.time_ns() // 1_000_000), page.body, count=1)
    headers = [each for each in page.headers if each[0] != b"content-length"]
    headers.append((b"content-length", b"%d" % len(body)))
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
