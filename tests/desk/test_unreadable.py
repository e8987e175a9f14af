"""A tournament into which a later version of this program wrote what this one does not know: it is said where one looks
at it, and in the way of nothing else."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from desk.desks import Visitor, make, visited
from tritempo_host.store import open_store
from tritempo_host.store.models import EntryRow, TournamentRow

REASONS = {"kind": "does not know (&#34;marvel&#34;)", "rules": "There is no rule set &#34;marvel&#34;"}


@pytest.fixture(params=REASONS)
def what(request: pytest.FixtureRequest) -> str:
    """What cannot be read in it."""
    return request.param


@pytest.fixture
def reason(what: str) -> str:
    return REASONS[what]


@pytest.fixture
def beside(what: str, store: Path) -> Iterator[Visitor]:
    """The desk of a store with a MàTaM and, made after it, a tournament that cannot be read."""
    make(store)
    created = {"name": "From later", "rules": "marvel" if what == "rules" else "matam"}
    kinds = [("created", created), *([("marvel", {})] if what == "kind" else [])]
    now = datetime.now(UTC)
    with open_store(store, "en") as opened:

        def work(rows) -> None:
            row = TournamentRow(slug="from-later", name="From later", created_at=now)
            rows.add(row)
            rows.flush()
            for number, (kind, body) in enumerate(kinds, 1):
                rows.add(EntryRow(tournament_id=row.id, number=number, at=now, who="ana", kind=kind, body=body))

        opened.write(work)
    with visited(store) as visitor:
        yield visitor


def test_the_list_has_it_with_the_reason_and_the_others(beside: Visitor, reason: str) -> None:
    page = beside.get("/")
    assert 'href="/t/3r-matam"' in page and 'href="/t/from-later"' in page
    assert reason in page


@pytest.mark.parametrize("page", ["", "/round/1", "/history", "/people"])
def test_its_own_pages_say_why(beside: Visitor, page: str, reason: str) -> None:
    assert reason in beside.get(f"/t/from-later{page}", 422)


@pytest.mark.parametrize("page", ["/new", "/t/3r-matam", "/t/3r-matam/people", "/wall/3r-matam", "/clocks"])
def test_other_pages_are_there(beside: Visitor, page: str) -> None:
    beside.get(page)


def test_programs_get_the_others(beside: Visitor) -> None:
    answer = beside.client.get("/api/tournaments")
    assert [each["slug"] for each in answer.json()] == ["3r-matam"]
