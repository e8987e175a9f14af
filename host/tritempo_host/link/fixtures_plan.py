"""Which of the clocks that are plugged in gets which table of a round, from what they say and what was sent before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tritempo_host.link.fixtures_send import Met, Sent
from tritempo_host.tournament.entry import Draft
from tritempo_host.tournament.fixtures import Clock, Fixture, assign, check_by_hand, fixtures_of, identity, is_of
from tritempo_host.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Plan:
    """`pairs`: port to fixture, to be sent. `done`: port to fixture of a game that has its result: not sent again.
    `spare`: clocks that answered and have no table. `bare`: tables that no clock has, here or sent before."""

    round: int
    fixtures: tuple[Fixture, ...]
    pairs: Mapping[str, Fixture]
    done: Mapping[str, Fixture]
    spare: tuple[Met, ...]
    bare: tuple[Fixture, ...]


def plan(
    tournament: Tournament,
    round_number: int,
    slug: str,
    met: Sequence[Met],
    by_hand: Mapping[str, int] | None = None,
    control: Mapping[str, Any] | None = None,
) -> Plan:
    """`by_hand`: port to table, of clocks that were asked. `control`: see `fixture_of`.

    A table that a person has given to a clock which does not answer is bare: nobody else gets it. Raises
    BadAssignmentError for a `by_hand` that cannot be, KeyError for a round that was not drawn.
    """
    fixtures = fixtures_of(tournament, round_number, slug, control)
    check_by_hand(fixtures, by_hand or {})
    answered = [each for each in met if each.problem is None]
    silent = {each.port for each in met} - {each.port for each in answered}
    kept = {table for port, table in (by_hand or {}).items() if port in silent}
    by_hand = {port: table for port, table in (by_hand or {}).items() if port not in silent}
    # A clock on which strangers play is not ours to give a table to, unless a person says so; then it will refuse.
    ours = [each for each in answered if not each.playing or is_of(each.fixture, tournament) or each.port in by_hand]
    results = {game.table for game in tournament.games(round_number) if game.result is not None}
    given = assign(
        [fixture for fixture in fixtures if fixture.table not in kept],
        [_clock(tournament, round_number, each) for each in ours],
        by_hand,
        results | _served(tournament, fixtures, answered),
    )
    done = {port: fixture for port, fixture in given.pairs.items() if fixture.table in results and port not in by_hand}
    return Plan(
        round=round_number,
        fixtures=tuple(fixtures),
        pairs={port: fixture for port, fixture in given.pairs.items() if port not in done},
        done=done,
        spare=tuple(each for each in answered if each.port not in given.pairs),
        bare=tuple(each for each in fixtures if each in given.bare or each.table in kept),
    )


def noted(tournament: Tournament, told: Sequence[Sent], met: Sequence[Met]) -> list[Draft]:
    """The entries that say which clock has which game now; none where that is written down already."""
    devices = {each.port: each.device for each in met}
    drafts = []
    for each in told:
        fixture, device = each.fixture, devices[each.port]
        have = tournament.sent.get((fixture.round, fixture.table))
        if each.ok and (have is None or (have.device, have.fixture) != (device, fixture.id)):
            body = {"round": fixture.round, "table": fixture.table, "device": device, "fixture": fixture.id}
            drafts.append(Draft("sent", body))
    return drafts


def _clock(tournament: Tournament, round_number: int, met: Met) -> Clock:
    """A clock with the table that it had: in this round as it was written down, else as it says itself, else as it was
    written down last."""
    sent = [(place, each) for place, each in tournament.sent.items() if each.device == met.device]
    here = [table for (number, table), each in sent if number == round_number]
    if here:
        return Clock(met.port, met.device, here[-1], sure=True)
    table = met.live.get("table")
    if is_of(met.fixture, tournament) and isinstance(table, int):
        return Clock(met.port, met.device, table)
    last = max(sent, key=lambda pair: pair[1].entry, default=None)
    return Clock(met.port, met.device, last[0][1] if last else None)


def _served(tournament: Tournament, fixtures: Sequence[Fixture], answered: Sequence[Met]) -> set[int]:
    """Tables that have this very game on a clock that is not plugged in now: there may be fewer sockets than clocks."""
    here = {each.device for each in answered}
    served = set()
    for fixture in fixtures:
        sent = tournament.sent.get((fixture.round, fixture.table))
        if sent and sent.device not in here and identity(sent.fixture) == identity(fixture.id):
            served.add(fixture.table)
    return served
