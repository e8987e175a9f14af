"""`tritempo verify FILE…`: is a log file, from anywhere, what its clock wrote?"""

import json
import sys
from dataclasses import dataclass
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from tritempo_host.audit import LARGEST, Audit
from tritempo_host.problem import tell
from tritempo_host.report.source import Key
from tritempo_host.spoken import reason
from tritempo_host.store import Store, examine_file, open_if_there
from tritempo_host.text import clean
from tritempo_host.words import LANGUAGES, language, speak

SOUND, FLAGGED, UNREADABLE = 0, 1, 2
WHY = {
    FileNotFoundError: "verify_absent",
    IsADirectoryError: "verify_directory",
    PermissionError: "verify_forbidden",
}
STYLES = {"error": "bold red", "warning": "yellow", "info": "dim"}


@dataclass(frozen=True, slots=True)
class Verified:
    """A file, and what the audit found in it, or the words why it could not be read."""

    file: str
    audit: Audit | None
    problem: str | None

    @property
    def code(self) -> int:
        if self.audit is None:
            return UNREADABLE
        return FLAGGED if self.audit.flagged else SOUND


@click.command()
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
@click.option("--key", type=Key(), help="The clock's key, 64 hexadecimal digits.")
@click.option("--store", "where", help="The store that knows the clock's key: a file, or a database's URL.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the locale.")
@click.option("--json", "machine", is_flag=True, help="What was found, as JSON.")
def verify(files: tuple[str, ...], key: bytes | None, where: str | None, lang: str | None, machine: bool) -> None:
    """Audit log files (- is standard input): is every line sealed by its clock, and does all follow from the presses?

    The key is taken from the store if that has met the clock. Exit code 0: all are sound. 1: something has to be
    looked at; it is named with its line. 2: a file could not be read.
    """
    lang = language(lang)
    store = None if key else open_if_there(where, lang)
    verified = [_verify(file, key, store, lang) for file in files]
    if store:
        store.close()
    if machine:
        click.echo(json.dumps([_as_dict(each, lang) for each in verified], ensure_ascii=False, indent=2))
    else:
        console = Console(highlight=False)
        for each in verified:
            if each.problem:
                tell(each.problem)
            for line in _lines(each, lang):
                console.print(line, soft_wrap=True)
    sys.exit(max(each.code for each in verified))


def _verify(file: str, key: bytes | None, store: Store | None, lang: str) -> Verified:
    data, problem = _read(file, lang)
    return Verified(file, None if problem else examine_file(data, key, store), problem)


def _read(file: str, lang: str) -> tuple[bytes, str | None]:
    """The bytes of a file, one more than any log has at most; or in words why not."""
    say = speak("store", lang)
    try:
        if file == "-":
            return sys.stdin.buffer.read(LARGEST + 1), None
        with open(file, "rb") as stream:  # noqa: PTH123 (a device or a pipe is as good as a file)
            return stream.read(LARGEST + 1), None
    except (FileNotFoundError, IsADirectoryError, PermissionError) as error:
        return b"", say(WHY[type(error)], file=clean(file, 200))
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else error
        return b"", say("verify_unreadable", file=clean(file, 200), why=why)


def _lines(verified: Verified, lang: str) -> list[Text]:
    found = verified.audit
    if found is None:
        return []
    but = found.flagged and found.verdict == "sound"
    verdict = speak("store", lang)("verify_sound_but") if but else speak("audit", lang)(f"verdict_{found.verdict}")
    worst = next((s for s in ("error", "warning") if any(f.severity == s for f in found.findings)), None)
    head = Text(f"{clean(verified.file, 200)}: ").append(verdict, style=STYLES[worst] if worst else "bold green")
    return [head, *[Text(f"  {each.placed(lang)}", style=STYLES[each.severity]) for each in found.findings]]


def _as_dict(verified: Verified, lang: str) -> dict[str, Any]:
    found = verified.audit
    if found is None:
        return {"file": verified.file, "verdict": None, "problem": verified.problem}
    head = found.header or {}
    return {
        "file": verified.file,
        "verdict": found.verdict,
        "flagged": found.flagged,
        "device": head.get("device"),
        "game": head.get("game"),
        "state": found.game.state if found.game else None,
        "lines": len(found.lines),
        "size": found.size,
        "valid_bytes": found.valid_bytes,
        "findings": [finding.as_dict(lang) for finding in found.findings],
    }
