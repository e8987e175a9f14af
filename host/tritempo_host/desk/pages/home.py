"""`/`: all tournaments of the store. `/lang/CODE`: the reader's language."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tritempo.control import LANGUAGES
from tritempo_host.desk.access import Role, local_path, needs
from tritempo_host.desk.desk import desk_of
from tritempo_host.desk.problems import spoken
from tritempo_host.desk.view import page

YEAR_S = 365 * 24 * 3600


@needs(Role.PUBLIC)
def home(request: Request) -> Response:
    desk = desk_of(request)
    rows, others = desk.now.all()
    unreadable = [(listed, spoken(request, refused)) for listed, refused in others]
    return page(request, "home.html", topics=("tournaments",), rows=rows[::-1], unreadable=unreadable[::-1])


@needs(Role.PUBLIC)
def language(request: Request) -> Response:
    """Back to the page that one came from, in another language."""
    response = RedirectResponse(local_path(request.query_params.get("next", "/")), 303)
    if request.path_params["code"] in LANGUAGES:
        code = request.path_params["code"]
        response.set_cookie("lang", code, max_age=YEAR_S, path="/", httponly=True, samesite="lax")
    return response


routes = [Route("/", home), Route("/lang/{code}", language)]
