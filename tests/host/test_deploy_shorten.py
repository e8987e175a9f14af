"""Shorter names: what may not change does not, and the firmware does what it did."""

import hashlib
import json
import subprocess
from pathlib import Path

import pytest

from tritempo_host import micropython, run_scenarios
from tritempo_host.demo.story import story
from tritempo_host.deploy.build import BUNDLES, compiled
from tritempo_host.deploy.frequent import frequent_first
from tritempo_host.deploy.merge import merge
from tritempo_host.deploy.shorten import known, shorten
from tritempo_host.link.client import Clock
from tritempo_host.virtual.clock import VirtualClock

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases"

# id, source, what must still be in it, what must not
RULES = [
    ("a public name becomes one of MicroPython's", "def quite_long(): pass\n", [], ["quite_long"]),
    ("and so does a private one", "_quite_long = 1\n", [], ["_quite_long"]),
    ("an argument", "def run(quite_long): return quite_long\n", ["def run("], ["quite_long"]),
    ("an attribute", "class A:\n    def __init__(self): self.quite_long = 1\n", ["__init__", "self."], ["quite_long"]),
    (
        "what is local has no name on the Pico",
        "def run():\n    quite_long = 1\n    return quite_long\n",
        ["quite_long"],
        [],
    ),
    ("an attribute of somebody else's", "import machine\nmachine.quite_long()\n", ["machine.quite_long"], []),
    ("MicroPython's own", "class A:\n    def readinto(self, b): pass\n", ["def readinto"], []),
    ("a name that is data, too", "hand = 1\nkey = 'hand'\n", ["hand = 1"], []),
    ("a keyword, perhaps of a dict", "def f(hand): return dict(hand=hand)\n", ["hand=hand"], []),
    ("an error, for the log", "class TooBad(Exception): pass\n", ["class TooBad"], []),
    ("a name put together", "class A:\n    def _do_it(self): return getattr(self, '_do_' + 'it')()\n", ["_do_it"], []),
    ("an assembler's words", "import rp2\n@rp2.asm_pio()\ndef _p():\n    mov(xyz, isr)\nxyz = 1\n", ["xyz = 1"], []),
]


@pytest.mark.parametrize(("source", "there", "gone"), [case[1:] for case in RULES], ids=[case[0] for case in RULES])
def test_rule(source: str, there: list[str], gone: list[str]):
    short = shorten({"x.py": source})[0]["x.py"]
    assert all(text in short for text in there), short
    assert not any(text in short for text in gone), short


def test_the_fields_of_a_named_tuple_are_names_in_a_text():
    text = "from collections import namedtuple\nRow = namedtuple('Row', 'quite_long other')\nRow(1, 2).quite_long\n"
    user = "class A:\n    def quite_long(self): pass\n"
    short, _ = shorten({"a.py": text, "b.py": user})
    assert ".quite_long" in short["a.py"]
    assert "quite_long" in short["b.py"]


def test_the_same_name_is_the_same_everywhere():
    short, names = shorten({"a.py": "def quite_long(): pass\n", "b.py": "from a import quite_long\nquite_long()\n"})
    new = short["a.py"].split()[1].partition("(")[0]
    assert new in known()
    assert short["b.py"] == f"from a import {new}\n{new}()\n"
    assert f"a.py {new} quite_long\n" in names


def test_classes_of_one_object_share_no_private_name():
    base = "class Base:\n    def __init__(self): self._base_only = 1\n"
    derived = "from a import Base\nclass Derived(Base):\n    def set(self): self._derived_only = 2\n"
    short, _ = shorten({"a.py": base, "b.py": derived})
    attributes = [text.split("self.")[1].split(" ")[0] for text in short.values()]
    assert len(set(attributes)) == 2


def test_nothing_is_called_as_what_the_compiler_takes_for_its_own():
    many = [f"_quite_long_{i}" for i in range(2 * len(known()))]
    short, _ = shorten({"x.py": "".join(f"def {name}(): pass\n" for name in many)})
    assert "def const()" not in short["x.py"]


