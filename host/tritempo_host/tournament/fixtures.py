"""What each clock is told of a drawn round, and which clock goes to which table. Pure.

A fixture's id says whose game it is: `mat-2026-r2-t5-1a2b3c4d.9f3e`. Up to the point it is the game's: the beginning of
the tournament's name, round, table, four digits of the tournament (two may have one name) and four of the draw (drawn
again it is another game). What stands after the point is a check of what is sent: a name that was corrected makes
another fixture of the same game, which a clock takes; the same one sent again does nothing.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tritempo.control import PRESETS, preset
from tritempo_host.text import clean
from tritempo_host.tournament.state import Game, Tournament

LONGEST_NAME = 40  # characters that a clock takes of a name (docs/link.md)
LONGEST_SLUG = 14  # so that an id has at most 40 with rounds and tables of four digits
OURS = re.compile(r"[a-z0-9-]{1,14}-(r\d{1,4}-t\d{1,4}-[0-9a-f]{8})(\.[0-9a-f]{4})?")


@dataclass(frozen=True, slots=True)
class Fixture:
    """What a clock is sent for one game. `control`: a preset's id or a whole time control. `names`: in the order of
    play. `holders`: seat, from 1, by trump, if they were dealt."""

    id: str
    round: int
    table: int
    control: str | Mapping[str, Any]
    names: tuple[str, ...]
    holders: Mapping[str, int] = field(default_factory=dict)

    @property
    def seats(self) -> int:
        return len(self.names)


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that is plugged in. `table`: the one that it had before in this tournament, as far as it is known.
    `sure`: it was given that table in this very round."""

    port: str
    device: str
    table: int | None = None
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Assignment:
    """`pairs`: port to fixture. `spare`: clocks without a table. `bare`: fixtures without a clock."""

    pairs: Mapping[str, Fixture]
    spare: tuple[Clock, ...]
    bare: tuple[Fixture, ...]


class BadAssignmentError(Exception):
    """What a person said cannot be. `code`: a key of words/matching.toml, whose sentence `values` fill."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values


# Ids


def identity(fixture: str | None) -> str | None:
    """The part of a fixture's id that tells the game: without the name, which a restored backup may have another of,
    and without the check of what was sent. None for what is no tournament's fixture: `tritempo send` makes others."""
    found = OURS.fullmatch(fixture or "")
    return found[1] if found else None


def mark(game: str) -> str:
    """What the games of one tournament share, and those of others mostly do not."""
    return game[-8:-4]


def is_of(fixture: str | None, tournament: Tournament) -> bool:
    """Whether a fixture is one of this tournament's, of whichever round and draw."""
    game = identity(fixture)
    return game is not None and mark(game) == _hash(tournament.uid)


def game_of(tournament: Tournament, game: Game) -> str:
    """What tells a game from all others: `identity` of the ids of its fixtures."""
    draw = _hash(f"{tournament.uid} {game.drawn} {game.round} {game.table}")
    return f"r{game.round}-t{game.table}-{_hash(tournament.uid)}{draw}"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:4]


# What is sent


def shown_name(name: str) -> str:
    """A name as a clock takes and shows it."""
    return clean(name, LONGEST_NAME)


def names_of(tournament: Tournament, game: Game) -> tuple[str, ...]:
    """The players of a game as its clock gets them, in the order of play."""
    return tuple(shown_name(tournament.players[player].name) for player in game.players)


def fixture_of(tournament: Tournament, game: Game, slug: str, control: Mapping[str, Any] | None = None) -> Fixture:
    """The fixture of a game. `slug`: the tournament's in the store; its beginning is for people who read a log.
    `control`: a whole time control, of the file that the setting names; else `control_of` says which."""
    names = names_of(tournament, game)
    holders = {trump: seat for seat, trump in sorted(game.trumps.items())}
    played = control or control_of(tournament, len(names))
    sent = json.dumps([names, holders, played], sort_keys=True, ensure_ascii=False)
    short = re.sub(r"[^a-z0-9]+", "-", slug.lower())[:LONGEST_SLUG].strip("-") or "t"
    id_ = f"{short}-{game_of(tournament, game)}.{_hash(sent)}"
    return Fixture(id_, game.round, game.table, played, names, holders)


def control_of(tournament: Tournament, seats: int) -> str:
    """The time control of games of so many: the setting `control`, a preset's id or a file, else the rule set's; where
    that is not for so many (CSM b is for two), the preset of the same document that is."""
    if tournament.settings.get("control"):
        return str(tournament.settings["control"])
    usual = tournament.ruleset.control
    document = preset(usual)["source"].split()[0]
    fit = [each for each in (usual, *PRESETS) if seats in preset(each)["seats"]]
    return next((each for each in fit if each == usual or preset(each)["source"].split()[0] == document), usual)


def fixtures_of(
    tournament: Tournament, round_number: int, slug: str, control: Mapping[str, Any] | None = None
) -> list[Fixture]:
    """Those of a round, by table. KeyError if it has not been drawn."""
    return [fixture_of(tournament, game, slug, control) for game in tournament.games(round_number)]


# Which clock goes where


def assign(
    fixtures: Sequence[Fixture],
    clocks: Iterable[Clock],
    by_hand: Mapping[str, int] | None = None,
    served: Iterable[int] = (),
) -> Assignment:
    """Gives each clock a table: the one that a person says (`by_hand`: port to table), else the one that it had before,
    else, in order of the clocks' ids, the lowest that is left.

    `served`: tables whose clock was told already and is not plugged in now. Raises BadAssignmentError, and KeyError
    for a `by_hand` whose clock is not there.
    """
    tables = {fixture.table: fixture for fixture in fixtures}
    here = sorted(clocks, key=lambda clock: (not clock.sure, clock.device, clock.port))
    check_by_hand(fixtures, by_hand or {})
    ports = {clock.port: clock for clock in here}
    pairs = {ports[port].port: tables[table] for port, table in (by_hand or {}).items()}
    # One clock that shows up twice, or two that had one table before: the first has it.
    for clock in here:
        fixture = tables.get(clock.table) if clock.table is not None else None
        if clock.port not in pairs and fixture is not None and fixture not in pairs.values():
            pairs[clock.port] = fixture
    taken = {fixture.table for fixture in pairs.values()}
    left = [fixture for table, fixture in sorted(tables.items()) if table not in taken | set(served)]
    waiting = [clock for clock in here if clock.port not in pairs]
    pairs |= {clock.port: fixture for clock, fixture in zip(waiting, left, strict=False)}
    spare = tuple(clock for clock in here if clock.port not in pairs)
    return Assignment(pairs, spare, tuple(left[len(waiting) :]))


def check_by_hand(fixtures: Sequence[Fixture], by_hand: Mapping[str, int]) -> None:
    """Raises BadAssignmentError for a table that the round does not have, or that two clocks would have."""
    tables = {fixture.table for fixture in fixtures}
    for port, table in by_hand.items():
        if table not in tables:
            raise BadAssignmentError("assign_no_table", port=port, table=table)
        if list(by_hand.values()).count(table) > 1:
            raise BadAssignmentError("assign_twice", table=table)
