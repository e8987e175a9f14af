"""Who plays: entered by the keyboard alone, ticked on two phones at once, changed by two people."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from browser.rig import People
from desk.desks import load, make
from serving import Serving

T = "t/3r-matam"


def types(page: Page, *texts: str) -> None:
    """A text and Enter, one after the other; the last Enter sends them."""
    for text in texts[:-1]:
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    page.keyboard.type(texts[-1])
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_teams_one_after_the_other(serve: Callable[..., Serving], people: People, tmp_path: Path) -> None:
    make(tmp_path / "store.db", entrants=0)
    page = people.sit()
    page.goto(f"{serve().url}{T}/people")
    page.keyboard.press("a")
    for name in ("Els Tardans", "Àguiles"):
        expect(page.locator("#name")).to_be_focused()
        types(page, name, "Anna", "1400", "Joan", "1300", "Núria", "", "Molins")
        expect(page.get_by_role("link", name=name)).to_be_visible()
    t = load(tmp_path / "store.db", "3r-matam")
    assert [(each.name, each.club) for each in t.teams.values()] == [("Els Tardans", "Molins"), ("Àguiles", "Molins")]
    assert [each.name for each in t.team_players(2)] == ["Anna", "Joan", "Núria"]


def test_two_phones_at_the_door(serve: Callable[..., Serving], people: People, tmp_path: Path) -> None:
    make(tmp_path / "store.db", entrants=9)
    desk = serve()
    first, second = people.sit("phone"), people.sit("phone")
    for phone in (first, second):
        phone.goto(f"{desk.url}{T}/checkin")
    first.locator("#t4").click()
    expect(first.locator("#t4")).to_have_attribute("aria-pressed", "true")
    expect(second.locator("#t4")).to_have_attribute("aria-pressed", "true", timeout=3000)
    second.locator("#t9").click()
    second.locator("#t4").click()
    expect(first.locator("#e9")).to_have_class("here", timeout=3000)
    expect(first.locator("#t4")).to_have_attribute("aria-pressed", "false")
    assert first.url.endswith("/checkin"), "no page was left for it"
    first.get_by_role("link", name="Mark as absent in round 1 those who are missing: 8").click()
    first.get_by_role("button", name="Yes, leave them out").click()
    expect(first.get_by_role("status").first).to_contain_text("Absent in round 1: 8.")
    assert load(tmp_path / "store.db", "3r-matam").present(1) == [9]


def test_two_change_one_team(serve: Callable[..., Serving], people: People, tmp_path: Path) -> None:
    make(tmp_path / "store.db", entrants=9)
    desk = serve()
    first, second = people.sit(), people.sit()
    for page in (first, second):
        page.goto(f"{desk.url}{T}/people/2")
    first.fill("#name", "Mine")
    first.get_by_role("button", name="Save").click()
    expect(first.locator(".flash")).to_contain_text("Mine")
    second.fill("#name", "Theirs")
    second.fill("#club", "Reus")
    people.complaints.clear()
    second.get_by_role("button", name="Save").click()
    expect(second.get_by_role("alert")).to_contain_text("Meanwhile")
    expect(second.locator("#name")).to_have_value("Theirs")
    expect(second.locator("#name-now")).to_contain_text("Mine")
    assert all("409" in each for each in people.complaints), people.complaints
    people.complaints.clear()
    second.get_by_role("button", name="Save").click()
    expect(second.locator(".flash")).to_be_visible()
    t = load(tmp_path / "store.db", "3r-matam")
    assert (t.name_of(2), t.teams[2].club) == ("Theirs", "Reus")
