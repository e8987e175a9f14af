"""Closes a round, and puts a copy of the whole tournament beside the store."""

from dataclasses import dataclass
from pathlib import Path

from tritempo_host.problem import Problem
from tritempo_host.store.backup import snapshot
from tritempo_host.store.store import Store
from tritempo_host.store.tournaments import Listed, Tournaments, Written
from tritempo_host.tournament.entry import Draft


@dataclass(frozen=True, slots=True)
class Closed:
    """A round that is closed. `copy`: the snapshot; where there could be none, `why`: the round is closed anyway."""

    written: Written
    copy: Path | None
    why: str | None


def close_round(
    store: Store, tournament: Listed, number: int, who: str, seen: int | None = None, lang: str | None = None
) -> Closed:
    """Raises Refused and Conflict, as `Tournaments.append` does."""
    written = Tournaments(store, lang).append(tournament, [Draft("close", {"round": number})], who, seen)
    try:
        return Closed(written, snapshot(store, tournament, lang), None)
    except Problem as problem:
        return Closed(written, None, problem.message)
