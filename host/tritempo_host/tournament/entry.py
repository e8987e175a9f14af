"""What is written down of a tournament: one entry a thing that happened, in the order in which it was confirmed.

An entry is never changed and never deleted. A correction is another entry, and so is taking one back (`undo`), and so
is taking that back. What each kind has in its body stands in docs/tournament.md.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

KINDS = (
    *(
        "created",
        "settings",
        "team",
        "player",
        "withdraw",
        "back",
        "arrived",
        "absent",
        "draw",
        "start",
        "result",
        "checked",
    ),
    *("log", "sent", "penalty", "note", "close", "reopen", "undo"),
)
CHANGED = "changed_"  # how the codes of steps of a draw begin that are changes by hand


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody wants to write down: an entry without its number. `why` is asked for corrections."""

    kind: str
    body: Mapping[str, Any] = field(default_factory=dict)
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """`number`: from 1, without a gap, within its tournament. `at`: aware, UTC. `who`: the person or the station."""

    number: int
    at: datetime
    who: str
    kind: str
    body: Mapping[str, Any]
    why: str | None = None


def changes(body: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The steps of a draw that are changes by hand (`changing`), in the order in which they were made."""
    steps = body.get("explain")
    steps = steps if isinstance(steps, list | tuple) else ()
    return [each for each in steps if isinstance(each, Mapping) and str(each.get("code", "")).startswith(CHANGED)]


def takes_back(entry: Entry) -> int | None:
    """The number of the entry that this one takes back, or None. Opening a round again takes its closing back."""
    return entry.body.get("entry") if entry.kind in ("undo", "reopen") else None


def last_that_counts(entries: Iterable[Entry]) -> Entry | None:
    """The last entry that can be taken back and was not, and that takes nothing back itself; None if there is none."""
    entries = list(entries)
    out = undone(entries)
    kinds = ("undo", "reopen", "created")
    return next((each for each in reversed(entries) if each.number not in out and each.kind not in kinds), None)


def undone(entries: Iterable[Entry]) -> dict[int, int]:
    """{number of an entry that does not count: number of the entry that takes it back}.

    From the end, since what takes back can itself be taken back, always by a later one.
    """
    out: dict[int, int] = {}
    for entry in reversed(list(entries)):
        target = takes_back(entry)
        if target is not None and entry.number not in out:
            out[target] = entry.number
    return out
