"""The replay of a journal: games come back as they were, and what does not follow from the inputs is named."""

import random

import pytest

import random_games
from tritempo import journal
from tritempo.control import Control, preset
from tritempo.game import Game
from tritempo.replay import Replay, ReplayError
from tritempo.view import scenario_view

KEY = bytes(32)


def header_for(game: Game) -> dict:
    return {
        "format": 1,
        "device": "d",
        "game": "g",
        "names": [],
        "seats": game.control.seats,
        "holders": {},
        "control": game.control.data,
    }


def recorded(rng: random.Random, steps: int) -> tuple[Game, int, list[bytes]]:
    """A random game with its log, as the session writes it. The game, its last time, the lines."""
    lines: list[bytes] = []
    writer = journal.Writer(KEY)
    passed = -1
    game, t = None, 0
    for game, t, kind, args in random_games.play(rng, steps):
        if not lines:
            lines.append(writer.start(header_for(game)))
        if rng.random() < 0.3:
            passed = t - 1
            game.advance(passed)
        t = game.pass_until(max(t, passed + 1))
        lines += [writer.auto(*record) for record in game.take_records()]
        why = game.input(t, kind, *args)
        lines.append(writer.input(t, kind, args, why))
        lines += [writer.auto(*record) for record in game.take_records()]
        if rng.random() < 0.1:
            lines.append(writer.note(t, "overflow", (1,)))
    assert game is not None
    return game, t, lines


def replay(lines: list[bytes]) -> Replay:
    reading = journal.read(b"".join(lines), KEY)
    assert reading.fault is None
    back = Replay(reading.header)
    for line in reading.lines[1:]:
        back.take(line)
    return back


@pytest.mark.parametrize("seed", range(150))
def test_random_games_come_back_as_they_were(seed):
    game, t, lines = recorded(random.Random(seed), 80)
    back = replay(lines)
    assert back.due == []
    assert scenario_view(back.game, t) | {"ignored": 0} == scenario_view(game, t) | {"ignored": 0}
    assert back.game.ignored == game.ignored


@pytest.mark.parametrize("seed", range(40))
def test_a_log_that_loses_or_gains_a_record_is_found(seed):
    """Lines are taken out, and the numbers and tags made anew: what only somebody with the key could do."""
    rng = random.Random(seed)
    _, __, lines = recorded(rng, 60)
    parsed = journal.read(b"".join(lines), KEY).lines[1:]
    automatic = [i for i, line in enumerate(parsed) if line.kind == "auto"]
    if not automatic:
        return
    gone = rng.choice(automatic)
    if all(line.kind == "note" for line in parsed[gone + 1 :]):
        return  # the last one: the log ends before it, which `due` shows
    back = Replay(journal.read(lines[0], KEY).header)
    with pytest.raises(ReplayError):
        for i, line in enumerate(parsed):
            if i != gone:
                back.take(line)


def take_all(*lines: tuple) -> Replay:
    """(t, word, args, ignored) with the kind told by the word's first sign."""
    back = Replay({"control": preset("matam"), "seats": 3})
    for n, (t, word, args, ignored) in enumerate(lines, 1):
        kind = {"*": "auto", "#": "note"}.get(word[0], "input")
        back.take(journal.Line(n, t, kind, word.lstrip("*#"), args, ignored, b""))
    return back


PLAYED = [(0, "seat", (1,), None), (105_000, "*warn", (1, 15_000), None), (120_000, "*flag", (1,), None)]
WRONG = [
    ("missing", [PLAYED[0], (110_000, "seat", (2,), None)], "missing", 2),
    ("other-time", [PLAYED[0], (105_001, "*warn", (1, 15_000), None)], "automatic", 2),
    ("other-seat", [PLAYED[0], (105_000, "*warn", (2, 15_000), None)], "automatic", 2),
    ("out-of-the-blue", [PLAYED[0], (50_000, "*flag", (1,), None)], "automatic", 2),
    ("twice", [*PLAYED, (120_000, "*flag", (1,), None)], "automatic", 4),
    ("not-ignored", [PLAYED[0], (30_000, "seat", (2,), "dead_time")], "ignored", 2),
    ("ignored-after-all", [PLAYED[0], (100, "seat", (2,), None)], "counted", 2),
    ("other-reason", [PLAYED[0], (100, "seat", (2,), "press")], "why", 2),
    ("input-after-its-millisecond", [*PLAYED[:2], (105_000, "seat", (2,), None)], "order", 3),
]


@pytest.mark.parametrize(("lines", "reason", "number"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_what_does_not_follow_is_named(lines, reason, number):
    with pytest.raises(ReplayError) as caught:
        take_all(*lines)
    assert (caught.value.reason, caught.value.line) == (reason, number)
    assert str(caught.value).startswith(f"line {number}: ")


def test_a_sound_log_passes():
    assert take_all(*PLAYED, (130_000, "seat", (2,), None)).game.turn == 2


def test_records_that_a_cut_has_lost_are_due():
    back = Replay({"control": dict(preset("matam"), round_ms=10_000), "seats": 3})
    back.take(journal.Line(1, 0, "input", "round_start", (), None, b""))
    back.take(journal.Line(2, 10_000, "auto", "limit", (), None, b""))
    for n in range(4):
        back.take(journal.Line(3 + n, 20_000 + n * 1000, "input", "seat", (1,), None, b""))
    assert back.game.state == "ended"
    assert back.due == [(23_000, "end", ("round_limit",))]


@pytest.mark.parametrize(
    "header", [{"control": {"press": "left"}, "seats": 3}, {"control": preset("matam"), "seats": 2}]
)
def test_a_header_with_a_control_that_cannot_be_used(header):
    with pytest.raises(ReplayError) as caught:
        Replay(header)
    assert caught.value.reason == "control"


def test_a_game_cannot_begin_twice():
    with pytest.raises(ReplayError) as caught:
        take_all((0, "seat", (1,), None)).take(journal.Line(2, 0, "header", "new", ({},), None, b""))
    assert caught.value.reason == "header"


def test_the_latest_time_is_not_that_of_a_record_that_an_undo_brought():
    back = take_all(
        (0, "seat", (1,), None),
        (105_000, "*warn", (1, 15_000), None),
        (110_000, "seat", (2,), None),
        (125_000, "pause", ("score",), None),
        (130_000, "undo", (), None),
        (120_000, "*flag", (1,), None),
    )
    assert back.last_ms == 130_000


def test_replay_and_game_agree_about_an_undo_that_brings_a_flag():
    game = Game(Control(preset("matam"), 3))
    for t, kind, *args in [(0, "seat", 1), (110_000, "seat", 2), (125_000, "pause", "score"), (130_000, "undo")]:
        game.input(t, kind, *args)
    assert game.take_records() == [(105_000, "warn", (1, 15_000)), (120_000, "flag", (1,))]
