"""The screen on the wall: which round the hall is in, who sits out, what is shown in which order."""

import re
from pathlib import Path
from typing import Any

import pytest

from desk.desks import Visitor, load, make, visited, write
from desk.hall import opened
from desk.played_rounds import draw, drawn, enter_all
from tritempo_host.tournament import Draft, Tournament
from tritempo_host.tournament.hall import shown_round

SLUG = "3r-matam"
LONG_AGO, LATER = "2026-11-29T09:00:00+00:00", "2099-01-01T10:00:00+00:00"


def reopen(store: Path, slug: str, number: int) -> Tournament:
    closed = load(store, slug).rounds[number].closed
    return write(store, slug, Draft("reopen", {"round": number, "entry": closed}, "one was wrong"))


def begin(store: Path, slug: str, number: int, at: str = LONG_AGO) -> Tournament:
    return write(store, slug, Draft("start", {"round": number, "at": at}))


def shown(t: Tournament) -> int | None:
    found = shown_round(t)
    return found.number if found else None


# Which round


@pytest.mark.parametrize(
    ("steps", "number"),
    [
        ("draw 1", 1),
        ("draw 1, enter 1", 1),
        ("draw 1, enter 1, close 1", 1),
        ("draw 1, enter 1, close 1, draw 2", 2),
        # drawn while the one before is still played
        ("draw 1, begin 1, most 1, draw 2", 1),
        ("draw 1, most 1, draw 2", 1),
        # all drawn before the first begins: that one is played, its results stay until it is closed
        ("draw 1, draw 2, draw 3", 1),
        ("draw 1, draw 2, begin 1", 1),
        ("draw 1, draw 2, begin 1, enter 1", 1),
        ("draw 1, draw 2, begin 1, enter 1, close 1", 2),
        # not closed yet, and the next was drawn when all was in: that is where one goes now
        ("draw 1, enter 1, draw 2", 2),
        # a game is put off, and the others play on
        ("draw 1, begin 1, most 1, draw 2, begin 2", 2),
        ("draw 1, most 1, draw 2, most 2", 2),
        # opened again to correct a table, at any moment of the next
        ("draw 1, begin 1, enter 1, close 1, draw 2, reopen 1", 2),
        ("draw 1, begin 1, enter 1, close 1, draw 2, begin 2, reopen 1", 2),
        ("draw 1, begin 1, enter 1, close 1, draw 2, begin 2, most 2, reopen 1", 2),
        ("draw 1, enter 1, close 1, draw 2, begin 2, enter 2, reopen 1", 2),
        ("draw 1, enter 1, close 1, draw 2, enter 2, close 2, reopen 1", 2),
    ],
)
def test_the_round_that_the_hall_is_in(store: Path, steps: str, number: int) -> None:
    slug = make(store)
    does: dict[str, Any] = {
        "draw": lambda n: draw(store, slug, n),
        "begin": lambda n: begin(store, slug, n),
        "most": lambda n: enter_all(store, slug, n, but=[1]),
        "enter": lambda n: enter_all(store, slug, n),
        "close": lambda n: write(store, slug, Draft("close", {"round": n})),
        "reopen": lambda n: reopen(store, slug, n),
    }
    for step in steps.split(", "):
        verb, n = step.split()
        does[verb](int(n))
    assert shown(load(store, slug)) == number


def test_before_the_first_draw_there_is_none(store: Path) -> None:
    assert shown(load(store, make(store, "matam", 0))) is None


def test_a_round_that_is_opened_again_leaves_the_hall_where_it_is(store: Path) -> None:
    drawn(store)
    enter_all(store, SLUG)
    write(store, SLUG, Draft("close", {"round": 1}))
    draw(store, SLUG, 2)
    begin(store, SLUG, 2, LATER)
    reopen(store, SLUG, 1)
    with visited(store) as visitor:
        wall = visitor.get(f"/wall/{SLUG}")
        assert ">Round 2 / 5<" in wall and "data-until-ms" in wall and 'data-kind="seats"' in wall
        head = re.search(r'<p class="hall".*?</p>', visitor.get(f"/t/{SLUG}/people"), re.DOTALL)
        assert head and "Round 2" in head[0] and f"/t/{SLUG}/round/2" in head[0]


# Who does not play


def seats(page: str) -> str:
    """The last of the panels that say who plays where."""
    return page.split('data-kind="seats"')[-1].partition("</section>")[0]


