"""Several people at one desk: two at the same table, a hall that looks on, an arbiter with a phone, and a server that
is killed under their hands."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from browser.keys import enter, key
from browser.rig import People, faults, overflow
from desk.desks import load, make
from desk.played_rounds import drawn, enter_all
from serving import Serving

T = "/t/3r-matam"
PHONE_S = 3.0
SOON_MS = 5_000  # on a computer that has other things to do; it takes 0.3 s on one that has not


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


def call_oneself(page: Page, desk: Serving, who: str) -> None:
    """Who sits at a computer of the desk says so once."""
    page.goto(f"{desk.base}/enter")
    page.fill("#name", who)
    with page.expect_navigation():
        page.click("form[action='/name'] button")


def fill(page: Page, points: tuple[int, int, int]) -> None:
    """A sheet that ended by the limit."""
    for seat, each in enumerate(points, 1):
        page.fill(f"#scores-{seat}", str(each))
    page.check("[name=end][value=limit]")


def save(page: Page) -> None:
    """And says yes to what is asked."""
    with page.expect_navigation():
        page.click(".sheet-form .actions button.first")
    if page.locator(".ask button.first").count():
        with page.expect_navigation():
            page.click(".ask button.first")


def test_an_open_phone_shows_where_its_owner_sits_as_soon_as_the_draw_is_published(
    serve: Callable[..., Serving], people: People, store: Path
) -> None:
    """And the tables whose results are in; without anybody touching it."""
    make(store)
    desk = serve()
    phone, organiser = people.sit("phone", "ca"), people.sit()
    phone.goto(f"{desk.base}/public/3r-matam/ca/index.html")
    expect(phone.locator(".seats li")).to_have_count(0)
    phone.evaluate("window.same = true")  # the page is not loaded anew

    organiser.goto(f"{desk.base}{T}/round/1/draw")
    organiser.fill("#seed", "molins")
    with organiser.expect_navigation():
        organiser.click("form.wish button")
    with organiser.expect_navigation():
        organiser.click("form.publish button.first")
    published = time.monotonic()
    expect(phone.locator(".seats li")).to_have_count(27, timeout=SOON_MS)
    took = time.monotonic() - published
    assert "on juga cadascú" in phone.locator("h2").first.inner_text() and phone.evaluate("window.same")
    assert phone.locator("nav.pages a[href='round-1.html']").count() == 1
    assert not faults(phone) and overflow(phone) == 0

    organiser.goto(f"{desk.base}{T}/results/1/4")
    fill(organiser, (401, 380, 350))
    save(organiser)
    expect(phone.locator(".seats .in")).to_have_count(3, timeout=SOON_MS)
    assert took < PHONE_S, took


def test_a_sheet_without_its_number_is_found_by_name_with_the_keyboard(
    serve: Callable[..., Serving], people: People, store: Path
) -> None:
    drawn(store)
    desk = serve()
    page = people.sit()
    page.goto(f"{desk.base}{T}/results/1")
    page.keyboard.type("p4g")
    enter(page)
    expect(page.locator("main")).to_contain_text("P4G")
    key(page, "a")
    page.keyboard.type("team 4")
    enter(page)
    expect(page.locator("#found li")).to_have_count(3)
    assert not faults(page) and overflow(page) == 0
    enter(page)
    expect(page).to_have_url(re.compile(r"/results/1/\d$"))
    expect(page.locator("main")).to_contain_text("Team 4")


def test_two_at_the_same_table(serve: Callable[..., Serving], people: People, store: Path) -> None:
    """The second is told who was faster, and when; what they typed stays, and nothing of either is lost."""
    drawn(store)
    desk = serve()
    anna, pere = people.sit(), people.sit()
    call_oneself(anna, desk, "Anna")
    call_oneself(pere, desk, "Pere")
    for page, points in ((anna, (401, 380, 350)), (pere, (410, 380, 350))):
        page.goto(f"{desk.base}{T}/results/1/3")
        fill(page, points)
    save(anna)
    with people.refused(409), pere.expect_navigation():
        pere.click(".sheet-form .actions button.first")

    told = pere.locator("main")
    expect(told).to_contain_text("Anna")
    expect(told).to_contain_text(re.compile(r"\d\d:\d\d"))
    expect(pere.locator("#scores-1")).to_have_value("410")
    expect(pere.locator("main")).to_contain_text("401")
    result = load(store, "3r-matam").rounds[1].games[3].result
    assert result and result.who == "Anna" and result.sheet.scores == (401, 380, 350)

    pere.fill("#why", "misread")
    save(pere)
    game = load(store, "3r-matam").rounds[1].games[3]
    assert game.result and game.result.who == "Pere" and game.result.sheet.scores == (410, 380, 350)
    assert [each.who for each in game.history] == ["Anna", "Pere"]


def test_two_tap_at_once(serve: Callable[..., Serving], people: People, store: Path) -> None:
    """At the door, two phones: nobody's tap is lost, and each sees the other's."""
    make(store)
    desk = serve()
    left, right = people.sit("phone"), people.sit("phone", "ca")
    for page in (left, right):
        page.goto(f"{desk.base}{T}/checkin")
    for one, other in ((1, 9), (2, 8), (4, 7)):
        left.click(f"#t{one}", no_wait_after=True)
        right.click(f"#t{other}", no_wait_after=True)
    right.click("#t5")
    for page in (left, right):
        for n in range(1, 10):
            expect(page.locator(f"#t{n}")).to_have_attribute("aria-pressed", "true" if n not in (3, 6) else "false")
        assert not faults(page) and overflow(page) == 0
    assert sorted(load(store, "3r-matam").arrived) == [1, 2, 4, 5, 7, 8, 9]


def test_the_hall_looks_on(serve: Callable[..., Serving], people: People, store: Path) -> None:
    """A result that is typed at one laptop is on the wall, on the overview and in the list without anybody's doing."""
    drawn(store)
    enter_all(store, "3r-matam", but=(4,))
    desk = serve()
    wall, overview, results, typing = people.sit("projector"), people.sit(), people.sit("phone"), people.sit()
    wall.goto(f"{desk.base}/wall/3r-matam")
    overview.goto(desk.base + T)
    results.goto(f"{desk.base}{T}/results/1")
    typing.goto(f"{desk.base}{T}/results/1/4")
    expect(wall.locator("[data-kind=seats] li.done")).to_have_count(8)
    expect(overview.locator(".chips a")).to_have_text("4")
    fill(typing, (444, 333, 222))
    save(typing)
    expect(wall.locator("header")).to_contain_text("All results are in", timeout=SOON_MS)
    expect(overview.locator("#overview")).to_contain_text("All results are in", timeout=SOON_MS)
    expect(results.locator("#tables")).to_contain_text("444", timeout=SOON_MS)


