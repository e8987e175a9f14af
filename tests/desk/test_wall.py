"""The screen on the wall: which round the hall is in, who sits out, what is shown in which order."""

import re
from pathlib import Path
from typing import Any

import pytest

from desk.desks import load, make, visited, write
from desk.played_rounds import draw, drawn, enter_all
from tritempo_host.desk.wall import shown_round
from tritempo_host.tournament import Draft, Tournament

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
        assert ">Round 2 / 5<" in wall and "data-until-ms" in wall and 'class="panel seats"' in wall
        head = re.search(r'<p class="hall".*?</p>', visitor.get(f"/t/{SLUG}/people"), re.DOTALL)
        assert head and "Round 2" in head[0] and f"/t/{SLUG}/round/2" in head[0]
