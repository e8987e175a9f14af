"""TOU, the file in which rating officers get two-player tournaments: fixed columns, ASCII, lines that end as in DOS.

    *M30.11.2026 Open de Molins
    *A
                                          0
    Anna Puig            2401  +2  377   3 1390 +11
    *** END OF FILE ***

A line with the day and the tournament, one with the name of the division, one for the highest word (never filled in
here), then a line a player. A player's name has 20 columns; then each round has a space and a block:

    2401  +2    result (2 won, 1 level, blank lost), own score in three columns, a space, and in three columns the
                opponent's number, right-justified, with a + before it if this player began

With 100 players or more the opponent has four columns. There is no way to leave a round out: a round without a game is
the player's own number as the opponent, with score 50 for a bye and 0 for an absence, as others write it, too.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from tritempo_host.export.plain import is_lost, to_ascii
from tritempo_host.export.trouble import CannotHoldError, Trouble, refuse

NAME = 20
MOST = 999  # players of a division
RESULTS = {"w": "2", "d": "1", "l": " "}
CODES = {mark: code for code, mark in RESULTS.items()}
END = "*** END OF FILE ***"
HIGH_WORD = f"{0:39}"
BYE_SCORE = 50
BLOCK = re.compile(r" ([12 ])( *-?\d+) +(\+?)(\d+)")


@dataclass(frozen=True, slots=True)
class Game:
    """A player's half of a game. `result`: w, d or l; `opponent`: number in the division, the player's own for none."""

    result: str
    score: int
    first: bool
    opponent: int


@dataclass(frozen=True, slots=True)
class Player:
    """A player, and a game a round."""

    name: str
    games: tuple[Game, ...]


@dataclass(frozen=True, slots=True)
class Division:
    """Players are numbered in this order from 1."""

    name: str
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Tou:
    """A file."""

    day: date
    name: str
    divisions: tuple[Division, ...]


def format_line(player: Player, players: int) -> str:
    """A player's line, without its end; `players`: how many the division has. Raises CannotHoldError."""
    troubles = list(troubles_of(player, players))
    if troubles:
        raise CannotHoldError(troubles)
    return _format(player, players)


def _format(player: Player, players: int) -> str:
    wide = 4 if players > 99 else 3
    return f"{player.name:<{NAME}}" + "".join(_block(game, wide) for game in player.games)


def _block(game: Game, wide: int) -> str:
    opponent = f"{'+' if game.first else ''}{game.opponent}"
    return f" {RESULTS[game.result]}{game.score:3} {opponent:>{wide}}"


def troubles_of(player: Player, players: int) -> Iterable[Trouble]:
    """What of a player a TOU file cannot hold."""
    yield from _name_troubles(player.name)
    for number, game in enumerate(player.games, 1):
        where = {"name": player.name, "round": number}
        if not -99 <= game.score <= 999:
            yield Trouble("tou_score", {**where, "score": game.score})
        if not 1 <= game.opponent <= min(players, MOST):
            yield Trouble("tou_opponent", {**where, "opponent": game.opponent})


def _name_troubles(name: str) -> Iterable[Trouble]:
    named = {"name": name}
    if lost := sorted({letter for letter in name if ord(letter) > 126 and letter.isprintable()}):
        yield Trouble("letters", {**named, "letters": " ".join(lost), "encoding": "ascii"})
    elif not name.isprintable() or " ".join(name.split()) != name or len(name) < 3 or name.startswith("*"):
        yield Trouble("tou_name", named)
    elif not all(re.search("[A-Za-z]", word) for word in name.split()):
        # a program that tells the name from the games by its letters would take this word for a score
        yield Trouble("tou_name_word", named)
    if len(name) > NAME:
        yield Trouble("tou_name_long", {**named, "most": NAME})


def plain_name(name: str) -> str:
    """A name as `--ascii` makes it: without accents, cut to 20. Raises CannotHoldError if letters get lost."""
    lost = sorted({letter for letter in name if is_lost(letter)})
    if lost:
        raise refuse("letters_lost", name=name, letters=" ".join(lost))
    return " ".join(to_ascii(name).split())[:NAME].rstrip()


def write(tou: Tou) -> bytes:
    """A whole file. Raises CannotHoldError with what is wrong with any of the players."""
    troubles = [t for d in tou.divisions for player in d.players for t in troubles_of(player, len(d.players))]
    for title in (tou.name, *(division.name for division in tou.divisions)):
        if not title.isascii() or not title.isprintable() or title != title.strip():
            troubles.append(Trouble("tou_title", {"title": title}))
    if troubles:
        raise CannotHoldError(troubles)
    lines = []
    for division in tou.divisions:
        lines += [f"*M{tou.day:%d.%m.%Y} {tou.name}", f"*{division.name}", HIGH_WORD]
        lines += [_format(player, len(division.players)) for player in division.players]
    return "".join(f"{line}\r\n" for line in [*lines, END]).encode("ascii")


def read(data: bytes) -> Tou:
    """A whole file. Raises CannotHoldError, with the number of the line."""
    day, name = date.min, ""
    divisions: list[tuple[str, list[Player]]] = []
    for number, line in enumerate(re.split(r"\r\n|\r|\n", data.decode("latin-1")), 1):
        try:
            if line.strip() == END:
                return Tou(day, name, tuple(Division(title, tuple(players)) for title, players in divisions))
            if head := re.fullmatch(r"\*M(\d\d?)\.(\d\d?)\.(\d{4}) ?(.*)", line):
                day, name = date(int(head[3]), int(head[2]), int(head[1])), head[4]
            elif line.startswith("*"):
                divisions.append((line[1:].strip(), []))
            elif line.strip() and not line.startswith(" ") and divisions:
                divisions[-1][1].append(parse_line(line))
        except ValueError:
            raise refuse("line_number", line=number, why=line[:60]) from None
        except CannotHoldError as error:
            raise refuse("line_number", line=number, why=error) from None
    raise refuse("tou_no_end")


def parse_line(line: str) -> Player:
    """A player's line, without its end. Raises CannotHoldError."""
    games, at, line = [], NAME, line.rstrip()
    while at < len(line):
        block = BLOCK.match(line, at)
        if not block:
            raise refuse("tou_line", line=line[:60])
        games.append(Game(CODES[block[1]], int(block[2]), bool(block[3]), int(block[4])))
        at = block.end()
    return Player(line[:NAME].rstrip(), tuple(games))


def case(given: Mapping[str, Any]) -> dict[str, str]:
    """System `fmt_tou` of the reference cases: what `exportToTOU` would write, which takes off accents and cuts names
    and scores off without asking. No opponent: 0."""
    games: Sequence[Sequence[Any]] = given["games"]
    made = tuple(Game(code, _three(score or 0), first, opponent or 0) for code, score, first, opponent in games)
    return {"line": _format(Player(to_ascii(given["name"])[:NAME], made), given["players"])}


def _three(score: int) -> int:
    """The last three figures, with the sign."""
    return score % 1000 if score >= 0 else -(-score % 1000)
