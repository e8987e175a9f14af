"""What somebody has done in a part of a page stays, though that part is fetched again."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from browser.rig import People
from desk.desks import load, write
from desk.played_rounds import drawn, enter_all
from serving import Serving
from tritempo_host.tournament import Draft

T = "/t/3r-matam"


def test_a_box_that_is_ticked_stays_ticked_while_others_write(
    serve: Callable[..., Serving], people: People, tmp_path: Path
) -> None:
    store = tmp_path / "store.db"
    drawn(store, settings={"double_entry": True})
    enter_all(store, "3r-matam")
    desk = serve()
    page = people.sit()
    page.goto(f"{desk.base}{T}/round/1/close")
    page.check("[name=yes]")
    page.evaluate("document.getElementById('closing').dataset.old = '1'")
    write(store, "3r-matam", Draft("note", {"text": "cold"}))
    expect(page.locator("#closing[data-old]")).to_have_count(0, timeout=5000)  # it is another one now
    expect(page.locator("[name=yes]")).to_be_checked()
    # but what is asked now is not what was said yes to
    write(store, "3r-matam", Draft("checked", {"round": 1, "table": 1, "entry": entry(store, 1)}), who="Marta")
    expect(page.locator("[name=yes]")).not_to_be_checked(timeout=5000)


def entry(store: Path, table: int) -> int:
    """The entry of a table's result."""
    result = load(store, "3r-matam").rounds[1].games[table].result
    assert result is not None
    return result.entry
