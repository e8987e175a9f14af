"""`/t/SLUG/penalties`: warnings, points that come off, and notes of what happened."""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, needs
from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import write
from tritempo_host.desk.forms import Typed, all_typed, now, number
from tritempo_host.desk.problems import TOLD, spoken, status_of
from tritempo_host.desk.view import address, back, page, tournament_of, words
from tritempo_host.rules.alphabet import alphabetical
from tritempo_host.rules.exact import fraction
from tritempo_host.tournament import Draft, Tournament
from tritempo_host.tournament.standings import PENALTIES


@needs(Role.ARBITER)
def penalties(request: Request) -> Response:
    current = tournament_of(request)
    if request.method != "POST":
        return _show(request, current)
    given = all_typed(request)
    here = address(current, "penalties")
    if given["do"] == "note":
        where, told = _where(request, current.tournament, given)
        if told:
            return _show(request, current, given, told, status=422)
        body: dict[str, Any] = {"text": given["text"]} | where
        try:
            write(request, current, [Draft("note", body)])
        except TOLD as error:
            return _show(request, now(request), given, told=spoken(request, error), status=status_of(error))
        return back(request, here, "note_written", "desk_people")
    t = current.tournament
    where, told = _where(request, t, given)
    if wrong := _wrong(t, given):
        told |= {wrong: words(request, "desk_people")(f"penalty_{wrong}_wrong")}
    if told:
        return _show(request, current, given, told, status=422)
    whom, _, which = given["whom"].partition(":")
    body = {whom: int(which), "kind": given["kind"]} | where
    if given["kind"] == "points":
        body["points"] = given["points"]
    try:
        write(request, current, [Draft("penalty", body, given["why"])])
    except TOLD as error:
        return _show(request, now(request), given, told=spoken(request, error), status=status_of(error))
    name = t.players[int(which)].name if whom == "player" else t.name_of(int(which))
    kind = words(request, "tournament")(f"kind_{given['kind']}")
    return back(request, here, "penalty_given", "desk_people", kind=kind[:1].upper() + kind[1:], name=name)


def _where(request: Request, t: Tournament, given: Typed) -> tuple[dict[str, int], dict[str, str]]:
    """(the round and the table that were typed, what is wrong with them by field)."""
    say = words(request, "desk_people")
    found = {key: number(given[key]) for key in ("round", "table") if given[key]}
    round_, table = found.get("round"), found.get("table")
    drawn = [game.table for game in t.games(round_ if round_ in t.rounds else None)]
    wrong = {}
    if "round" in found and round_ not in t.rounds:
        wrong["round"] = say("round_wrong", typed=given["round"])
    elif "table" in found and table is None:
        wrong["table"] = say("table_wrong", typed=given["table"])
    elif "table" in found and drawn and table not in drawn:
        wrong["table"] = say("table_not_in_round" if round_ else "table_not_drawn", round=round_, table=table)
    return {key: value for key, value in found.items() if value is not None}, wrong


def _wrong(t: Tournament, given: Typed) -> str:
    """The field that cannot stay as it is, or ""."""
    whom, _, which = given["whom"].partition(":")
    there = {"entrant": t.entrants, "player": t.players}.get(whom, {})
    if number(which) not in there or given["kind"] not in PENALTIES:
        return "whom"
    if given["kind"] == "points":
        try:
            off = fraction(given["points"])
        except ValueError:
            return "points"
        if off <= 0:  # they come off: a minus would give some
            return "points"
    return "" if given["why"] else "why"


def _show(
    request: Request,
    current: Current,
    given: Typed | None = None,
    wrong: Mapping[str, str] | None = None,
    told: str = "",
    status: int = 200,
) -> Response:
    t = current.tournament
    who = {each.number: each.who for each in current.entries}
    return page(
        request,
        "penalties.html",
        status=status,
        topics=(current.topic,),
        given=given if given is not None else Typed(request.query_params),
        wrong=wrong or {},
        told=told,
        kinds=PENALTIES,
        entrants=sorted(t.entrants, key=lambda each: alphabetical(t.name_of(each))),
        players=sorted(t.players.values(), key=lambda each: alphabetical(each.name)) if t.by_teams else [],
        rounds=sorted(t.rounds),
        given_by=[(each, who.get(each.entry, "")) for each in reversed(t.penalties)],
        notes=list(reversed(t.notes)),
    )


routes = [Route("/t/{slug}/penalties", penalties, methods=["GET", "POST"])]
