"""Rounds to test at a desk: drawn, entered, with logs of games that were really played on the portable clock."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from desk.desks import Visitor, make, write
from host.logs import KEY, PlayedLog, header
from tritempo_host.store import ClockLog, open_store
from tritempo_host.store.tournaments import Tournaments
from tritempo_host.tournament import Draft, Tournament
from tritempo_host.tournament.drawing import draw_body
from tritempo_host.tournament.drawing_up import draw_round
from tritempo_host.tournament.fixtures import control_of, fixtures_of

OUT: dict[str, Any] = {"scores": [412, 388, 350], "racks": [0, 5, 3], "end": "out", "by": 0}


_made: dict[str, tuple[str, bytes]] = {}


def drawn(store: Path, rules: str = "matam", entrants: int = 9, **body: Any) -> str:
    """A new store with a tournament whose first round is drawn; returns its slug. The same is made only once."""
    key = repr((rules, entrants, sorted(body.items())))
    if key not in _made:
        slug = make(store, rules, entrants, **body)
        draw(store, slug, 1)
        _made[key] = slug, store.read_bytes()
    slug, content = _made[key]
    store.write_bytes(content)
    return slug


def draw(store: Path, slug: str, number: int, seed: str = "molins") -> Tournament:
    with open_store(store, "en") as opened:
        kept = Tournaments(opened, "en")
        state = kept.load(kept.find(slug))
        draft = Draft("draw", draw_body(state, draw_round(state, number, seed)))
        return kept.append(kept.find(slug), [draft], "Núria").tournament


def enter_all(store: Path, slug: str, number: int = 1, but: Sequence[int] = (), who: str = "Pere") -> Tournament:
    """Plain results for all tables of a round that have none."""
    with open_store(store, "en") as opened:
        kept = Tournaments(opened, "en")
        state = kept.load(kept.find(slug))
    end = "limit" if "limit" in state.ruleset.ends else "interrupted"
    drafts = []
    for game in state.rounds[number].missing:
        if game.table not in but:
            scores = [400 - 10 * seat - game.table for seat in range(len(game.players))]
            drafts.append(Draft("result", {"round": number, "table": game.table, "scores": scores, "end": end}))
    return write(store, slug, *drafts, who=who)


def play(
    store: Path,
    slug: str,
    table: int = 1,
    turns: Sequence[int] = (50_000,) * 8,
    end: str = "out",
    game: str = "9f3a66c1",
    device: str = "e6614c311b7f2a2c",
    ends_after: int = 30_000,
) -> None:
    """A game of round 1 was played on a clock, turn by turn of so many milliseconds, and its log is in the store."""
    with open_store(store, "en") as opened:
        kept = Tournaments(opened, "en")
        listed = kept.find(slug)
        state = kept.load(listed)
        fixture = next(each for each in fixtures_of(state, 1, slug) if each.table == table)
        seats = len(fixture.names)
        head = {"round": 1, "table": table, "names": list(fixture.names), "fixture": fixture.id, "wall": None}
        log = PlayedLog(header(control_of(state, seats), seats, game=game, device=device, **head))
        at = 0
        for n, turn in enumerate(turns):
            log.take(at, "seat", n % seats + 1)
            at += turn
        log.take(at + ends_after, "end", end)
        opened.meet(device, KEY, "virtual", "0.1.0")
        opened.keep(device, ClockLog(1, game, len(log.data), open=False, acknowledged=False), log.data)


def look(visitor: Visitor) -> Visitor:
    """The desk finds out what other programs have written, as it does every second."""
    app = visitor.client.app
    assert isinstance(app, FastAPI)
    app.state.desk.now.look()
    return visitor


def fields(page: str, form: str) -> dict[str, str]:
    """What a browser would send of the form of this class, unless somebody changes it: hidden fields, texts, what is
    chosen and ticked."""
    html = page[page.index(f'class="{form}"') :]
    html = html[: html.index("</form>")]
    found = {}
    for tag in re.findall(r"<input[^>]*>", html):
        given = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if given.get("type") in ("radio", "checkbox") and " checked" not in tag:
            continue
        if "name" in given:
            found[given["name"]] = given.get("value", "")
    return found


def sheet(scores: Sequence[object], end: str = "out", **more: object) -> dict[str, str]:
    """What is typed into a sheet: points in the order of play; `racks=(0, 5, 3)` and other rows; `by=1`."""
    typed = {f"scores-{seat}": str(each) for seat, each in enumerate(scores, 1)} | {"end": end}
    for key, value in more.items():
        if isinstance(value, tuple):
            typed |= {f"{key}-{seat}": str(each) for seat, each in enumerate(value, 1)}
        else:
            typed[key] = str(value)
    return typed
