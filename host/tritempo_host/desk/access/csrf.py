"""That a form was sent from a page of ours, in the browser that the page was shown in.

Two things are looked at, each of which would do: the form's token, which only a page that this server made for this
browser can have; and what the browser itself says of where the form came from. Pages only read on GET.
"""

from urllib.parse import urlsplit

from markupsafe import Markup
from starlette.requests import HTTPConnection, Request

from tritempo_host.desk.access.codes import same
from tritempo_host.desk.access.sessions import visit_of

FIELD = "csrf"


def csrf_of(request: Request) -> str:
    """The token for the forms of this page."""
    return request.app.state.desk.access.seal.csrf(visit_of(request).known_token())


class HiddenField:
    """The hidden field that each form has that is sent with POST. Only a page that shows it makes a token, and with it
    a cookie: who merely looks gets none."""

    def __init__(self, request: Request) -> None:
        self._request = request

    def __html__(self) -> str:
        return Markup('<input type="hidden" name="{}" value="{}">').format(FIELD, csrf_of(self._request))

    __str__ = __html__


def csrf_field(request: Request) -> HiddenField:
    """For templates: `{{ csrf }}` in each form."""
    return HiddenField(request)


def is_ours(request: Request, given: object) -> bool:
    """Whether the form's token is that of this browser's pages."""
    token = visit_of(request).token
    if token is None or not isinstance(given, str):
        return False
    return same(given, request.app.state.desk.access.seal.csrf(token))


def said_origin(request: HTTPConnection) -> bool | None:
    """What the browser says: whether the request came from a page of ours; None if it says nothing (an old one, or a
    program). The port counts as well: another program on this computer is another site."""
    site = request.headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = request.headers.get("origin")
    if origin is not None:
        return urlsplit(origin).netloc.lower() == request.headers.get("host", "").lower()
    return None if site is None else site == "same-origin" or None
