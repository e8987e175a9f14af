"""Who takes part: added one after the other, changed by two at once, gone and back."""

import re
from pathlib import Path

import pytest

from desk.desks import Visitor, load, looks, make, visited, write
from tournament.tournaments import one_draw, result
from tritempo_host.tournament import Draft

T = "/t/3r-matam/people"


def rows(page: str) -> list[str]:
    return re.findall(r'<tr id="e(\d+)"', page)


def test_the_list_says_who_plays_where_and_why(matam: Visitor) -> None:
    page = matam.get(T)
    assert "Teams entered: 9" in page and rows(page) == [str(n) for n in range(1, 10)]
    assert "boards by rating" in page
    assert page.index("P1B") < page.index("P1G") < page.index("P1P")


@pytest.mark.parametrize(("wanted", "found"), [("team 3", "3"), ("P7G", "7"), ("nobody", None), ("<b>", None)])
def test_a_name_is_looked_for(matam: Visitor, wanted: str, found: str | None) -> None:
    page = matam.get(T, params={"q": wanted})
    assert rows(page) == ([found] if found else [])
    assert "<b>" not in page


def test_a_team_with_its_players(matam: Visitor, store: Path) -> None:
    fields = {"name": "Els Tardans", "club": "Molins"}
    fields |= {
        "new1_name": "Pere",
        "new1_rating": "1300",
        "new2_name": "Marta",
        "new2_rating": "1250,5",
        "new3_name": "",
    }
    page = matam.does(T, fields)
    assert "10: “Els Tardans” is in. Entrants: 10." in page
    assert re.search(r'<input id="name"[^>]*autofocus', page), "the cursor is back"
    assert "Team Els Tardans has 2 players and must have 3." in page
    t = load(store, "3r-matam")
    assert [(each.name, str(each.rating)) for each in t.team_players(10)] == [("Pere", "1300"), ("Marta", "2501/2")]


def test_players_one_after_the_other(store: Path) -> None:
    slug = make(store, "romania", 0)
    at = f"/t/{slug}/people"
    page = ""
    with visited(store) as visitor:
        for name in ("Ana", "Dan", "Ștefan Țurcanu"):
            page = visitor.does(
                at, {"name": name, "rating": "", "club": "Argus", "licence": "7"}, form_at=at + "?add=1"
            )
        assert "3: “Ștefan Țurcanu” is in." in page
    t = load(store, slug)
    assert [each.name for each in t.players.values()] == ["Ana", "Dan", "Ștefan Țurcanu"]
    assert t.players[3].club == "Argus" and t.players[3].rating is None


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": "Team 3"}, "is there already (number 3)"),
        ({"name": ""}, "empty"),
        ({"name": "x" * 200}, "too long"),
        ({"name": "New", "new1_name": "Anna", "new1_rating": "high"}, "must be a number"),
        ({"name": "New", "new1_rating": "1400"}, "empty"),
        ({"name": "a\u202eb", "new1_name": "Anna"}, "hidden characters"),
    ],
)
def test_what_cannot_be_added_is_said_and_stays(matam: Visitor, store: Path, fields: dict[str, str], said: str) -> None:
    answer = matam.post(T, fields | {"club": "Kept Club"})
    assert answer.status_code == 422
    assert said in answer.text and 'value="Kept Club"' in answer.text
    assert len(load(store, "3r-matam").teams) == 9, "all of it or nothing"


def test_names_that_would_be_markup(matam: Visitor) -> None:
    hostile = '<script>alert(1)</script>"onfocus="x'
    page = matam.does(T, {"name": hostile, "new1_name": "{{ 7 * 7 }}", "club": "<img src=x>"})
    assert "<script>alert" not in page and "<img src" not in page and "{{ 7 * 7 }}" in page
    page = matam.get(f"{T}/10")
    assert "<script>alert" not in page and 'onfocus="x"' not in page


def form(page: str) -> dict[str, str]:
    """All that the first form of the page would send."""
    text = page[page.index("data-keep>") : page.index("</form>", page.index("data-keep>"))]
    fields = dict(re.findall(r'<input[^>]*name="([^"]+)"[^>]*? value="([^"]*)"', text))
    for name, options in re.findall(r'<select[^>]*name="([^"]+)">(.*?)</select>', text):
        chosen = re.search(r"<option selected>([^<]*)", options)
        fields[name] = chosen[1] if chosen else ""
    return {key: value for key, value in fields.items() if not key.endswith("leave")}


