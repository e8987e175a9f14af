"""Finds MicroPython's unix port and starts scripts in it, and says a clear word where there is none."""

import importlib.util
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tritempo
from tritempo_host.spoken import SpokenProblem

# `python -m micropython_unix` loses MicroPython's exit code: a script that raises would look like one that worked.
START = "import sys, micropython_unix; sys.exit(micropython_unix.main())"


def firmware_folder() -> Path:
    """The folder with main.py, app.py, the board and (in it or beside it) the portable clock."""
    installed = Path(__file__).parent / "_firmware"
    return installed if installed.is_dir() else portable_folder()


def portable_folder() -> Path:
    """The folder that holds the package `tritempo`."""
    return Path(tritempo.__file__).parent.parent


def command(script: Path | str, *args: str, heap: str = "384k") -> list[str]:
    """The command line that runs a script in MicroPython. Raises Problem where the unix port is not installed."""
    if importlib.util.find_spec("micropython_unix") is None:
        raise SpokenProblem("no_micropython")
    return [sys.executable, "-c", START, "-X", f"heapsize={heap}", str(script), *args]


def run(script: Path | str, *args: str, heap: str = "384k", **options: Any) -> subprocess.CompletedProcess[str]:
    """Runs a script in MicroPython to its end, the portable clock on its import path, and captures what it prints."""
    environment = dict(options.pop("env", None) or {}, MICROPYPATH=micropypath())
    return subprocess.run(
        command(script, *args, heap=heap), capture_output=True, text=True, encoding="utf-8", env=environment, **options
    )


def micropypath(extra: Sequence[Path] = ()) -> str:
    """Value of MICROPYPATH: our folders, then the modules frozen into the port."""
    folders = dict.fromkeys([*extra, firmware_folder(), portable_folder()])
    return ":".join([*map(str, folders), ".frozen"])
