"""The summary: what a log's game comes to, to the millisecond."""

from typing import Any

import pytest

from host.logs import KEY, PlayedLog, header
from host.rounds import matam_round
from tritempo.control import preset
from tritempo_host.audit import audit
from tritempo_host.summary import Summary, summarise
from tritempo_host.summary.model import Given, Ignored, Moment, Undone


def summary_of(log: PlayedLog) -> Summary:
    """The summary of what was written: it ends with the last line."""
    found = audit(log.data, KEY)
    assert found.header is not None and found.game is not None
    assert found.verdict in ("sound", "open")
    return summarise(found.header, found.lines, found.game)


def played(*events: tuple[Any, ...], control: str = "matam", seats: int = 3, until: int | None = None, **options: Any):
    """A summary of events `(t, word, *args)` and a press in vain at `until`; keywords replace fields of the control."""
    log = PlayedLog(header({**preset(control), **options}, seats))
    for t, word, *args in events:
        log.take(t, word, *args)
    if until is not None:
        log.take(until, "reason", None)
    return summary_of(log)


def pieces(summary: Summary) -> list[tuple[Any, ...]]:
    return [(piece.kind, piece.start_ms, piece.end_ms, piece.turn, piece.seat) for piece in summary.segments]


def test_turns_pauses_and_gaps_follow_on_one_another():
    summary = played(
        (5_000, "seat", 1),
        (45_000, "seat", 2),
        (60_000, "pause", "challenge"),
        (90_000, "verdict", "invalid"),
        (100_000, "seat", 2),
        (130_000, "end", "out"),
    )
    assert pieces(summary) == [
        ("turn", 5_000, 45_000, 1, 1),
        ("turn", 45_000, 60_000, 2, 2),
        ("pause", 60_000, 90_000, 2, 2),
        ("gap", 90_000, 100_000, 2, 2),
        ("turn", 100_000, 130_000, 3, 3),
    ]
    assert (summary.start_ms, summary.end_ms, summary.length_ms) == (5_000, 130_000, 125_000)
    assert [turn.end_ms for turn in summary.turns] == [45_000, 90_000, 130_000]
    assert summary.sums() == {"turns": 85_000, "pauses": 30_000, "gaps": 10_000}


def test_overtime_is_the_end_of_the_turns_running_time():
    summary = played((0, "seat", 1), (110_000, "pause", "score"), (115_000, "resume"), (140_000, "seat", 1))
    assert pieces(summary)[:4] == [
        ("turn", 0, 110_000, 1, 1),
        ("pause", 110_000, 115_000, 1, 1),
        ("turn", 115_000, 125_000, 1, 1),
        ("over", 125_000, 140_000, 1, 1),
    ]
    seat = summary.seats[0]
    assert (seat.used_ms, seat.overrun_ms, seat.overrun_turns, seat.longest_turn) == (135_000, 15_000, 1, 1)


@pytest.mark.parametrize(
    ("events", "came"),
    [
        pytest.param([(60_000, "resume")], "resumed", id="resumed"),
        pytest.param([(60_000, "verdict", "valid")], "valid", id="valid (MG 26)"),
        pytest.param([(60_000, "verdict", "invalid")], "invalid", id="void (MG 26)"),
        pytest.param([(60_000, "end", "aborted")], "ended", id="the game ended in it"),
        pytest.param([], "open", id="the log ends in it"),
    ],
)
def test_what_came_of_a_pause(events: list[tuple[Any, ...]], came: str):
    (pause,) = played((0, "seat", 1), (30_000, "pause", "challenge"), *events, until=60_000).pauses
    assert (pause.n, pause.came, pause.reason, pause.turn, pause.seat, pause.under) == (
        *(1, came, "challenge", 1, 1),
        "running",
    )
    assert (pause.start_ms, pause.end_ms) == (30_000, 60_000)


def test_a_pause_keeps_the_last_reason_given():
    (pause,) = played((0, "seat", 1), (9_000, "pause"), (9_500, "reason", "score"), (12_000, "resume")).pauses
    assert (pause.reason, pause.length_ms) == ("score", 3_000)