def test_what_was_changed_is_written_and_nothing_else(matam: Visitor, store: Path) -> None:
    at = f"{T}/2"
    fields = form(matam.get(at))
    page = matam.does(at, fields | {"p5_name": "Núria", "p4_rating": "", "p6_board": "B"})
    assert "“Team 2” is saved." in page
    t = load(store, "3r-matam")
    assert (t.players[5].name, t.players[4].rating, t.players[6].board) == ("Núria", None, "B")
    assert t.last == load(store, "3r-matam").last
    with_why = matam.get(T)
    assert "some boards chosen, the others by rating" in with_why
    assert "There was nothing to change." in matam.does(at, form(matam.get(at)))


def test_two_change_one_team(matam: Visitor, store: Path) -> None:
    at = f"{T}/2"
    first, second = form(matam.get(at)), form(matam.get(at))
    assert matam.client.post(at, data=first | {"name": "Mine"}, headers=origin(matam)).status_code == 200
    # what the other has not touched goes through
    answer = matam.client.post(at, data=second | {"p4_rating": "1600"}, headers=origin(matam), follow_redirects=False)
    assert answer.status_code == 303
    answer = matam.client.post(at, data=second | {"name": "Theirs", "club": "Reus"}, headers=origin(matam))
    assert answer.status_code == 409
    assert "Meanwhile" in answer.text and "It says now: Mine" in answer.text
    assert 'value="Theirs"' in answer.text and 'value="Reus"' in answer.text
    assert load(store, "3r-matam").name_of(2) == "Mine"
    kept = form(answer.text)
    assert kept["p4_rating"] == "1600", "what the second had not changed is what is there now"
    assert matam.client.post(at, data=kept, headers=origin(matam)).status_code == 200
    t = load(store, "3r-matam")
    assert (t.name_of(2), t.teams[2].club, str(t.players[4].rating)) == ("Theirs", "Reus", "1600")


def origin(visitor: Visitor) -> dict[str, str]:
    return {"Origin": str(visitor.client.base_url).rstrip("/")}


def test_a_substitute(matam: Visitor, store: Path) -> None:
    write(store, "3r-matam", one_draw())
    looks(matam)
    at = f"{T}/1"
    fields = form(matam.get(at))
    matam.does(at, fields | {"p1_leave": "1", "new1_name": "Reserve", "new1_rating": "1499"})
    t = load(store, "3r-matam")
    assert t.players[1].team is None and [each.name for each in t.team_players(1)][-1] == "Reserve"
    page = matam.get(T)
    assert "Without a team: <bdi>P1B" in page and "Reserve" in page


def test_who_leaves_and_comes_back(matam: Visitor, store: Path) -> None:
    at = f"{T}/4"
    page = matam.does(at, {"do": "withdraw", "round": "1", "why": "ill"})
    assert "is not drawn from round 1 on" in page and "left in round 1" in page
    assert 4 not in load(store, "3r-matam").present(1)
    assert 'value="back"' in matam.get(at)
    answer = matam.post(at, {"do": "withdraw", "round": "1"})
    assert answer.status_code == 422
    matam.does(at, {"do": "back", "round": "1"})
    assert 4 in load(store, "3r-matam").present(1)


def test_a_late_entry_plays_from_the_next_round(matam: Visitor, store: Path) -> None:
    write(store, "3r-matam", one_draw())
    looks(matam)
    assert "will be drawn in round 2" in matam.does(T, {"name": "Late", "new1_name": "A"})
    assert load(store, "3r-matam").teams[10].entered == 2
    assert "from round 2" in matam.get(T)


def test_a_mistake_is_taken_off_the_list(matam: Visitor, store: Path) -> None:
    at = f"{T}/9"
    matam.does(at, form(matam.get(at)) | {"name": "Other name"})
    assert "is off the list" in matam.does(at, {"do": "remove"})
    t = load(store, "3r-matam")
    assert len(t.teams) == 8 and len(t.players) == 24
    matam.get(at, 404)
    write(store, "3r-matam", one_draw(), result(1))
    looks(matam)
    assert "Take off the list" not in matam.get(f"{T}/1")
    assert matam.post(f"{T}/1", {"do": "remove"}).status_code == 422
    assert "Take off the list" in matam.get(f"{T}/8")


def test_a_rating_below_nothing_is_refused(store: Path) -> None:
    slug = make(store, "romania", 2)
    at = f"/t/{slug}/people/1"
    with visited(store) as visitor:
        answer = visitor.post(at, {"do": "save", "name": "Player 1", "rating": "-20"})
        assert answer.status_code == 422 and "rating" in answer.text and "between 0 and 100000" in answer.text
        assert 'value="-20"' in answer.text


