"""A picture is drawn anew when it is no longer true: not before, and never later."""

import random

import pytest

import random_games
from paper import Paper
from tritempo.display import panels, rhythm, screens
from tritempo.view import view

INFO = {"lang": "ca", "names": ["Anna", "Bernat", "Carla", "Dana"], "round": 2, "table": 5, "log": 1, "saved": True}


def picture(game, t: int) -> object:
    """All of the display; of a turn that runs, its time."""
    paper = Paper()
    screens.draw(paper, view(game, t), None, dict(INFO, now=t, control_name="x", at_zero=game.control.at_zero))
    if game.state == "running":
        return [paper.kept.get(place) for place in (screens.TIME, panels.BAND)]
    return paper.rows


@pytest.mark.parametrize("seed", range(40))
def test_the_picture_stands_as_long_as_it_says(seed):
    rng = random.Random(seed)
    for game, t, kind, args in random_games.play(rng, 25):
        game.input(t, kind, *args)
        deadline = game.next_deadline()
        now = t + rng.randint(0, 3000)
        if deadline is not None:
            now = max(t, min(now, deadline - 1))
        still = rhythm.still_ms(view(game, now), None, now)
        assert 1 <= still <= 2000
        last = now + min(still, 100 if still == rhythm.LIVELY_MS else still) - 1
        if still != rhythm.LIVELY_MS:
            assert picture(game, now) == picture(game, last), (view(game, now), still)


def test_seconds_change_on_time():
    """Two pictures of one second are the same, and the next one is another."""
    seen = 0
    for game, t, kind, args in random_games.play(random.Random(3), 60, "matam"):
        game.input(t, kind, *args)
        if game.state == "running" and game.left_ms(t) > 20_000:
            now = t + 1
            still = rhythm.still_ms(view(game, now), None, now)
            assert picture(game, now) != picture(game, now + 1000)
            assert still <= 1000
            seen += 1
    assert seen > 5


def test_while_something_is_asked_for_a_while_it_looks_often():
    asked = {"id": "setup", "left_ms": None, "mark": None, "word": None}
    for still_open in ({"left_ms": 8000}, {"mark": "pass"}, {"word": "ig_state"}):
        assert rhythm.still_ms(None, dict(asked, **still_open), 0) == rhythm.LIVELY_MS
    assert rhythm.still_ms(None, asked, 500) == 1500
    assert rhythm.still_ms(None, None, 500) == 1500
