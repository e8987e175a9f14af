"""Shorter names: what may not change does not, and the firmware does what it did."""

import json
import subprocess
from pathlib import Path

import pytest

from tritempo_host import micropython, run_scenarios
from tritempo_host.deploy.shorten import known, shorten

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases"

# id, source, what must still be in it, what must not
RULES = [
    ("a public name becomes one of MicroPython's", "def quite_long(): pass\n", [], ["quite_long"]),
    ("a private one becomes short", "_quite_long = 1\n", ["_a = 1"], ["_quite_long"]),
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


def test_a_file_left_whole_keeps_its_names_everywhere():
    short, _ = shorten(
        {"a.py": "def asked_from_outside(): pass\n", "b.py": "asked_from_outside = 1\n"}, frozenset({"a.py"})
    )
    assert short == {"a.py": "def asked_from_outside(): pass\n", "b.py": "asked_from_outside = 1\n"}


def test_a_getattr_that_cannot_be_followed_is_refused():
    with pytest.raises(SyntaxError, match=r"x\.py:1"):
        shorten({"x.py": "getattr(a, b())\n"})


def sources() -> dict[str, str]:
    """The portable clock, and what runs scenarios with it."""
    firmware = ROOT / "firmware"
    found = {path.relative_to(firmware).as_posix(): path for path in (firmware / "tritempo").rglob("*.py")}
    found["run_scenarios.py"] = Path(run_scenarios.__file__)
    return {name: path.read_text(encoding="utf-8") for name, path in found.items()}


@pytest.fixture(scope="module")
def shortened(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("short")
    for name, text in shorten(sources())[0].items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("file", sorted(CASES.glob("*.json")), ids=lambda file: file.stem)
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
