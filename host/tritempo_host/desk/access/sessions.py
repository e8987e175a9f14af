"""Who is asking: the cookie's token, and the session that the store has for it.

The token is 32 random bytes and says nothing. The store has its hash, the role, the name and the tournament, so that a
server that starts anew throws nobody out, and an organiser can. A token is made when somebody enters, never taken over
from before (no session can be planted), and gone when they leave. Visitors without a role have a token, too, once a
form is shown to them; it only ties the form to their browser (csrf.py).

On a server that listens on this computer only, whoever asks from it is the organiser.
"""

import re
import secrets
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote, unquote

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tritempo_host.desk.access.hosts import is_loopback
from tritempo_host.desk.access.roles import Role
from tritempo_host.text import clean

VISIT = "tritempo.visit"  # in an ASGI scope: the Visit
NEEDED = "tritempo.needed"  # the least role that the page asks for
COOKIE = "tritempo"
WHO_COOKIE = "tritempo_who"  # the name that was given last
LASTS_S = 7 * 24 * 3600
NAME_LENGTH = 60
_TOKEN = re.compile(r"[se][A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class Session:
    """Who asks. `slug`: of the tournament that the role is for; None: for all. `id`: in the store; None for visitors
    without a role, and on a server for this computer only."""

    role: Role = Role.PUBLIC
    who: str = ""
    slug: str | None = None
    id: int | None = None
    since: datetime | None = None


NOBODY = Session()


def new_token(entered: bool) -> str:
    """A token: `e…` of somebody with a session, `s…` of a visitor without one."""
    return ("e" if entered else "s") + secrets.token_urlsafe(32)


class Visit:
    """One request's session and token, and what becomes of its cookie."""

    def __init__(self, session: Session, token: str | None, secure: bool, remembered: str = "") -> None:
        """`remembered`: the name that was given in this browser last."""
        self.session = session
        self.token = token
        self.remembered = remembered
        self.set_cookies: list[str] = []
        self._secure = secure

    @property
    def keeps_cookie(self) -> bool:
        """Whether the answer gives a cookie, so that nothing on the way may keep it."""
        return bool(self.set_cookies)

    def known_token(self) -> str:
        """The token; makes one if there is none."""
        if self.token is None:
            self.token = new_token(entered=False)
            self._give(COOKIE, self.token)
        return self.token

    def entered(self, token: str, session: Session) -> None:
        """From now on the browser has this token."""
        self.session, self.token = session, token
        self._give(COOKIE, token, LASTS_S)

    def left(self) -> None:
        self.session, self.token = NOBODY, None
        self._give(COOKIE, "", 0)

    def named(self, who: str) -> None:
        """The browser keeps the name: on this computer's own server it is the organiser's, else it is proposed when
        somebody enters again."""
        self._give(WHO_COOKIE, quote(who), LASTS_S * 50)

    def _give(self, name: str, value: str, lasts_s: int | None = None) -> None:
        age = "" if lasts_s is None else f"; Max-Age={lasts_s}"
        secure = "; Secure" if self._secure else ""
        self.set_cookies = [each for each in self.set_cookies if not each.startswith(f"{name}=")]
        self.set_cookies.append(f"{name}={value}; Path=/; HttpOnly; SameSite=Lax{age}{secure}")


def name_from(text: str) -> str:
    """A person's name as they typed it: no control or direction characters, one line, not endless. Empty if it has
    neither letter nor digit."""
    name = clean(text, NAME_LENGTH)
    return name if any(c.isalnum() for c in name) else ""


class Sessions:
    """Finds out who asks, and gives the answer its cookies."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        visit = scope[VISIT] = await _visit(scope)

        async def with_cookies(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for cookie in visit.set_cookies:
                    headers.append("set-cookie", cookie)
            await send(message)

        await self.app(scope, receive, with_cookies)


async def _visit(scope: Scope) -> Visit:
    desk = scope["app"].state.desk
    cookies = HTTPConnection(scope).cookies
    token = cookies.get(COOKIE, "")
    token = token if _TOKEN.fullmatch(token) else None
    secure = scope.get("scheme") == "https"
    who = name_from(unquote(cookies.get(WHO_COOKIE, "")[:1000]))
    if not desk.config.open_to_all:
        client = scope.get("client")
        if not (client and is_loopback(client[0])):
            return Visit(NOBODY, token, secure)
        return Visit(Session(Role.ORGANISER, who or desk.access.local_name), token, secure)
    if token is None or not token.startswith("e"):
        return Visit(NOBODY, token, secure, who)
    session = await desk.access.sessions.find_soon(token)
    # a token whose session has ended still ties forms to this browser
    return Visit(session or NOBODY, token, secure, who)


def visit_of(request: HTTPConnection) -> Visit:
    """Raises KeyError outside of the middleware."""
    return request.scope[VISIT]


def session_of(request: HTTPConnection) -> Session:
    """Who asks; nobody in particular where the request did not get so far."""
    visit = request.scope.get(VISIT)
    return NOBODY if visit is None else visit.session


def role_in(request: Request, slug: str | None = None) -> Role:
    """What who asks may do in a tournament: by default in that of the address, if it names one. A role that was given
    for one tournament does not count in another."""
    session = session_of(request)
    slug = slug or request.path_params.get("slug")
    return Role.PUBLIC if session.slug is not None and slug is not None and slug != session.slug else session.role
