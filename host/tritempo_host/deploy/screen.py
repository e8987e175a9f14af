"""What a person sees of a deploy: how far it is, then what came of it in a few lines."""

from typing import Any

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, Task, TextColumn
from rich.text import Text

from tritempo_host.deploy.board import DEFAULTS, Board
from tritempo_host.deploy.build import Build
from tritempo_host.deploy.install import Outcome
from tritempo_host.text import clean
from tritempo_host.words import speak


class _Sent(DownloadColumn):
    """How much is sent, and of how much; nothing before anything is."""

    def render(self, task: Task) -> Text:
        return Text() if task.total is None else super().render(task)


class Bar:
    """A Watcher that draws one line: the port, what is being done, and a bar while bytes are sent. Use it in `with`."""

    def __init__(self, console: Console, port: str, lang: str) -> None:
        self._say = speak("deploy", lang)
        self._port = clean(port, 200)
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            _Sent(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._progress.add_task(self._port, total=None)

    def __enter__(self) -> "Bar":
        self._progress.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._progress.stop()

    def stage(self, name: str) -> None:
        self._progress.update(self._task, description=f"{self._port}  {self._say(f'stage_{name}')}")

    def sending(self, total: int) -> None:
        self._progress.update(self._task, total=max(total, 1), completed=0 if total else 1)

    def moved(self, size: int) -> None:
        self._progress.advance(self._task, size)


def told(outcome: Outcome, lang: str) -> list[str]:
    say = speak("deploy", lang)
    values = {
        "port": clean(outcome.port, 200),
        "version": clean(outcome.version or "?"),
        "build": clean(outcome.build or "?"),
        "sent": _kb(outcome.sent),
    }
    lines = [say("already" if outcome.already else "done", **values)]
    if outcome.options:
        lines.append(say("options", options=options_told(outcome.options, lang)))
    if outcome.kept:
        lines.append(say("kept_main"))
    return lines


def options_told(options: dict[str, Any], lang: str) -> str:
    say = speak("deploy", lang)
    return say("options_are", **DEFAULTS | options)


def outcome_as_json(outcome: Outcome) -> dict[str, Any]:
    return {
        "port": outcome.port,
        "problem": None,
        "before": outcome.before,
        "version": outcome.version,
        "build": outcome.build,
        "already": outcome.already,
        "sent": outcome.sent,
        "options": outcome.options,
        "micropython": outcome.board.micropython,
    }


def found(port: str, board: Board, hello: dict[str, Any] | None, made: Build, lang: str) -> list[str]:
    """What `--check` says of a board that could be looked at."""
    say = speak("deploy", lang)
    lines = [clean(port, 200)]
    in_use = board.running(hello)
    if board.empty:
        lines.append(say("check_none"))
    elif in_use is None:
        lines.append(say("check_damaged"))
    else:
        slot = board.slots[in_use]
        values = {"version": clean(slot.version or "?"), "build": clean(slot.build or "?")}
        lines.append(say("check_whole", **values))
        if board.pointer != in_use:
            lines.append(say("check_fallback"))
        lines.append(say("check_same" if slot.build == made.id else "check_other", version=made.version, build=made.id))
    if board.foreign:
        lines.append(say("check_foreign"))
    lines.append(say("check_micropython", version=board.micropython, machine=clean(board.machine, 60)))
    lines.append(say("options", options=options_told(board.options, lang)))
    lines.append(say("check_free", free=_kb(board.free)))
    return lines


def playing(port: str, hello: dict[str, Any], made: Build, lang: str) -> list[str]:
    """What `--check` says of a clock with a game on, which is left alone."""
    say = speak("deploy", lang)
    values = {"version": clean(str(hello.get("firmware"))), "build": clean(str(hello.get("build") or "?"))}
    free = hello.get("flash_free")
    return [
        clean(port, 200),
        say("check_playing", **values),
        say("check_same" if hello.get("build") == made.id else "check_other", version=made.version, build=made.id),
        say("check_micropython", version=clean(str(hello.get("micropython"))), machine=clean(str(hello.get("board")))),
        say("check_free", free=_kb(free) if type(free) is int else "?"),
    ]


def found_as_json(port: str, board: Board, hello: dict[str, Any] | None, made: Build) -> dict[str, Any]:
    in_use = board.running(hello)
    slot = board.slots[in_use] if in_use else None
    return {
        "port": port,
        "problem": None,
        "whole": None if board.empty else slot is not None,
        "version": slot and slot.version,
        "build": slot and slot.build,
        "ours": made.id,
        "trial": board.on_trial,
        "micropython": board.micropython,
        "machine": board.machine,
        "options": board.options,
        "flash_free": board.free,
        "foreign": board.foreign,
    }


def _kb(size: int) -> str:
    return str(-(-size // 1024))
