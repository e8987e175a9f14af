"""Builds a Summary from a log: its lines say what was done, its replayed game what that came to."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tritempo.game import Game
from tritempo.journal import Line
from tritempo.view import view
from tritempo_host.summary.model import Ignored, Moment, Seat, Segment, Summary, Turn, Undone
from tritempo_host.summary.trace import Timeline, trace
from tritempo_host.summary.unusual import unusual

MOVES = ("seat", "trump", "verdict", "end")  # what an undo takes back


def summarise(header: dict[str, Any], lines: Sequence[Line], game: Game) -> Summary:
    """The summary of a log: its header, its lines that hold, and the game after them."""
    timeline = trace(game)
    shown = view(game, game.now)
    turns = (*_ended_turns(game, timeline), *_running_turn(game, shown))
    end = game.now if game.end_ms is None else game.end_ms
    summary = Summary(
        game=str(header.get("game", "")),
        device=str(header.get("device", "")),
        firmware=str(header.get("firmware", "")),
        round=_number(header.get("round")),
        table=_number(header.get("table")),
        wall=header["wall"] if isinstance(header.get("wall"), str) else None,
        control=game.control.data,
        names=_names(header, game.control.seats),
        holders=dict(game.holders),
        state=game.state,
        reason=game.reason,
        start_ms=turns[0].start_ms if turns else end,
        end_ms=end,
        limit_at=game.limit_at,
        final_hand=game.final_hand,
        suggest_end=shown["suggest_end"],
        abandoned_by=_abandoned_by(lines) if game.reason == "abandon" else None,
        turns=turns,
        seats=(),
        segments=tuple(_with_overtime(timeline.segments, turns)),
        pauses=tuple(timeline.pauses),
        trumps=tuple(timeline.trumps),
        moments=tuple(_moments(timeline, turns)),
        given=tuple(timeline.given),
        undone=tuple(_undone(lines)),
        ignored=_ignored(lines),
        power_cuts=tuple(line.t for line in lines if line.kind == "input" and line.word == "power"),
        unusual=(),
    )
    summary = replace(summary, seats=tuple(_seats(summary, shown)))
    return replace(summary, unusual=tuple(unusual(summary)))


def _number(value: object) -> int | None:
    return value if type(value) is int else None


def _names(header: dict[str, Any], seats: int) -> tuple[str, ...]:
    names = header.get("names")
    names = names if isinstance(names, list) else []
    return tuple(names[i] if i < len(names) and isinstance(names[i], str) else "" for i in range(seats))


def _ended_turns(game: Game, timeline: Timeline) -> Iterator[Turn]:
    for turn in game.turns():
        yield Turn(end_ms=timeline.turn_ends[turn["n"]], **turn)


def _running_turn(game: Game, shown: dict[str, Any]) -> Iterator[Turn]:
    if shown["seat"] is not None:
        yield Turn(
            n=shown["turn"],
            hand=shown["hand"],
            seat=shown["seat"],
            kind=shown["kind"],
            start_ms=game.start_ms,
            end_ms=game.now,
            used_ms=shown["used_ms"],
            allowance_ms=shown["allowance_ms"],
            overrun_ms=shown["overrun_ms"],
            mark="running",
            closed_by=None,
        )


def _with_overtime(segments: list[Segment], turns: Sequence[Turn]) -> list[Segment]:
    """The segments with the last `overrun_ms` of each turn's running time set apart as `over`."""
    left = {turn.n: turn.overrun_ms for turn in turns}
    made: list[Segment] = []
    for segment in reversed(segments):
        number = segment.turn or 0
        beyond = min(left[number], segment.length_ms) if segment.kind == "turn" else 0
        if beyond:
            left[number] -= beyond
            made.append(replace(segment, kind="over", start_ms=segment.end_ms - beyond))
            segment = replace(segment, end_ms=segment.end_ms - beyond)
        if segment.length_ms:
            made.append(segment)
    return made[::-1]


def _moments(timeline: Timeline, turns: Sequence[Turn]) -> Iterator[Moment]:
    for t, word, args in timeline.records:
        if word == "limit":
            yield Moment(t, word)
        elif word in ("flag", "warn"):
            began = [turn.n for turn in turns if turn.seat == args[0] and turn.start_ms <= t]
            yield Moment(t, word, args[0], began[-1], args[1] if word == "warn" else None)


def _undone(lines: Sequence[Line]) -> Iterator[Undone]:
    standing = []
    for line in lines:
        if line.kind != "input" or line.ignored:
            continue
        if line.word in MOVES:
            standing.append(line)
        elif line.word == "undo":
            taken = standing.pop()
            yield Undone(taken.n, taken.t, taken.word, tuple(taken.args), line.n, line.t)


def _ignored(lines: Sequence[Line]) -> tuple[Ignored, ...]:
    counts = Counter((line.word, line.ignored) for line in lines if line.kind == "input" and line.ignored)
    return tuple(Ignored(word, reason, count) for (word, reason), count in sorted(counts.items()))


def _abandoned_by(lines: Sequence[Line]) -> int | None:
    """The seat of the last `end abandon` that counted: the one that the game ended with."""
    given = [
        line.args[1] if len(line.args) > 1 else None
        for line in lines
        if line.kind == "input" and line.word == "end" and not line.ignored and line.args[0] == "abandon"
    ]
    return given[-1] if given else None


def _seats(summary: Summary, shown: dict[str, Any]) -> Iterator[Seat]:
    for i, name in enumerate(summary.names):
        seat = i + 1
        mine = [turn for turn in summary.turns if turn.seat == seat]
        ended = [turn for turn in mine if turn.mark != "running"]
        longest = max(mine, key=lambda turn: turn.used_ms, default=None)
        marks = Counter(turn.mark for turn in ended)
        yield Seat(
            seat=seat,
            name=name,
            turns=len(ended),
            used_ms=sum(turn.used_ms for turn in mine),
            average_ms=sum(turn.used_ms for turn in ended) // len(ended) if ended else 0,
            longest_ms=longest.used_ms if longest else 0,
            longest_turn=longest.n if longest else None,
            overrun_ms=sum(turn.overrun_ms for turn in mine),
            overrun_turns=sum(turn.overrun_ms > 0 for turn in mine),
            passes=marks["pass"],
            exchanges=marks["exchange"],
            lost=marks["lost"],
            refused=marks["refused"],
            trumps=tuple(trump.kind for trump in summary.trumps if trump.seat == seat),
            bank_ms=shown["bank_ms"][i] if shown["bank_ms"] else None,
            given_ms=sum(given.ms for given in summary.given if given.seat == seat),
            fell=seat in shown["fell"],
            penalty=shown["penalty"][i],
            challenge_points=shown["challenge_points"][i],
        )
