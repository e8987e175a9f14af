"""The division file of the program tsh, ending in `.t`: one line a player of a two-player tournament, from 1 on.

    Roca i Font, Pere          0 1 4; 365; board 1 1; p12 2 1; team Molins

name, rating, number of the opponent by round; own score by round; then any number of `key word word …`, in the order of
the keys. `00` is what is not known (yet). Opponent 0: no opponent, and the score is the spread that the bye counts.
Keys that tsh knows, among others: `board`, `p12` (1 begins, 2 replies, 0 bye, 3 to be drawn, 4 not known), `team`,
`off`, `password`. In words `;` and `\\` stand behind a `\\`. Lines that begin with `#` are remarks.

The file is Latin-1, unless its tournament is configured otherwise; and there is no way to write a `;` in a name.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tritempo_host.export.trouble import CannotHoldError, Trouble, refuse
from tritempo_host.rules.exact import short

UNKNOWN = "00"
RATING = r"[0-9]+(?:[.+][0-9]+)*"
LINE = re.compile(rf"(.+?\S)\s+({RATING})\s*([0-9\s]*);\s*([-0-9\s]*)((?:;[^;]*)*)", re.ASCII)
KEY = re.compile(r"[A-Za-z_]\w*", re.ASCII)
PART = re.compile(r"\\([\\;])|(\\|[^\\;]+)")


@dataclass(frozen=True, slots=True)
class Line:
    """A player. `opponents`, `scores`: by round, None where it is not known; `etc`: the keys with their words."""

    name: str
    rating: int | str
    opponents: tuple[int | None, ...] = ()
    scores: tuple[int | None, ...] = ()
    etc: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)


def format_line(player: Line) -> str:
    """The line of a player, without its end. Raises CannotHoldError for a line that tsh would read otherwise."""
    troubles = list(troubles_of(player))
    if troubles:
        raise CannotHoldError(troubles)
    return _format(player)


def _format(player: Line) -> str:
    opponents, scores = _join(player.opponents), _join(player.scores)
    parts = [f"{player.name:<22} {player.rating:>5} {opponents}; {scores}"]
    for key in sorted(player.etc):
        if player.etc[key]:
            words = " ".join(UNKNOWN if w is None else re.sub(r"[\\;]", r"\\\g<0>", w) for w in player.etc[key])
            parts.append(f"; {key} {words}")
    return "".join(parts)


def _join(values: Sequence[int | None]) -> str:
    return " ".join(UNKNOWN if value is None else str(value) for value in values)


def troubles_of(player: Line, encoding: str = "utf-8") -> Iterable[Trouble]:
    """What of a player a `.t` file in this encoding cannot hold."""
    name = player.name
    named = {"name": name}
    if not name.isprintable() or name != name.strip() or len(name) < 2:
        yield Trouble("tsh_name", named)
    elif ";" in name or name.startswith("#"):
        yield Trouble("tsh_name_sign", {**named, "sign": ";" if ";" in name else "#"})
    elif lost := sorted({letter for letter in name if not _fits(letter, encoding)}):
        yield Trouble("letters", {**named, "letters": " ".join(lost), "encoding": encoding})
    elif re.search(rf"\s{RATING}$", name):
        yield Trouble("tsh_name_number", named)
    if not re.fullmatch(RATING, str(player.rating)):
        yield Trouble("tsh_rating", {**named, "rating": player.rating})
    if any(opponent is not None and opponent < 0 for opponent in player.opponents):
        yield Trouble("tsh_opponent", named)
    for key, words in player.etc.items():
        for word in words:
            if not KEY.fullmatch(key) or (word is not None and not _is_word(word, encoding)):
                yield Trouble("tsh_word", {**named, "key": key, "word": word})


def _fits(letter: str, encoding: str) -> bool:
    try:
        letter.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _is_word(word: str, encoding: str) -> bool:
    return bool(word) and word != UNKNOWN and word.isprintable() and " " not in word and _fits(word, encoding)


def parse_line(text: str) -> Line:
    """A line, without its end. Raises CannotHoldError."""
    found = LINE.fullmatch(re.sub(r"; # \d+\s*$", ";", text))
    if not found:
        raise refuse("tsh_line", line=text[:60])
    name, rating, opponents, scores, etc = found.groups()
    try:
        own = tuple(_number(word) for word in scores.split())
    except ValueError:
        raise refuse("tsh_line", line=text[:60]) from None
    number = int(rating) if str(rating).isdigit() and str(int(rating)) == rating else rating
    return Line(name, number, tuple(_number(word) for word in opponents.split()), own, dict(_fields(etc)))


def _number(word: str) -> int | None:
    return None if word == UNKNOWN else int(word)


def _fields(text: str) -> Iterable[tuple[str, tuple[str | None, ...]]]:
    """`; board 1 1; team A\\;B` -> ("board", ("1", "1")), ("team", ("A;B",)). Of a key that comes twice, the last."""
    at, whole = 0, ""
    while at <= len(text):
        part = PART.match(text, at)
        if part:
            whole, at = whole + (part[1] or part[2]), part.end()
            continue
        key, *words = whole.split() or [""]
        if key:
            yield key, tuple(None if word == UNKNOWN else word for word in words)
        whole, at = "", at + 1


def write(players: Iterable[Line], remarks: Iterable[str] = (), encoding: str = "latin-1") -> bytes:
    """A whole file. Raises CannotHoldError with what is wrong with any of the players."""
    players = list(players)
    troubles = [trouble for player in players for trouble in troubles_of(player, encoding)]
    if troubles:
        raise CannotHoldError(troubles)
    lines = [*(f"# {remark}" for remark in remarks), *map(_format, players)]
    return "".join(f"{line}\n" for line in lines).encode(encoding, "replace")


def read(data: bytes, encoding: str = "latin-1") -> tuple[Line, ...]:
    """A whole file; remarks and empty lines are left out. Raises CannotHoldError, with the number of the line."""
    text = data.removeprefix(b"\xef\xbb\xbf").decode(encoding)
    players = []
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        try:
            players.append(parse_line(line if ";" in line else f"{line};"))
        except CannotHoldError as error:
            raise refuse("line_number", line=number, why=error) from None
    return tuple(players)


def case(given: Mapping[str, Any]) -> dict[str, str]:
    """System `fmt_tsh_t` of the reference cases."""
    etc = {key: tuple(None if w is None else str(w) for w in words) for key, words in given.get("etc", {}).items()}
    rating = given["rating"] if isinstance(given["rating"], str) else short(given["rating"])
    line = Line(given["name"], rating, tuple(given["opponents"]), tuple(given["scores"]), etc)
    return {"line": format_line(line)}
