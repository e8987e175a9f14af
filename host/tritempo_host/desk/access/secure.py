"""What stands before the pages: each request goes through these, from the top down."""

from typing import Any

from fastapi import FastAPI

from tritempo_host.desk.access.guard import check_routes
from tritempo_host.desk.access.headers import Headers
from tritempo_host.desk.access.hosts import Hosts
from tritempo_host.desk.access.limits import Bodies, Rates
from tritempo_host.desk.access.sessions import Sessions


def secure(app: FastAPI, desk: Any) -> None:
    """Puts all of it before an application whose routes are complete; `desk`, its state, has `config` and `access`.
    Raises AssertionError for a route that does not say who may use it."""
    check_routes(app)
    app.add_middleware(Sessions)
    app.add_middleware(Bodies)
    app.add_middleware(Rates)
    app.add_middleware(Hosts, config=desk.config)
    app.add_middleware(Headers)
