"""`/api/…`: what anybody may read, for other programs: a screen of one's own, a stream, a federation's page. Read-only.

What it gives is what the public pages show; docs/desk.md says more. `/api/openapi.json` describes it for programs.
"""

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Request
from pydantic import BaseModel, Field

from tritempo_host.desk.access import Role, stated
from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import desk_of
from tritempo_host.desk.played import facts
from tritempo_host.export.site import Facts
from tritempo_host.tournament.entry import changes
from tritempo_host.tournament.hall import round_clock
from tritempo_host.tournament.state import Game

router = APIRouter(prefix="/api", tags=["tournaments"], responses={404: {"description": "There is no such thing."}})
Slug = Annotated[str, Path(max_length=80, description="The tournament's name in addresses.")]
Number = Annotated[int, Path(ge=1, le=999)]


class TournamentLine(BaseModel):
    """A tournament. `rounds`: how many were drawn; `planned`: how many there will be, 0 if nothing says."""

    slug: str
    name: str
    rules: str
    date: str
    place: str
    entrants: int
    rounds: int
    planned: int
    finished: bool


class Line(BaseModel):
    """A line of the standings. `values`: by column, exactly: a number that is not whole is a text such as "3/2"."""

    rank: int
    entrant: int
    name: str
    values: dict[str, int | str | list[int | str]]
    parted_by: str | None = Field(description="The column that put this line below the one above it.")


class Standings(BaseModel):
    """`columns`: what parts two lines, in this order."""

    after_round: int | None
    columns: list[str]
    lines: list[Line]


class SeatLine(BaseModel):
    """A player at a table, in the order of play. Points: None while there is no result."""

    player: int
    name: str
    entrant: int
    entrant_name: str
    final: int | None = None
    place: int | None = None


class TableLine(BaseModel):
    table: int
    match: int
    board: str | None
    end: str | None
    seats: list[SeatLine]


class RoundState(BaseModel):
    """`state`: unstarted, waiting, running, over, closed. `ends_ms`: the limit, in milliseconds since 1970."""

    round: int
    state: str
    started: datetime | None
    ends_ms: int | None
    last_hand: bool
    seed: str
    changed_by_hand: bool
    tables: list[TableLine]


@router.get("/tournaments")
@stated(Role.PUBLIC)
def tournaments(request: Request) -> list[TournamentLine]:
    """All tournaments of this desk, the newest last."""
    return [_line(each) for each in desk_of(request).now.all()[0]]


@router.get("/tournaments/{slug}")
@stated(Role.PUBLIC)
def tournament(request: Request, slug: Slug) -> TournamentLine:
    """One tournament."""
    return _line(_current(request, slug))


@router.get("/tournaments/{slug}/standings")
@stated(Role.PUBLIC)
def standings(request: Request, slug: Slug) -> Standings:
    """The standings as they are."""
    known = _facts(request, slug)
    return _standings(known, known.counted[-1] if known.counted else None)


@router.get("/tournaments/{slug}/standings/{number}")
@stated(Role.PUBLIC)
def standings_after(request: Request, slug: Slug, number: Number) -> Standings:
    """The standings as they were after a round."""
    known = _facts(request, slug)
    if number not in known.standings:
        raise HTTPException(404)
    return _standings(known, number)


@router.get("/tournaments/{slug}/rounds/{number}")
@stated(Role.PUBLIC)
def one_round(request: Request, slug: Slug, number: Number) -> RoundState:
    """A round: its countdown, its tables, and what came out."""
    known = _facts(request, slug)
    if number not in known.t.rounds:
        raise HTTPException(404)
    clock = round_clock(known.t, number, datetime.now(UTC))
    tables = [_table(known, game) for game in known.t.games(number)]
    round_ = known.t.rounds[number]
    return RoundState(
        round=number,
        state=clock.state,
        started=clock.started,
        ends_ms=clock.ends,
        last_hand=clock.last_hand,
        seed=round_.seed,
        changed_by_hand=bool(changes(round_.draw)),
        tables=tables,
    )


def _current(request: Request, slug: str) -> Current:
    current = desk_of(request).now.find(slug)
    if current is None:
        raise HTTPException(404)
    return current


def _facts(request: Request, slug: str) -> Facts:
    return facts(desk_of(request), _current(request, slug))


def _line(current: Current) -> TournamentLine:
    t = current.tournament
    return TournamentLine(
        slug=current.listed.slug,
        name=t.name,
        rules=t.rules,
        date=t.date,
        place=t.place,
        entrants=len(t.entrants),
        rounds=max(t.rounds, default=0),
        planned=t.planned,
        finished=t.finished,
    )


def _standings(known: Facts, number: int | None) -> Standings:
    lines = known.standings[number] if number else known.now
    return Standings(
        after_round=number,
        columns=list(known.rules.columns),
        lines=[
            Line(
                rank=line.rank,
                entrant=line.entrant,
                name=known.t.name_of(line.entrant),
                values={key: _exact(value) for key, value in line.values.items()},
                parted_by=line.parted_by,
            )
            for line in lines
        ],
    )


def _table(known: Facts, game: Game) -> TableLine:
    score = known.score(game)
    return TableLine(
        table=game.table,
        match=game.match,
        board=game.board,
        end=game.sheet.end if game.sheet else None,
        seats=[
            SeatLine(
                player=player,
                name=known.t.players[player].name,
                entrant=game.entrants[seat],
                entrant_name=known.t.name_of(game.entrants[seat]),
                final=score.final[seat] if score else None,
                place=score.places[seat] if score else None,
            )
            for seat, player in enumerate(game.players)
        ],
    )


def _exact(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_exact(each) for each in value]
    return value if isinstance(value, int) else int(value) if value.denominator == 1 else str(value)


routes = router.routes
