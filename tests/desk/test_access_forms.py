"""What stands before every page: hosts, origins, sizes, rates, headers; and addresses that lead elsewhere."""

import ipaddress
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from desk.desks import visited
from desk.hall import HALL, Hall, enter, hidden
from tritempo_host.desk.access import Role, base_url, csrf_of, form_of, local_path, needs, secure, start_links
from tritempo_host.desk.access.hosts import may_name, name_of, network_addresses, own_names
from tritempo_host.desk.access.limits import FORM_BYTES, UPLOAD_BYTES, Rates, network_of

ACCESS = "/t/3r-matam/access"


# Where a form comes from


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://192.168.1.20:8301"},
        {"Origin": "http://192.168.1.20:8300.evil.example"},
        {"Origin": "http://192.168.1.20:8300@evil.example"},
        {"Origin": ""},
        {"Origin": "http://192.168.1.20:8300", "Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"},
    ],
)
def test_a_form_of_another_site_is_refused_even_with_the_right_token(
    lasting_hall: Hall, headers: dict[str, str]
) -> None:
    organiser, before = lasting_hall.somebody(Role.ORGANISER), lasting_hall.access.lent.valid(lasting_hall.listed[0].id)
    token = hidden(organiser.get(ACCESS), "csrf")
    answer = organiser.client.post(ACCESS, data={"csrf": token, "do": "lend:entry"}, headers=headers)
    assert answer.status_code == 403 and "another web site" in answer.text
    assert lasting_hall.access.lent.valid(lasting_hall.listed[0].id) == before


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://192.168.1.20:8300"},
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_a_form_of_ours_is_taken(lasting_hall: Hall, headers: dict[str, str]) -> None:
    organiser = lasting_hall.somebody(Role.ORGANISER)
    token = hidden(organiser.get(ACCESS), "csrf")
    fields = {"csrf": token, "do": "lend:entry"}
    assert organiser.client.post(ACCESS, data=fields, headers=headers, follow_redirects=False).status_code == 303


def test_another_site_cannot_sign_somebody_in(lasting_hall: Hall) -> None:
    visitor = lasting_hall.stranger()
    fields = {"code": lasting_hall.access.code, "who": "Eve"}
    assert visitor.client.post("/enter", data=fields).status_code == 403
    assert visitor.client.post("/leave", data={}).status_code == 403
    assert "Eve" not in {each.session.who for each in lasting_hall.access.sessions.present()}


# Which computer is named


@pytest.mark.parametrize(
    "host", ["localhost:8300", "127.0.0.1:8300", "[::1]:8300", "localhost", "LOCALHOST:80", "127.1.2.3"]
)
def test_a_server_for_this_computer_answers_to_its_names(host: str) -> None:
    assert may_name(host, False, own_names())


FOREIGN = """evil.example evil.example:8300 localhost.evil.example 192.168.1.20:8300 127.0.0.1.nip.io :8300 [::1
    [::1]evil localhost:8300@evil.example localhost:x 0.0.0.0 localhost,evil.example"""


def test_and_to_no_others(store: Path) -> None:
    with visited(store) as visitor:
        for host in ["", *FOREIGN.split()]:
            assert not may_name(host, False, own_names()), host
            answer = visitor.client.get("/", headers={"Host": host})
            assert answer.status_code == 421 and "Tritempo" not in answer.text, host


def test_in_the_hall_it_answers_to_addresses_and_to_its_own_names() -> None:
    names = own_names(["torneig.example"])
    for host in ("192.168.1.20:8300", "[fe80::1]:8300", "torneig.example:8300", "Torneig.Example", "localhost:8300"):
        assert may_name(host, True, names), host
    for host in ("evil.example:8300", "torneig.example.evil.example", "", "192.168.1.20.nip.io"):
        assert not may_name(host, True, names), host


def test_two_hosts_are_none(lasting_hall: Hall) -> None:
    answer = lasting_hall.stranger().client.get("/", headers=[("Host", "192.168.1.20:8300"), ("Host", "evil.example")])
    assert answer.status_code in (400, 421)


def test_the_addresses_of_this_computer_are_found_without_asking_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*_: object) -> None:
        raise AssertionError("a name server may not be there, and not to be there may take it ten seconds")

    if sys.platform != "win32":
        monkeypatch.setattr(socket, "getaddrinfo", asked)
        monkeypatch.setattr(socket, "getfqdn", asked)
        monkeypatch.setattr(socket, "gethostbyaddr", asked)
    for each in network_addresses():
        found = ipaddress.ip_address(each)
        assert not found.is_loopback and not found.is_unspecified
    assert "localhost" in own_names()


