"""The desk as a web application: its routes, and what stands before them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tritempo import VERSION
from tritempo_host.desk import pages, problems
from tritempo_host.desk.access import Denied, secure
from tritempo_host.desk.config import Config
from tritempo_host.desk.desk import Desk
from tritempo_host.desk.kept import Kept
from tritempo_host.desk.pages import enter


def create_app(config: Config) -> FastAPI:
    """The application for one store. Raises Problem where that cannot be opened."""
    desk = Desk(config)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        with desk.running():
            yield
        desk.hub.close()

    app = FastAPI(
        title="Tritempo",
        version=VERSION,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.desk = desk
    app.router.routes += pages.routes()
    app.add_middleware(Kept, desk=desk)  # behind those of `secure`: each that is added stands before the others
    secure(app, desk)

    async def told(request: Request, error: Exception) -> Response:
        return problems.answer(request, error)

    for kind in (*problems.TOLD, HTTPException, Exception):
        app.add_exception_handler(kind, told)
    app.add_exception_handler(Denied, enter.denied)
    return app
