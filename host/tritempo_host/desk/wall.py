"""What the screen on the wall shows in turn, a screenful each: who sits where by name and by table, results,
standings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from tritempo_host.export.site.rows import seats_of
from tritempo_host.export.site.voice import Voice
from tritempo_host.tournament.hall import shown_round
from tritempo_host.tournament.state import Game, Round

T = TypeVar("T")
SEATS, RESULTS, LINES = 9, 9, 10  # tables and lines that can be read from the back of a hall
NAMES = (24, 36)  # in two columns, in three
OUT = 4  # of those who do not play, in a line


@dataclass(frozen=True, slots=True)
class Panel:
    """A screenful. `kind`: "names" (who sits where), "seats" and "results" (games), "standings" (lines). `part` of
    `parts`: of the same."""

    kind: str
    part: int
    parts: int
    rows: Sequence[Any]


def out(v: Voice, round_: Round) -> list[int]:
    """Who does not play in a round: first those who sit out, then who is absent and was not drawn before that was
    known."""
    return [*round_.bye, *v.absent(round_.number)]


def panels(v: Voice) -> list[Panel]:
    """All screenfuls, in the order in which they are shown. Where each looks for a table alone, or there are many of
    them, first come the names in the order of the alphabet: nobody should have to read three screens to find one."""
    t = v.f.t
    round_ = shown_round(t)
    if round_ is None:
        return []
    games: list[Game] = [game for _, game in sorted(round_.games.items())]
    done = [game for game in games if game.result is not None]
    found: list[Panel] = []
    if round_.missing:
        if not t.by_teams or len(games) > SEATS:
            names = seats_of(v, round_)
            found += _split("names", names, NAMES[0] if len(names) <= 2 * NAMES[0] else NAMES[1])
        found += _split("seats", games, SEATS)
    found += _split("results", done, RESULTS)
    return found + (_split("standings", v.f.now, LINES) if v.f.counted else [])


def _split(kind: str, rows: Sequence[Any], size: int) -> list[Panel]:
    parts = -(-len(rows) // size)
    # of even length: a last screen with one line looks like a mistake
    per = -(-len(rows) // parts) if parts else 0
    return [Panel(kind, n + 1, parts, rows[n * per : (n + 1) * per]) for n in range(parts)]