@pytest.fixture
def again(serve: Callable[..., Serving]) -> Iterator[Callable[[Serving], Serving]]:
    """Starts a desk that was killed once more, where it was."""
    yield lambda desk: serve("--http-port", str(urlsplit(desk.base).port))


def test_a_server_that_is_killed(
    serve: Callable[..., Serving], again: Callable[[Serving], Serving], people: People, store: Path
) -> None:
    """What was confirmed is there when it comes back; the pages say meanwhile that they are offline, keep what is
    typed, and come back by themselves."""
    drawn(store)
    desk = serve()
    page, wall, typing = people.sit(), people.sit("projector"), people.sit()
    page.goto(f"{desk.base}{T}/results/1")
    wall.goto(f"{desk.base}/wall/3r-matam")
    typing.goto(f"{desk.base}{T}/results/1/1")
    fill(typing, (401, 380, 350))
    save(typing)
    expect(page.locator("#tables")).to_contain_text("401", timeout=SOON_MS)
    expect(typing).to_have_url(re.compile("/results/1/2$"))
    fill(typing, (300, 290, 280))

    with people.offline():
        desk.kill()
        expect(page.locator(".offline-note")).to_be_visible(timeout=SOON_MS)
        expect(typing.locator(".offline-note")).to_be_visible(timeout=SOON_MS)
        typing.click(".sheet-form .actions button.first")  # nothing can take it now, and it stays where it is
        expect(typing.locator("#scores-2")).to_have_value("290")
        enter_all(store, "3r-matam", but=(2, 9))
        again(desk)
        expect(page.locator(".offline-note")).to_be_hidden(timeout=30_000)
        expect(typing.locator(".offline-note")).to_be_hidden(timeout=30_000)

    expect(page.locator("#tables .is-result")).to_have_count(7, timeout=SOON_MS)
    expect(wall.locator("[data-kind=seats] li.done")).to_have_count(7, timeout=SOON_MS)
    save(typing)
    expect(page.locator("#tables")).to_contain_text("290", timeout=SOON_MS)
    t = load(store, "3r-matam")
    assert [each.table for each in t.rounds[1].missing] == [9]
    assert t.rounds[1].games[1].sheet.scores == (401, 380, 350)  # type: ignore[union-attr]


