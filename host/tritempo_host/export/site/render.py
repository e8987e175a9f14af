"""Renders all pages of a site. The templates escape everything: names come from other people's keyboards."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from jinja2 import ChoiceLoader, Environment, FunctionLoader, PackageLoader, StrictUndefined

from tritempo import VERSION
from tritempo.control import LANGUAGES
from tritempo_host.export.site import ranks, spread
from tritempo_host.export.site.facts import Facts
from tritempo_host.export.site.rows import games_of, rounds_of, seats_of
from tritempo_host.export.site.voice import Voice
from tritempo_host.report import timeline
from tritempo_host.report.speech import Speech
from tritempo_host.text import clean, clock, signed
from tritempo_host.tournament.state import Game, Round

LANGUAGE_NAMES = {"ca": "Català", "ro": "Română", "en": "English"}
# No page asks for anything but the style beside it, and none runs anything, whatever a name holds. (A style's own
# source cannot be named: for a browser each file of a folder is a place of its own.)
KINDS = ("script", "img", "font", "media", "object", "frame", "connect")
POLICY = "; ".join([*(f"{what}-src 'none'" for what in KINDS), "form-action 'none'", "base-uri 'none'"])


@dataclass(frozen=True, slots=True)
class Live:
    """With what a page that a desk serves renews itself: the address of a script, and what it reads in the page. The
    files of a folder have none.

    `topics`: of which there may be news; `versions`: the number of each, from before what the page shows was read;
    `patience_ms`: how long it may wait before it is fetched again, each another while."""

    script: str
    topics: Sequence[str]
    versions: Mapping[str, int]
    patience_ms: int

    @property
    def known(self) -> str:
        return json.dumps(dict(self.versions))

    @property
    def policy(self) -> str:
        """Nothing but that script runs, and nothing but its own server is asked."""
        return re.sub("(script|connect)-src 'none'", r"\1-src 'self'", POLICY)


@cache
def _environment(frame: str = "base.html") -> Environment:
    """`frame`: the template that every page fills in."""
    ours = PackageLoader("tritempo_host.export.site")
    framed = FunctionLoader(lambda name: ours.get_source(environment, frame)[0] if name == "base.html" else None)
    environment = Environment(
        # the drawing of a game is the report's
        loader=ChoiceLoader([framed, ours, PackageLoader("tritempo_host.report")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(clean=clean, clock=clock, signed=signed)
    environment.globals.update(
        version=VERSION, policy=POLICY, languages=LANGUAGES, language_names=LANGUAGE_NAMES, heights=timeline
    )
    return environment


def stylesheet() -> str:
    """The style of all pages."""
    return _environment().get_template("style.css").render()


def render(facts: Facts, lang: str) -> dict[str, str]:
    """All files of the site, by name; `lang` is the language that the first page leads to."""
    pages = {"style.css": stylesheet()}
    for code in LANGUAGES:
        pages |= {f"{code}/{name}": text for name, text in language_pages(facts, code)}
    pages["index.html"] = _environment().get_template("root.html").render(lang=lang, v=Voice(facts, lang))
    return pages


def language_pages(
    facts: Facts, lang: str, only: str | None = None, frame: str = "base.html", live: Live | None = None
) -> Iterator[tuple[str, str]]:
    """(name, text) of all pages of a language, or of the one that is called `only`, if there is one."""
    voice = Voice(facts, lang)
    for page, template, values in _pages(facts, voice):
        if only in (None, page):
            shown = _environment(frame).get_template(template)
            yield page, shown.render(v=voice, f=facts, page=page, live=live, **values())


def _pages(f: Facts, v: Voice) -> Iterator[tuple[str, str, Callable[[], dict[str, Any]]]]:
    """(name, template, what gives what it shows) of every page of a language: who wants one page computes one."""
    for (number, table), _ in f.logs.items():
        yield f"game-{number}-{table}.html", "game.html", partial(_game, f, v, f.t.rounds[number].games[table])
    for number in sorted(f.t.players):
        yield f"player-{number}.html", "player.html", partial(_player, v, number)
    if f.t.by_teams:
        for number in sorted(f.t.teams):
            yield f"team-{number}.html", "team.html", partial(_team, v, number)
    for round_ in f.rounds:
        yield f"round-{round_.number}.html", "round.html", partial(_round, f, v, round_)
    for number in f.counted:
        yield f"standings-{number}.html", "standings.html", partial(_standings, f, v, number)
    if f.counted:
        yield "standings.html", "standings.html", partial(_standings, f, v, f.counted[-1])
    heading = v.capital(v.say("teams" if f.t.by_teams else "players"))
    yield "people.html", "people.html", lambda: {"heading": heading}
    if f.times:
        yield "times.html", "times.html", partial(_times, f, v)
    yield "index.html", "index.html", lambda: {"heading": v.title, "seats": seats_of(v, f.playing) if f.playing else []}


def _player(v: Voice, number: int) -> dict[str, Any]:
    return {"number": number, "heading": v.player(number), "rows": games_of(v, number)}


def _team(v: Voice, number: int) -> dict[str, Any]:
    return {"number": number, "heading": v.entrant(number), "rows": rounds_of(v, number)}


def _round(f: Facts, v: Voice, round_: Round) -> dict[str, Any]:
    return {"round": round_, "heading": v.say("round", n=round_.number), "again": f.again.get(round_.number)}


def _standings(f: Facts, v: Voice, number: int) -> dict[str, Any]:
    earlier = [each for each in f.counted if each < number]
    last = number == f.counted[-1]
    names = {entrant: clean(v.entrant(entrant), 32) for entrant in f.t.entrants}
    upto = [(each, f.standings[each]) for each in f.counted if each <= number]
    return {
        "number": number,
        "heading": v.after(number),
        "lines": f.standings[number],
        "before": {line.entrant: line.rank for line in f.standings[earlier[-1]]} if earlier else {},
        "people": f.people if last else [],
        "ranks": ranks.lay_out(upto, names),
    }


def _times(f: Facts, v: Voice) -> dict[str, Any]:
    rows = sorted(f.times.values(), key=lambda times: (-times.average_ms, times.player))
    drawings = [spread.lay_out(rows, f.turn_limit_ms, scale) for scale in (spread.WIDE, spread.NARROW)]
    return {
        "rows": rows,
        "heading": v.say("times_title"),
        "drawings": [drawing for drawing in drawings if drawing],
        "times": f.times,
        "rounds": sorted({number for row in rows for number, _ in row.rounds}),
    }


def _game(f: Facts, v: Voice, game: Game) -> dict[str, Any]:
    # The names are the tournament's: a log has those that the clock was given, or none.
    summary = replace(f.logs[game.round, game.table], names=tuple(v.player(number) for number in game.players))
    speech = Speech(summary, v.lang)
    return {
        "game": game,
        "heading": v.say("round_table", round=game.round, table=game.table),
        "s": summary,
        "speech": speech,
        "say": speech.say,
        "drawings": [timeline.lay_out(summary, scale) for scale in (timeline.WIDE, timeline.NARROW)],
        "turns": {turn.n: turn for turn in summary.turns},
        "pauses": {str(pause.n): pause for pause in summary.pauses},
        "t": v.tenths,
        "over": v.over,
        "limit_kind": summary.control["turn_ms"] or any(seat.bank_ms is not None for seat in summary.seats),
    }