def test_where_no_names_are_left_private_ones_become_letters():
    many = [f"_quite_long_{i}" for i in range(2 * len(known()))]
    short, _ = shorten({"x.py": "".join(f"{name} = 1\n" for name in many)})
    assert "_a = 1\n" in short["x.py"]
    assert len({line for line in short["x.py"].splitlines() if line}) == len(many)


def test_a_file_left_whole_keeps_its_names_everywhere():
    short, _ = shorten(
        {"a.py": "def asked_from_outside(): pass\n", "b.py": "asked_from_outside = 1\n"}, frozenset({"a.py"})
    )
    assert short == {"a.py": "def asked_from_outside(): pass\n", "b.py": "asked_from_outside = 1\n"}


def test_a_getattr_that_cannot_be_followed_is_refused():
    with pytest.raises(SyntaxError, match=r"x\.py:1"):
        shorten({"x.py": "getattr(a, b())\n"})


def sources() -> dict[str, str]:
    """The clock on the virtual board, and what runs scenarios with it."""
    firmware = ROOT / "firmware"
    found = {name: firmware / name for name in ("main.py", "app.py")}
    for folder in ("tritempo", "virtual"):
        found |= {path.relative_to(firmware).as_posix(): path for path in (firmware / folder).rglob("*.py")}
    found["run_scenarios.py"] = Path(run_scenarios.__file__)
    return {name: path.read_text(encoding="utf-8") for name, path in found.items()}


@pytest.fixture(scope="module")
def shortened(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("short")
    roots = [root.replace("device", "virtual") for root in BUNDLES]
    for name, text in shorten(merge(sources(), roots))[0].items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name in ("main.py", "run_scenarios.py"):  # these are scripts
            path.write_text(text, encoding="utf-8")
        else:
            path.with_suffix(".mpy").write_bytes(compiled(frequent_first(text), name))
    return folder


@pytest.mark.parametrize("file", sorted(CASES.glob("*scenarios*.json")), ids=lambda file: file.stem)
def test_the_shortened_clock_plays_all_scenarios(shortened: Path, file: Path):
    done = subprocess.run(
        micropython.command(shortened / "run_scenarios.py", str(file), heap="64m"),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=200,
        env={"MICROPYPATH": f"{shortened}:.frozen"},
    )
    assert done.returncode == 0, done.stderr
    wrong = {name: why for name, why in map(json.loads, done.stdout.splitlines()) if why}
    assert done.stdout and not wrong


def play(flash: Path, main: Path | None) -> list[str]:
    """The demo's game up to its plug, by buttons; the log's lines as far as they are the same in each game."""
    told = []
    with VirtualClock(flash, stepped=True, lang="en", main=main) as clock:
        with Clock(clock.port) as link:
            link.send_fixture("matam", 3, names=["Núria", "Bernat", "Carla"])
        t = clock.now_ms
        for seconds, step in story():
            if step == "plug":
                break
            t += round(seconds * 1000) if not str(step).startswith("#") else 0
            if isinstance(step, tuple):
                clock.hold(step[1], step[2], at=t)
                t += step[2]
            elif not str(step).startswith("#"):
                clock.press(str(step), at=t)
            clock.run_until(t + 500)
            told.append(hashlib.sha256(clock.frame()).hexdigest())
        with Clock(clock.port) as link:
            lines = b"".join(link.read(link.logs()[-1]["log"])).splitlines()[1:]
    return [line.decode().rpartition(" ")[0] for line in lines] + told


def test_the_shortened_clock_plays_a_game_by_its_buttons(shortened: Path, tmp_path: Path):
    plain = play(tmp_path / "plain.img", None)
    assert len(plain) > 80
    assert play(tmp_path / "short.img", shortened / "main.py") == plain
