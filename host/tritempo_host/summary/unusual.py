"""What an arbiter should look at in a game: what does not happen at most tables. The audit has the rest."""

from collections.abc import Iterator

from tritempo_host.summary.model import Summary, Unusual

LONG_PAUSE_MS = 300_000
LONG_OVERRUN_MS = 60_000
LONG_GAP_MS = 300_000
SHORT_TURN_MS = 2_000
MANY_IGNORED = 10


def unusual(summary: Summary) -> list[Unusual]:
    """In order of time; what is of the whole game comes last."""
    return sorted(_unusual(summary), key=lambda thing: (thing.t is None, thing.t or 0))


def _unusual(summary: Summary) -> Iterator[Unusual]:
    for pause in summary.pauses:
        if pause.length_ms >= LONG_PAUSE_MS:
            yield Unusual("long_pause", t=pause.start_ms, pause=pause.n, ms=pause.length_ms)
        if pause.reason is None and pause.came != "ended":
            yield Unusual("no_reason", t=pause.start_ms, pause=pause.n, ms=pause.length_ms)
    for segment in summary.segments:
        if segment.kind == "gap" and segment.length_ms >= LONG_GAP_MS:
            yield Unusual("long_gap", t=segment.start_ms, turn=segment.turn, ms=segment.length_ms)
    for turn in summary.turns:
        if turn.overrun_ms >= LONG_OVERRUN_MS:
            yield Unusual("long_overrun", t=turn.start_ms, turn=turn.n, seat=turn.seat, ms=turn.overrun_ms)
        if turn.mark is None and turn.closed_by and turn.used_ms < SHORT_TURN_MS:
            yield Unusual("short_turn", t=turn.start_ms, turn=turn.n, seat=turn.seat, ms=turn.used_ms)
    count = sum(ignored.count for ignored in summary.ignored)
    if count >= MANY_IGNORED:
        yield Unusual("many_ignored", count=count)
