"""How often and how much: wrong codes, requests, and the size of what is sent.

Waits are short at first, since most wrong codes are typing errors, and grow. They are counted by address and for all
together. Neither can lock out who has a right link or the organiser's code: those are too long to be guessed, and are
looked at in any case. In a hall all may come from one address, so the limit of requests is far above what 200 viewers
ask for.
"""

import asyncio
import ipaddress
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tritempo_host.desk.access import hosts

BODY = "tritempo.body"  # in an ASGI scope: the Body
FORM_BYTES = 256 * 1024
UPLOAD_BYTES = 6 * 1024 * 1024
DRAINED_BYTES = 40 * 1024 * 1024  # of what is too much: read and dropped, so that the browser hears the answer
BODY_S = 90  # to send a body
REMEMBERED = 5000  # addresses


@dataclass(frozen=True, slots=True)
class Growing:
    """Waits after failures: `free` cost nothing, the next `first_s`, each further twice as long, at most `longest_s`.
    All are forgotten `forget_s` after the last."""

    free: int
    first_s: float
    longest_s: float
    forget_s: float

    def wait_s(self, failures: int) -> float:
        over = failures - self.free
        return 0 if over < 0 else min(self.longest_s, self.first_s * 2 ** min(over, 20))


ONE = Growing(free=5, first_s=5, longest_s=600, forget_s=1800)
ALL = Growing(free=60, first_s=2, longest_s=30, forget_s=1800)


@dataclass(slots=True)
class _Failures:
    count: int = 0
    last: float = 0.0
    waits_until: float = 0.0


class MustWaitError(Exception):
    """Too many wrong codes: `seconds` to wait. `all`: not because of this address alone."""

    def __init__(self, seconds: int, all: bool) -> None:
        super().__init__(seconds)
        self.seconds, self.all = seconds, all


class Attempts:
    """Counts wrong codes. May be used from any thread."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._guard = threading.Lock()
        self._by: dict[str, _Failures] = {}
        self._all = _Failures()

    def begin(self, address: str) -> None:
        """Before a PIN is looked at. It counts as wrong until `right` is called, so that many at once are counted, too.
        Raises MustWaitError."""
        with self._guard:
            self._check(address)
            self._fail(address)

    def wrong(self, address: str) -> None:
        """A wrong code of those that are looked at in any case."""
        with self._guard:
            self._fail(address)

    def right(self, address: str) -> None:
        """What `begin` counted was not wrong. Those before it stay: who has a PIN must not try others."""
        with self._guard:
            for each, rule in ((self._by.get(address), ONE), (self._all, ALL)):
                if each is not None and each.count:
                    each.count -= 1
                    each.waits_until = min(each.waits_until, self._now() + rule.wait_s(each.count))

    def wait(self, address: str) -> int:
        """Seconds until the address may try a PIN again; 0 if it may now."""
        try:
            with self._guard:
                self._check(address)
        except MustWaitError as wait:
            return wait.seconds
        return 0

    @property
    def failures(self) -> int:
        """Wrong codes of late, from everywhere."""
        with self._guard:
            return 0 if self._forgotten(self._all, ALL) else self._all.count

    def _check(self, address: str) -> None:
        now = self._now()
        own = self._by.get(address, _Failures())
        until, of_all = max((own.waits_until, False), (self._all.waits_until, True))
        if until > now:
            raise MustWaitError(int(until - now) + 1, of_all)

    def _fail(self, address: str) -> None:
        if address not in self._by and len(self._by) >= REMEMBERED:
            del self._by[min(self._by, key=lambda each: self._by[each].last)]
        for each, rule in ((self._by.setdefault(address, _Failures()), ONE), (self._all, ALL)):
            if self._forgotten(each, rule):
                each.count = 0
            each.count += 1
            each.last = self._now()
            each.waits_until = each.last + rule.wait_s(each.count)

    def _forgotten(self, each: _Failures, rule: Growing) -> bool:
        return self._now() - each.last > rule.forget_s


def network_of(scope: Scope) -> str:
    """Whom to count for a request: the address; of IPv6 the network, since one computer has as many as it likes."""
    client = scope.get("client")
    found = hosts.address(client[0]) if client else None
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((found, 64), strict=False))
    return str(found or (client[0] if client else "?"))


class Bucket:
    """So many a second, and a store of `burst` for when all come at once."""

    def __init__(self, a_second: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self._a_second, self._burst, self._now = a_second, burst, now
        self._left: dict[str, tuple[float, float]] = {}  # by address, in the order of last use: what is left, when

    def take(self, address: str) -> bool:
        now = self._now()
        left, at = self._left.pop(address, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._a_second)
        self._left[address] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > REMEMBERED:
            del self._left[next(iter(self._left))]
        return left >= 1


class Rates:
    """Refuses requests of an address that asks far too often. It asks for nothing that blocks."""

    def __init__(self, app: ASGIApp, a_second: float = 300, burst: float = 4000, posts: float = 10) -> None:
        self.app = app
        self._all = Bucket(a_second, burst)
        self._posts = Bucket(posts, posts * 20)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            address = network_of(scope)
            ok = self._all.take(address)
            if ok and scope["method"] not in ("GET", "HEAD"):
                ok = self._posts.take(address)
            if not ok:
                text = "429: too many requests. Massa peticions. Prea multe cereri.\n"
                await PlainTextResponse(text, 429, {"retry-after": "5"})(scope, receive, send)
                return
        await self.app(scope, receive, send)


@dataclass(slots=True)
class Body:
    """How much the request may send: a page that takes files raises it (`needs(…, upload=True)`)."""

    limit: int = FORM_BYTES
    came: int = field(default=0)


class Bodies:
    """Counts what is sent while it comes in, whatever the headers say. Too much, or too slowly, is an HTTPException in
    the page that reads it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        body = scope[BODY] = Body()
        until = time.monotonic() + BODY_S
        whole = scope["method"] in ("GET", "HEAD")  # then it is only asked whether the browser is still there

        async def counted() -> Message:
            nonlocal whole
            if whole:
                return await receive()
            while True:
                try:
                    message = await asyncio.wait_for(receive(), max(0.01, until - time.monotonic()))
                except TimeoutError:
                    raise HTTPException(408) from None
                body.came += len(message.get("body", b""))
                whole = message["type"] != "http.request" or not message.get("more_body")
                if body.came <= body.limit:
                    return message
                if whole or body.came > DRAINED_BYTES:
                    whole = True
                    raise HTTPException(413)

        await self.app(scope, counted, send)
