"""Puts a clock's times into a GCG file that exists, as notes: `#note tritempo: 1:23 (over 0:10)` after each turn.

The turns of the file and of the log are matched in their order: whose they are and what they were must agree, from the
first to the last, or nothing is written. No byte of the file but our own notes is changed, and doing it again puts the
new notes in place of the old.

What may differ: a clock knows only what was pressed, so a turn without a mark may be a move, an exchange or a pass; the
last turn of a clock, that the end of the game cut off or that began when a player had gone out and pressed, may be in
the file or not; and so may be the pass by which a player accepts that the other has gone out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tritempo_host.export.gcg import EXCHANGE, MOVE, PASS, Gcg, GcgTurn, end_of, read
from tritempo_host.export.trouble import CannotHoldError, Trouble, refuse
from tritempo_host.summary.model import Summary, Turn
from tritempo_host.text import clock
from tritempo_host.tournament.matching import folded

OURS = b"#note tritempo:"
CUT_OFF = ("unfinished", "running")
# What a turn's mark on the clock can be in the file. Nobody marks plays, so no mark can be anything that stood.
FITS = {
    None: (MOVE, EXCHANGE, PASS, "refused"),
    "pass": (PASS,),
    "exchange": (EXCHANGE,),
    "lost": (PASS, "refused"),
    "refused": ("refused", PASS),
    **dict.fromkeys(CUT_OFF, (MOVE, EXCHANGE, PASS, "refused")),
}


@dataclass(frozen=True, slots=True)
class Annotated:
    """The new file. `notes`: how many turns have their time; `doubts`: what a person should look at."""

    data: bytes
    notes: int
    doubts: tuple[Trouble, ...]


def annotate(data: bytes, summary: Summary) -> Annotated:
    """The file with the times of the log. Raises CannotHoldError: no GCG, not of two players, or not this game."""
    if len(summary.names) != 2:
        raise refuse("gcg_seats", count=len(summary.names))
    bare = without_notes(data)
    gcg = read(bare)
    turns = gcg.turns()
    seats = _seats(gcg, turns, summary)
    pairs = _pairs(turns, _counted(turns, summary), seats)
    notes = {there.last: _note(here) for there, here in pairs}
    return Annotated(_with_notes(gcg, notes), len(notes), tuple(_doubts(gcg, seats, summary)))


def _note(turn: Turn) -> bytes:
    over = -(-turn.overrun_ms // 1000) * 1000  # rounded up: no overtime is the only thing shown as none
    return f"{OURS.decode()} {clock(turn.used_ms)}{f' (over {clock(over)})' if over else ''}".encode("ascii")


def without_notes(data: bytes) -> bytes:
    """The file as it was before we put anything into it."""
    kept: list[bytes] = []
    for raw in data.splitlines(keepends=True):
        if not raw.startswith(OURS):
            kept.append(raw)
        elif not end_of(raw) and kept:  # ours is the last line, and the line before it had no end of its own
            kept[-1] = kept[-1].rstrip(b"\r\n")
    return b"".join(kept)


def _with_notes(gcg: Gcg, notes: dict[int, bytes]) -> bytes:
    usual = next((end for line in gcg.lines if (end := end_of(line.raw))), b"\n")
    out = []
    for line in gcg.lines:
        out.append(line.raw)
        if line.number in notes:
            end = end_of(line.raw)
            out += [b"" if end else usual, notes[line.number], end]
    return b"".join(out)


# Matching


def _seats(gcg: Gcg, turns: Sequence[GcgTurn], summary: Summary) -> dict[str, int]:
    """The clock's seat of each player: who moves first in the file sits at seat 1. Raises CannotHoldError if the names
    say that it is the other."""
    first = turns[0].by if turns else next(iter(gcg.players))
    seats = {name: 1 if name == first else 2 for name in gcg.players}
    names = {seats[short]: folded(full) for short, full in gcg.players.items()}
    here, there = [folded(name) for name in summary.names], [names[1], names[2]]
    if here != there and here == there[::-1]:
        raise refuse("gcg_order", first=gcg.players[first], seat=summary.names[0])
    return seats


def _counted(there: Sequence[GcgTurn], summary: Summary) -> Sequence[Turn]:
    """The clock's turns without a last one in which nothing was played, where the file has none for it."""
    here = summary.turns
    cut_off = bool(here) and (here[-1].mark in CUT_OFF or (summary.reason == "out" and here[-1].mark is None))
    return here[:-1] if cut_off and len(there) == len(here) - 1 else here


def _pairs(there: Sequence[GcgTurn], here: Sequence[Turn], seats: dict[str, int]) -> list[tuple[GcgTurn, Turn]]:
    if there and there[-1].kind == PASS and len(there) == len(here) + 1:
        there = there[:-1]  # accepts that the other went out
    for n, (move, turn) in enumerate(zip(there, here, strict=False), 1):
        if seats[move.by] != turn.seat:
            raise _mismatch(there, here, n, "gcg_other_seat", by=move.by, seat=turn.seat)
        what = "refused" if move.refused else move.kind
        if what not in FITS[turn.mark]:
            kinds = {"what": Trouble(f"gcg_{what}"), "mark": Trouble(f"mark_{turn.mark}")}
            raise _mismatch(there, here, n, "gcg_other_kind", **kinds)
    if len(there) != len(here):
        raise _mismatch(there, here, min(len(there), len(here)) + 1, "gcg_no_more")
    return list(zip(there, here, strict=True))


def _mismatch(there: Sequence[GcgTurn], here: Sequence[Turn], n: int, code: str, **values: object) -> CannotHoldError:
    """Says how many turns there are on both sides, and from where they differ."""
    line = there[n - 1].line if n <= len(there) else there[-1].last if there else 0
    return refuse("gcg_mismatch", gcg=len(there), log=len(here), turn=n, line=line, why=Trouble(code, values))


def _doubts(gcg: Gcg, seats: dict[str, int], summary: Summary) -> Iterator[Trouble]:
    full = {seats[short]: name for short, name in gcg.players.items()}
    for n, name in enumerate(summary.names, 1):
        if name and folded(name) not in (folded(full[n]), ""):
            yield Trouble("gcg_names", {"seat": n, "log": name, "gcg": full[n]})
    for short, points in gcg.overtime().items():
        counted = summary.seats[seats[short] - 1].penalty
        if points != counted:
            yield Trouble("gcg_penalty", {"name": gcg.players[short], "gcg": points, "log": counted})
