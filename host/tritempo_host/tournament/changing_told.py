"""What a person should hear before a round is changed by hand (`changing`): what the draw would have avoided, what is
uneven now, and what has been handed out already. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tritempo.control import PRESETS, preset
from tritempo_host.draws import SYSTEMS, Field
from tritempo_host.draws.history import seats_had, times_met
from tritempo_host.tournament.changing import meeting
from tritempo_host.tournament.disagreeing import drawn_in
from tritempo_host.tournament.drawing import field_of
from tritempo_host.tournament.refused import Remark
from tritempo_host.tournament.state import Round, Tournament

Body = Mapping[str, Any]


def warnings(tournament: Tournament, body: Body) -> list[Remark]:
    """Of a change that is not written down yet: who meets again, or one of the same club, who begins now, who sits out,
    which clocks and papers are those of before, which rounds were drawn since. `body`: from `changing.changed`."""
    round_ = tournament.rounds[body["round"]]
    field = field_of(tournament, round_.number)
    return [
        *_meeting(tournament, round_, body, field),
        *_beginning(tournament, round_, body, field),
        *_handed_out(tournament, round_, body),
    ]


def touched(round_: Round, body: Body) -> list[int]:
    """The tables at which others play now, or in another order, by number."""
    before = {table: game.players for table, game in round_.games.items()}
    rows = ((row["table"], tuple(row["players"])) for row in body["tables"])
    return sorted(table for table, players in rows if before.get(table) != players)


def _meeting(t: Tournament, round_: Round, body: Body, field: Field) -> Iterator[Remark]:
    new = sorted(meeting(body["matches"]) - meeting(round_.matches))
    times = times_met(field.met)
    clubs = {each.number: each.club for each in field.entrants} if _choice(t, round_, "same_club") else {}
    for first, other in new:
        names = {"first": t.name_of(first), "other": t.name_of(other)}
        if times[first, other]:
            yield Remark("change_met", names)
        if clubs.get(first) and clubs.get(first) == clubs.get(other):
            yield Remark("change_club", names)
    if _leaves_the_plan(t, round_, new):
        yield Remark("change_plan")
    out = [match.entrants[0] for match in field.met if len(match.entrants) == 1]
    for each in body.get("bye", ()):
        if each not in round_.bye:
            yield Remark("change_bye", {"name": t.name_of(each), "times": out.count(each)})


def _leaves_the_plan(t: Tournament, round_: Round, new: Iterable[tuple[int, int]]) -> bool:
    """Whether rounds to come, that were planned so that nobody meets twice, have to be searched for now. Who takes the
    place of one who has left, or sits where nobody sat, is in the plan (docs/draws.md)."""
    system = round_.draw.get("system")
    whole = system != "threes" or (not round_.bye and {len(match) for match in round_.matches} == {3})
    drawn = drawn_in(round_)
    others = any(first in drawn and other in drawn for first, other in new)
    last = t.settings.get("rounds") or t.ruleset.rounds(len(t.entrants))  # 0: nobody knows
    return system in SYSTEMS and SYSTEMS[system].planned and whole and others and not 0 < last <= round_.number


def _beginning(t: Tournament, round_: Round, body: Body, field: Field) -> Iterator[Remark]:
    """Nothing where the tiles tell who begins."""
    if _choice(t, round_, "start") == "tiles":
        return
    had, boards = seats_had(field.met), [None, *t.ruleset.boards]
    before = {game.players[0]: game.board for game in round_.games.values()}
    now = {row["players"][0]: row.get("board") for row in body["tables"]}
    for code, these, others in (("change_begins", now, before), ("change_begins_not", before, now)):
        named = [
            f"{t.players[player].name} ({had[t.entrant_of(player), max(boards.index(board) - 1, 0), 0]})"
            for player, board in these.items()
            if player not in others
        ]
        if named:
            yield Remark(code, {"names": ", ".join(named)})


def _handed_out(t: Tournament, round_: Round, body: Body) -> Iterator[Remark]:
    tables = touched(round_, body)
    control = t.settings.get("control")
    seats = preset(control)["seats"] if control in PRESETS else None
    for row in body["tables"]:
        if seats and row["table"] in tables and len(row["players"]) not in seats:
            yield Remark("change_control", {"table": row["table"], "players": len(row["players"])})
    if tables:
        yield Remark("change_papers", {"tables": ", ".join(map(str, tables))})
    if sent := [table for table in tables if (round_.number, table) in t.sent]:
        yield Remark("change_clocks", {"tables": ", ".join(map(str, sent))})
    if later := [number for number in sorted(t.rounds) if number > round_.number]:
        yield Remark("change_later", {"rounds": ", ".join(map(str, later))})


def _choice(t: Tournament, round_: Round, key: str) -> object:
    """A setting of the system that drew the round; None where it has no such setting, or nobody knows it."""
    system = SYSTEMS.get(str(round_.draw.get("system")))
    known = next((each for each in system.settings if each.key == key), None) if system else None
    return t.draw_settings(system).get(key, known.default) if system and known else None
