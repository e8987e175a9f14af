"""What a person sees of a sync: a bar for each clock with an estimate, then a table and what has to be said loudly."""

from collections.abc import Callable, Sequence
from typing import Any

from rich import box
from rich.console import Console, RenderableType
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from tritempo_host.fitting import Fitting
from tritempo_host.store import Store
from tritempo_host.store.find import short_names
from tritempo_host.sync.engine import Fetched, Visit
from tritempo_host.text import clean
from tritempo_host.words import speak

Say = Callable[..., str]


class Bars:
    """A Watcher that draws a bar for each port, and one for all where there are several. Use it in `with`."""

    def __init__(self, console: Console, ports: Sequence[str], lang: str) -> None:
        self._say = speak("store", lang)
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            DownloadColumn(),
            TimeRemainingColumn(compact=True),
            console=console,
            # into a file or a pipe nothing is drawn
            disable=not console.is_terminal,
        )
        add = self._progress.add_task
        self._all = add(self._say("sync_all"), total=None, visible=len(ports) > 1)
        self._tasks = {port: add(_label(port, self._say("sync_asking")), total=None) for port in ports}
        self._planned: dict[str, int] = {}
        self._read: dict[str, int] = {}

    def __enter__(self) -> "Bars":
        self._progress.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._progress.stop()

    def planned(self, visit: Visit) -> None:
        self._progress.update(self._tasks[visit.port], description=_label(visit.port, (visit.device or "")[-8:]))
        self._planned[visit.port] = visit.planned_bytes
        self._show(visit)

    def moved(self, visit: Visit) -> None:
        self._read[visit.port] = visit.read_bytes
        self._show(visit)

    def finished(self, visit: Visit) -> None:
        # A clock that had nothing new is done, too: a bar of nothing would go on pulsing.
        self._planned[visit.port] = self._read[visit.port] = max(1, visit.read_bytes)
        self._show(visit)

    def _show(self, visit: Visit) -> None:
        planned, read = self._planned[visit.port], self._read.get(visit.port, 0)
        self._progress.update(self._tasks[visit.port], total=planned, completed=read)
        # dict.copy is one step: the other clocks' threads may be adding theirs
        planned, read = sum(self._planned.copy().values()), sum(self._read.copy().values())
        self._progress.update(self._all, total=planned, completed=read)


def _label(port: str, what: str) -> str:
    return f"{clean(port, 200)}  {what}"


def tell(visits: Sequence[Visit], store: Store, lang: str) -> list[RenderableType]:
    """What came of it, to be printed in order: the table, what has to be looked at, problems, and where it all is."""
    say = speak("store", lang)
    names = _names(store)
    parts: list[RenderableType] = [_table(visits, say)]
    if store.new and store.made:
        parts.append(Text(say("sync_new_store", store=store.place)))
    for visit in visits:
        parts += [Text(line, style="bold red") for line in _shouts(visit, names, say)]
        if visit.meeting and visit.meeting.first and visit.device:
            parts.append(Text(say("sync_new_clock", port=visit.port, device=visit.device)))
        for fetched in visit.flagged:
            parts += findings(names[fetched.stored.id], fetched, lang)
        for log, problem in visit.troubles:
            why = problem.say(lang)
            parts.append(Text(say("sync_trouble", port=visit.port, number=log.number, game=log.game, why=why)))
        if visit.problem:
            parts.append(Text(visit.problem.say(lang)))
    return [*parts, *_ending(visits, store, names, say)]


def _ending(visits: Sequence[Visit], store: Store, names: dict[int, str], say: Say) -> list[Text]:
    """Whether all is here. People pack their clocks on these words."""
    if any(visit.stopped for visit in visits):
        parts = [Text(say("sync_interrupted" if store.made else "stopped"))]
    else:
        parts = []
    fetched = [names[each.stored.id] for visit in visits for each in visit.fetched]
    if fetched:
        parts.append(Text(say("sync_place", store=store.place, name=fetched[-1])))
    missing = unread(visits)
    if missing:
        parts.append(Text(say("sync_unread", count=missing, all=len(visits)), style="bold red"))
    elif not fetched:
        parts.append(Text(say("sync_nothing_new", store=store.place)))
    return parts


