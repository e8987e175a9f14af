"""The clock's half of the self-test: what contacts did, as a table; and each step inside MicroPython."""

import re
from pathlib import Path

import pytest

from device.selftest import SETTLED_US, Contacts
from in_micropython import run

HERE = Path(__file__).parent
SOURCE = (HERE / "selftest_cases.py").read_text(encoding="utf-8")
CASES = re.findall(r"^    (\w+),$", SOURCE[SOURCE.index("CASES = (") :], re.MULTILINE)


@pytest.mark.parametrize("case", CASES)
def test_selftest(case: str, tmp_path: Path) -> None:
    flash = tmp_path / "flash"
    flash.mkdir()
    (flash / "kept.log").write_text("a log")
    script = f"""
import sys
sys.path += [{str(HERE)!r}, {str(HERE.parent)!r}]
import selftest_cases
selftest_cases.{case}()
print("done")
"""
    ran = run(script, str(flash), folder=tmp_path, heap="1m")
    assert ran.stdout == "done\n", ran.stdout + ran.stderr
    assert (flash / "kept.log").read_text() == "a log"


A, B = 1, 2
LONG = 200_000
# name: the changes (us, mask of what is down); what has come to rest at the end: (button, down, us, bounce us, changes)
CONTACTS = {
    "nothing": ([], []),
    "a clean press": ([(1000, A)], [(0, 1, 1000, 0, 1)]),
    "a press and its release": ([(1000, A), (90_000, 0)], [(0, 1, 1000, 0, 1), (0, 0, 90_000, 0, 1)]),
    "bounce of 4 ms": (
        [(1000, A), (1300, 0), (2200, A), (4700, 0), (5000, A)],
        [(0, 1, 1000, 4000, 5)],
    ),
    "bounce that ends up": ([(1000, A), (1500, 0), (1900, A), (2500, 0)], [(0, None, 1000, 1500, 4)]),
    "a touch": ([(1000, A), (1400, 0)], [(0, None, 1000, 400, 2)]),
    "bounce at the release": (
        [(1000, A), (90_000, 0), (91_000, A), (93_000, 0)],
        [(0, 1, 1000, 0, 1), (0, 0, 90_000, 3000, 3)],
    ),
    "two buttons at once": (
        [(1000, A), (1100, A | B), (1600, A), (2000, A | B)],
        [(0, 1, 1000, 0, 1), (1, 1, 1100, 900, 3)],
    ),
    "one bounces while the other rests": (
        [(1000, A), (60_000, A | B), (61_000, A), (62_000, A | B)],
        [(0, 1, 1000, 0, 1), (1, 1, 60_000, 2000, 3)],
    ),
    "just before it has come to rest": (
        [(1000, A), (1000 + SETTLED_US - 1, 0)],
        [(0, None, 1000, SETTLED_US - 1, 2)],
    ),
    "just when it has": (
        [(1000, A), (1000 + SETTLED_US, 0)],
        [(0, 1, 1000, 0, 1), (0, 0, 1000 + SETTLED_US, 0, 1)],
    ),
}


@pytest.mark.parametrize("case", CONTACTS)
def test_what_contacts_did(case: str) -> None:
    changes, expected = CONTACTS[case]
    contacts = Contacts(2)
    rested = [each for t_us, mask in changes for each in contacts.change(t_us, mask)]
    last_us = changes[-1][0] if changes else 0
    early = contacts.rested(last_us + SETTLED_US - 1)
    assert all(first_us + bounce_us < last_us for _, _, first_us, bounce_us, _ in early)
    rested += early + contacts.rested(last_us + LONG)
    assert rested == expected
    assert contacts.rested(last_us + 2 * LONG) == [], "each is told once"


def test_a_button_that_was_down_from_the_start_comes_up() -> None:
    contacts = Contacts(2, A)
    contacts.change(5000, 0)
    assert contacts.rested(5000 + LONG) == [(0, 0, 5000, 0, 1)]
