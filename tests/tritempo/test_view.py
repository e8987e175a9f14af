"""The view keeps what it found in the ended turns until they change: it must never show what is true no more."""

import random

import pytest

import random_games
from tritempo.control import Control, preset
from tritempo.game import Game
from tritempo.view import view


def found_anew(game, t):
    game.ended_turns.found = None
    return view(game, t)


@pytest.mark.parametrize("seed", range(150))
def test_what_is_kept_is_what_would_be_found(seed):
    """Undos included, which write the turns anew."""
    for game, t, kind, args in random_games.play(random.Random(seed), 40):
        game.input(t, kind, *args)
        assert view(game, game.now) == found_anew(game, game.now)


def all_pass():
    """MG 24.2: a MàTaM game of three in which everybody has passed twice running."""
    game = Game(Control(preset("matam"), 3))
    game.input(0, "seat", 1)
    for i in range(6):
        game.input(20_000 * (i + 1), "seat", i % 3 + 1)
        game.input(20_000 * (i + 1), "mark", "pass")
    return game


def of_turns(game):
    seen = view(game, game.now)
    return seen["last_turn"], seen["last_seat"], seen["last_mark"], seen["marks"], seen["suggest_end"]


def test_marks_and_undos_are_seen_at_once():
    game = all_pass()
    assert of_turns(game) == (6, 3, "pass", ["pass", "pass", "pass"], "passes")
    game.input(game.now, "mark", "exchange", 6)
    assert of_turns(game) == (6, 3, "exchange", ["pass", "pass", "exchange"], None)
    game.input(game.now, "mark", "pass", 6)
    assert of_turns(game) == (6, 3, "pass", ["pass", "pass", "pass"], "passes")
    game.input(game.now, "pause", "arbiter")
    game.input(game.now, "undo")
    assert of_turns(game) == (5, 2, "pass", ["pass", "pass", "pass"], None)


def test_a_game_that_has_ended_suggests_nothing():
    game = all_pass()
    assert view(game, game.now)["suggest_end"] == "passes"
    game.input(game.now, "pause", "arbiter")
    game.input(game.now, "end", "passes")
    assert game.state == "ended"
    assert view(game, game.now)["suggest_end"] is None
    game.input(game.now, "undo")
    assert view(game, game.now)["suggest_end"] == "passes"


@pytest.mark.parametrize(
    ("ends", "who"), [(("abandon", 2), 2), (("abandon",), None), (("draw",), None), (("passes", 2), None)]
)
def test_who_abandoned_is_seen_until_it_is_undone(ends: tuple, who: int | None):
    game = all_pass()
    assert view(game, game.now)["abandoned_by"] is None
    assert game.input(game.now, "end", *ends) is None
    assert game.input(game.now, "mark", "exchange", 6) is None  # the end is not the last input any more
    assert view(game, game.now)["abandoned_by"] == who
    game.input(game.now, "undo")
    assert view(game, game.now)["abandoned_by"] is None


def test_who_abandoned_is_the_one_of_the_last_end():
    game = all_pass()
    for seat in (1, 3):
        game.input(game.now, "end", "abandon", seat)
        assert view(game, game.now)["abandoned_by"] == seat
        game.input(game.now, "undo")
    game.input(game.now, "end", "abandon")
    assert view(game, game.now)["abandoned_by"] is None


def test_what_a_caller_does_to_a_view_stays_in_it():
    game = Game(Control(preset("matam"), 3))
    view(game, 0)["marks"][0] = "pass"
    assert view(game, 0)["marks"] == [None, None, None]


def test_a_game_without_the_times_of_its_turns_looks_the_same():
    whole, short = (Game(Control(preset("matam"), 3), times=times) for times in (True, False))
    for game in (whole, short):
        for t in range(0, 200_000, 700):
            game.input(t, "seat", 1 + t // 700 % 3)
        game.input(200_000, "pause", "arbiter")
        game.input(200_001, "undo")
        game.input(200_002, "mark", "pass", 7)
    assert view(whole, 200_003) == view(short, 200_003)
    assert len(list(whole.turns())) == short.ended_turns.count > 200
