"""Runs a piece of text, or a file, inside real MicroPython with the portable clock on its path."""

import subprocess
from pathlib import Path

from tritempo_host import micropython


def run(
    script: str | Path, *args: str, heap: str = "256k", stdin: str | None = None, folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """`script` is a Path, or the text of a program, which is then written into `folder` (a tmp_path) first."""
    if isinstance(script, str):
        assert folder is not None, "a program given as text needs a folder to be written into"
        path = folder / "script.py"
        path.write_text(script, encoding="utf-8")
    else:
        path = script
    return micropython.run(path, *args, heap=heap, input=stdin, timeout=120)
