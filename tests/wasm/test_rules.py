"""Rules, buttons and display on 32 bits: MicroPython with small integers of 31 bits does what CPython does."""

import json
from pathlib import Path
from random import Random

import pytest

import button_session
import in_wasm
from golden import drawn
from model.drawing import TEMPERS, a_game
from model.profiles import seeds
from model.scenarios import answer, differences
from scenes import all_scenes

TESTS = Path(in_wasm.__file__).parent
CASES = sorted((TESTS / "cases").glob("*scenarios*.json"))


def test_it_is_a_machine_of_32_bits(tmp_path):
    program = "import sys, time\nprint(sys.maxsize, time.ticks_add(0, -1), sys.implementation.name)"
    assert in_wasm.run(program, tmp_path).split() == [str(2**31 - 1), str(2**30 - 1), "micropython"]


def test_a_program_that_fails_is_seen(tmp_path):
    with pytest.raises(in_wasm.WasmError, match="ZeroDivisionError"):
        in_wasm.run("1 // 0", tmp_path)


@pytest.mark.parametrize("file", CASES, ids=[file.stem for file in CASES])
def test_scenario_files_pass(tmp_path, file: Path):
    program = f"""
import json
from tritempo.scenario import check
with open("/tests/cases/{file.name}") as cases:
    for scenario in json.load(cases):
        print(scenario["id"], check(scenario))
"""
    scenarios = json.loads(file.read_text(encoding="utf-8"))
    assert in_wasm.run(program, tmp_path).splitlines() == [f"{each['id']} []" for each in scenarios]


@pytest.mark.parametrize("temper", TEMPERS)
def test_drawn_games_are_the_models(tmp_path, temper):
    games = {seed: a_game(Random(seed).choice, 45, temper) for seed in seeds(0.1)}
    stdin = "".join(json.dumps(game) + "\n" for game in games.values())
    printed = in_wasm.run((TESTS / "model" / "play_games.py").read_text(encoding="utf-8"), tmp_path, stdin=stdin)
    for (seed, game), line in zip(games.items(), printed.splitlines(), strict=True):
        assert differences(answer(game), json.loads(line)) == {}, f"seed {seed}"


def test_an_evening_at_the_buttons_is_the_same(tmp_path):
    lines = []
    button_session.evening(lines.append)
    program = "import button_session\nbutton_session.evening(print)"
    assert in_wasm.run(program, tmp_path).splitlines() == lines


@pytest.mark.parametrize("lang", ["ca", "ro", "en"])
def test_every_screen_is_drawn_the_same(tmp_path, lang):
    program = f"""
import binascii
from scenes import all_scenes
from tritempo.display import screens
from tritempo.display.canvas import Canvas

canvas = Canvas()
for name, make in all_scenes({lang!r}).items():
    screens.draw(canvas, *make().shown())
    print(name, binascii.hexlify(canvas.buffer).decode())
"""
    lines = (line.split() for line in in_wasm.run(program, tmp_path).splitlines())
    pictures = {name: bytes.fromhex(buffer) for name, buffer in lines}
    scenes = all_scenes(lang)
    assert pictures.keys() == scenes.keys()
    for name, make in scenes.items():
        assert pictures[name] == drawn(make()), name
