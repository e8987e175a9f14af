"""The pictures of all screens: drawn on the strict paper of the tests, and as the clock's own display shows them."""

from pathlib import Path
from tempfile import TemporaryDirectory

from in_micropython import run
from paper import Paper
from scenes import all_scenes
from tritempo.display import screens

# Runs inside MicroPython: the display's own canvas, its driver, and a model of the controller that takes the bytes.
SHOW_ALL = """
import sys
sys.path += [{tests!r}, {tests!r} + "/device"]
import binascii
from display_cases import Bench
from scenes import all_scenes

bench = Bench()
for name, make in all_scenes({lang!r}).items():
    bench.draw(make())
    bench.settle()
    print(name, binascii.hexlify(bench.controller.picture()).decode())
"""


def drawn(table) -> bytes:
    """The display of a table, as its buffer."""
    paper = Paper()
    screens.draw(paper, *table.shown())
    return paper.buffer


def shown(lang: str) -> dict[str, bytes]:
    """{scene: what is lit on the display of a clock, as MONO_VLSB}. Takes some seconds."""
    program = SHOW_ALL.format(tests=str(Path(__file__).parent), lang=lang)
    with TemporaryDirectory() as folder:
        ran = run(program, folder=Path(folder), heap="4m")
    if ran.returncode:
        raise RuntimeError(ran.stderr)
    found = {name: bytes.fromhex(buffer) for name, buffer in (line.split() for line in ran.stdout.splitlines())}
    return {name: found[name] for name in all_scenes(lang)}
