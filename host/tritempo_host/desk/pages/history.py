"""`/t/SLUG/history`: who did what, when and why. `/t/SLUG/history/N/undo`: takes one of these things back, after saying
what that is; or says why it cannot be."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, needs, role_in, session_of
from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import write
from tritempo_host.desk.forms import counting, now, number, typed
from tritempo_host.desk.problems import TOLD, spoken, status_of
from tritempo_host.desk.rounds import newest
from tritempo_host.desk.view import address, back, language_of, page, tournament_of
from tritempo_host.tournament import KINDS, Draft, Entry, Refused
from tritempo_host.tournament.entry import takes_back, undone
from tritempo_host.tournament.history import told
from tritempo_host.tournament.writing import written

LINES = 100  # of a page


@dataclass(frozen=True, slots=True)
class Line:
    """`by`: number of the entry that took it back; `of`: what this one took back, in words."""

    entry: Entry
    what: str
    by: int | None
    of: str


@needs(Role.ARBITER)
def history(request: Request) -> Response:
    current = tournament_of(request)
    given = request.query_params
    people = sorted({each.who for each in current.entries}, key=str.casefold)
    kinds = [each for each in KINDS if any(entry.kind == each for entry in current.entries)]
    who, kind = given.get("who", ""), given.get("kind", "")
    before = number(given.get("before", ""))
    wanted = [
        each
        for each in reversed(current.entries)
        if (not who or each.who == who) and (not kind or each.kind == kind) and (not before or each.number < before)
    ]
    lines = list(_lines(current, wanted[:LINES], language_of(request)))
    return page(
        request,
        "history.html",
        topics=(current.topic,),
        days=[(day, list(each)) for day, each in groupby(lines, key=lambda line: _day(line.entry))],
        people=people,
        kinds=kinds,
        chosen_who=who,
        chosen_kind=kind,
        before=before,
        older=lines[-1].entry.number if len(wanted) > LINES else None,
        may={line.entry.number for line in lines if may_undo(request, current, line.entry)},
    )


def _day(entry: Entry) -> str:
    return f"{entry.at.astimezone():%Y-%m-%d}"


def _lines(current: Current, entries: list[Entry], lang: str) -> Iterator[Line]:
    out = undone(current.entries)
    for entry in entries:
        target = takes_back(entry) if entry.kind == "undo" else None
        of = told(current.entries[target - 1], current.tournament, lang) if target else ""
        yield Line(entry, told(entry, current.tournament, lang), out.get(entry.number), of)


def may_undo(request: Request, current: Current, entry: Entry) -> bool:
    """An organiser may take everything back, the others their own last thing."""
    if entry.kind == "created" or entry.number in current.once("undone", lambda: undone(current.entries)):
        return False
    if role_in(request) >= Role.ORGANISER:
        return True
    who = session_of(request).who
    own = [each for each in current.once("counting", lambda: counting(current)) if each.who == who]
    return bool(own) and own[-1].number == entry.number


@needs(Role.ARBITER)
def undo(request: Request) -> Response:
    current = newest(request)
    which = number(request.path_params["n"])
    if which is None or which > len(current.entries):
        raise HTTPException(404)
    entry = current.entries[which - 1]
    if request.method != "POST":
        return _ask(request, current, entry)
    if not may_undo(request, current, entry) and role_in(request) < Role.ORGANISER:
        return _ask(request, current, entry, status=403)
    try:
        write(request, current, [Draft("undo", {"entry": which}, typed(request, "why") or None)])
    except TOLD as error:
        return _ask(request, now(request), entry, spoken(request, error), status_of(error))
    what = told(entry, current.tournament, language_of(request))
    return back(request, address(current, "history"), "undo_done", "desk_history", n=which, what=what)


def _ask(request: Request, current: Current, entry: Entry, problem: str = "", status: int = 200) -> Response:
    """What would be taken back; or why it cannot be, and what is in the way."""
    in_the_way = None
    if not problem:
        try:
            written(current.entries, [Draft("undo", {"entry": entry.number})], "?", datetime.now(UTC))
        except Refused as refused:
            problem = spoken(request, refused)
            in_the_way = refused.values.get("entry" if refused.code == "built_on" else "by")
    lang = language_of(request)
    line = next(_lines(current, [entry], lang))
    blocking = current.entries[in_the_way - 1] if isinstance(in_the_way, int) else None
    return page(
        request,
        "undo.html",
        status=status,
        line=line,
        problem=problem,
        refused=bool(problem) and status == 200,
        blocking=next(_lines(current, [blocking], lang)) if blocking else None,
        allowed=role_in(request) >= Role.ORGANISER or may_undo(request, current, entry),
        may_blocking=blocking is not None and may_undo(request, current, blocking),
        why=typed(request, "why") if request.method == "POST" else "",
    )


routes = [
    Route("/t/{slug}/history", history),
    Route("/t/{slug}/history/{n}/undo", undo, methods=["GET", "POST"]),
]
