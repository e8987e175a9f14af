"""Lists of logs. What each line says is computed by the audit; it is kept in `summaries` only to be quick.

A kept line is good as long as its basis is: a hash over everything that it was computed from, the log's bytes, the
clock's keys, and the program itself. So it cannot go stale, nobody has to think of renewing it, and the table may be
emptied at any time.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

import tritempo
from tritempo_host import audit
from tritempo_host.problem import Problem
from tritempo_host.store.examine import examine
from tritempo_host.store.find import short_names
from tritempo_host.store.models import Summary
from tritempo_host.store.records import StoredLog
from tritempo_host.store.store import Store
from tritempo_host.text import clean

SAVE_EVERY = 200  # lines computed anew before they are saved, so that an interrupted list is not begun again


@dataclass(frozen=True, slots=True)
class Row:
    """What a list says of a log. What the log does not say, or not soundly, is None."""

    verdict: str
    flagged: bool
    finding: str | None  # code of the gravest
    line: int | None  # where that is
    state: str | None
    reason: str | None
    turns: int | None
    round: int | None
    table: int | None
    control: str | None
    names: tuple[str, ...]
    wall: str | None  # when it began, as the clock wrote it
    fixture: str | None  # id of the fixture that the host had sent


@dataclass(frozen=True, slots=True)
class ListedLog:
    """A line of a list. `name` is the shortest that finds this log."""

    name: str
    stored: StoredLog
    row: Row


def list_logs(
    store: Store,
    device: str | None = None,
    round_number: int | None = None,
    flagged: bool = False,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> list[ListedLog]:
    """The logs in the order in which they came: of clocks with `device` in their id, of a round, only flagged.

    `progress(done, total)` is called while lines have to be computed anew.
    """
    logs = store.logs()
    names = short_names(logs)
    wanted = [log for log in logs if (device or "").lower() in log.device.lower()]
    rows = _rows(store, wanted, logs, progress)
    return [
        ListedLog(names[log.id], log, row)
        for log, row in zip(wanted, rows, strict=True)
        if (round_number is None or row.round == round_number) and (row.flagged or not flagged)
    ]


def summarise(found: audit.Audit) -> Row:
    """The line of a list for an audited log."""
    head = found.header or {}
    control = head.get("control", {})
    order = ("error", "warning")
    grave = sorted((f for f in found.findings if f.severity in order), key=lambda f: order.index(f.severity))
    game = found.game
    return Row(
        verdict=found.verdict,
        flagged=found.flagged,
        finding=grave[0].code if grave else None,
        line=grave[0].line if grave else None,
        state=game.state if game else None,
        reason=game.reason if game else None,
        turns=sum(1 for _ in game.turns()) if game else None,
        round=_number(head.get("round")),
        table=_number(head.get("table")),
        control=_text(control.get("id")),
        names=tuple(clean(name) for name in head.get("names", ()) if isinstance(name, str)),
        wall=_text(head.get("wall")),
        fixture=_text(head.get("fixture")),
    )


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _text(value: Any) -> str | None:
    return clean(value) if isinstance(value, str) else None


# Kept lines


def _rows(
    store: Store, wanted: Sequence[StoredLog], logs: Sequence[StoredLog], progress: Callable[[int, int], object]
) -> list[Row]:
    with store.reading() as session:
        kept = {summary.log_id: summary for summary in session.scalars(select(Summary))}
    bases = dict(_bases(store, wanted, logs))
    rows = {
        log.id: _from_json(kept[log.id].row)
        for log in wanted
        if log.id in kept and kept[log.id].basis == _sealed(bases[log.id], kept[log.id].row)
    }
    missing = [log for log in wanted if log.id not in rows]
    for done in range(0, len(missing), SAVE_EVERY):
        computed = {}
        for n, log in enumerate(missing[done : done + SAVE_EVERY]):
            progress(done + n, len(missing))
            computed[log.id] = summarise(examine(store.record(log, logs)))
        _save(store, {log_id: (bases[log_id], row) for log_id, row in computed.items()})
        rows.update(computed)
    return [rows[log.id] for log in wanted]


def _bases(store: Store, wanted: Sequence[StoredLog], logs: Sequence[StoredLog]) -> Iterator[tuple[int, str]]:
    versions = Counter((log.device, log.game) for log in logs)
    keys = {device: store.keys(device) for device in {log.device for log in wanted}}
    for log in wanted:
        known = [(key.hex(), trusted) for key, trusted in keys[log.device]]
        fetched = (log.device, log.game, log.sha256, log.size, log.clock_size, log.closed)
        whole = json.dumps([_program(), fetched, known, versions[log.device, log.game]])
        yield log.id, hashlib.sha256(whole.encode()).hexdigest()


def _sealed(basis: str, row: dict[str, Any]) -> str:
    """The basis and the line in one hash, so that a line that a bad disk changed is computed again, too."""
    return hashlib.sha256(f"{basis} {json.dumps(row, sort_keys=True)}".encode()).hexdigest()


@cache
def _program() -> str:
    """A hash of everything that has a say in a line: the portable clock, the audit, and this folder."""
    files = [Path(audit.__file__)]
    for package in (Path(tritempo.__file__).parent, Path(__file__).parent):
        files += sorted(package.glob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def _save(store: Store, rows: dict[int, tuple[str, Row]]) -> None:
    try:
        store.write(partial(_merge, rows=rows))
    except Problem:
        # A store on a read-only stick, or a full disk: the list is right all the same, only slower next time.
        return


def _merge(session: Session, rows: dict[int, tuple[str, Row]]) -> None:
    for log_id, (basis, row) in rows.items():
        line = json.loads(json.dumps(asdict(row)))  # as it will come back: a tuple is a list then
        session.merge(Summary(log_id=log_id, basis=_sealed(basis, line), row=line))


def _from_json(row: dict[str, Any]) -> Row:
    return Row(**{**row, "names": tuple(row["names"])})
