"""What a phone has room for: names stand whole, and a button says what it does in one line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from browser.rig import People, faults, overflow
from desk.desks import write
from desk.played_rounds import drawn
from serving import Serving
from tritempo_host.tournament import Draft

T = "/t/3r-matam"
LINE_PX = 30  # a line of text is less high


@pytest.mark.parametrize("lang", ["ca", "ro"])  # the longest words
def test_names_are_not_broken_where_a_round_is_sent_to_the_clocks(
    serve: Callable[..., Serving], people: People, tmp_path: Path, lang: str
) -> None:
    drawn(tmp_path / "store.db")
    write(tmp_path / "store.db", "3r-matam", Draft("player", {"player": 1, "name": "Bartomeu Capdevila"}))
    desk = serve()
    page = people.sit("phone", lang)
    page.goto(f"{desk.base}{T}/round/1/fixtures")
    name = page.get_by_text("Bartomeu Capdevila").bounding_box()
    assert name is not None and name["height"] < LINE_PX
    assert overflow(page) == 0 and not faults(page)
    page.goto(f"{desk.base}{T}")
    button = page.locator("form.say button").bounding_box()
    assert button is not None and button["height"] < 2 * LINE_PX
    assert overflow(page) == 0 and not faults(page)
    page.goto(f"{desk.base}{T}/results/1/1")
    row = page.locator("tr:has(> #of-end)")
    box, name = row.locator("[type=radio]").first.bounding_box(), row.locator("th").bounding_box()
    assert box is not None and name is not None and box["x"] >= name["x"] + name["width"], "it lies over its name"