def unread(visits: Sequence[Visit]) -> int:
    """How many clocks may still have something that is not in the store."""
    return sum(1 for visit in visits if not visit.ok)


def _names(store: Store) -> dict[int, str]:
    # asked for its logs, a store that nobody put anything into would be made
    return short_names(store.logs()) if store.made else {}


def _table(visits: Sequence[Visit], say: Say) -> Fitting:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for key in ("port", "clock"):
        table.add_column(say(f"sync_{key}"), no_wrap=True)
    for key in ("new", "grown", "had", "open", "flagged"):
        table.add_column(say(f"sync_{key}"), justify="right", no_wrap=True)
    table.add_column(say("sync_result"), no_wrap=True)
    for visit in visits:
        new = sum(1 for each in visit.fetched if each.how != "grown")
        result = "stopped" if visit.stopped else "ok" if visit.ok else "failed"
        flagged = len(visit.flagged)
        table.add_row(
            Text(clean(visit.port, 200)),
            (visit.device or "")[-8:],
            *[str(count) for count in (new, len(visit.fetched) - new, visit.had, visit.still_open)],
            Text(str(flagged), style="bold red" if flagged else ""),
            Text(say(f"sync_{result}"), style="" if visit.ok else "bold red"),
        )
    return Fitting(table)


def _shouts(visit: Visit, names: dict[int, str], say: Say) -> list[str]:
    """What must not be overlooked."""
    lines = []
    if visit.key_accepted:
        lines.append(say("sync_key_accepted", port=visit.port, device=visit.device))
    elif visit.meeting and visit.meeting.key_changed:
        lines.append(say("sync_key_changed", port=visit.port, device=visit.device))
    if visit.twin:
        lines.append(say("sync_twin", port=visit.port, twin=visit.twin, device=visit.device))
    lines += [say("sync_beside", name=names[each.stored.id]) for each in visit.fetched if each.how == "beside"]
    return lines


def findings(name: str, fetched: Fetched, lang: str) -> list[Text]:
    """The verdict on a log and what brought it, a line each."""
    say = speak("audit", lang)
    lines = [Text(f"{name}: {say(f'verdict_{fetched.audit.verdict}')}", style="bold")]
    lines += [Text(f"  {finding.placed(lang)}") for finding in fetched.audit.findings if finding.severity != "info"]
    return lines


def as_json(visits: Sequence[Visit], store: Store, lang: str) -> dict[str, Any]:
    """All of it, for a script."""
    names = _names(store)
    return {
        "store": store.place if store.made else None,
        "unread": unread(visits),
        "clocks": [
            {
                "port": visit.port,
                "device": visit.device,
                "firmware": clean(visit.firmware),
                "first": bool(visit.meeting and visit.meeting.first),
                "key_changed": bool(visit.meeting and visit.meeting.key_changed),
                "key_accepted": visit.key_accepted,
                "twin": visit.twin,
                "had": visit.had,
                "open": visit.still_open,
                "acknowledged": visit.acknowledged,
                "bytes": visit.read_bytes,
                "ok": visit.ok,
                "stopped": visit.stopped,
                "problem": visit.problem.say(lang) if visit.problem else None,
                "troubles": [
                    {"number": log.number, "game": log.game, "problem": problem.say(lang)}
                    for log, problem in visit.troubles
                ],
                "logs": [
                    {
                        "log": names[each.stored.id],
                        "game": each.stored.game,
                        "number": each.stored.number,
                        "how": each.how,
                        "size": each.stored.size,
                        "sha256": each.stored.sha256,
                        "verdict": each.audit.verdict,
                        "flagged": each.audit.flagged,
                        "findings": [finding.as_dict(lang) for finding in each.audit.findings],
                    }
                    for each in visit.fetched
                ],
            }
            for visit in visits
        ],
    }
