"""`/assets/…`: the styles, the script, the icon. Nothing comes from anywhere else."""

from functools import cache
from importlib.resources import files

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, needs
from tritempo_host.export.site import stylesheet

KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


@cache
def asset(name: str) -> str:
    """A file of `assets/`; `site.css` is the web site's own, which the desk's goes on from. Raises KeyError."""
    if name == "site.css":
        return stylesheet()
    folder = files("tritempo_host.desk").joinpath("assets")
    if name not in {each.name for each in folder.iterdir()}:
        raise KeyError(name)
    return folder.joinpath(name).read_text(encoding="utf-8")


@needs(Role.PUBLIC)
def assets(request: Request) -> Response:
    name = request.path_params["name"]
    try:
        text = asset(name)
    except KeyError:
        raise HTTPException(404) from None
    headers = {"Cache-Control": "no-cache"}  # asked for again each time: another version of the program has other ones
    return Response(text, media_type=KINDS[name.rpartition(".")[2]], headers=headers)


routes = [Route("/assets/{name}", assets)]
