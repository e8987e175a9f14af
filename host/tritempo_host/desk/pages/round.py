"""`/t/SLUG/round/N`: the screen of a running round, and when it begins."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, form_of, needs
from tritempo_host.desk.at_tables import at_tables
from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import desk_of, write
from tritempo_host.desk.live.spoken import state
from tritempo_host.desk.problems import TOLD, spoken, status_of
from tritempo_host.desk.remarks import remarks_on
from tritempo_host.desk.rounds import matches_of, newest, round_in, spoken_for, voice_of
from tritempo_host.desk.view import address, back, language_of, page, tournament_of, words
from tritempo_host.link.fixtures_round import own_control
from tritempo_host.problem import Problem
from tritempo_host.text import whole
from tritempo_host.tournament import Draft, Round
from tritempo_host.tournament.hall import RoundClock, round_clock

MINUTE_MS = 60_000
LONGEST_MIN = 24 * 60


@needs(Role.ENTRY)
def round_page(request: Request) -> Response:
    current = tournament_of(request)
    return show(request, current, round_in(request, current))


def hall_of(request: Request, current: Current, round_: Round) -> RoundClock:
    """The round's countdown at this moment; one whose time control cannot be read has no limit."""
    try:
        control = own_control(current.tournament, language_of(request))
    except Problem:
        control = None
    return round_clock(current.tournament, round_.number, datetime.now(UTC), control)


def show(
    request: Request,
    current: Current,
    round_: Round,
    error: Exception | None = None,
    typed: Mapping[str, Any] | None = None,
) -> Response:
    desk, t = desk_of(request), current.tournament
    tables = at_tables(t, round_, desk.clocks.clocks())
    hall = hall_of(request, current, round_)
    return page(
        request,
        "round.html",
        status=status_of(error) if error else 200,
        topics=(current.topic, "clocks", "hall"),
        **spoken_for(request, current),
        round=round_,
        number=round_.number,
        tables={each.game.table: each for each in tables},
        matches=matches_of(round_),
        countdown=hall,
        left_ms=_left_ms(hall),
        at=_time(round_.started.at) if round_.started else "",
        absent=voice_of(request, current).absent(round_.number),
        remarks=remarks_on(request, current, round_.number),
        sent=sum(each.sent is not None or each.clock is not None for each in tables),
        connected=len(desk.clocks.connected()),
        begun=desk.starting.begun(current, round_.number),
        planned=desk.starting.planned(current, round_.number),
        first_missing=round_.missing[0].table if round_.missing else None,
        typed=typed or {"minutes": "", "at": "", "length": ""},
        dealt=any(game.trumps for game in round_.games.values()),
        state_of=lambda clock: state(clock, language_of(request)),
        problem=spoken(request, error) if error else "",
    )


def _left_ms(hall: RoundClock) -> int | None:
    """What the hall's countdown shows: until the round begins, else until its limit."""
    if hall.state == "waiting" and hall.started is not None:
        return round((hall.started - datetime.now(UTC)).total_seconds() * 1000)
    return hall.left_ms


def _time(moment: datetime) -> str:
    return f"{moment.astimezone():%H:%M}"


# When it begins


@needs(Role.ORGANISER)
def start(request: Request) -> Response:
    """The hall's countdown begins now, in some minutes, or at a time of day; or it is taken back."""
    current = newest(request)
    round_ = round_in(request, current)
    here = address(current, "round", round_.number)
    if request.method != "POST":
        return RedirectResponse(here + "#start", 303)
    form = form_of(request)
    typed = {key: str(form.get(key, ""))[:20] for key in ("minutes", "at", "length")}
    try:
        if form.get("do") == "forget":
            if round_.started is not None:
                write(request, current, [Draft("undo", {"entry": round_.started.entry})])
            return back(request, here, "start_forgotten", "desk_round", n=round_.number)
        now = datetime.now(UTC).replace(microsecond=0)
        moment = moment_of(str(form.get("do", "")), typed, now)
        length = minutes_of(typed["length"]) if typed["length"].strip() else None
        if moment is None or (typed["length"].strip() and not length):
            raise Problem(words(request, "desk_round")("start_unclear"))
        body: dict[str, Any] = {"round": round_.number, "at": moment.isoformat()}
        if length:
            body["length_ms"] = length * MINUTE_MS
        if "clocks" in form:
            body["clocks"] = True
        write(request, current, [Draft("start", body)])
        with suppress(Problem):  # it is on the disk, and is looked for every second
            desk_of(request).starting.look()
    except TOLD as error:
        return show(request, current, round_, error, typed)
    return back(request, here, "started", "desk_round", n=round_.number, at=_time(moment))


def moment_of(do: str, typed: Mapping[str, str], now: datetime) -> datetime | None:
    """The moment that was asked for; None where it cannot be understood. A time of day is the one nearest to now.

    `do`: now, in, at; "typed" (Enter in a field): as the only field of the two that has something in it says."""
    if do == "typed":
        filled = [key for key, field in (("in", "minutes"), ("at", "at")) if typed[field].strip()]
        do = filled[0] if len(filled) == 1 else ""
    if do == "in":
        minutes = minutes_of(typed["minutes"])
        return None if minutes is None else now + timedelta(minutes=minutes)
    if do == "at":
        clock = typed["at"].strip().replace(".", ":").replace("h", ":")
        try:
            time_of_day = datetime.strptime(clock, "%H:%M").time()
        except ValueError:
            return None
        # without a zone until the day is known: that of now may not be that of a night later, when clocks are set
        today = datetime.combine(now.astimezone(), time_of_day)
        moments = ((today + timedelta(days=days)).astimezone() for days in (0, -1, 1))
        return min(moments, key=lambda moment: abs(moment - now))
    return now if do == "now" else None


def minutes_of(text: str) -> int | None:
    """Whole minutes, at most a day; None for anything else."""
    minutes = whole(text.strip(), 4)
    return None if minutes is None or minutes > LONGEST_MIN else minutes


routes = [
    Route("/t/{slug}/round/{n}", round_page),
    Route("/t/{slug}/round/{n}/start", start, methods=["GET", "POST"]),
]
