"""`/t/SLUG/round/N/change`: a drawn round is changed by hand. What is shown is what is written, with a reason."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, form_of, needs
from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import write
from tritempo_host.desk.forms import number as whole_from_1
from tritempo_host.desk.forms import typed
from tritempo_host.desk.problems import TOLD, spoken, status_of
from tritempo_host.desk.rounds import matches_of, newest, round_in, spoken_for
from tritempo_host.desk.view import address, back, language_of, page, words
from tritempo_host.export.site.facts import Facts
from tritempo_host.export.site.voice import Voice
from tritempo_host.tournament import Draft, Round, Tournament
from tritempo_host.tournament.changing import LOOKED_AT, Change, changed, drafts, may_join, refusal, room
from tritempo_host.tournament.changing_told import touched, warnings
from tritempo_host.tournament.disagreeing import seatless
from tritempo_host.tournament.drawing_up import remarks
from tritempo_host.tournament.spoken import said
from tritempo_host.tournament.writing import written

Group = tuple[str, list[tuple[int, str]]]


@dataclass(frozen=True, slots=True)
class Preview:
    """A change that is not written down. `digest`: the same for the same round with the same change. `tournament`: with
    the change. `tables`: those that change."""

    body: Mapping[str, Any]
    digest: str
    tournament: Tournament
    tables: list[int]


@needs(Role.ORGANISER)
def change(request: Request) -> Response:
    current = newest(request)
    round_ = round_in(request, current)
    if request.method == "POST":
        return _posted(request, current, round_)
    return _show(request, current, round_, request.query_params)


def wanted(given: Mapping[str, Any]) -> Change | None:
    """What was asked for; None where nothing was, or not enough."""
    first, other = (whole_from_1(str(given.get(key, ""))[:20]) for key in ("first", "other"))
    do = str(given.get("do", ""))
    if do == "late" and first:
        return Change("into", first, other) if other else Change("join", first)
    return Change(do, first, other) if do in ("swap", "tables") and first and other else None


def _posted(request: Request, current: Current, round_: Round) -> Response:
    form, t, why = form_of(request), current.tournament, typed(request, "why")
    asked, number = wanted(form), round_.number
    try:
        if asked is None:
            return _show(request, current, round_, form, status=422)
        preview = previewed(current, number, asked)
        if form.get("digest") != preview.digest:
            return _show(request, current, round_, form, "meanwhile", status=409, why=why)
        write(request, current, drafts(t, changed(t, number, asked, why), why))
    except TOLD as error:
        return _show(request, current, round_, form, error=error, status=status_of(error), why=why)
    tables = ", ".join(map(str, preview.tables))
    here = address(current, "round", number)
    return back(request, here, "done" if tables else "done_out", "desk_change", n=number, tables=tables)


def previewed(current: Current, number: int, asked: Change) -> Preview:
    """The round with the change. Raises Refused."""
    t = current.tournament
    body = changed(t, number, asked, LOOKED_AT)
    _, after = written(current.entries, [Draft("draw", body)], "?", datetime.now(UTC))
    text = json.dumps(body, sort_keys=True, ensure_ascii=False)
    return Preview(body, hashlib.sha256(text.encode()).hexdigest()[:16], after, touched(t.rounds[number], body))


def _show(
    request: Request,
    current: Current,
    round_: Round,
    given: Mapping[str, Any],
    note: str | None = None,
    error: Exception | None = None,
    status: int = 200,
    why: str = "",
) -> Response:
    t, lang = current.tournament, language_of(request)
    c, number = words(request, "desk_change"), round_.number
    refused: Exception | None = refusal(t, number)
    asked, preview = wanted(given), None
    if refused is None and asked is not None:
        try:
            preview = previewed(current, number, asked)
        except TOLD as cannot:
            error = error or cannot
    problem = refused or error
    values: dict[str, Any] = spoken_for(request, current)
    v = values["v"]
    if preview is not None:
        v = values["v"] = Voice(Facts(preview.tournament, {}), lang)
        games = matches_of(preview.tournament.rounds[number])
        shown = [(n, [game for game in each if game.table in preview.tables]) for n, each in games]
        out = [each for each in remarks(t, preview.body) if each.code == "draw_bye"]
        values |= {
            "matches": [each for each in shown if each[1]],
            "told": [said(each, lang) for each in (*warnings(t, preview.body), *out)],
        }
    late = [*seatless(t, round_), *(each for each in round_.bye if each in t.present(number))]
    return page(
        request,
        "change.html",
        status=status,
        number=number,
        c=c,
        refused=refused is not None,
        preview=preview,
        asked=asked,
        do=str(given.get("do", "")),
        everybody=_everybody(t, round_, v, c),
        late=[(each, v.entrant(each)) for each in late],
        places=_places(t, round_, v, c) if late else [],
        without=v.names(seatless(t, round_)),
        tables=_tables(t, round_, v),
        note=note,
        why=why,
        problem=spoken(request, problem) if problem else "",
        **values,
    )


def _everybody(t: Tournament, round_: Round, v: Voice, c: Any) -> list[Group]:
    """All who can change places, by where they are: a heading, and (number, name) of each."""
    there = set(t.present(round_.number))

    def named(who: Any) -> list[tuple[int, str]]:
        return [(n, v.entrant(n) if n in there else f"{v.entrant(n)} ({c('not_there')})") for n in who]

    kind = "match" if t.by_teams else "table"
    groups = [(v.say(kind, n=n), named(games[0].entrants)) for n, games in matches_of(round_)]
    groups += [(c("out"), named(round_.bye)), (c("without"), named(seatless(t, round_)))]
    return [each for each in groups if each[1]]


def _places(t: Tournament, round_: Round, v: Voice, c: Any) -> list[tuple[int, str]]:
    """Where one more may sit: (table, who sits there); table 0 is a new one with who sits out."""
    found = []
    if seatless(t, round_) and may_join(t, round_):
        found.append((0, c("late_join", names=v.names(round_.bye))))
    tables = [] if t.by_teams else room(t, round_)
    return found + [(n, c("late_into", table=n, names=v.names(round_.games[n].entrants))) for n in tables]


def _tables(t: Tournament, round_: Round, v: Voice) -> list[tuple[int, str]]:
    """What can change tables: (a table, how it is called)."""
    if not t.by_teams:
        return [(n, f"{v.say('table', n=n)}: {v.names(game.entrants)}") for n, game in sorted(round_.games.items())]
    return [(games[0].table, f"{v.say('match', n=n)}: {v.names(games[0].entrants)}") for n, games in matches_of(round_)]


routes = [Route("/t/{slug}/round/{n}/change", change, methods=["GET", "POST"])]