def test_a_stop_limit_ends_a_pause():
    summary = played((0, "seat", 1), (40_000, "pause", "score"), control="ebre", round_ms=60_000, until=90_000)
    assert [(pause.came, pause.end_ms) for pause in summary.pauses] == [("ended", 60_000)]
    assert (summary.reason, summary.end_ms, summary.limit_at) == ("round_limit", 60_000, 60_000)
    assert summary.turns[0].mark == "unfinished"


def test_a_stop_that_passed_while_the_last_play_was_challenged_ends_the_game_at_its_own_time():
    summary = played(
        (0, "seat", 1),
        (50_000, "end", "out"),
        (55_000, "pause", "challenge"),
        (90_000, "verdict", "invalid"),
        control="ebre",
        round_ms=60_000,
    )
    assert (summary.state, summary.end_ms) == ("ended", 60_000)
    assert pieces(summary)[-1] == ("pause", 55_000, 60_000, 1, 1)


def test_the_challenger_pays_for_valid_words_under_previous():
    """RO: every correct word that was challenged costs 10 points; nobody named: the seat on turn."""
    summary = played(
        (0, "seat", 1),
        (30_000, "seat", 1),
        (40_000, "pause", "challenge"),
        (50_000, "verdict", "valid", None, 2),
        control="romania",
        seats=2,
    )
    (pause,) = summary.pauses
    assert (pause.challenger, pause.words, pause.points) == (2, 2, -20)
    assert [seat.challenge_points for seat in summary.seats] == [0, -20]


def test_trumps_with_the_turn_in_which_they_were_played():
    """MM: pròrroga in its own turn; tornar ends one; salva follows a refused one."""
    summary = played(
        (0, "seat", 1),
        (10_000, "trump", "prorroga"),
        (20_000, "seat", 1),
        (30_000, "trump", "tornar"),
        (40_000, "seat", 2),
        (50_000, "pause", "challenge"),
        (60_000, "verdict", "invalid"),
        (65_000, "trump", "salva"),
    )
    assert [(trump.seat, trump.kind, trump.turn) for trump in summary.trumps] == [
        (1, "prorroga", 1),
        (2, "tornar", 2),
        (3, "salva", 4),
    ]
    assert [turn.kind for turn in summary.turns] == ["base", "base", "again", "base", "retry"]
    assert [seat.trumps for seat in summary.seats] == [("prorroga",), ("tornar",), ("salva",)]


def test_undo_leaves_no_mark_on_the_timeline_but_is_told():
    """The seat that was on turn then has been running all the while, pauses left out."""
    summary = played(
        (0, "seat", 1),
        (30_000, "seat", 2),
        (40_000, "pause", "arbiter"),
        (50_000, "undo"),
        (60_000, "resume"),
        until=70_000,
    )
    assert pieces(summary) == [
        ("turn", 0, 40_000, 1, 1),
        ("pause", 40_000, 60_000, 1, 1),
        ("turn", 60_000, 70_000, 1, 1),
    ]
    assert summary.undone == (Undone(line=2, t=30_000, word="seat", args=(2,), by_line=4, by_t=50_000),)
    assert [(turn.n, turn.mark, turn.used_ms) for turn in summary.turns] == [(1, "running", 50_000)]


def test_undo_of_an_end_pauses_from_its_moment():
    summary = played((0, "seat", 1), (50_000, "end", "out"), (70_000, "undo"), (80_000, "resume"), until=90_000)
    assert pieces(summary) == [
        ("turn", 0, 50_000, 1, 1),
        ("pause", 50_000, 80_000, 1, 1),
        ("turn", 80_000, 90_000, 1, 1),
    ]
    assert [(pause.reason, pause.came) for pause in summary.pauses] == [("arbiter", "resumed")]


def test_time_given_is_what_it_came_to():
    """Taking stops at zero left."""
    summary = played(
        (0, "seat", 1),
        (100_000, "pause", "arbiter"),
        (101_000, "adjust", 1, -60_000),
        (102_000, "adjust", 1, 30_000),
        (103_000, "adjust", 1, 0),
        (104_000, "resume"),
    )
    assert summary.given == (Given(101_000, 1, -20_000), Given(102_000, 1, 30_000))
    assert summary.seats[0].given_ms == 10_000


