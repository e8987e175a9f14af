"""The display's own canvas, in MicroPython: it draws what the strict paper of the tests draws, and keeps no garbage."""

from pathlib import Path

import pytest

from golden import drawn
from in_micropython import run
from scenes import all_scenes
from tritempo.display import glyphs

TESTS = Path(__file__).parent.parent

DRAW_ALL = f"""
import sys
sys.path.append({str(TESTS)!r})
import binascii
from scenes import all_scenes
from tritempo.display import screens
from tritempo.display.canvas import Canvas

canvas = Canvas()
for lang in ("ca", "ro", "en"):
    for name, make in all_scenes(lang).items():
        screens.draw(canvas, *make().shown())
        print(lang, name, binascii.hexlify(canvas.buffer).decode())
"""

MEASURE = f"""
import sys
sys.path.append({str(TESTS)!r})
import gc
from scenes import after, middle
from tritempo.display import screens
from tritempo.display.canvas import Canvas

canvas = Canvas()
for table in (middle(), after(middle(), "PAUSE")):
    shown = table.shown()
    for i in range(2):  # by the second time what is kept of the picture before has gone over
        screens.draw(canvas, *shown)
    gc.collect()
    gc.disable()
    free = gc.mem_free()
    for i in range(10):
        screens.draw(canvas, *shown)
    made = (free - gc.mem_free()) // 10
    gc.enable()
    gc.collect()
    print(made, free - gc.mem_free())
"""

IMPORT = """
import gc
gc.collect()
free = gc.mem_free()
import tritempo.display.screens, tritempo.display.canvas, tritempo.display.lights, tritempo.display.sounds
gc.collect()
print(free - gc.mem_free())
"""


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    """{(lang, scene): buffer} as MicroPython draws them."""
    ran = run(DRAW_ALL, folder=tmp_path_factory.mktemp("canvas"), heap="1m")
    assert ran.returncode == 0, ran.stderr
    lines = (line.split() for line in ran.stdout.splitlines())
    return {(lang, name): bytes.fromhex(buffer) for lang, name, buffer in lines}


@pytest.mark.parametrize("lang", ["ca", "ro", "en"])
def test_both_canvases_draw_the_same(pictures, lang):
    for name, make in all_scenes(lang).items():
        assert pictures[lang, name] == drawn(make()), name


def test_drawing_leaves_little_to_collect_and_keeps_nothing(tmp_path):
    """On a 64-bit machine, where everything takes about twice the bytes of a Pico."""
    ran = run(MEASURE, folder=tmp_path, heap="1m")
    assert ran.returncode == 0, ran.stderr
    for line in ran.stdout.splitlines():
        made, kept = (int(word) for word in line.split())
        assert made < 24_000
        assert kept <= 256  # the variables of the measurement itself


def test_the_display_fits_beside_the_game(tmp_path):
    ran = run(IMPORT, folder=tmp_path, heap="256k")
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) < 90_000


def test_the_glyphs_are_those_of_the_drawings():
    """After a drawing was changed: python firmware/glyphs/pack.py."""
    import importlib.util

    path = TESTS.parent / "firmware" / "glyphs" / "pack.py"
    spec = importlib.util.spec_from_file_location("pack", path)
    assert spec is not None and spec.loader is not None
    pack = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pack)
    assert Path(glyphs.__file__).read_text(encoding="utf-8") == pack.source()
