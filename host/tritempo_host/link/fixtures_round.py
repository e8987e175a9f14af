"""A whole round to its clocks, and what came of each of them: as data, for whoever shows it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tritempo_host import controls
from tritempo_host.link.client import Clock
from tritempo_host.link.fixtures_plan import Plan, noted, plan
from tritempo_host.link.fixtures_send import TOLD, Connect, Met, Sent, meet, send
from tritempo_host.problem import Problem
from tritempo_host.store import Store
from tritempo_host.tournament.entry import Draft
from tritempo_host.tournament.fixtures import Fixture
from tritempo_host.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Row:
    """What came of one clock. `how`: as in `Sent`; done (its table has its result already: `fixture`), spare (there is
    no table for it). `key_changed`: it gave a key that is not the one known of it. `twin`: port of a clock before it
    that says it is the same one."""

    port: str
    device: str | None
    fixture: Fixture | None
    how: str
    problem: Problem | None = None
    key_changed: bool = False
    twin: str | None = None

    @property
    def table(self) -> int | None:
        return self.fixture.table if self.fixture else None


@dataclass(frozen=True, slots=True)
class RoundSent:
    """`rows`: one for each clock that was asked, by table; those without one at the end. `drafts`: the entries that say
    which clock has which game now, to be written down."""

    plan: Plan
    rows: tuple[Row, ...]
    drafts: tuple[Draft, ...]

    @property
    def ready(self) -> int:
        """Clocks whose table is ready, or over."""
        return sum(row.how == "done" or row.how in TOLD for row in self.rows)

    @property
    def stopped(self) -> bool:
        return any(row.how == "stopped" for row in self.rows)

    @property
    def ok(self) -> bool:
        """Every clock was told, and every table has one."""
        good = all(row.how in ("done", "spare") or row.how in TOLD for row in self.rows)
        return good and bool(self.rows) and not self.plan.bare


def send_round(
    tournament: Tournament,
    number: int,
    slug: str,
    store: Store,
    ports: Sequence[str],
    by_hand: Mapping[str, int] | None = None,
    control: Mapping[str, Any] | None = None,
    again: bool = False,
    connect: Connect = Clock,
) -> RoundSent:
    """Asks the clocks at these ports what they are and have, and gives each its table, all at once.

    `by_hand`: port to table. `control`: see `own_control`. `again`: set a clock up anew for a game that it has played.
    Raises what `plan` does; a clock that cannot be told is a row, never a Problem.
    """
    met = meet(ports, connect)
    planned = plan(tournament, number, slug, met, by_hand, control)
    strange = {each.port for each in met if each.device and store.key_changed(each.device, each.key)}
    told = send(planned.pairs, again, connect)
    return RoundSent(planned, _rows(planned, met, told, strange), tuple(noted(tournament, told, met)))


def own_control(tournament: Tournament, lang: str) -> dict[str, Any] | None:
    """The time control of a file that the setting `control` names; None where it is a preset. Raises Problem."""
    setting = tournament.settings.get("control")
    return controls.load(setting, lang=lang) if setting and setting not in controls.PRESETS else None


def _rows(planned: Plan, met: Sequence[Met], told: Sequence[Sent], strange: Collection[str]) -> tuple[Row, ...]:
    sent = {each.port: each for each in told}
    first: dict[str, str] = {}
    rows = [_row(each, planned.done.get(each.port), sent.get(each.port), each.port in strange) for each in met]
    rows.sort(key=lambda row: (row.table is None, row.table or 0, row.port))
    for n, row in enumerate(rows):
        if row.device and (other := first.setdefault(row.device, row.port)) != row.port:
            rows[n] = replace(row, twin=other)
    return tuple(rows)


def _row(met: Met, done: Fixture | None, sent: Sent | None, key_changed: bool) -> Row:
    return Row(
        port=met.port,
        device=met.device or None,
        fixture=sent.fixture if sent else done,
        how=sent.how if sent else "done" if done else "failed" if met.problem else "spare",
        # that a game is on is no problem of this clock's: `how` says it
        problem=met.problem or (sent.problem if sent and sent.how != "playing" else None),
        key_changed=key_changed,
    )