def test_who_sits_out_is_on_the_wall(store: Path) -> None:
    slug = drawn(store, "romania", 9)
    [bye] = load(store, slug).rounds[1].bye
    with visited(store) as visitor:
        said = rf'<bdi class="who">Player {bye}</bdi> <span class="why">sits out'
        assert len(re.findall(said, seats(visitor.get(f"/wall/{slug}")))) == 1


def test_who_is_absent_is_on_the_wall_unless_seated_all_the_same(store: Path) -> None:
    slug = make(store, "matam", 12)
    write(store, slug, *(Draft("absent", {"entrant": team, "round": 1}) for team in (4, 8, 11)))
    draw(store, slug, 1)
    write(store, slug, Draft("absent", {"entrant": 1, "round": 1}))  # comes to be known too late
    with visited(store) as visitor:
        page = visitor.get(f"/wall/{slug}")
        said = re.findall(r'<bdi class="who">(Team \d+)</bdi> <span class="why">([^<]*)', page)
        assert said == [("Team 4", "absent"), ("Team 8", "absent"), ("Team 11", "absent")]


def test_of_many_who_are_absent_some_are_named(store: Path) -> None:
    slug = make(store, "romania", 19)
    write(store, slug, *(Draft("absent", {"entrant": each, "round": 1}) for each in range(10, 20)))
    draw(store, slug, 1)
    with visited(store) as visitor:
        strip = seats(visitor.get(f"/wall/{slug}")).partition('class="out"')[2]
        assert strip.count('class="who"') == 4 and "sits out" in strip and "+7" in strip


# By name, by table


def kinds(page: str) -> list[str]:
    return re.findall(r'data-kind="(\w+)"', page)


def test_single_players_are_shown_by_name_first(store: Path) -> None:
    slug = drawn(store, "romania", 19)
    with visited(store) as visitor:
        page = visitor.get(f"/wall/{slug}")
        assert kinds(page) == ["names", "seats"]
        lines = re.findall(r'<bdi class="who[^"]*">([^<]*)</bdi> <span class="(at|why)">([^<]*)', page)[:19]
        assert [name for name, _, _ in lines] == [f"Player {n}" for n in range(1, 20)]
        t = load(store, slug)
        there = {f"Player {n}": str(game.table) for game in t.rounds[1].games.values() for n in game.players}
        assert {name: at for name, kind, at in lines if kind == "at"} == there
        [bye] = t.rounds[1].bye
        assert [(name, said.split(" (")[0]) for name, kind, said in lines if kind == "why"] == [
            (f"Player {bye}", "sits out")
        ]


def test_many_names_take_several_screens_of_even_length(store: Path) -> None:
    slug = drawn(store, "wespa", 74)
    with visited(store) as visitor:
        page = visitor.get(f"/wall/{slug}")
        assert kinds(page)[:4] == ["names", "names", "names", "seats"]
        columns = re.findall(r'data-columns="(\d)" data-rows="(\d+)"', page)
        assert columns == [("3", "9"), ("3", "9"), ("3", "8")]


@pytest.mark.parametrize(("teams", "first"), [(9, "seats"), (12, "names")])
def test_teams_are_shown_by_name_where_there_are_many_tables(store: Path, teams: int, first: str) -> None:
    drawn(store, "matam", teams)
    with visited(store) as visitor:
        assert kinds(visitor.get(f"/wall/{SLUG}"))[0] == first


def test_when_all_results_are_in_nobody_looks_for_a_table(store: Path) -> None:
    slug = drawn(store, "romania", 8)
    enter_all(store, slug)
    with visited(store) as visitor:
        assert kinds(visitor.get(f"/wall/{slug}")) == ["results", "standings"]


# For phones


def test_without_a_network_there_is_no_square(untouched: Visitor) -> None:
    assert "<svg" not in untouched.get(f"/wall/{SLUG}")


def test_the_square_leads_phones_to_the_public_pages_whatever_who_asks_calls_the_desk(store: Path) -> None:
    drawn(store)
    with opened(store, names=("hall.local",)) as hall:
        other = hall.stranger().get(f"/wall/{SLUG}", headers={"Host": "203.0.113.66:80"})
        assert "203.0.113.66" not in other and "<small>hall.local" in other
        page = hall.stranger().get(f"/wall/{SLUG}")
        assert (
            page.count('<svg class="qr"') == 1 and 'aria-label="Public pages"' in page and "<small>hall.local" in page
        )