def test_the_links_to_begin_with_let_the_organiser_in(lasting_hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tritempo_host.desk.access.hosts.network_addresses", lambda: ["192.168.1.20"])
    here, there = start_links(lasting_hall.access, 8300, True)
    assert here.startswith("http://localhost:8300/enter?") and there.startswith(HALL + "/enter?")
    assert "This link lets you in: <strong>organiser</strong>" in lasting_hall.stranger().get(there.removeprefix(HALL))
    assert start_links(lasting_hall.access, 8300, False) == ["http://localhost:8300/"]


def test_others_are_told_an_address_that_they_can_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tritempo_host.desk.access.hosts.network_addresses", lambda: ["192.168.1.20"])
    lan, here = SimpleNamespace(open_to_all=True, names=()), SimpleNamespace(open_to_all=False, names=())
    assert base_url(lan, "localhost:8300") == "http://192.168.1.20:8300"
    assert base_url(lan, "[::1]:8300") == "http://192.168.1.20:8300"
    assert base_url(lan, "10.0.0.7:81") == "http://10.0.0.7:81"
    assert base_url(lan, "localhost") == "http://192.168.1.20"
    assert (
        base_url(SimpleNamespace(open_to_all=True, names=("sala.local",)), "127.0.0.1:8300") == "http://sala.local:8300"
    )
    assert base_url(here, "localhost:8300") == "http://localhost:8300"
    assert name_of("[::1]:8300") == "::1" and name_of("a:b") == ""


# Addresses that lead elsewhere


ELSEWHERE = [
    "//evil.example",
    "https://evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    " //evil.example",
    "javascript:alert(1)",
    "evil.example",
    "/a\r\nSet-Cookie: x=1",
    "/a\u202e",
    "/" + "a" * 600,
    "",
]


@pytest.mark.parametrize("wanted", ELSEWHERE)
def test_coming_in_leads_nowhere_else(lasting_hall: Hall, wanted: str) -> None:
    assert local_path(wanted) == "/" and local_path(wanted, "/x") == "/x"
    answer = enter(lasting_hall.stranger(), lasting_hall.access.code, wanted=wanted)
    assert answer.status_code == 303 and answer.headers["location"] == "/"
    assert "x=1" not in answer.headers.get("set-cookie", "")
    language = lasting_hall.stranger().client.get("/lang/ca", params={"next": wanted}, follow_redirects=False)
    assert language.headers["location"] == "/"


def test_within_the_desk_one_goes_where_one_wanted(lasting_hall: Hall) -> None:
    for wanted in ("/t/3r-matam/standings?after=2", "/wall/3r-matam"):
        assert enter(lasting_hall.stranger(), lasting_hall.access.code, wanted=wanted).headers["location"] == wanted
    assert local_path(None) == local_path(5) == "/"


# What every answer says


def test_every_answer_has_its_headers(lasting_hall: Hall) -> None:
    visitor = lasting_hall.stranger()
    answers = [visitor.client.get(path) for path in ("/", "/nothing", "/assets/desk.css", "/enter?code=x", "/t/%00")]
    answers += [visitor.client.post("/enter", data={}), visitor.client.get("/", headers={"Host": "evil.example"})]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "script-src 'self';" in policy and "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy and "base-uri 'none'" in policy and "form-action 'self'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert answer.headers["cache-control"]
        assert "server" not in answer.headers


def test_an_error_that_nobody_foresaw_has_a_page_and_headers_too(
    lasting_hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret words")

    organiser = lasting_hall.somebody(Role.ORGANISER)
    monkeypatch.setattr(lasting_hall.access.lent, "valid", broken)
    quiet = TestClient(lasting_hall.app, str(organiser.client.base_url), raise_server_exceptions=False)
    quiet.cookies.update(dict(organiser.client.cookies))
    answer = quiet.get(ACCESS)
    assert answer.status_code == 500 and "secret words" not in answer.text and "Traceback" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-store"


# Sizes, with an application of its own


def toy(**config: object) -> FastAPI:
    @needs(Role.ORGANISER)
    def form(request: Request) -> Response:
        if request.method == "GET":
            return PlainTextResponse(csrf_of(request))
        return PlainTextResponse(f"{len(str(form_of(request).get('text', '')))}")

    @needs(Role.ORGANISER, upload=True)
    def upload(request: Request) -> Response:
        file = form_of(request).get("file")
        return PlainTextResponse(
            f"{len(file.file.read())}" if file is not None and not isinstance(file, str) else "none"
        )

    @needs(Role.PUBLIC)
    async def waits(request: Request) -> Response:
        return PlainTextResponse("async")

    routes = [Route(path, page, methods=["GET", "POST"]) for path, page in (("/form", form), ("/upload", upload))]
    app = FastAPI(routes=[*routes, Route("/async", waits)], docs_url=None, redoc_url=None)
    seal = SimpleNamespace(csrf=lambda token: f"for-{token}")
    access = SimpleNamespace(seal=seal, local_name="Núria")
    settings = SimpleNamespace(open_to_all=False, names=(), **config)
    app.state.desk = SimpleNamespace(config=settings, access=access)
    secure(app, app.state.desk)
    return app


@pytest.fixture
def client() -> Iterator[tuple[TestClient, str]]:
    client = TestClient(toy(), "http://127.0.0.1:8300", client=("127.0.0.1", 5))
    yield client, client.get("/form").text


def test_a_form_is_read_and_a_page_may_wait(client: tuple[TestClient, str]) -> None:
    browser, token = client
    assert browser.post("/form", data={"csrf": token, "text": "à" * 100}).text == "100"
    assert browser.get("/async").text == "async"


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize(("path", "limit"), [("/form", FORM_BYTES), ("/upload", UPLOAD_BYTES)])
def test_what_is_too_big_is_not_taken(client: tuple[TestClient, str], path: str, limit: int, chunked: bool) -> None:
    browser, token = client
    start = (
        f'--b\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{token}\r\n'
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
    ).encode()
    headers = {"Content-Type": "multipart/form-data; boundary=b"}

    def body(size: int) -> Iterator[bytes]:
        yield start
        for at in range(0, size, 65536):
            yield b"x" * min(65536, size - at)
        yield b"\r\n--b--\r\n"

    def send(size: int) -> int:
        content = body(size) if chunked else b"".join(body(size))
        return browser.post(path, content=content, headers=headers).status_code

    assert send(limit - 2000) == 200
    assert send(limit + 1) == 413
    assert send(limit * 4) == 413


def test_who_may_not_send_files_sends_no_big_ones(client: tuple[TestClient, str]) -> None:
    elsewhere = TestClient(toy(), "http://127.0.0.1:8300", client=("192.168.1.31", 5))
    answer = elsewhere.post(
        "/upload", content=b"x" * (FORM_BYTES + 1), headers={"Content-Type": "application/x-www-form-urlencoded"}
    )
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b"--b\r\n"),
        ("multipart/form-data; boundary=b", b"nothing of the kind"),
        ("multipart/form-data; boundary=b", b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n'),
        ("multipart/form-data; boundary=\xff", b""),
        ("application/json", b'{"csrf": "x"}'),
        ("text/plain", b"csrf=x"),
        ("application/x-www-form-urlencoded", b"&".join(b"a%d=1" % n for n in range(5000))),
        ("application/x-www-form-urlencoded", b"csrf=%ff%fe&a=%00"),
        ("", b"x"),
    ],
)
def test_what_is_no_form_is_refused_without_a_fuss(client: tuple[TestClient, str], kind: str, body: bytes) -> None:
    answer = client[0].post("/form", content=body, headers=[(b"content-type", kind.encode("latin-1"))])
    assert answer.status_code in (400, 403)


