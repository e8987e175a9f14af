"""Whatever happens at a table, the parts of the summary add up to it, to the millisecond."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from host.logs import KEY, PlayedLog, header
from tritempo.control import PRESETS, preset
from tritempo.view import view
from tritempo_host.audit import audit
from tritempo_host.summary import Summary, summarise

ACTIONS: list[tuple[Any, ...]] = [
    *[("seat", seat) for seat in (1, 2, 3, 4)] * 3,
    *[("pause",), ("pause", "challenge"), ("pause", "arbiter"), ("reason", "score"), ("reason", "challenge")],
    *[("resume",)] * 3,
    *[("verdict", "valid"), ("verdict", "invalid"), ("verdict", "invalid", 1, 2), ("undo",), ("undo",), ("power",)],
    *[("trump", kind) for kind in ("prorroga", "tornar", "salva", "canvi")],
    *[("mark", "pass"), ("mark", None, 1), ("mark", "lost")],
    *[("adjust", 1, 60_000), ("adjust", 2, -90_000), ("round_start",)],
    *[("end", "out"), ("end", "flag"), ("end", "abandon", 1), ("end", "aborted")],
]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"round_ms": 200_000},
    {"handover": "two_step"},
    {"round_ms": 300_000, "handover": "two_step", "dead_ms": 0},
]


@st.composite
def games(draw: st.DrawFn) -> PlayedLog:
    control: dict[str, Any] = {**preset(draw(st.sampled_from(PRESETS)))}
    control.update(draw(st.sampled_from(OPTIONS)))
    if control["bank_ms"]:
        control.update(bank_ms=100_000, **draw(st.sampled_from([{}, {"increment_ms": 5_000}, {"delay_ms": 3_000}])))
    log = PlayedLog(header(control, draw(st.sampled_from(control["seats"]))))
    t = 0
    for action in draw(st.lists(st.sampled_from(ACTIONS), max_size=30)):
        t += draw(st.one_of(st.integers(0, 700), st.integers(0, 150_000)))
        log.take(t, *action)
    log.take(t + draw(st.integers(0, 400_000)), "reason", None)
    return log


@settings(max_examples=300, deadline=None)
@given(games())
def test_the_sums_are_exact(log: PlayedLog):
    found = audit(log.data, KEY)
    assert found.header is not None and found.game is not None
    summary = summarise(found.header, found.lines, found.game)
    adds_up(summary)
    shown = view(found.game, found.game.now)
    assert [seat.used_ms for seat in summary.seats] == shown["used_total_ms"]
    assert [seat.bank_ms for seat in summary.seats] == (shown["bank_ms"] or [None] * len(summary.seats))
    assert [[trump.seat, trump.kind] for trump in summary.trumps] == shown["trumps"]
    assert sum(ignored.count for ignored in summary.ignored) == shown["ignored"]
    assert json.loads(json.dumps(summary.as_dict()))["length_ms"] == summary.length_ms


def adds_up(summary: Summary) -> None:
    """The parts of a game are without a hole, and add up to its length and to each turn."""
    at = summary.start_ms
    for segment in summary.segments:
        assert segment.start_ms == at and segment.length_ms > 0
        at = segment.end_ms
    assert at == summary.end_ms
    assert sum(summary.sums().values()) == summary.length_ms
    for turn in summary.turns:
        mine = [segment for segment in summary.segments if segment.turn == turn.n]
        over = sum(segment.length_ms for segment in mine if segment.kind == "over")
        assert over == turn.overrun_ms
        assert over + sum(segment.length_ms for segment in mine if segment.kind == "turn") == turn.used_ms
        assert all(segment.seat == turn.seat for segment in mine)
    assert [turn.n for turn in summary.turns] == list(range(1, len(summary.turns) + 1))
    stood = sum(min(pause.end_ms, summary.end_ms) - min(pause.start_ms, summary.end_ms) for pause in summary.pauses)
    assert stood == summary.sums()["pauses"]
