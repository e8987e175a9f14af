"""`/t/SLUG/round/N/draw`: a round is drawn. What is shown is what is published: the same seed draws it again then, and
if it comes out otherwise, because somebody came or left meanwhile, that is said before anything is written."""

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, form_of, needs
from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import write
from tritempo_host.desk.problems import TOLD, spoken, status_of
from tritempo_host.desk.rounds import facts_of, key_of, matches_of, newest, number_in, spoken_for
from tritempo_host.desk.view import address, back, language_of, page
from tritempo_host.draws import SYSTEMS
from tritempo_host.export.site.facts import Facts
from tritempo_host.export.site.repeat import command
from tritempo_host.export.site.voice import Voice
from tritempo_host.tournament import Draft, Tournament
from tritempo_host.tournament.arrivals import absences, not_arrived
from tritempo_host.tournament.drawing import draw_body
from tritempo_host.tournament.drawing_up import (
    deals_trumps,
    default_seed,
    default_system,
    default_trumps,
    draw_round,
    questions,
    refusal,
    remarks,
    systems,
)
from tritempo_host.tournament.refused import Question, Refused
from tritempo_host.tournament.spoken import said
from tritempo_host.tournament.writing import written

LONGEST = 400  # characters of a seed that are looked at; the draw says how many it may have


@dataclass(frozen=True, slots=True)
class Wish:
    """How a round shall be drawn. `source`: where the seed comes from: typed, settings, earlier, chance."""

    seed: str
    system: str
    trumps: bool
    source: str


@dataclass(frozen=True, slots=True)
class Preview:
    """A draw that is not written down. `digest`: the same for the same draw. `tournament`: with the round in it.
    `again`: the command that repeats it, where there is one."""

    body: Mapping[str, Any]
    digest: str
    tournament: Tournament
    again: str | None


@needs(Role.ORGANISER)
def draw(request: Request) -> Response:
    current, number = newest(request), number_in(request, "n")
    if number > current.tournament.next_round:
        raise HTTPException(404)
    if request.method == "POST":
        return _posted(request, current, number)
    return _show(request, current, number, _wish(current.tournament, number, request.query_params))


def _wish(t: Tournament, number: int, given: Mapping[str, Any]) -> Wish:
    """As it was asked for; what was not, as the settings have it."""
    system = str(given.get("system") or default_system(t, number))[:40]
    seed = str(given.get("seed", ""))[:LONGEST].strip()
    trumps = "trumps" in given if "seed" in given else default_trumps(t, system)
    source = "typed" if seed else "settings" if t.settings.get("seed") else "chance"
    if source == "chance" and any(each.seed for n, each in t.rounds.items() if n < number):
        source = "earlier"
    return Wish(seed or default_seed(t, number), system, trumps and deals_trumps(system), source)


def _posted(request: Request, current: Current, number: int) -> Response:
    form, t = form_of(request), current.tournament
    wish = _wish(t, number, form)
    here = address(current, "round", number, "draw")
    try:
        if form.get("do") == "leave_out":
            missing = not_arrived(t, number)
            write(request, current, absences(t, number))
            return back(request, here, "left_out", "desk_round", count=len(missing), n=number)
        if (refused := refusal(t, number)) is not None:
            raise refused
        preview = drawn(current, number, wish)
        if form.get("digest") != preview.digest:
            # never seen by who sent it: what it was made from has changed
            return _show(request, current, number, wish, "changed", status=409)
        said_yes = set(form.getlist("yes"))
        if not all(key_of(each) in said_yes for each in questions(t, number)):
            return _show(request, current, number, wish, "say_yes", status=422, yes=said_yes)
        write(request, current, [Draft("draw", preview.body)])
    except TOLD as error:
        return _show(request, current, number, wish, error=error, status=status_of(error))
    return back(request, address(current, "round", number), "published", "desk_round", n=number, seed=wish.seed)


def drawn(current: Current, number: int, wish: Wish) -> Preview:
    """The draw, as it would be written down. Raises Refused, CannotDrawError."""
    t = current.tournament
    body = draw_body(t, draw_round(t, number, wish.seed, wish.system, wish.trumps))
    _, after = written(current.entries, [Draft("draw", body)], "?", datetime.now(UTC))
    text = json.dumps(body, sort_keys=True, ensure_ascii=False)
    again = command(after, number, facts_of(current).standings)
    return Preview(body, hashlib.sha256(text.encode()).hexdigest()[:16], after, again)


def _show(
    request: Request,
    current: Current,
    number: int,
    wish: Wish,
    note: str | None = None,
    error: Exception | None = None,
    status: int = 200,
    yes: Collection[object] = (),
) -> Response:
    t, lang = current.tournament, language_of(request)
    refused: Exception | None = refusal(t, number)
    preview = None
    asked: list[Question] = []
    if refused is None:
        try:
            preview = drawn(current, number, wish)
            asked = questions(t, number)
        except TOLD as cannot:
            error = error or cannot
    problem = refused or error
    values: dict[str, Any] = spoken_for(request, current) | {"preview": None}
    offered = [(each, values["v"].word("draws", f"system_{each}")) for each in systems(t, number)]
    if preview is not None:
        v = Voice(Facts(preview.tournament, {}), lang)
        round_ = preview.tournament.rounds[number]
        values |= {
            "v": v,
            "preview": preview,
            "round": round_,
            "matches": matches_of(round_),
            "steps": v.steps(round_),
            "remarks": [said(each, lang) for each in remarks(t, preview.body)],
        }
    return page(
        request,
        "draw.html",
        status=status,
        number=number,
        wish=wish,
        systems=offered,
        dealing=" ".join(each for each in SYSTEMS if deals_trumps(each)),
        asked=[(key_of(each), each.code, said(each, lang)) for each in asked],
        yes=set(yes),
        note=note,
        problem=spoken(request, problem) if problem else "",
        drawn_already=isinstance(refused, Refused) and number in t.rounds,
        **values,
    )


routes = [Route("/t/{slug}/round/{n}/draw", draw, methods=["GET", "POST"])]