@pytest.mark.parametrize("which", ["0", "99", "x", "1e3", "٣"])
def test_nobody_of_that_number(matam: Visitor, which: str) -> None:
    matam.get(f"{T}/{which}", 404)


def test_penalties_and_notes(matam: Visitor, store: Path) -> None:
    at = "/t/3r-matam/penalties"
    given = {"do": "penalty", "whom": "player:5", "kind": "technical", "points": "", "why": "phone <rang>"}
    page = matam.does(at, given)
    assert "Technical warning for “P2G”." in page and "phone &lt;rang&gt;" in page
    matam.does(at, given | {"whom": "entrant:3", "kind": "points", "points": "0,5"})
    t = load(store, "3r-matam")
    assert [(each.entrant, each.player, str(each.points)) for each in t.penalties] == [(2, 5, "0"), (3, None, "1/2")]
    page = matam.does(at, {"do": "note", "text": "Hall opened late\n<b>cold</b>", "table": "4"})
    assert "&lt;b&gt;cold&lt;/b&gt;" in page and "Table 4" in page


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"whom": ""}, "Choose to whom."),
        ({"whom": "entrant:99"}, "Choose to whom."),
        ({"whom": "store:1"}, "Choose to whom."),
        ({"why": " "}, "there is no penalty without a reason"),
        ({"kind": "points", "points": "many"}, "How many points?"),
        ({"kind": "points", "points": "-5"}, "How many points?"),
        ({"kind": "points", "points": "0"}, "How many points?"),
        ({"why": "a\u202eb"}, "hidden characters"),
        ({"round": "7"}, "There is no round “7” here"),
        ({"round": "-1"}, "There is no round “-1” here"),
        ({"do": "note", "text": " "}, "empty"),
    ],
)
def test_a_penalty_that_cannot_be(matam: Visitor, given: dict[str, str], said: str) -> None:
    whole = {"do": "penalty", "whom": "entrant:1", "kind": "technical", "points": "", "why": "late"}
    answer = matam.post("/t/3r-matam/penalties", whole | given)
    assert answer.status_code == 422 and said in answer.text


@pytest.mark.parametrize(
    ("given", "field", "said"),
    [
        ({"round": "2"}, "note-round", "There is no round “2” here: choose one that was drawn, or none."),
        ({"round": "x"}, "note-round", "There is no round “x” here"),
        ({"table": "-3"}, "table", "There is no table “-3”: tables have numbers from 1."),
        ({"table": "three"}, "table", "There is no table “three”"),
        ({"table": "12"}, "table", "No table 12 was drawn."),
        ({"round": "1", "table": "12"}, "table", "In round 1 there is no table 12."),
    ],
)
def test_a_note_of_what_is_not_there(round_one: Visitor, given: dict[str, str], field: str, said: str) -> None:
    at = "/t/3r-matam/penalties"
    answer = round_one.post(at, {"do": "note", "text": "a glass fell", **given})
    assert answer.status_code == 422 and said in answer.text
    assert f'id="{field}-wrong"' in answer.text and "a glass fell" in answer.text
    assert re.search(rf'id="{field}"[^>]*aria-invalid="true" aria-describedby="{field}-wrong"', answer.text)
    page = round_one.does(at, {"do": "note", "text": "a glass fell", "round": "1", "table": "2"})
    assert "Round 1 · Table 2" in page


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("sirbu", ["Sîrbu Ion"]),
        ("SÎRBU", ["Sîrbu Ion"]),
        ("nuria", ["Núria Gómez"]),
        ("col lell", []),
        ("collell", ["Col·lell, Marc"]),
        ("țiriac", ["Ţiriac Ana"]),
        ("  gomez ", ["Núria Gómez"]),
        ("reus", ["Col·lell, Marc"]),
        ("2", ["Núria Gómez"]),
        ("·", ["Col·lell, Marc"]),
    ],
)
def test_who_is_looked_for_is_found_without_accents(store: Path, query: str, found: list[str]) -> None:
    slug = make(store, "romania", 0)
    people = (("Sîrbu Ion", ""), ("Núria Gómez", ""), ("Col·lell, Marc", "Reus"), ("Ţiriac Ana", ""))
    write(store, slug, *(Draft("player", {"name": name, "club": club}) for name, club in people))
    with visited(store) as visitor:
        page = visitor.get(f"/t/{slug}/people", params={"q": query})
    assert [each for each, _ in people if f"<bdi>{each}</bdi></a>" in page] == found
