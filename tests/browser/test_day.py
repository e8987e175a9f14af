"""A whole MàTaM day of nine teams at the desk, from the list of teams to the final standings, by keyboard alone.

Three tables have virtual clocks in the first round; what the clocks say is in the sheets before anybody types.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.keys import enter, key, tab_to, write
from browser.rig import People, faults, overflow
from desk.desks import load
from serving import Serving
from tritempo_host.demo import papers
from tritempo_host.demo.story import ordinary
from tritempo_host.demo.table import Table
from tritempo_host.problem import Problem
from tritempo_host.tournament import standings

T = "/t/3r-matam"
ROUNDS = 5
CLOCKS = 3


@pytest.fixture
def clocks(tmp_path: Path) -> Iterator[list[Table]]:
    """Virtual clocks in stepped time."""
    with ExitStack() as stack:
        made = [Table(tmp_path / f"clock-{n}.img", "en", lambda *_, **__: None, Problem) for n in range(CLOCKS)]
        for each in made:
            stack.callback(each.close)
        yield made


@pytest.mark.timeout(600)
def test_a_day(clocks: list[Table], serve: Callable[..., Serving], people: People, tmp_path: Path) -> None:
    desk = serve(*(part for clock in clocks for part in ("--port", clock.port)))
    page = people.sit()
    page.goto(desk.url)

    set_up(page)
    check_in(page)
    draw(page, 1)
    wall = people.sit("projector")
    wall.goto(f"{desk.base}/wall/3r-matam")
    expect(wall.locator(".panel:visible .tables > li")).to_have_count(9)

    send_to_clocks(page)
    begin(page)
    expect(wall.locator(".clock .big")).to_be_visible()
    for n, clock in enumerate(clocks):
        clock.play(ordinary(5 + n, hands=11 + n))
    fetch_logs(page)

    for number in range(1, ROUNDS + 1):
        if number > 1:
            draw(page, number)
        enter_results(page, number)
        close(page, number)
    expect(wall.locator("header")).to_contain_text("Final standings")

    t = load(tmp_path / "store.db", "3r-matam")
    assert t.finished and t.planned == ROUNDS
    assert [t.rounds[1].games[n].sheet.end for n in (1, 2, 3)] == ["out"] * 3  # type: ignore[union-attr]
    key(page, "s")
    names = page.locator("tbody").first.locator("th.who a").all_inner_texts()
    assert names == [t.name_of(line.entrant) for line in standings(t)]
    assert not faults(page) and overflow(page) == 0


def set_up(page: Page) -> None:
    """A new tournament in under a minute: its name, its rules, the list from a spreadsheet."""
    key(page, "n")
    page.keyboard.type("3r MàTaM")
    tab_to(page, "input[value=matam]")
    page.keyboard.press("Space")
    enter(page, "button.first")
    write(page, "#text", papers.teams("en"))
    enter(page, "form:has(#text) button")
    expect(page.locator("main")).to_contain_text("Els Castellers")
    enter(page)  # "Import", which has the focus
    key(page, "o")
    expect(page.locator("main")).to_contain_text("teams: 9")


def check_in(page: Page) -> None:
    """All nine are here: each is one press of the space bar."""
    key(page, "Enter")
    expect(page).to_have_url(re.compile(r"/checkin($|\?)"))
    for n in range(1, 10):
        tab_to(page, f"#t{n}")
        page.keyboard.press("Space")
        expect(page.locator(f"#t{n}")).to_have_attribute("aria-pressed", "true")


def draw(page: Page, number: int) -> None:
    """A published seed, a look at what comes of it, and out it goes."""
    key(page, "o")
    enter(page, f'a[href$="/round/{number}/draw"]')
    write(page, "#seed", "molins 2026")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    key(page, "p")
    expect(page).to_have_url(re.compile(rf"/round/{number}$"))


def send_to_clocks(page: Page) -> None:
    """The three clocks are told what is played at the first three tables."""
    key(page, "f")
    key(page, "f")
    expect(page.locator("#told .tag.good")).to_have_count(CLOCKS)
    enter(page, 'a[href$="/round/1"].button')


def begin(page: Page) -> None:
    """Now: the hall's countdown begins."""
    enter(page, "button[name=do][value=now]")
    expect(page.locator("#hall .big")).to_contain_text(":")


def fetch_logs(page: Page) -> None:
    """One key, and all logs are here and have found their games."""
    key(page, "c")
    expect(page.locator("li.clock")).to_have_count(CLOCKS)
    key(page, "g")
    expect(page.locator("#sync-now tbody tr")).to_have_count(CLOCKS)
    assert not faults(page)


def enter_results(page: Page, number: int) -> None:
    """Sheet after sheet: points, how it ended if no clock has said it, racks, scrabbles; Enter all the way."""
    key(page, "e")
    for table in range(1, 10):
        tab_to(page, "#table")
        page.keyboard.type(str(table))
        enter(page)
        sheet(page, number, table)
        if table < 9:
            key(page, "a")
    expect(page).to_have_url(re.compile(rf"/(results/{number}|round/{number}/close)$"))


def sheet(page: Page, number: int, table: int) -> None:
    points = papers.scores(number, table)
    for seat, each in enumerate(points, 1):
        write(page, f"#scores-{seat}", str(each))
    if page.locator("[name=end]:checked").count() == 0:
        tab_to(page, "[name=end]")
        page.keyboard.press("5")
    for seat in (1, 2, 3):
        rack = page.locator(f"#racks-{seat}")
        if rack.is_visible() and rack.is_enabled():
            write(page, f"#racks-{seat}", "0" if page.locator(f"[name=by][value='{seat}']:checked").count() else "4")
    expect(page.locator("#comes-to .sum")).to_be_visible()
    enter(page, "main form.sheet-form button.first")
    if page.locator(".ask").count():
        key(page, "y")


def close(page: Page, number: int) -> None:
    """All is in: the round is closed, and the standings are there."""
    key(page, "o")
    key(page, "Enter")
    key(page, "Enter")
    enter(page, "main form button.first")
