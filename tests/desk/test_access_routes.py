"""Every route says which role it is for, and keeps to it."""

import re

import pytest
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from desk.desks import Visitor, make
from desk.hall import Hall, hidden
from tritempo_host.desk.access import Role, check_routes, needs, roles_of

# Where a page stands in the desk's address -> the least role that it may be for, whatever its file says.
LEAST = {
    r"/new": Role.ORGANISER,
    r"/t/[^/]+": Role.ENTRY,
    r"/t/[^/]+/(people|import|settings|access|backup)(/.*)?": Role.ORGANISER,
    r"/t/[^/]+/round/[^/]+/(draw|change|close|reopen|start)": Role.ORGANISER,
    r"/t/[^/]+/(results|round)(/.*)?": Role.ENTRY,
    r"/t/[^/]+/(history|logs)(/.*)?": Role.ARBITER,
    r"/clocks(/.*)?": Role.ARBITER,
}
FIRST = ("slug", "3r-matam"), ("lang", "en"), ("code", "en"), ("page", "index.html"), ("name", "desk.css")
WRITES_NOTHING = {"/enter", "/leave", "/lang/{code}"}  # what anybody may send
STREAMS = {"/events"}


def table(app: FastAPI) -> list[tuple[str, str, Role]]:
    """(path, method, role) of the whole application."""
    return [
        (path, method, role)
        for path, methods, role in roles_of(app)
        for method in sorted(methods - {"HEAD"})
        if role is not None
    ]


def filled(path: str) -> str:
    for name, value in FIRST:
        path = path.replace(f"{{{name}}}", value)
    return re.sub(r"{[^}]*}", "1", path)


def is_refused(answer: Response | object) -> bool:
    status, text = answer.status_code, answer.text  # type: ignore[union-attr]
    to_the_door = status == 303 and answer.headers["location"].startswith("/enter?next=")  # type: ignore[union-attr]
    return to_the_door or (status == 403 and ("This was not done" in text or "You have no access to this" in text))


def test_every_route_states_its_role(lasting_hall: Hall) -> None:
    check_routes(lasting_hall.app)
    assert len(table(lasting_hall.app)) > 20


def test_a_route_that_states_no_role_does_not_start() -> None:
    def page(_request: Request) -> Response:
        return PlainTextResponse("")

    app = FastAPI(routes=[Route("/a", needs(Role.ENTRY)(page)), Route("/b", page)], docs_url=None, redoc_url=None)
    with pytest.raises(AssertionError, match=r"for /b$"):
        check_routes(app)


def test_no_route_is_for_less_than_its_place_in_the_desk_asks(lasting_hall: Hall) -> None:
    for path, method, role in table(lasting_hall.app):
        # the narrowest pattern that fits it
        least = [LEAST[each] for each in LEAST if re.fullmatch(each, filled(path))]
        assert role >= max(least, default=Role.PUBLIC), (method, path)


def test_what_changes_something_is_for_nobody_without_a_role(lasting_hall: Hall) -> None:
    for path, method, role in table(lasting_hall.app):
        assert method in ("GET", "POST"), (method, path)
        if method == "POST" and path not in WRITES_NOTHING:
            assert role > Role.PUBLIC, path


@pytest.mark.parametrize("role", list(Role))
def test_each_role_gets_what_is_for_it_and_nothing_above(lasting_hall: Hall, role: Role) -> None:
    visitor = lasting_hall.somebody(role)
    token = hidden(visitor.get("/enter"), "csrf")
    ours = {"Origin": str(visitor.client.base_url).rstrip("/")}
    for path, method, needed in table(lasting_hall.app):
        url = filled(path)
        if method == "GET" and path not in STREAMS and needed in (role, role + 1):
            answer = visitor.client.get(url, follow_redirects=False)
            assert is_refused(answer) == (role < needed), (path, answer.status_code)
        if method == "POST" and role < needed:
            fields = {"csrf": token, "do": "lend:arbiter", "who": "Eve"}
            answer = visitor.client.post(url, data=fields, headers=ours, follow_redirects=False)
            assert is_refused(answer), (path, answer.status_code)


def test_no_form_is_taken_without_the_token_of_its_page(lasting_hall: Hall) -> None:
    organiser, other = lasting_hall.somebody(Role.ORGANISER), lasting_hall.somebody(Role.ORGANISER, "Marta")
    others = hidden(other.get("/enter"), "csrf")
    before = {each.session.id for each in lasting_hall.access.sessions.present()}
    for path, method, _ in table(lasting_hall.app):
        if method != "POST":
            continue
        for fields in ({}, {"csrf": ""}, {"csrf": "0" * 40}, {"csrf": others}, {"csrf": "é\u202e"}):
            answer = organiser.client.post(
                filled(path), data={"code": lasting_hall.access.code, "who": "Eve", **fields}
            )
            assert answer.status_code == 403 and "This was not done" in answer.text, (path, fields)
    assert {each.session.id for each in lasting_hall.access.sessions.present()} == before


def test_a_role_for_one_tournament_is_none_in_another(lasting_hall: Hall) -> None:
    other = make(lasting_hall.app.state.desk.config.store, "cusca", 4)
    lasting_hall.app.state.desk.now.look()
    arbiter = lasting_hall.somebody(Role.ARBITER)
    assert arbiter.client.get("/t/3r-matam").status_code == 200
    page = arbiter.get(f"/t/{other}", 403)
    assert "Your code is for another tournament" in page
    for path, method, needed in table(lasting_hall.app):
        if "{slug}" not in path or needed == Role.PUBLIC or needed > Role.ARBITER or path in STREAMS:
            continue
        url = filled(path.replace("{slug}", other))
        answer = arbiter.client.request(method, url, data={} if method == "POST" else None)
        assert answer.status_code == 403, (method, path)


def test_pages_of_roles_are_kept_by_nobody_on_the_way(lasting_hall: Hall) -> None:
    arbiter = lasting_hall.somebody(Role.ARBITER)
    for path, method, needed in table(lasting_hall.app):
        if method == "GET" and path not in STREAMS and needed == Role.ARBITER:
            assert arbiter.client.get(filled(path)).headers["cache-control"] == "no-store", path
    assert (
        lasting_hall.stranger().client.get("/t/3r-matam", follow_redirects=False).headers["cache-control"] == "no-store"
    )


def test_who_only_looks_gets_no_cookie(lasting_hall: Hall) -> None:
    visitor: Visitor = lasting_hall.stranger()
    for path in ("/", "/public/3r-matam/en/index.html", "/wall/3r-matam", "/t/3r-matam/standings"):
        answer = visitor.client.get(path)
        assert answer.status_code == 200 and "set-cookie" not in answer.headers, path
