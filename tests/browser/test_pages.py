"""Every page of the desk on a day that is half played: in three languages, from a phone to a projector, light and dark.

The list of pages comes from the application's routes: a page that somebody adds is looked at here without being named.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page
from starlette.routing import Route

from browser.rig import SIZES, People, faults, overflow
from desk.desks import load, make
from serving import Serving
from tritempo.control import LANGUAGES
from tritempo_host.demo.half import HalfDay
from tritempo_host.desk import pages
from tritempo_host.store import open_store
from tritempo_host.store.location import ENVIRONMENT
from tritempo_host.store.played import id_of

SLUG = "demo-matam"
T = f"/t/{SLUG}"
ENDLESS = "/events"
# What stands in a route for which thing; a route with another name in it has to be given one.
NAMES = {
    "slug": [SLUG],
    "lang": ["ca"],
    "code": ["en"],
    "name": ["desk.css"],
    "form": ["csv"],
    "page": ["index.html"],
    "n": ["1", "2"],  # a closed round, and one that is being played
    "m": ["1", "5"],  # a table with a clock, and one whose result is in
    "number": ["1"],
}
MORE = [
    *(
        f"{T}/show/{name}.html"
        for name in ("standings", "round-1", "times", "game-1-1", "team-1", "player-1", "people")
    ),
    *(f"{T}/round/3/draw", f"{T}/checkin?show=missing", f"{T}/import", f"/clocks?t={SLUG}"),
    f"{T}/people?q=vidal",
]
PARTS = (
    "/people",
    "/checkin",
    "/import",
    "/settings",
    "/history",
    "/logs",
    "/times",
    "/show/people.html",
    "/round/1/draw",
)
# Keys of words, places that were not filled in, and what a program calls nothing.
UNSAID = re.compile(r"\b[a-z]+_[a-z_]+\b|\{[a-z_]+\}|\bNone\b|\bundefined\b|\bNaN\b")
# All that can be read, but for what is code, and what a person typed.
SAID = """() => {
  const copy = document.body.cloneNode(true);
  for (const each of copy.querySelectorAll("code, kbd, script, pre, .sample")) each.remove();
  return copy.textContent;
}"""


@dataclass
class Half:
    """A desk on the half-played day, and the addresses of its pages."""

    desk: Serving
    addresses: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def half(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Half]:
    half_day = closing(HalfDay(tmp_path_factory.mktemp("half"), "en"))
    with half_day as day, pytest.MonkeyPatch.context() as environment:
        day.prepare()
        environment.delenv(ENVIRONMENT)  # other tests are not about this store
        desk = Serving(day.store, *(part for port in day.ports for part in ("--port", port)))
        try:
            yield Half(desk, [each for each in addresses(day) if is_page(desk.base, each)])
        finally:
            desk.stop()


def addresses(day: HalfDay) -> list[str]:
    """Of whatever the desk answers to a browser that asks."""
    with open_store(day.store, "en") as store:
        device, game = id_of(store.logs()[0]).split("/")
    special = {
        f"{T}/logs/{{device}}/{{game}}": [f"{T}/logs/{device}/{game}"],
        f"{T}/history/{{n}}/undo": [f"{T}/history/{load(day.store, SLUG).last}/undo"],
    }
    found: list[str] = []
    for route in pages.routes():
        assert isinstance(route, Route)
        if "GET" in (route.methods or ()) and route.path != ENDLESS:
            path = route.path.replace("{slug}", SLUG)
            found += special.get(path) or filled(path)
    return list(dict.fromkeys([*found, *MORE]))


def filled(path: str) -> list[str]:
    """The path with each thing that its names may stand for."""
    name = re.search(r"\{(\w+)\}", path)
    if name is None:
        return [path]
    return [each for value in NAMES[name[1]] for each in filled(path.replace(name[0], value, 1))]


def is_page(base: str, address: str) -> bool:
    """Whether something to read is there: no file to print or keep, not the way to another page, nothing refused."""
    try:
        with urlopen(Request(base + address, headers={"Accept-Language": "en"})) as answer:
            return answer.headers.get_content_type() == "text/html" and answer.url == base + address
    except HTTPError as error:
        assert error.code < 500, f"{address}: {error.code}"
        return False


@pytest.mark.timeout(900)  # it takes a minute where nobody else is working
def test_every_page(half: Half, people: People) -> None:
    """Each page in each language on a phone; in one of them, by turns, in all sizes and read by axe, light or dark."""
    assert len(half.addresses) > 40
    windows = {lang: people.sit("phone", lang) for lang in LANGUAGES}
    wrong: list[str] = []
    for n, address in enumerate(half.addresses):
        for k, (lang, page) in enumerate(windows.items()):
            page.goto(half.desk.base + address)
            found = read(page, lang)
            if k == n % len(LANGUAGES):
                found += seen(page, n)
            wrong += [f"{address} ({lang}) {each}" for each in found]
    assert not wrong, "\n".join(wrong)


def read(page: Page, lang: str) -> list[str]:
    """What is wrong with what the page says, and with its width on a phone."""
    found: list[str] = []
    wanted = page.url.split("/public/")[1].split("/")[1] if "/public/" in page.url else lang
    if (said := page.evaluate("document.documentElement.lang")) != wanted:
        found.append(f"is in {said}")
    if (headings := page.locator("h1:visible").count()) != 1:
        found.append(f"has {headings} first headings")
    text = page.evaluate(SAID)
    return found + [f"says {each!r}" for each in UNSAID.findall(text)] + too_wide(page, "phone")


def seen(page: Page, n: int) -> list[str]:
    """What is wrong with how the page looks in all sizes; `n` turns over in which axe reads it, and the colours."""
    found: list[str] = []
    size = list(SIZES)[n // 3 % 3]
    scheme: Literal["light", "dark"] = "light" if n // 9 % 2 == 0 else "dark"
    for each in sorted(SIZES, key=lambda each: each == size):  # the one that axe reads comes last
        width, height = SIZES[each]
        page.set_viewport_size({"width": width, "height": height})
        found += too_wide(page, each)
    page.emulate_media(color_scheme=scheme)
    found += [f"on a {size}, {scheme}: {each}" for each in faults(page)]
    width, height = SIZES["phone"]
    page.set_viewport_size({"width": width, "height": height})
    return found


def too_wide(page: Page, size: str) -> list[str]:
    wide = overflow(page)
    return [f"is {wide} pixels too wide on a {size}"] if wide else []


def test_before_anything_is_there(serve: Callable[..., Serving], people: People, tmp_path: Path) -> None:
    """An empty store, then a tournament without anybody in it."""
    desk = serve()
    page = people.sit("phone", "ca")
    wrong: list[str] = []

    def look(*paths: str) -> None:
        for n, path in enumerate(paths):
            page.goto(desk.base + path)
            found = read(page, "ca") + seen(page, 3 * n)
            wrong.extend(f"{path} {each}" for each in found)

    look("/", "/new", "/clocks")
    slug = make(tmp_path / "store.db", "cusca", entrants=0)
    look("/", *(f"/t/{slug}{each}" for each in ("", *PARTS)), f"/wall/{slug}", f"/public/{slug}/ca/index.html")
    assert not wrong, "\n".join(wrong)
