"""The Pico's board inside MicroPython, on a model of the Pico: time, pins, PIO and DMA, PWM, I2C, USB, watchdog."""

import re
from pathlib import Path

import pytest

from in_micropython import run

HERE = Path(__file__).parent
SOURCE = (HERE / "board_cases.py").read_text(encoding="utf-8")
CASES = re.findall(r"^    (\w+),$", SOURCE[SOURCE.index("CASES = (") :], re.MULTILINE)


@pytest.mark.parametrize("case", CASES)
def test_board(case: str, tmp_path: Path) -> None:
    script = f"""
import sys
sys.path += [{str(HERE)!r}, {str(HERE.parent)!r}]
import board_cases
board_cases.{case}()
print("done")
"""
    ran = run(script, folder=tmp_path, heap="4m")
    assert ran.stdout == "done\n", ran.stdout + ran.stderr


def test_every_case_is_run() -> None:
    functions = re.findall(r"^def (\w+)\(\):", SOURCE, re.MULTILINE)
    assert set(CASES) == set(functions) - {"forget_drivers"}
