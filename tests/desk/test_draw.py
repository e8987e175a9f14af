"""The draw at the desk: what is shown is what is published, and what is asked is answered first."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from desk.desks import Visitor, load, looks, make, visited, write
from tritempo_host.store import open_store
from tritempo_host.tournament import Draft

T = "/t/3r-matam"
SCORES = {"scores": [412, 388, 350], "racks": [0, 5, 3], "end": "out", "by": 0}


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """A desk for tests in which nothing is written."""
    store = tmp_path_factory.mktemp("untouched") / "store.db"
    make(store)
    with visited(store) as visitor:
        yield visitor


def fields_of(page: str) -> dict[str, str]:
    """The hidden fields of the form that publishes."""
    form = page[page.index('class="publish"') :]
    found = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))
    return {key: value for key, value in found.items() if key in ("seed", "system", "trumps", "digest", "seen")}


def publish(visitor: Visitor, where: str, page: str | None = None, **more: object) -> str:
    return visitor.does(where, {**fields_of(page or visitor.get(where)), **more}, form_at=where)


def test_what_is_shown_is_what_is_published(matam: Visitor, store: Path) -> None:
    page = matam.get(f"{T}/round/1/draw?seed=molins")
    shown = re.findall(r'<span class="seat" aria-hidden="true">\d</span> <bdi>([^<]+)</bdi>', page)
    assert len(shown) == 27 and not load(store, "3r-matam").rounds
    after = publish(matam, f"{T}/round/1/draw", page)
    assert "Round 1 is published. Seed: molins" in after
    t = load(store, "3r-matam")
    assert [t.players[each].name for game in t.games(1) for each in game.players] == shown
    assert t.rounds[1].seed == "molins"


def test_the_seed_of_the_settings_is_proposed_and_named(store: Path) -> None:
    make(store, settings={"seed": "publicada"})
    with visited(store) as visitor:
        page = visitor.get(f"{T}/round/1/draw")
        assert 'value="publicada"' in page and "that of the settings" in page
        assert "--seed publicada" in page and "tritempo draw --system molinenc" in page


def test_without_one_the_seed_is_by_chance_and_stays_in_the_form(matam: Visitor) -> None:
    first, other = (fields_of(matam.get(f"{T}/round/1/draw"))["seed"] for _ in range(2))
    assert first != other
    assert "by chance" in matam.get(f"{T}/round/1/draw")


def test_the_next_round_takes_the_seed_of_the_one_before(matam: Visitor, store: Path) -> None:
    publish(matam, f"{T}/round/1/draw", matam.get(f"{T}/round/1/draw?seed=molins"))
    page = matam.get(f"{T}/round/2/draw")
    assert 'value="molins"' in page and "rounds before" in page
    assert "Not closed yet: round 1" in page


def test_a_team_that_left_meanwhile_is_said_and_drawn_anew(store: Path) -> None:
    make(store, entrants=12)
    with visited(store) as visitor:
        page = visitor.get(f"{T}/round/1/draw?seed=molins")
        write(store, "3r-matam", *(Draft("absent", {"entrant": n, "round": 1}) for n in (10, 11, 12)))
        answer = visitor.post(f"{T}/round/1/draw", fields_of(page))
        assert answer.status_code == 409 and "Meanwhile who plays has changed" in answer.text
        assert not load(store, "3r-matam").rounds
        publish(visitor, f"{T}/round/1/draw", answer.text)
    assert len(load(store, "3r-matam").rounds[1].games) == 9


def test_a_question_must_be_answered(matam: Visitor, store: Path) -> None:
    publish(matam, f"{T}/round/1/draw")
    first = load(store, "3r-matam").rounds[1].entry
    page = matam.get(f"{T}/round/1/draw?seed=other")
    assert "Round 1 is drawn already. Draw it again?" in page
    answer = matam.post(f"{T}/round/1/draw", fields_of(page))
    assert answer.status_code == 422 and "confirm what is asked" in answer.text
    assert load(store, "3r-matam").rounds[1].entry == first
    yes = re.findall(r'name="yes" value="(\w+)"', page)
    publish(matam, f"{T}/round/1/draw", page, yes=yes)
    assert load(store, "3r-matam").rounds[1].seed == "other"


def test_a_round_with_results_is_not_drawn_again(matam: Visitor, store: Path) -> None:
    page = matam.get(f"{T}/round/1/draw?seed=molins")
    publish(matam, f"{T}/round/1/draw", page)
    again = matam.get(f"{T}/round/1/draw?seed=other")
    write(store, "3r-matam", Draft("result", {"round": 1, "table": 2, **SCORES}))
    yes = re.findall(r'name="yes" value="(\w+)"', again)
    answer = matam.post(f"{T}/round/1/draw", {**fields_of(again), "yes": yes})
    assert answer.status_code == 422 and "Round 1 has results already (tables 2)" in answer.text
    assert 'class="publish"' not in matam.get(f"{T}/round/1/draw")


def test_who_is_not_checked_in_is_asked_about_or_left_out(matam: Visitor, store: Path) -> None:
    write(store, "3r-matam", *(Draft("arrived", {"entrant": n}) for n in (1, 2, 3, 4, 5, 6)))
    looks(matam)
    page = matam.get(f"{T}/round/1/draw?seed=molins")
    assert "Not here yet: Team 7, Team 8, Team 9." in page
    after = matam.does(f"{T}/round/1/draw", {**fields_of(page), "do": "leave_out"})
    assert "Left out of the draw of round 1: 3" in after and "Not here yet" not in after
    assert load(store, "3r-matam").present(1) == [1, 2, 3, 4, 5, 6]


def test_of_two_who_draw_the_second_is_told(matam: Visitor, store: Path) -> None:
    page = matam.get(f"{T}/round/1/draw?seed=molins")
    publish(matam, f"{T}/round/1/draw", matam.get(f"{T}/round/1/draw?seed=other"))
    answer = matam.client.post(
        f"{T}/round/1/draw",
        data={**fields_of(page), "csrf": re.findall(r'name="csrf" value="([^"]*)"', page)[0]},
        headers={"Origin": "http://127.0.0.1:8300"},
    )
    # the question that was not there when the second looked
    assert answer.status_code == 422 and "is drawn already" in answer.text
    assert load(store, "3r-matam").rounds[1].seed == "other"


@pytest.mark.parametrize(
    "query",
    [
        "seed=" + "9" * 1000,
        "seed=%F0%9F%90%B1%E2%80%AE&system=molinenc",
        "seed=a&system=nothing",
        "seed=a&system=" + "x" * 500,
        "seed=%3Cscript%3Ealert(1)%3C/script%3E",
        "seed=a&trumps=1&system=swiss",
        "seed=%00",
    ],
)
def test_nonsense_in_the_address_is_answered(untouched: Visitor, query: str) -> None:
    page = untouched.get(f"{T}/round/1/draw?{query}")
    assert "<script>alert" not in page and "Draw of round 1" in page


@pytest.mark.parametrize("number", ["0", "2", "-1", "x", "1e3", "9" * 30, "%D9%A1"])
def test_rounds_that_cannot_be_drawn_are_no_pages(untouched: Visitor, number: str) -> None:
    untouched.get(f"{T}/round/{number}/draw", 404)


@pytest.mark.parametrize(
    ("rules", "entrants"), [("romania", 7), ("manresa", 5), ("ebre", 7), ("wespa", 6), ("cusca", 9)]
)
def test_players_are_drawn_without_teams(store: Path, rules: str, entrants: int) -> None:
    slug = make(store, rules, entrants)
    with visited(store) as visitor:
        publish(visitor, f"/t/{slug}/round/1/draw", visitor.get(f"/t/{slug}/round/1/draw?seed=x"))
        page = visitor.get(f"/t/{slug}/round/1")
        assert "Player 1" in page and "Round 1" in page
    assert (
        sum(len(game.players) for game in load(store, slug).games(1)) + len(load(store, slug).rounds[1].bye) == entrants
    )


def test_nobody_to_draw_is_said(store: Path) -> None:
    make(store, entrants=0)
    with visited(store) as visitor:
        assert "There is nobody to draw yet" in visitor.get(f"{T}/round/1/draw")


def test_trumps_are_dealt_if_asked_for(matam: Visitor, store: Path) -> None:
    page = matam.get(f"{T}/round/1/draw?seed=molins&system=molinenc&trumps=1")
    publish(matam, f"{T}/round/1/draw", page)
    with open_store(store, "en"):
        assert all(game.trumps for game in load(store, "3r-matam").games(1))


@pytest.mark.parametrize(("teams", "said"), [(5, "Only multiples of three"), (6, "too few for all rounds")])
def test_a_field_that_cannot_be_drawn_leads_to_where_that_is_mended(store: Path, teams: int, said: str) -> None:
    slug = make(store, entrants=teams)
    with visited(store) as visitor:
        page = visitor.get(f"/t/{slug}/round/1/draw")
        main = page[page.index("<main") :]
        assert said in main and f'href="/t/{slug}/settings"' in main and f'href="/t/{slug}/people"' in main


@pytest.mark.parametrize(
    ("rules", "entrants", "offered"),
    [("manresa", 3, ["threes", "swiss"]), ("wespa", 5, ["swiss", "round_robin", "romania"]), ("cusca", 5, [])],
)
def test_only_draws_that_can_be_played_are_offered(store: Path, rules: str, entrants: int, offered: list[str]) -> None:
    slug = make(store, rules, entrants)
    with visited(store) as visitor:
        page = visitor.get(f"/t/{slug}/round/1/draw")
        assert re.findall(r'<option value="(\w+)"', page)[: len(offered) or None] == offered
        assert ("no tables of four or three" in page) == (not offered)
        assert ('class="wish"' in page) == bool(offered)


def test_a_draw_in_the_address_that_the_rules_do_not_play_is_said_and_another_can_be_chosen(store: Path) -> None:
    slug = make(store, "wespa", 6)
    with visited(store) as visitor:
        page = visitor.get(f"/t/{slug}/round/1/draw?seed=x&system=threes")
    assert "would make tables with so many players: 3" in page and "want 2: choose another" in page
    assert 'class="publish"' not in page and '<option value="swiss"' in page
