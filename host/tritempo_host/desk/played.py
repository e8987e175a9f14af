"""What the store's logs say of a tournament: computed once for each state of both."""

from collections.abc import Mapping
from dataclasses import dataclass

from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import Desk
from tritempo_host.export.site import Facts
from tritempo_host.store.played import matching_of, timed_games
from tritempo_host.summary import Summary
from tritempo_host.tournament.matching import Matching, Place
from tritempo_host.tournament.published import published


@dataclass(frozen=True, slots=True)
class Played:
    """`matching`: which log is which game's. `logs`: id of the log and what happened in it, of the games of which it
    is plain."""

    matching: Matching
    logs: Mapping[Place, tuple[str, Summary]]

    @property
    def summaries(self) -> dict[Place, Summary]:
        return {place: summary for place, (_, summary) in self.logs.items()}


def mark(desk: Desk) -> tuple[object, ...]:
    """Another one after logs came, or somebody said in a sync that a clock's new key is right."""
    sync = desk.syncing.progress()
    return (*desk.now.logs, sync.number, sync.running)


def played(desk: Desk, current: Current) -> Played:
    """Which logs are of this tournament's games, and what they say."""

    def make() -> Played:
        matching = matching_of(desk.store, current.entries, current.tournament)
        return Played(matching, timed_games(desk.store, matching))

    return current.once(("played", *mark(desk)), make)


def facts(desk: Desk, current: Current) -> Facts:
    """The tournament as the public pages show it."""

    def make() -> Facts:
        return Facts(published(current.tournament), played(desk, current).summaries)

    return current.once(("facts", *mark(desk)), make)
