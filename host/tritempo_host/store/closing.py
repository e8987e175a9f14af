"""Closes a round, and puts a copy of the whole tournament beside the store, and one where it was asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tritempo_host.problem import Problem
from tritempo_host.store.backup import copy_to, snapshot
from tritempo_host.store.store import Store
from tritempo_host.store.tournaments import Listed, Tournaments, Written
from tritempo_host.tournament.entry import Draft


@dataclass(frozen=True, slots=True)
class Closed:
    """A round that is closed. `copy`: the snapshot; where there could be none, `why`: the round is closed anyway.
    `second`, `second_why`: the same of the copy in another folder, where one was asked for."""

    written: Written
    copy: Path | None
    why: str | None
    second: Path | None = None
    second_why: str | None = None


def close_round(
    store: Store,
    tournament: Listed,
    number: int,
    who: str,
    seen: int | None = None,
    lang: str | None = None,
    copies: Path | None = None,
) -> Closed:
    """`copies`: a folder for a second copy. Raises Refused and Conflict, as `Tournaments.append` does."""
    written = Tournaments(store, lang).append(tournament, [Draft("close", {"round": number})], who, seen)
    copy, why = _made(lambda: snapshot(store, tournament, lang))
    second, second_why = _made(lambda: copy_to(store, tournament, copies, lang)) if copies else (None, None)
    return Closed(written, copy, why, second, second_why)


def _made(copy: Callable[[], Path]) -> tuple[Path | None, str | None]:
    """The file, or why there is none."""
    try:
        return copy(), None
    except Problem as problem:
        return None, problem.message
