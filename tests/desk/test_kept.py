"""What is made once for all who only look: always true, never somebody else's, never of another language."""

from pathlib import Path

import pytest

from desk.desks import write
from desk.hall import Hall
from tritempo_host.desk import kept
from tritempo_host.desk.access import Role
from tritempo_host.tournament import Draft

API = "/api/tournaments/3r-matam"
PATHS = ("/wall/3r-matam", "/t/3r-matam/show/people.html", "/public/3r-matam/en/people.html", API)


@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_made_once_and_again_after_a_change(
    hall: Hall, store: Path, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "LIFE_S", 3600.0)
    made: list[object] = []
    page_of = kept._Page
    monkeypatch.setattr(kept, "_Page", lambda *args: made.append(args) or page_of(*args))
    first, other = (hall.stranger().get(path) for _ in range(2))
    assert len(made) == 1 and _timeless(first) == _timeless(other)
    write(store, "3r-matam", Draft("settings", {"name": "4t MàTaM", "place": "Molins"}))
    hall.stranger().get("/")  # the desk looks
    assert "4t MàTaM" in hall.stranger().get(path)
    assert len(made) == 2


def _timeless(page: str) -> str:
    return kept.NOW.sub(b"", page.encode()).decode()


def test_each_language_has_its_own(hall: Hall) -> None:
    path = "/wall/3r-matam"
    assert "Welcome" in hall.stranger().get(path)
    assert "Bine ați venit" in hall.stranger().get(path, headers={"Accept-Language": "ro"})
    assert "Welcome" in hall.stranger().get(path)


def test_who_has_a_role_gets_a_page_of_their_own(hall: Hall) -> None:
    path = "/t/3r-matam/show/people.html"
    hall.stranger().get(path)
    page = hall.somebody(Role.ORGANISER).get(path)
    assert "Núria" in page and "History" in page
    assert "Núria" not in hall.stranger().get(path)


def test_what_is_no_page_is_not_kept(hall: Hall) -> None:
    visitor = hall.stranger()
    for _ in range(2):
        visitor.get("/t/3r-matam/show/nothing.html", 404)
        assert visitor.client.get("/t/3r-matam/people", follow_redirects=False).status_code == 303


def test_the_server_says_its_own_time_each_time(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept.time, "time_ns", lambda: 1_700_000_000_000_000_000)
    assert 'data-now="1700000000000"' in hall.stranger().get("/wall/3r-matam")
