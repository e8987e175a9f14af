"""What an arbiter finds on the pages: the way to what they may do, and what is said where they may not go."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desk.desks import Visitor
from desk.hall import opened
from desk.played_rounds import drawn, enter_all
from tritempo_host.desk.access import Role

T = "/t/3r-matam"


@pytest.fixture
def arbiter(store: Path) -> Iterator[Visitor]:
    drawn(store)
    with opened(store) as hall:
        yield hall.somebody(Role.ARBITER)


def test_from_every_page_there_is_a_way_to_who_comes_late(arbiter: Visitor, store: Path) -> None:
    for page in ("", "/round/1", "/results/1", "/penalties"):
        assert f'<a href="{T}/checkin"' in arbiter.get(T + page), page
    assert f'<a href="{T}/penalties"' in arbiter.get(f"{T}/checkin")
    round_ = arbiter.get(f"{T}/round/1")
    assert f'href="{T}/round/1/fixtures"' in round_ and f'href="{T}/people"' not in round_
    enter_all(store, "3r-matam")
    arbiter.get(f"{T}/round/1/fixtures")


def test_a_page_that_is_not_for_them_is_no_deed_that_failed(arbiter: Visitor) -> None:
    looked = arbiter.get(f"{T}/settings", 403)
    assert "<h1>You have no access to this</h1>" in looked and "This was not done" not in looked
    done = arbiter.post(f"{T}/people", {"name": "Team 10"}, form_at=f"{T}/checkin")
    assert done.status_code == 403 and "<h1>This was not done</h1>" in done.text
