"""GCG, the file of a game's moves, as people write it: read line by line, and never changed but for lines of our own.

    #character-encoding UTF-8
    #player1 anna Anna Puig
    #player2 pere Pere Roca
    >anna: AEINRST 8D RETSINA +66 66          a move: rack, square, word, points, sum
    >pere: EEIOQUV 7C QUOVE +34 34
    >pere: EEIOQUV -- -34 0                   it was refused: the second line of the same turn
    >anna: ADEGHKO -GHK +0 66                 an exchange; a single - is a pass
    >anna: ADEO (challenge) +5 71             a challenge that failed; (time) -10 for overtime;
    >anna:  (EIV) +12 83                      what the other had left

A file is a list of lines, each with its bytes as they were. What is a turn is put together from them: a move with its
`--`, an exchange or a pass. Without the first line above a file is ISO-8859-1.

Squares: the number is the row, the letter the column, and what comes first says in which direction the word goes:
8D across, D8 down. In Catalan and Romanian rows have letters and columns numbers: see `transposed`.
"""

import re
from dataclasses import dataclass

from tritempo_host.export.trouble import refuse

EVENT = re.compile(r">([^\s:]+):\s*(.*?)\s+([+-]\d+)\s+([+-]?\d+)\s*")
SQUARE = re.compile(r"\d{1,2}[A-Za-z]|[A-Za-z]\d{1,2}")
PLAYER = re.compile(r"#player(\d+)\s+(\S+)\s*(.*)")
ENCODING = re.compile(rb"#character-encoding\s+(\S+)", re.IGNORECASE)
MOVE, WITHDRAWN, PASS, EXCHANGE = "move", "withdrawn", "pass", "exchange"
BONUS, TIME, RACK = "bonus", "time", "rack"


@dataclass(frozen=True, slots=True)
class Line:
    """A line. `kind`: of an event; None for anything else. `by`: whose it is; `points`: with their sign."""

    number: int
    raw: bytes  # with its end
    kind: str | None = None
    by: str = ""
    points: int = 0


@dataclass(frozen=True, slots=True)
class GcgTurn:
    """A turn: a move (`refused`: it was withdrawn), a pass or an exchange. `line`, `last`: numbers of its lines."""

    kind: str
    by: str
    line: int
    last: int
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Gcg:
    """A file. `players`: full name by short name, in the file's order."""

    lines: tuple[Line, ...]
    players: dict[str, str]

    def turns(self) -> list[GcgTurn]:
        """In the order of play. Raises CannotHoldError for a withdrawal of nothing."""
        made: list[GcgTurn] = []
        for line in self.lines:
            if line.kind == WITHDRAWN:
                move = made[-1] if made else None
                if move is None or move.by != line.by or move.kind != MOVE or move.refused:
                    raise refuse("gcg_line", line=line.number)
                made[-1] = GcgTurn(MOVE, move.by, move.line, line.number, refused=True)
            elif line.kind in (MOVE, PASS, EXCHANGE):
                made.append(GcgTurn(line.kind, line.by, line.number, line.number))
        return made

    def overtime(self) -> dict[str, int]:
        """Points that came off for time, by short name; zero or positive."""
        lost = dict.fromkeys(self.players, 0)
        for line in self.lines:
            if line.kind == TIME:
                lost[line.by] -= line.points
        return lost

    def data(self) -> bytes:
        return b"".join(line.raw for line in self.lines)


def read(data: bytes) -> Gcg:
    """A file. Raises CannotHoldError with the number of a line that cannot be read, and for what is no GCG at all."""
    if b"\0" in data:
        raise refuse("gcg_encoding")
    encoding = _encoding(data)
    lines, players = [], {}
    for number, raw in enumerate(data.splitlines(keepends=True), 1):
        text = raw.decode(encoding, "replace").removeprefix("\ufeff").strip()
        if found := PLAYER.fullmatch(text):
            players[found[2]] = found[3].strip() or found[2]
        if text.startswith(">"):
            lines.append(_event(number, raw, text))
        else:
            lines.append(Line(number, raw))
    events = [line for line in lines if line.kind]
    if not events:
        raise refuse("gcg_empty")
    for line in events:
        players.setdefault(line.by, line.by)
    if len(players) != 2:
        raise refuse("gcg_players", count=len(players))
    return Gcg(tuple(lines), players)


def _encoding(data: bytes) -> str:
    if data.startswith(b"\xef\xbb\xbf"):
        return "utf-8"
    found = ENCODING.match(data)
    return "utf-8" if found and found[1].lower() in (b"utf-8", b"utf8") else "latin-1"


def _event(number: int, raw: bytes, text: str) -> Line:
    found = EVENT.fullmatch(text)
    kind = _kind(found[2].split()) if found else None
    if not found or kind is None:
        raise refuse("gcg_line", line=number)
    return Line(number, raw, kind, found[1], int(found[3]))


def _kind(words: list[str]) -> str | None:
    """What a line tells, from its words between the player and the points."""
    last = words[-1] if words else ""
    named = {"(time)": TIME, "(challenge)": BONUS, "--": WITHDRAWN, "-": PASS}
    if last in named:
        return named[last]
    if last.startswith("(") and last.endswith(")"):
        return RACK
    if last.startswith("-"):
        return EXCHANGE
    return MOVE if len(words) >= 2 and SQUARE.fullmatch(words[-2]) else None


def transposed(square: str) -> str:
    """The square, with its direction, as the other side of the world writes it: `C5` (row C, column 5, across; CSM) is
    `3E` in GCG (row 3, column E, across), and the other way round. Raises ValueError for what is no square."""
    if not SQUARE.fullmatch(square):
        raise ValueError(square)
    return "".join(_swapped(part) for part in re.findall(r"\d+|[A-Za-z]", square))


def _swapped(part: str) -> str:
    if part.isdigit():
        if not 1 <= int(part) <= 26:
            raise ValueError(part)
        return chr(ord("A") + int(part) - 1)
    return str(ord(part.upper()) - ord("A") + 1)


def end_of(raw: bytes) -> bytes:
    """The end of a line: `\\r\\n`, `\\n`, `\\r`, or nothing."""
    return raw[len(raw.rstrip(b"\r\n")) :]
