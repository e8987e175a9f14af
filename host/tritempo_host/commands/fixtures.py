"""`tritempo fixtures`: tells the clocks of a drawn round who plays at their tables."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click

from tritempo_host.commands.tournament import _desk as desks
from tritempo_host.link import find
from tritempo_host.link.fixtures_round import RoundSent, Row, own_control, send_round
from tritempo_host.problem import tell
from tritempo_host.text import clean
from tritempo_host.tournament.fixtures import BadAssignmentError
from tritempo_host.words import speak

INTERRUPTED = 130  # what shells expect after a Ctrl-C
with_round = click.option(
    "--round", "number", type=click.IntRange(min=1), metavar="N", help="Which; else the last drawn."
)


@click.group()
def fixtures() -> None:
    """Tell the clocks of a round who plays at their tables."""


@fixtures.command("send")
@click.option("--round", "number", type=click.IntRange(min=1), metavar="N", help="Which round; else the last drawn.")
@click.option("--port", "given", metavar="PORT", multiple=True, help="Only the clock at this port (can be repeated).")
@click.option("--assign", metavar="PORT=TABLE", multiple=True, help="This clock goes to this table (can be repeated).")
@click.option("--again", is_flag=True, help="Set a clock up anew for a game that it has played already.")
@desks.writing
def send_fixtures(
    number: int | None,
    given: tuple[str, ...],
    assign: tuple[str, ...],
    again: bool,
    named: str | None,
    where: str | None,
    who: str | None,
    lang: str | None,
    as_json: bool,
) -> None:
    """Give each clock that is plugged in its table: round, players in order, time control and trumps, all at once.

    A clock stays at the table that it had before; a new one gets the lowest that is left. Tables whose clocks are not
    plugged in now keep them, so that more clocks than there are sockets are told in turns. A game that is being played
    is never disturbed, and sending again does no harm. Exit code 1 if a clock was not told or a table has none.
    """
    with desks.desk(named, where, lang, who) as desk:
        number = desk.round(number)
        by_hand = _assigned(assign, desk.lang)
        ports = list(dict.fromkeys([*given, *by_hand])) if given else list(dict.fromkeys([*find.boards(), *by_hand]))
        control = own_control(desk.tournament, desk.lang)
        try:
            sent = send_round(desk.tournament, number, desk.listed.slug, desk.store, ports, by_hand, control, again)
        except BadAssignmentError as bad:
            raise click.UsageError(speak("matching", desk.lang)(bad.code, **_clean(bad.values))) from bad
        if sent.drafts:
            desk.write(*sent.drafts)
        report = _Report(desk, sent)
        if as_json:
            desks.to_json(report.as_dict())
        else:
            report.show()
        report.warn()
    sys.exit(report.exit_code)


class _Report:
    """What came of it, as a table or as JSON."""

    def __init__(self, desk: desks.Desk, sent: RoundSent) -> None:
        self.desk, self.sent = desk, sent
        self.say = speak("matching", desk.lang)

    @property
    def exit_code(self) -> int:
        return INTERRUPTED if self.sent.stopped else int(not self.sent.ok)

    def as_dict(self) -> dict[str, Any]:
        return {
            "tournament": self.desk.listed.slug,
            "round": self.sent.plan.round,
            "clocks": [self._as_dict(row) for row in self.sent.rows],
            "bare": [each.table for each in self.sent.plan.bare],
        }

    def _as_dict(self, row: Row) -> dict[str, Any]:
        return {
            "port": row.port,
            "device": row.device,
            "table": row.table,
            "names": list(row.fixture.names) if row.fixture else [],
            "fixture": row.fixture.id if row.fixture else None,
            "how": row.how,
            "key_changed": row.key_changed,
            "problem": row.problem.say(self.desk.lang) if row.problem else None,
        }

    def show(self) -> None:
        if not self.sent.rows:
            return
        heads = [self.say(f"col_{head}") for head in ("table", "players", "clock", "port", "what")]
        rows = [
            (
                row.table,
                ", ".join(row.fixture.names) if row.fixture else "",
                (row.device or "")[-6:],
                row.port,
                self.say(f"send_{row.how}"),
            )
            for row in self.sent.rows
        ]
        place = {"tournament": self.desk.tournament.name, "round": self.sent.plan.round}
        desks.show(desks.table(heads, rows, folded=(1, 4), right=(0,)))
        desks.show(self.say("sent_round", sent=self.sent.ready, tables=len(self.sent.plan.fixtures), **place))

    def warn(self) -> None:
        """On standard error, what a person has to do something about."""
        for row in self.sent.rows:
            if row.problem:
                tell(row.problem.say(self.desk.lang))
            if row.key_changed:
                tell(self.say("key_changed", port=row.port, device=row.device))
            if row.twin:
                tell(self.say("twin", port=row.port, other=row.twin, device=row.device))
        if not self.sent.rows:
            tell(speak("link", self.desk.lang)("none_found"))
        if self.sent.plan.bare:
            tell(self.say("bare_tables", tables=", ".join(str(each.table) for each in self.sent.plan.bare)))
        if self.sent.plan.spare:
            tell(self.say("spare_clocks", ports=", ".join(each.port for each in self.sent.plan.spare)))


def _assigned(given: Sequence[str], lang: str) -> dict[str, int]:
    """`--assign PORT=TABLE` as port to table. Raises UsageError."""
    made: dict[str, int] = {}
    for each in given:
        port, _, table = each.rpartition("=")
        if not port or not table.isascii() or not table.isdecimal() or len(table) > 4:
            raise click.UsageError(speak("matching", lang)("assign_form", given=clean(each, 200)))
        made[port] = int(table)
    return made


def _clean(values: Mapping[str, object]) -> dict[str, object]:
    return {key: clean(value, 200) if isinstance(value, str) else value for key, value in values.items()}
