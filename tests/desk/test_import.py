"""The import: shown first, written when it is confirmed, and only then."""

import re
import time
from pathlib import Path

import pytest
from httpx2 import Response

from desk.desks import Visitor, load, looks, make, people, visited, write
from tritempo_host.tournament import Draft

T = "/t/3r-matam/import"


@pytest.fixture
def empty(store: Path):
    make(store, entrants=0)
    with visited(store) as visitor:
        yield visitor


def sends(visitor: Visitor, data: bytes, name: str = "teams.csv", at: str = T, **fields: str) -> Response:
    return visitor.post(at, fields, files={"file": (name, data, "text/csv")})


def hidden(page: str) -> dict[str, str]:
    """What the form to confirm would send."""
    form = next(form for form in re.findall(r"<form method=\"post\".*?</form>", page, re.DOTALL) if "digest" in form)
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))


def confirms(visitor: Visitor, page: str, at: str = T) -> Response:
    return visitor.post(at, hidden(page))


def test_a_file_is_shown_then_written(empty: Visitor, store: Path) -> None:
    answer = sends(empty, people("matam", 9).encode())
    assert answer.status_code == 200
    assert "New teams: 9; players: 27. Nothing is saved yet." in answer.text
    for said in ("UTF-8", "semicolon", ["team", "name", "rating"][0], "P1B", "1490", "Import the teams: 9"):
        assert said in answer.text
    assert not load(store, "3r-matam").teams
    done = confirms(empty, answer.text)
    assert done.status_code == 303
    assert "The list is in. Teams: 9; players: 27." in empty.get(done.headers["location"])
    t = load(store, "3r-matam")
    assert len(t.teams) == 9 and t.name_of(3) == "Team 3"


def test_what_was_copied_into_the_box(empty: Visitor) -> None:
    answer = empty.post(T, {"text": people("matam", 3).replace(";", "\t")})
    assert "New teams: 3;" in answer.text and "tab" in answer.text and "UTF-8" in answer.text
    assert confirms(empty, answer.text).status_code == 303


def test_the_letters_of_an_old_excel(empty: Visitor) -> None:
    text = "equip;nom;barruf;mida\nÀguiles;Núria Gómez;1400;L\nÀguiles;Joan Peçanha;;M\nÀguiles;Lluís Vallès;1200;S"
    page = sends(empty, text.encode("cp1252")).text
    assert "Windows-1252" in page and "Núria Gómez" in page
    assert re.search(r"columns not used</dt><dd[^>]*><bdi>mida", page)


def test_players_alone(store: Path) -> None:
    slug = make(store, "romania", 0)
    at = f"/t/{slug}/import"
    with visited(store) as visitor:
        page = sends(visitor, people("romania", 40).encode(), at=at).text
        assert "New players: 40." in page and "1599" in page
        assert confirms(visitor, page, at).status_code == 303
    assert len(load(store, slug).players) == 40


def test_a_list_of_teams_in_an_event_of_single_players_says_what_is_left_out(store: Path) -> None:
    slug = make(store, "romania", 0)
    with visited(store) as visitor:
        page = sends(visitor, people("matam", 3).encode(), at=f"/t/{slug}/import").text
        main = page[page.index("<main") :]
        assert "New players: 9." in main and "In this tournament each plays alone" in main
        assert "team" in main[main.index("each plays alone") :][:200] and 'href="/new"' in main
        assert "each plays alone" not in sends(visitor, people("romania", 3).encode(), at=f"/t/{slug}/import").text


def test_wrong_lines_are_all_named_with_their_lines(empty: Visitor, store: Path) -> None:
    text = "team;name;rating\nA;Anna;much\nA;\nA;Carla;1400\nA;Carla;1400"
    answer = sends(empty, text.encode())
    assert answer.status_code == 422
    assert "A;Anna;much" in answer.text and "line 2" in answer.text.lower() and "line 5" in answer.text.lower()
    assert "digest" not in answer.text
    assert "A;Carla;1400</textarea>" in answer.text, "a short file can be mended in the box"
    assert load(store, "3r-matam").last == 1


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no line of data"),
        (b"\n\n", "no line of data"),
        (b"team;name\n", "no line of data"),
        (b"hello", "must say what each column is"),
        (b"\xff\xfe\x00\xd8", "cannot be read as text"),
        (bytes(range(256)) * 20, "cannot be read as text"),
        (b'team;name\nA;"Anna', "quotes do not add up"),
        (b"x" * 5_000_001, "too big"),
    ],
)
def test_what_is_no_list(empty: Visitor, data: bytes, said: str) -> None:
    answer = sends(empty, data)
    assert answer.status_code == 422 and said in answer.text


