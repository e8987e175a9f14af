"""The test in a terminal: what is asked of the person, and how each part is."""

import re
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import click
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tritempo_host.selftest.bench import Answer
from tritempo_host.selftest.record import Finding, Record, Status
from tritempo_host.text import DECIMAL, clean
from tritempo_host.words import catalogue, speak

STYLES = {Status.PASS: "green", Status.WARN: "yellow", Status.FAIL: "bold red", Status.SKIP: "dim"}
PART_WIDTH, STATUS_WIDTH = 8, 8
NAMED = ("PAUSE", "TRUMP")


class Speech:
    """The words of a test in a language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._say = speak("selftest", lang)

    def __call__(self, key: str, **values: Any) -> str:
        return self._say(key, **{name: self._shown(value) for name, value in values.items()})

    def _shown(self, value: Any) -> Any:
        if isinstance(value, float):
            return f"{value:.1f}".replace(".", DECIMAL[self.lang])
        if isinstance(value, str):
            for button in NAMED:
                value = re.sub(rf"\b{button}\b", self._say(f"button_{button}"), value)
        return value

    def remarks(self, finding: Finding) -> str:
        return " ".join(clean(self(said.key, **said.values), 600) for said in finding.remarks)

    def part(self, finding: Finding) -> str:
        """A button's name as it is printed on it; a picture of the display by what is on it."""
        key = f"part_{finding.step}_{finding.part}"
        return self(key) if key in catalogue("selftest") else self._shown(finding.part)


class Screen:
    """Shows, and asks. `asking`: there is a person to ask; else every question is answered with SKIP."""

    def __init__(self, lang: str, console: Console, asking: bool) -> None:
        self.say = Speech(lang)
        self.present = asking
        self._console = console
        self._keys_told = False

    # -- a Person ---------------------------------------------------------------------------------------------------

    def tell(self, key: str, **values: Any) -> None:
        text = self.say(key, **values)
        if key.startswith("step_"):
            self._console.print(Text(f"\n{text}", style="bold"))
        else:
            self._console.print(Padding(Text(text), (0, 0, 0, 2), expand=False))

    def waiting(self, key: str, **values: Any) -> AbstractContextManager[Any]:
        """Says in a terminal what is waited for, as long as it is; nothing of it stays, for an error says enough."""
        return self._console.status(Text(self.say(key, **values)))

    def ask(self, key: str, **values: Any) -> Answer:
        if not self.present:
            return Answer.SKIP
        if not self._keys_told:
            self._keys_told = True
            self._console.print(Padding(Text(self.say("keys_told"), style="cyan"), (0, 0, 0, 2), expand=False))
        keys = self.say("keys")
        question = Text.assemble(self.say(key, **values), " ", (keys, "cyan"))
        while True:
            self._console.print(Padding(question, (0, 0, 0, 2), expand=False), end="")
            answer = self._answer()
            if answer is not None:
                return answer

    def _answer(self) -> Answer | None:
        """One key, or where the answers do not come from a keyboard one line. At their end nobody is there any more."""
        if sys.stdin.isatty():
            typed = click.getchar()
            self._console.print(Padding(Text(f"> {typed.strip()}", style="dim"), (0, 0, 0, 4), expand=False))
        else:
            typed = sys.stdin.readline()
            if not typed:
                self.present = False
                return Answer.SKIP
        letters = {self.say(f"key_{answer.value}"): answer for answer in Answer}
        letters.setdefault("y", Answer.YES)
        return letters.get(typed.strip()[:1].lower())

    # -- what came of it ----------------------------------------------------------------------------------------------

    def see(self, finding: Finding) -> None:
        line = Table.grid(padding=(0, 1))
        line.add_column(width=PART_WIDTH, no_wrap=True)
        line.add_column(width=STATUS_WIDTH, no_wrap=True)
        line.add_column(ratio=1)
        status = Text(self.say(f"status_{finding.status.value}"), style=STYLES[finding.status])
        line.add_row(Text(self.say.part(finding), style="bold"), status, Text(self.say.remarks(finding)))
        self._console.print(Padding(line, (0, 0, 0, 2), expand=False))

    def head(self, record: Record) -> None:
        hello = record.hello
        build = hello.get("build") or "-"
        shown = self.say(
            "head",
            device=clean(record.device),
            port=clean(record.port, 200),
            firmware=clean(str(hello.get("firmware") or "?")),
            build=clean(str(build)),
            micropython=clean(str(hello.get("micropython") or "?")),
        )
        self._console.print(Text(shown))

    def foot(self, record: Record, kept: list[str]) -> None:
        self._console.print()
        self._console.print(Text(verdict(record, self.say), style="bold green" if record.passed else "bold red"))
        if kept:
            self._console.print(Text(self.say("kept")))
        for path in kept:
            # A path is copied and pasted: never broken by us.
            self._console.print(Text(f"  {path}"), soft_wrap=True)


def verdict(record: Record, say: Callable[..., str]) -> str:
    """One sentence: how it went, and how often."""
    counts = {status.name.lower(): record.count(status) for status in Status}
    if record.stopped:
        return say(f"verdict_{record.stopped}", **counts)
    return say("verdict_good" if record.passed else "verdict_bad", **counts)
