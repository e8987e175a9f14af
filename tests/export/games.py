"""A game of two as a clock and as an annotator have it: a log and a GCG file of the same turns."""

from collections.abc import Sequence
from dataclasses import dataclass

from host.logs import KEY, PlayedLog, header
from tritempo_host.audit import audit
from tritempo_host.summary import Summary, summarise

NAMES = ("Anna Puig", "Pere Roca")
SHORT = ("anna", "pere")
HEAD = "#character-encoding UTF-8\n#player1 anna Anna Puig\n#player2 pere Pere Roca\n"


@dataclass(frozen=True)
class Turn:
    """`kind`: move, exchange, pass, refused. `marked`: whether somebody told the clock what it was."""

    kind: str = "move"
    ms: int = 83_400
    marked: bool = True


def played(
    turns: Sequence[Turn], end: str = "blocked", names: Sequence[str] = NAMES, control: str = "wespa"
) -> PlayedLog:
    """The log: each turn is ended by who moved. The last player's press begins a turn that the end cuts off."""
    log = PlayedLog(header("wespa", seats=2, names=list(names)))
    t = 1_000
    log.take(t, "seat", 1)
    for n, turn in enumerate(turns):
        t += turn.ms
        log.take(t, "seat", n % 2 + 1)
        if turn.marked and turn.kind in ("pass", "exchange"):
            log.take(t + 100, "mark", turn.kind)
        if turn.marked and turn.kind == "refused":
            log.take(t + 200, "pause", "challenge")
            log.take(t + 20_000, "verdict", "invalid")
            t += 20_000
    log.take(t + 600, "end", end)
    return log


def summary(log: PlayedLog) -> Summary:
    found = audit(log.data, KEY)
    assert found.header and found.game, found.findings
    return summarise(found.header, found.lines, found.game)


def gcg(turns: Sequence[Turn], head: str = HEAD, end: str = "\n", tail: str = ">anna:  (QV) +28 400\n") -> bytes:
    """The file, without any notes."""
    lines = []
    for n, turn in enumerate(turns):
        who = f">{SHORT[n % 2]}: AEINRST"
        lines.append(
            {
                "exchange": f"{who} -RST +0 {n}",
                "pass": f"{who} - +0 {n}",
            }.get(turn.kind, f"{who} {n % 15 + 1}D WORD +24 {n}")
        )
        if turn.kind == "refused":
            lines.append(f"{who} -- -24 {n}")
    text = head + "".join(f"{line}\n" for line in lines) + tail
    return text.replace("\n", end).encode()