def test_a_zero_byte_is_in_no_text(client: tuple[TestClient, str]) -> None:
    browser, token = client
    assert browser.post("/form", data={"csrf": token, "text": "a\0b"}).status_code == 400


# Rates


def test_two_hundred_viewers_behind_one_address_are_not_too_many() -> None:
    now = 0.0
    rates = Rates(toy())
    for bucket in (rates._all, rates._posts):
        bucket._now = lambda: now
    # all open a page at once (the page, two styles, a script, an icon, the events), then each a part of it a second
    assert all(rates._all.take("10.0.0.1") for _ in range(200 * 6))
    for _ in range(600):
        now += 1
        assert all(rates._all.take("10.0.0.1") for _ in range(200))


def test_who_asks_without_end_is_told_to_wait() -> None:
    app = toy()
    browser = TestClient(Rates(app, a_second=1, burst=20, posts=0.2), "http://127.0.0.1:8300", client=("127.0.0.1", 5))
    posts = [browser.post("/form", data={}).status_code for _ in range(8)]
    assert posts.count(403) == 4 and posts[-1] == 429
    gets = [browser.get("/async") for _ in range(40)]
    assert gets[-1].status_code == 429 and gets[-1].headers["retry-after"]
    assert 5 < [each.status_code for each in gets].count(200) < 20


@pytest.mark.parametrize(
    ("client", "counted"),
    [
        (("192.168.1.31", 5), "192.168.1.31"),
        (("::ffff:192.168.1.31", 5), "192.168.1.31"),
        (("2001:db8:1:2:3:4:5:6", 5), "2001:db8:1:2::/64"),
        (("2001:db8:1:2:ffff::1", 5), "2001:db8:1:2::/64"),
        (("testclient", 5), "testclient"),
        (None, "?"),
    ],
)
def test_an_address_is_counted_as_its_network(client: tuple[str, int] | None, counted: str) -> None:
    assert network_of({"client": client}) == counted
