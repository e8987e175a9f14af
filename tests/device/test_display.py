"""The display's driver inside MicroPython, its bytes read by a model of each controller."""

import re
from pathlib import Path

import pytest

from in_micropython import run

HERE = Path(__file__).parent
SOURCE = (HERE / "display_cases.py").read_text(encoding="utf-8")
CASES = re.findall(r"^    (\w+),$", SOURCE[SOURCE.index("CASES = (") :], re.MULTILINE)


@pytest.mark.parametrize("case", CASES)
def test_display(case: str, tmp_path: Path) -> None:
    script = f"""
import sys
sys.path += [{str(HERE)!r}, {str(HERE.parent)!r}]
import display_cases
display_cases.{case}()
print("done")
"""
    ran = run(script, folder=tmp_path, heap="2m")
    assert ran.stdout == "done\n", ran.stdout + ran.stderr