def test_a_bank_that_is_adjusted_in_ready():
    summary = played((0, "adjust", 2, -300_000), (1_000, "seat", 1), control="wespa", seats=2)
    assert summary.given == (Given(0, 2, -300_000),)
    assert [seat.bank_ms for seat in summary.seats] == [1_500_000, 1_200_000]


def test_flags_warnings_and_the_limit():
    summary = played((0, "seat", 1), round_ms=110_000, until=130_000)
    assert summary.moments == (
        Moment(105_000, "warn", 1, 1, 15_000),
        Moment(110_000, "limit"),
        Moment(120_000, "flag", 1, 1),
    )
    assert (summary.limit_at, summary.final_hand) == (110_000, 2)


def test_penalty_for_a_started_minute():
    """CSM b: 10 points for each minute or part of one beyond the bank."""
    summary = played((0, "seat", 1), until=1_860_001, control="manresa-escacs", seats=2)
    assert [(seat.penalty, seat.fell, seat.bank_ms) for seat in summary.seats] == [
        (20, True, -60_001),
        (0, False, 1_800_000),
    ]


def test_ignored_presses_are_counted_by_reason():
    summary = played((0, "seat", 1), (100, "seat", 1), (200, "seat", 2), (300, "resume"))
    assert summary.ignored == (Ignored("resume", "state", 1), Ignored("seat", "dead_time", 2))


def test_who_abandoned():
    summary = played((0, "seat", 1), (9_000, "end", "abandon", 2))
    assert (summary.reason, summary.abandoned_by) == ("abandon", 2)


def test_a_game_that_never_began_has_no_length():
    summary = played((0, "round_start"), (4_000, "end", "aborted"))
    assert (summary.length_ms, summary.segments, summary.turns, summary.hands) == (0, (), (), 0)


@pytest.mark.parametrize(
    ("events", "codes"),
    [
        pytest.param([(1_000, "pause"), (5_000, "resume")], ["no_reason"], id="no reason"),
        pytest.param([(9_000, "pause"), (15_000, "end", "out")], [], id="the end is its reason"),
        pytest.param(
            [(180_000, "seat", 1), (190_000, "pause"), (195_000, "resume")],
            ["long_overrun", "no_reason"],
            id="in order of time",
        ),
        pytest.param([(1_000, "pause", "score"), (301_000, "resume")], ["long_pause"], id="long pause"),
        pytest.param([(180_000, "seat", 1)], ["long_overrun"], id="a minute beyond its time"),
        pytest.param([(179_999, "seat", 1)], [], id="less than a minute"),
        pytest.param([(1_999, "seat", 1)], ["short_turn"], id="short turn"),
        pytest.param([(1_999, "seat", 1), (2_500, "mark", "pass")], [], id="a pass is soon said"),
        pytest.param([(at, "seat", 1) for at in range(10, 110, 10)], ["many_ignored"], id="many ignored"),
        pytest.param(
            [(9_000, "pause", "challenge"), (9_500, "verdict", "invalid"), (309_500, "seat", 2)],
            ["long_gap"],
            id="long gap",
        ),
    ],
)
def test_unusual_things(events: list[tuple[Any, ...]], codes: list[str]):
    summary = played((0, "seat", 1), *events)
    assert [thing.code for thing in summary.unusual] == codes


def test_names_that_are_no_names():
    log = PlayedLog(header(names=["Anna", 7]))
    assert summary_of(log).names == ("Anna", "", "")


def test_a_whole_round():
    summary = summary_of(matam_round())
    assert (summary.state, summary.reason, summary.final_hand) == ("ended", "round_limit", summary.hands)
    assert {trump.kind for trump in summary.trumps} == {"prorroga", "tornar", "salva"}
    assert len(summary.power_cuts) == len(summary.undone) == 1
    assert sum(summary.sums().values()) == summary.length_ms