def test_an_arbiter_with_a_phone(serve: Callable[..., Serving], people: People, store: Path) -> None:
    """In by a link or a PIN: sees the round, the clocks and the results, corrects with a reason; neither lets people in
    nor changes the settings; out when the organiser says so."""
    drawn(store)
    enter_all(store, "3r-matam", but=(4,))
    desk = serve("--lan")
    organiser, phone, stranger = people.sit(), people.sit("phone", "ca"), people.sit("phone", "ro")
    organiser.goto(desk.url)  # as the terminal says it
    organiser.fill("#who", "Núria")
    organiser.click("main button.first")
    organiser.goto(f"{desk.base}{T}/access")
    organiser.click("button[value='lend:arbiter']")
    pin = organiser.locator("section:has(#arbiter) .code").inner_text()
    assert not faults(organiser) and overflow(organiser) == 0

    phone.goto(f"{desk.base}/enter")
    phone.fill("#code", pin)
    phone.fill("#who", "Àrbitra")
    assert not faults(phone) and overflow(phone) == 0
    phone.click("main button.first")
    expect(phone).to_have_url(re.compile(f"{T}$"))
    tabs = [urlsplit(each).path for each in phone.eval_on_selector_all("nav.pages a", "all => all.map(a => a.href)")]
    assert {f"{T}/round/1", f"{T}/results/1", f"{T}/logs", f"{T}/history", "/clocks"} <= set(tabs)
    assert not {f"{T}/people", f"{T}/settings", f"{T}/access"} & set(tabs)
    for path in ("/round/1", "/results/1", "/logs", "/history"):
        phone.goto(desk.base + T + path)
        expect(phone.locator("h1")).to_be_visible()
        assert overflow(phone) == 0
    with people.refused(403):
        for path in ("/settings", "/access", "/people", "/round/2/draw"):
            phone.goto(desk.base + T + path)
            expect(phone.locator("main")).to_contain_text("arbitratge")
    phone.goto(f"{desk.base}{T}/results/1/4")
    fill(phone, (400, 390, 380))
    save(phone)
    phone.goto(f"{desk.base}{T}/results/1/5")
    fill(phone, (400, 390, 380))
    phone.fill("#why", "mal llegit")
    with people.refused(422):  # it is asked whether that is so
        save(phone)
    games = load(store, "3r-matam").rounds[1].games
    assert [games[n].result.who for n in (4, 5)] == ["Àrbitra"] * 2  # type: ignore[union-attr]

    # Somebody without a code sees what is for all, and is shown the door where it is not.
    stranger.goto(f"{desk.base}/public/3r-matam/ro/index.html")
    expect(stranger.locator("h1")).to_be_visible()
    stranger.goto(f"{desk.base}{T}/results/1")
    expect(stranger).to_have_url(re.compile("/enter"))

    organiser.goto(f"{desk.base}{T}/access")
    expect(organiser.locator("section:has(#present)")).to_contain_text("Àrbitra")
    organiser.click("button[value='revoke:arbiter']")
    phone.goto(f"{desk.base}{T}/results/1")
    expect(phone).to_have_url(re.compile("/enter"))
    with people.refused(401, 403, 422):
        phone.fill("#code", pin)
        phone.fill("#who", "Àrbitra")
        phone.click("main button.first")
        expect(phone.locator("[role=alert]")).to_be_visible()
