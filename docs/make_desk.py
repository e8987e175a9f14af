"""The pictures of the desk in docs/pictures, from a real browser: `python docs/make_desk.py` makes them anew.

A half-played day is made first, with three virtual clocks, which takes half a minute; it needs Chromium. What the
clocks say in that moment is in the pictures, so they are never the same twice.
"""

import io
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
sys.path.append(str(ROOT / "tests"))

from browser.rig import FLAGS, NOT_THERE, chromium  # noqa: E402
from serving import Serving  # noqa: E402
from tritempo_host.demo.half import HalfDay  # noqa: E402
from tritempo_host.store import open_store  # noqa: E402
from tritempo_host.store.tournaments import Tournaments  # noqa: E402
from tritempo_host.tournament import Draft  # noqa: E402

T = "/t/demo-matam"
COLOURS = 64
LAPTOP, PHONE, WALL = (1100, 760), (390, 780), (1920, 1080)
Act = Callable[[Page], object]


def nothing(page: Page) -> None: ...


def write_sheet(page: Page) -> None:
    """A sheet in the middle of being typed."""
    while not page.locator("#scores-1").count():  # the desk has not yet seen that it is open again
        page.reload()
    for seat, points in enumerate((402, 377, 351), 1):
        page.fill(f"#scores-{seat}", str(points))
    page.locator("#comes-to .sum").wait_for()


def sync(page: Page) -> None:
    if not page.locator("#sync-now tbody tr").count():  # else what came is there from the picture before
        page.click("#sync-go")
    page.locator("#sync-now tbody tr").first.wait_for(timeout=60_000)


def preview(page: Page) -> None:
    page.fill("#text", TEAMS)
    page.click("form:has(#text) button")
    page.locator("table").first.wait_for()


TEAMS = "equip;nom;barruf\nEls Tardans;Pere Puig;1300\nEls Tardans;Marta Vila;1250\nEls Tardans;Joan Mas;1190\n"
# name: (address, window, what is done there first). Those of GUIDE are made in Catalan as well, for that guide.
SHOTS: dict[str, tuple[str, tuple[int, int], Act]] = {
    "new": ("/new", LAPTOP, lambda page: page.fill("#name", "4t MàTaM")),
    "overview": (T, LAPTOP, nothing),
    "people": (f"{T}/people", LAPTOP, nothing),
    "import": (f"{T}/import", LAPTOP, preview),
    "checkin": (f"{T}/checkin", PHONE, nothing),
    "draw": (f"{T}/round/3/draw", LAPTOP, nothing),
    "round": (f"{T}/round/2", LAPTOP, nothing),
    "wall": ("/wall/demo-matam", WALL, nothing),
    "results": (f"{T}/results/2", LAPTOP, nothing),
    "phone": (f"{T}/results/2/4", PHONE, nothing),
    "standings": (f"{T}/show/standings.html", LAPTOP, nothing),
    "clocks": ("/clocks?t=demo-matam", LAPTOP, sync),
    "logs": (f"{T}/logs", LAPTOP, nothing),
    "game": (f"{T}/show/game-1-1.html", LAPTOP, nothing),
    "settings": (f"{T}/settings", LAPTOP, nothing),
    "files": (f"{T}/files", LAPTOP, nothing),
    "history": (f"{T}/history", LAPTOP, nothing),
    "sheet": (f"{T}/results/1/1", LAPTOP, write_sheet),
}
GUIDE = ("new", "checkin", "draw", "round", "wall", "standings", "clocks", "sheet")


def take_back(where: Path) -> None:
    """The first table of the first round has no result again, so that its sheet shows what the clock says."""
    with open_store(where, "en") as store:
        kept = Tournaments(store, "en")
        listed = kept.find()
        result = kept.load(listed).rounds[1].games[1].result
        drafts = [Draft("reopen", {"round": 1}, "a mistake at table 1")]
        if result is not None:
            kept.append(listed, [*drafts, Draft("undo", {"entry": result.entry})], "Núria")


def shot(browser: Browser, base: str, name: str, lang: str) -> bytes:
    address, (width, height), act = SHOTS[name]
    page = browser.new_page(viewport={"width": width, "height": height}, locale=lang)
    page.set_default_timeout(120_000)
    page.goto(base + address)
    act(page)
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    page.wait_for_timeout(700)  # what comes in slowly is there
    made = page.screenshot()
    page.close()
    return made


def small(png: bytes) -> Image.Image:
    """With few colours, and a projector's picture in half size."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    if image.width == WALL[0]:
        image = image.resize((WALL[0] // 2, WALL[1] // 2), Image.Resampling.LANCZOS)
    return image.quantize(COLOURS, dither=Image.Dither.NONE)


def take(base: str, store: Path, names: list[str]) -> None:
    program = chromium()
    if program is None:
        sys.exit(NOT_THERE)
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=program, args=FLAGS) as browser:
        for name in names:
            if name == "sheet":
                take_back(store)
            for lang in ("en", "ca") if name in GUIDE else ("en",):
                path = PICTURES / f"desk-{name}{'' if lang == 'en' else f'-{lang}'}.png"
                small(shot(browser, base, name, lang)).save(path, optimize=True)
                print(f"{path.name}: {path.stat().st_size // 1024} KB", flush=True)


def main(names: list[str]) -> None:
    os.environ["LOGNAME"] = "Núria"  # who writes what commands write
    with tempfile.TemporaryDirectory() as folder, closing(HalfDay(Path(folder), "en")) as day:
        day.prepare()
        desk = Serving(day.store, *(part for port in day.ports for part in ("--port", port)))
        try:
            take(desk.base, day.store, names)
        finally:
            desk.stop()


if __name__ == "__main__":
    main(sys.argv[1:] or list(SHOTS))
