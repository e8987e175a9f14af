"""The log and the line on 32 bits: byte for byte what CPython writes, reads and answers."""

import json
import random

import in_wasm
import random_games
import wire_stream
from log_part import part
from tritempo import journal
from tritempo.control import preset
from tritempo.replay import Replay
from tritempo.session import Session
from tritempo.view import scenario_view

DAY_MS = 86_400_000
FAR_MS = 2**30  # 12.4 days: no small integer on a Pico from here on


def test_a_log_is_read_replayed_and_written_the_same(tmp_path):
    """Random games, one of them with times and banks beyond 31 bits."""
    program = """
import json
from tritempo import journal
from tritempo.replay import Replay
from tritempo.view import scenario_view

with open("/work/logs") as logs:
    for line in logs:
        data = bytes.fromhex(line)
        reading = journal.read(data, bytes(32))
        assert reading.fault is None
        replay = Replay(reading.header)
        writer = journal.Writer(bytes(32))
        again = writer.start(reading.header)
        for each in reading.lines[1:]:
            replay.take(each)
            if each.kind == "input":
                again += writer.input(each.t, each.word, each.args, each.ignored)
            else:
                again += writer.auto(each.t, each.word, each.args)
        lines = data.split(b"\\n", 1)[1], again.split(b"\\n", 1)[1]
        print(json.dumps([len(lines[0]), lines[0].split(b" ")[:-1] == lines[1].split(b" ")[:-1],
                          scenario_view(replay.game, replay.last_ms)]))
"""
    logs, expected = [], []
    for seed, control in enumerate(sorted(random_games.CONTROLS)):
        log = a_log(random.Random(seed), control, FAR_MS if control == "wespa" else 0)
        reading = journal.read(log, bytes(32))
        assert reading.fault is None and len(reading.lines) > 40
        replay = Replay(reading.header)
        for line in reading.lines[1:]:
            replay.take(line)
        logs.append(log.hex())
        expected.append(scenario_view(replay.game, replay.last_ms))
    (tmp_path / "logs").write_text("\n".join(logs))
    found = [json.loads(line) for line in in_wasm.run(program, tmp_path).splitlines()]
    assert [view for _, _, view in found] == json.loads(json.dumps(expected))


def a_log(rng, control, late_ms) -> bytes:
    """The log of a random game that begins `late_ms` after its header."""
    data, seats = random_games.CONTROLS[control]
    writer = journal.Writer(bytes(32))
    header = {"format": 1, "device": "d", "game": "0a0b0c0d", "seats": seats, "names": [], "control": data}
    lines = [writer.start(header)]
    for game, t, kind, args in random_games.play(rng, 60, control):
        t = game.pass_until(t + late_ms)
        lines += [writer.auto(*record) for record in game.take_records()]
        why = game.input(t, kind, *args)
        lines.append(writer.input(t, kind, args, why))
        lines += [writer.auto(*record) for record in game.take_records()]
    return b"".join(lines)


GAME = """
from tritempo.control import preset
from tritempo.session import Session

one = Session("/work", "wasm", lambda: 1796000000)
begin = int(open("/work/begin").read())
if one.resume(begin):
    print("back", one.view(begin)["state"], one.view(begin)["used_ms"])
    one.input(begin + 100, "resume")
else:
    one.new(begin, {"control": preset("matam"), "seats": 3, "names": ["Ștefan", "Núria", "Bet"]})
for turn in range(1, 7):
    begin += 21001
    one.advance(begin)
    one.input(begin, "seat", one.game.next_seat())
    one.flush(begin)
begin += 9500
one.advance(begin)
one.beat(begin)
print(one.view(begin)["turn"], one.logbook.trouble)
"""


def test_a_game_survives_its_boots_and_is_read_on_the_host(tmp_path):
    """The board's time goes over 2**30 ms in the middle: nothing is seen of it in the game."""
    printed = []
    for begin in (5, FAR_MS - 60_000, DAY_MS * 40):
        (tmp_path / "begin").write_text(str(begin))
        printed += in_wasm.run(GAME, tmp_path).splitlines()
    assert printed == ["6 None", "back paused 9500", "12 None", "back paused 9500", "18 None"]
    one = Session(str(tmp_path), "here")
    reading = journal.read(part(one.logbook, 1, 0, 100_000), one.key)
    assert reading.fault is None and reading.header is not None
    assert reading.header["control"] == preset("matam")
    assert reading.header["wall"] == "2026-11-30T00:53:20Z"
    assert [line.word for line in reading.lines].count("power") == 2
    assert one.resume(0)
    assert sum(turn["used_ms"] for turn in one.game.turns()) > 17 * 21_000


def test_frames_are_the_same(tmp_path):
    expected = wire_stream.answers(tmp_path, 200)
    assert in_wasm.run(wire_stream.PROGRAM, tmp_path, "/work").splitlines() == expected
