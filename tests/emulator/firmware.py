"""A flash with the clock's firmware on it, as a deploy leaves it, but made at once and without one."""

import json
from functools import cache
from typing import Any

from emulator import files, image
from emulator.chip import Chip
from tritempo_host.deploy.build import build

# As host/tritempo_host/deploy/install.py lays them out.
SLOT, POINTER, LOADER, MAIN, OPTIONS = (
    "/firmware/a.pack",
    "/firmware/current",
    "/firmware/loader.mpy",
    "/main.py",
    "/board.json",
)


@cache
def micropython() -> bytes:
    """The flash of a Pico with MicroPython and nothing else."""
    return bytes(Chip(image.path()).flash.image())


def deployed(more: dict[str, bytes] | None = None, **options: Any) -> bytearray:
    """The whole flash of a clock. `options`: what /board.json says; `more`: other files, by path."""
    made = build()
    there = {SLOT: made.pack, POINTER: f"a {made.id} 0\n".encode(), LOADER: made.loader, MAIN: made.main}
    if options:
        there[OPTIONS] = json.dumps(options).encode()
    return with_files(there | (more or {}))


def with_files(there: dict[str, bytes]) -> bytearray:
    """A flash with MicroPython and these files."""
    flash = bytearray(micropython())
    flash[files.OFFSET : files.END] = files.made(there)
    return flash
