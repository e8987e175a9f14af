"""`tritempo fixtures`: tells the clocks of a drawn round who plays at their tables."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click

from tritempo_host import controls
from tritempo_host.commands.tournament import _desk as desks
from tritempo_host.link import find
from tritempo_host.link.fixtures_plan import Plan, noted, plan
from tritempo_host.link.fixtures_send import Met, Sent, meet, send
from tritempo_host.link.problems import LinkProblem
from tritempo_host.problem import Problem, tell
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
        control = _control(desk)
        met = meet(ports)
        try:
            planned = plan(desk.tournament, number, desk.listed.slug, met, by_hand, control)
        except BadAssignmentError as bad:
            raise click.UsageError(speak("matching", desk.lang)(bad.code, **_clean(bad.values))) from bad
        told = send(planned.pairs, again)
        if notes := noted(desk.tournament, told, met):
            desk.write(*notes)
        report = _Report(desk, planned, met, told)
        if as_json:
            desks.to_json(report.as_dict())
        else:
            report.show()
        report.warn()
    sys.exit(report.exit_code)


class _Report:
    """What came of it, as a table or as JSON."""

    def __init__(self, desk: desks.Desk, planned: Plan, met: Sequence[Met], told: Sequence[Sent]) -> None:
        self.desk, self.planned, self.met, self.told = desk, planned, met, told
        self.say = speak("matching", desk.lang)

    @property
    def exit_code(self) -> int:
        if any(each.how == "stopped" for each in self.told):
            return INTERRUPTED
        failed = any(each.problem for each in self.met) or not all(each.ok for each in self.told)
        return int(failed or bool(self.planned.bare) or not self.met)

    def rows(self) -> list[dict[str, Any]]:
        """One for each clock that was asked, by table; those without one at the end."""
        told = {each.port: each for each in self.told}
        rows = [self._row(each, told.get(each.port)) for each in self.met]
        return sorted(rows, key=lambda row: (row["table"] is None, row["table"] or 0, row["port"]))

    def _row(self, met: Met, sent: Sent | None) -> dict[str, Any]:
        done = self.planned.done.get(met.port)
        fixture = sent.fixture if sent else done
        problem = met.problem or (sent.problem if sent and sent.how != "playing" else None)
        return {
            "port": met.port,
            "device": met.device or None,
            "table": fixture.table if fixture else None,
            "names": list(fixture.names) if fixture else [],
            "fixture": fixture.id if fixture else None,
            "how": sent.how if sent else "done" if done else "failed" if met.problem else "spare",
            "key_changed": self._key_changed(met),
            "problem": self._words(problem) if problem else None,
        }

    def _key_changed(self, met: Met) -> bool:
        keys = self.desk.store.keys(met.device) if met.device else []
        return bool(keys) and met.key not in [key for key, trusted in keys if trusted]

    def _words(self, problem: Problem) -> str:
        return problem.say(self.desk.lang) if isinstance(problem, LinkProblem) else problem.message

    def as_dict(self) -> dict[str, Any]:
        return {
            "tournament": self.desk.listed.slug,
            "round": self.planned.round,
            "clocks": self.rows(),
            "bare": [each.table for each in self.planned.bare],
        }

    def show(self) -> None:
        if not self.met:
            return
        heads = [self.say(f"col_{head}") for head in ("table", "players", "clock", "port", "what")]
        rows = [
            (
                row["table"],
                ", ".join(row["names"]),
                (row["device"] or "")[-6:],
                row["port"],
                self.say(f"send_{row['how']}"),
            )
            for row in self.rows()
        ]
        ready = sum(each.ok for each in self.told) + len(self.planned.done)
        tables = len(self.planned.fixtures)
        place = {"tournament": self.desk.tournament.name, "round": self.planned.round}
        desks.show(desks.table(heads, rows, folded=(1, 4), right=(0,)))
        desks.show(self.say("sent_round", sent=ready, tables=tables, **place))

    def warn(self) -> None:
        """On standard error, what a person has to do something about."""
        ports: dict[str, str] = {}
        for row in self.rows():
            if row["problem"]:
                tell(row["problem"])
            if row["key_changed"]:
                tell(self.say("key_changed", port=row["port"], device=row["device"]))
            if row["device"] and (other := ports.setdefault(row["device"], row["port"])) != row["port"]:
                tell(self.say("twin", port=row["port"], other=other, device=row["device"]))
        if not self.met:
            tell(speak("link", self.desk.lang)("none_found"))
        if self.planned.bare:
            tell(self.say("bare_tables", tables=", ".join(str(each.table) for each in self.planned.bare)))
        if self.planned.spare:
            tell(self.say("spare_clocks", ports=", ".join(each.port for each in self.planned.spare)))


def _control(desk: desks.Desk) -> dict[str, Any] | None:
    """The time control of a file that the setting `control` names; None where it is a preset. Raises Problem."""
    setting = desk.tournament.settings.get("control")
    return controls.load(setting, lang=desk.lang) if setting and setting not in controls.PRESETS else None


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