def test_five_megabytes_of_players(empty: Visitor) -> None:
    line = b"A team of the hall;" + b"x" * 900 + b";1400\n"
    data = b"team;name;rating\n" + line * (4_990_000 // len(line))
    began = time.process_time()
    answer = sends(empty, data)
    assert answer.status_code == 422 and "too long" in answer.text and len(answer.text) < 400_000
    assert time.process_time() - began < 10


def test_seven_megabytes_are_not_read(empty: Visitor) -> None:
    assert sends(empty, b"x" * 7_000_000).status_code == 413


def test_nothing_at_all(empty: Visitor) -> None:
    assert "There is nothing to read" in empty.post(T, {"text": "  \n "}).text
    assert "There is nothing to read" in empty.post(T, {}).text
    assert "There is nothing to read" in empty.post(T, {"do": "confirm", "data": "!!"}).text


def test_a_small_form_that_grows_huge(empty: Visitor) -> None:
    import base64
    import zlib

    packed = base64.urlsafe_b64encode(zlib.compress(b"a" * 60_000_000)).decode()
    answer = empty.post(T, {"do": "confirm", "data": packed})
    assert answer.status_code == 422 and "too big" in answer.text


def test_names_that_would_be_markup(empty: Visitor) -> None:
    text = 'team;name\n<b>A</b>;<script>alert(1)</script>\n<b>A</b>;"=HYPERLINK(""x"")"\n<b>A</b>;\'><img src=x>'
    page = sends(empty, text.encode(), name='"><script>.csv').text
    assert "New teams: 1;" in page
    for raw in ("<script>alert", "<b>A", "<img src=x", '"><script>'):
        assert raw not in page
    after = empty.get(confirms(empty, page).headers["location"])
    assert "<script>alert" not in after and "&lt;script&gt;alert(1)" in after


def test_importing_twice_writes_once(empty: Visitor, store: Path) -> None:
    page = sends(empty, people("matam", 3).encode()).text
    assert confirms(empty, page).status_code == 303
    again = confirms(empty, page)
    assert again.status_code == 422 and "is in the tournament already" in again.text
    assert len(load(store, "3r-matam").teams) == 3


def test_a_file_that_has_grown(empty: Visitor, store: Path) -> None:
    confirms(empty, sends(empty, people("matam", 3).encode()).text)
    answer = sends(empty, people("matam", 5).encode())
    assert "Pass over the lines that are there already: 9" in answer.text
    kept = dict(re.findall(r'name="(data|filename|passing)" value="([^"]*)"', answer.text))
    page = empty.post(T, kept).text
    assert "New teams: 2; players: 6." in page and "lines that are there already</dt><dd>9" in page
    assert confirms(empty, page).status_code == 303
    assert len(load(store, "3r-matam").teams) == 5
    page = empty.post(T, kept).text
    assert "All that the file says is there already." in page


def test_what_is_written_is_what_was_shown(empty: Visitor, store: Path) -> None:
    page = sends(empty, people("matam", 3).encode()).text
    write(store, "3r-matam", Draft("team", {"name": "Quick"}))
    looks(empty)
    answer = confirms(empty, page)
    assert answer.status_code == 409
    assert "somebody changed the list of entrants" in answer.text
    assert len(load(store, "3r-matam").teams) == 1
    assert confirms(empty, answer.text).status_code == 303
    assert load(store, "3r-matam").name_of(2) == "Team 1"


def test_a_form_that_was_tampered_with(empty: Visitor, store: Path) -> None:
    page = sends(empty, people("matam", 3).encode()).text
    other = hidden(sends(empty, people("matam", 6).encode()).text)["data"]
    assert empty.post(T, hidden(page) | {"data": other}).status_code == 409
    assert not load(store, "3r-matam").teams


def test_a_restart_between_preview_and_confirmation(store: Path) -> None:
    make(store, entrants=0)
    with visited(store) as visitor:
        page, cookies = sends(visitor, people("matam", 3).encode()).text, visitor.client.cookies
    with visited(store) as visitor:
        visitor.client.cookies = cookies
        assert confirms(visitor, page).status_code == 303
    assert len(load(store, "3r-matam").teams) == 3


def test_several_thousand_players(store: Path) -> None:
    slug = make(store, "romania", 0)
    at = f"/t/{slug}/import"
    with visited(store) as visitor:
        began = time.process_time()
        page = sends(visitor, people("romania", 3000).encode(), at=at).text
        assert "New players: 3000." in page
        assert confirms(visitor, page, at).status_code == 303
        assert time.process_time() - began < 30
    assert len(load(store, slug).players) == 3000


def test_who_comes_late_is_told_the_round(matam: Visitor, store: Path) -> None:
    from tournament.tournaments import one_draw

    write(store, "3r-matam", one_draw())
    looks(matam)
    text = "team;name\n" + "\n".join(f"Late;L{b}" for b in "BGP")
    page = sends(matam, text.encode()).text
    assert re.search(r"play from</dt><dd>Round 2", page)
    confirms(matam, page)
    assert load(store, "3r-matam").teams[10].entered == 2
