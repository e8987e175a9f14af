"""Files that commands of a tournament read and write: whole or not at all, and never over another."""

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from tritempo_host.problem import Problem
from tritempo_host.spoken import reason
from tritempo_host.tournament.spoken import said
from tritempo_host.tournament.spreadsheet import MOST, WrongLines
from tritempo_host.words import speak

SHOWN = 20  # wrong lines of a file; more tell nobody more


def contents(file: Path, lang: str) -> bytes:
    """The bytes of a file, or of standard input for `-`. Raises Problem."""
    try:
        if str(file) == "-":
            return sys.stdin.buffer.read(MOST + 1)
        with file.open("rb") as source:
            return source.read(MOST + 1)
    except OSError as error:
        raise Problem(speak("tournament", lang)("cannot_read", file=file, why=reason(error))) from error


def wrong_lines(file: Path, wrong: WrongLines, lang: str) -> Problem:
    """Everything that is wrong in a file, line by line."""
    say = speak("tournament", lang)
    lines = [said(each, lang) for each in wrong.lines[:SHOWN]]
    if len(wrong.lines) > SHOWN:
        lines.append(say("more_lines", count=len(wrong.lines) - SHOWN))
    return Problem("\n  ".join([say("wrong_lines", file=file), *lines]))


def create(file: Path, data: bytes, lang: str) -> None:
    """A new file, whole or not at all. Raises Problem, also if there is one of this name."""
    say = speak("tournament", lang)
    try:
        with file.open("xb") as out:
            try:
                out.write(data)
                out.flush()
                os.fsync(out.fileno())
            except BaseException:
                with suppress(OSError):
                    file.unlink()
                raise
    except FileExistsError:
        raise Problem(say("output_there", file=file)) from None
    except OSError as error:
        raise Problem(say("cannot_write", file=file, why=reason(error))) from error


def create_all(folder: Path, files: Mapping[str, bytes], lang: str) -> None:
    """New files in a folder, which is made if it is not there. Raises Problem before the first if one is there."""
    say = speak("tournament", lang)
    for name in files:
        if (folder / name).exists():
            raise Problem(say("output_there", file=folder / name))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(say("cannot_write", file=folder, why=reason(error))) from error
    for name, data in files.items():
        create(folder / name, data, lang)
