"""Renders a page: its language, the tournament it is about, what the reader may do, and what was said last."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any
from urllib.parse import quote, unquote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tritempo import VERSION
from tritempo.control import LANGUAGES
from tritempo_host.desk.access import Role, csrf_field, role_in, session_of
from tritempo_host.desk.current import Current
from tritempo_host.text import clean, clock
from tritempo_host.tournament.hall import RoundClock, round_clock, shown_round
from tritempo_host.words import speak

LANGUAGE_NAMES = {"ca": "Català", "ro": "Română", "en": "English"}
SEEN = Markup('<input type="hidden" name="seen" value="{}">')
FLASH = "tritempo_flash"
PATIENCE_MS = 1500  # that who only looks waits at most, each another while, before a page is fetched again


@cache
def environment() -> Environment:
    """The templates of all pages. Everything is escaped: names come from other people's keyboards."""
    made = Environment(
        loader=PackageLoader("tritempo_host.desk"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(clean=clean, clock=clock)
    made.globals.update(version=VERSION, languages=LANGUAGES, language_names=LANGUAGE_NAMES, Role=Role)
    return made


def language_of(request: Request) -> str:
    """The reader's choice, else the first of the browser's languages that is spoken here, else the server's."""
    chosen = request.cookies.get("lang")
    if chosen in LANGUAGES:
        return chosen
    wanted = [part.partition(";")[0].strip()[:2].lower() for part in _accepted(request).split(",")]
    return next((code for code in wanted if code in LANGUAGES), request.app.state.desk.config.lang)


def _accepted(request: Request) -> str:
    return request.headers.get("accept-language", "")[:200]


def words(request: Request, area: str = "desk") -> Callable[..., str]:
    """The words of words/AREA.toml in the reader's language."""
    return speak(area, language_of(request))


def current_of(request: Request) -> Current | None:
    """The tournament that the page's address names, or None. Raises 404 for one that is not there."""
    slug = request.path_params.get("slug")
    if slug is None:
        return None
    if not hasattr(request.state, "current"):
        now = request.app.state.desk.now
        if now.mark(slug) is None:
            now.look()  # what is found then is no news to a page that begins with it
        versions_of(request, ())
        request.state.current = now.find(slug)
    if request.state.current is None:
        raise HTTPException(404)
    return request.state.current


def tournament_of(request: Request) -> Current:
    """The same for a page that is about one."""
    current = current_of(request)
    assert current is not None, f"{request.url.path} names no tournament"
    return current


def versions_of(request: Request, topics: Sequence[str]) -> dict[str, int]:
    """The numbers of the topics from before the tournament was read: a page that knows less than it shows is fetched
    once more than it need be; one that knew more would miss what came in between."""
    if not hasattr(request.state, "versions"):
        request.state.versions = request.app.state.desk.hub.all_versions()
    return {topic: request.state.versions[topic] for topic in topics}


def page(
    request: Request,
    template: str,
    *,
    status: int = 200,
    topics: Sequence[str] = (),
    headers: Mapping[str, str] | None = None,
    **values: Any,
) -> HTMLResponse:
    """A page. `topics`: what makes its live parts out of date.

    In every template: say, words (of another area), lang; session, role; current, t, url (addresses within the
    tournament), hall (its countdown); csrf, seen (fields of a form); flash, path, here (path and query, quoted),
    versions, now_ms, open_to_all."""
    versions = versions_of(request, topics)
    current = getattr(request.state, "current", None)
    session = session_of(request)
    flash = _flash(request)
    text = (
        environment()
        .get_template(template)
        .render(
            say=words(request),
            lang=language_of(request),
            words=lambda area: words(request, area),
            session=session,
            role=role_in(request),
            current=current,
            t=current.tournament if current else None,
            url=lambda *parts: address(current, *parts),
            csrf=csrf_field(request),
            seen=SEEN.format(current.tournament.last if current else ""),
            flash=flash,
            path=request.url.path,
            here=quote(request.url.path + (f"?{request.url.query}" if request.url.query else ""), safe=""),
            hall=_hall(current),
            versions=json.dumps(versions),
            now_ms=time.time_ns() // 1_000_000,
            open_to_all=request.app.state.desk.config.open_to_all,
            **values,
        )
    )
    response = HTMLResponse(text, status, headers=dict(headers or {}))
    if flash:
        response.delete_cookie(FLASH, path="/")
    return response


def _hall(current: Current | None) -> RoundClock | None:
    """The countdown of the round that is being played."""
    round_ = shown_round(current.tournament) if current else None
    if current is None or round_ is None or not round_.missing:
        return None
    clock = round_clock(current.tournament, round_.number, datetime.now(UTC))
    return clock if clock.state in ("waiting", "running", "over") else None


def address(current: Current | None, *parts: object) -> str:
    """`/t/SLUG/part/part`."""
    slug = current.listed.slug if current else ""
    return "/".join(["/t", slug, *(quote(str(part)) for part in parts)])


def back(request: Request, url: str, key: str | None = None, area: str = "desk", **values: object) -> Response:
    """After something was done: on to a page that says so, once."""
    response = RedirectResponse(url, 303)
    if key is not None:
        text = words(request, area)(key, **values)
        response.set_cookie(FLASH, quote(text[:600]), max_age=30, path="/", httponly=True, samesite="lax")
    return response


def _flash(request: Request) -> str:
    return clean(unquote(request.cookies.get(FLASH, "")), 600)
