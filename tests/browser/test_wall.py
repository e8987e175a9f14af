"""The screen on the wall in a real browser: what can be read from the back of a hall, and that nothing falls off it."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.rig import People, faults, overflow
from desk.desks import make, write
from desk.played_rounds import draw, drawn, enter_all
from serving import Serving
from tritempo_host.store import open_store
from tritempo_host.store.tournaments import Tournaments
from tritempo_host.tournament import Draft
from tritempo_host.tournament.importing import read_people

SCREENS = ((1280, 720), (1920, 1080))
LARGE = 0.035  # of the height: what is read from the back of a hall
# Of each panel in turn what is not wholly on the screen: outside of the part for panels, or more than its card holds.
SPILT = """() => {
  const main = document.querySelector("main"), panels = [...main.children], spilt = [];
  for (const panel of panels) {
    for (const each of panels) each.hidden = each !== panel;
    const room = main.getBoundingClientRect();
    for (const each of panel.querySelectorAll("*")) {
      const at = each.getBoundingClientRect();
      if (!at.width) continue;
      if (at.bottom > room.bottom + 1 || at.right > room.right + 1 || at.left < room.left - 1 || at.top < room.top - 1)
        spilt.push(`${panel.dataset.panel}: ${each.tagName} ${each.className} ends at ${at.right}, ${at.bottom}`);
      if (each.matches("li") && each.scrollHeight > each.clientHeight + 1)
        spilt.push(`${panel.dataset.panel}: ${each.scrollHeight} in ${each.clientHeight}: ${each.textContent.trim()}`);
    }
  }
  const said = document.getElementById("said");
  if (said.scrollHeight > said.clientHeight + 1) spilt.push("the line for the hall");
  return spilt;
}"""
# The smallest letters of a name, in all panels, as a part of the height.
SMALLEST = """() => {
  for (const each of document.querySelectorAll(".panel")) each.hidden = false;
  return Math.min(...[...document.querySelectorAll(".tables .who, .lines .who")].map(
    (each) => parseFloat(getComputedStyle(each).fontSize) / innerHeight));
}"""


def of_long_names(store: Path, rules: str, entrants: int) -> str:
    """A round of names as long as they may be."""
    slug = make(store, rules, 0)
    with open_store(store, "en") as opened:
        kept = Tournaments(opened, "en")
        rows = [
            f"{n} Extraordinàriament-Llarg Cognom de la Vall {'i Puigcercós ' * 9}"[:100].strip() for n in range(99)
        ]
        if rules == "matam":
            lines = ["team;name", *(f"{rows[50 + n // 3]};{rows[n]}" for n in range(entrants))]
        else:
            lines = ["name", *rows[:entrants]]
        listed = kept.find(slug)
        kept.append(listed, read_people("\n".join(lines).encode(), kept.load(listed)).drafts, "Núria")
    return slug


def panels(wall: Page) -> list[str]:
    return [str(each.get_attribute("data-panel")) for each in wall.locator(".panel").all()]


@pytest.mark.timeout(300)
def test_nothing_falls_off_the_screen(serve: Callable[..., Serving], people: People, tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    slugs = [of_long_names(store, rules, n) for rules, n in (("romania", 46), ("cusca", 46), ("matam", 36))]
    for slug, away in zip(slugs, (5, 0, 3), strict=True):
        write(store, slug, *(Draft("absent", {"entrant": each, "round": 1}) for each in range(1, away + 1)))
        draw(store, slug, 1)
        enter_all(store, slug, but=[1])
        write(store, slug, Draft("settings", {"settings": {"message": "M" * 200}}))
        write(store, slug, Draft("start", {"round": 1, "at": "2026-11-29T09:00:00+00:00"}))
    desk = serve("--lan", "--name", "hall.local")
    wrong: list[str] = []
    for lang in ("ca", "ro"):
        wall = people.sit("projector", lang, reduced_motion="reduce")
        for slug in slugs:
            wall.goto(f"{desk.base}/wall/{slug}")
            for width, height in SCREENS:
                wall.set_viewport_size({"width": width, "height": height})
                wrong += [f"{slug} ({lang}, {height}) {each}" for each in wall.evaluate(SPILT)]
                wrong += [f"{slug}: too wide"] * (overflow(wall) > 0)
        assert not faults(wall)
    assert not wrong, "\n".join(wrong)


def test_where_seats_are_few_letters_are_large(serve: Callable[..., Serving], people: People, tmp_path: Path) -> None:
    slug = drawn(tmp_path / "store.db", "romania", 46)
    wall = people.sit("projector")
    wall.goto(f"{serve().base}/wall/{slug}")
    for width, height in SCREENS:
        wall.set_viewport_size({"width": width, "height": height})
        assert wall.evaluate(SMALLEST) >= LARGE


def test_space_holds_the_wall_and_arrows_turn_it(serve: Callable[..., Serving], people: People, tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    slug = drawn(store, "romania", 46)
    desk = serve()
    wall = people.sit("projector")
    began = datetime(2026, 11, 29, 10, tzinfo=UTC)
    wall.clock.install(time=began)
    wall.goto(f"{desk.base}/wall/{slug}")
    there = panels(wall)
    assert len(there) == 5
    wall.clock.pause_at(began + timedelta(hours=1))  # from now on time goes by only as it is told to
    wall.keyboard.press("ArrowRight")
    first = there.index(str(wall.locator(".panel:visible").get_attribute("data-panel")))

    def shows(n: int) -> None:
        expect(wall.locator(".panel:visible")).to_have_attribute("data-panel", there[(first + n) % 5])

    wall.clock.run_for(12_500)
    shows(1)
    wall.keyboard.press("ArrowRight")
    shows(2)
    wall.clock.run_for(11_000)  # a panel that one turned to stays as long as any other
    shows(2)
    wall.clock.run_for(1_500)
    shows(3)
    wall.keyboard.press("ArrowLeft")
    wall.keyboard.press("PageUp")  # of a presenter
    shows(1)
    wall.keyboard.press("Space")
    expect(wall.locator("#held")).to_have_text("Held. Space goes on, arrows turn.")
    wall.clock.run_for(60_000)
    shows(1)
    enter_all(store, slug, but=[1])  # there are more panels now
    for _ in range(40):
        wall.clock.run_for(500)
        if wall.locator(".panel[data-kind=results]").count():
            break
        wall.evaluate("() => fetch('/assets/icon.svg').then(() => 0)")  # time for the news to come
    shows(1)
    wall.keyboard.press("Space")
    expect(wall.locator("#held")).to_be_hidden()
    wall.clock.run_for(12_500)
    shows(2)


def test_a_countdown_to_the_beginning_goes_over_into_that_of_the_round(
    serve: Callable[..., Serving], people: People, tmp_path: Path
) -> None:
    store = tmp_path / "store.db"
    slug = drawn(store)
    desk = serve()
    wall, page = people.sit("projector"), people.sit()
    wall.goto(f"{desk.base}/wall/{slug}")
    begins = datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=12)
    write(store, slug, Draft("start", {"round": 1, "at": begins.isoformat()}))
    expect(wall.locator("header")).to_contain_text("begins in", timeout=10_000)
    page.goto(f"{desk.base}/t/{slug}/people")
    expect(page.locator(".hall")).to_contain_text("begins in")
    expect(wall.locator("header .big")).to_have_text(re.compile("^59:"), timeout=20_000)
    expect(page.locator(".hall")).not_to_contain_text("begins in")


def test_a_line_for_the_hall_comes_and_goes_on_an_open_wall(
    serve: Callable[..., Serving], people: People, tmp_path: Path
) -> None:
    drawn(tmp_path / "store.db")
    desk = serve()
    wall, page = people.sit("projector"), people.sit()
    wall.goto(f"{desk.base}/wall/3r-matam")
    expect(wall.locator("#said")).to_be_hidden()
    page.goto(f"{desk.base}/t/3r-matam/round/1")
    page.fill("#message", "Ronda 2 a les 15.10")
    page.keyboard.press("Enter")
    expect(page.locator(".flash")).to_contain_text("Ronda 2 a les 15.10")
    expect(wall.locator("#said")).to_have_text("Ronda 2 a les 15.10")
    page.locator("button[value=clear]").click()
    expect(wall.locator("#said")).to_be_hidden()
