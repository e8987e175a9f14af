"""What `tritempo clock`, `play` and `demo` have in common: their options, and how this program is called."""

import math
import shutil
import sys
from pathlib import Path
from typing import Any

import click

from tritempo_host.spoken import spoken_language
from tritempo_host.words import speak


class Speed(click.FloatRange):
    """From a hundredth of real time to ten thousand times as fast. What is not a number is not a speed."""

    def __init__(self) -> None:
        super().__init__(0.01, 10_000)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        speed = super().convert(value, param, ctx)
        if math.isnan(speed):
            self.fail(f"{value} {speak('clock', spoken_language())('not_a_speed')}", param, ctx)
        return speed


def program() -> str:
    """How to start this program again from here: `tritempo`, or where it lies if the shell would not find it."""
    called = Path(sys.argv[0])
    found = shutil.which("tritempo")
    if called.name != "tritempo" or not called.exists() or (found and Path(found).samefile(called)):
        return "tritempo"
    here = Path.cwd()
    path = called.absolute()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(called)
