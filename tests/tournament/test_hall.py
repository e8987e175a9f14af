"""The countdown of a round: from the time control, from the moment at which it began."""

from datetime import UTC, datetime, timedelta

import pytest

from tournament.test_fold import DRAWN, PAIR, start, written_down
from tritempo.control import preset
from tritempo_host.tournament import Draft, fold
from tritempo_host.tournament.hall import RoundClock, round_clock

BEGUN = datetime(2026, 11, 30, 9, 30, tzinfo=UTC)
HOUR = 3_600_000


def at(minutes: float, *drafts: Draft, entries=DRAWN, control=None) -> RoundClock:
    tournament = fold(written_down(*drafts, entries=entries))
    return round_clock(tournament, 1, BEGUN + timedelta(minutes=minutes), control)


@pytest.mark.parametrize(
    ("minutes", "state", "left", "last_hand"),
    [
        (-2, "waiting", HOUR, False),
        (0, "running", HOUR, False),
        (59.5, "running", 30_000, False),
        (60, "over", 0, True),
        (75, "over", 0, True),
    ],
)
def test_an_hour_and_then_the_last_hand(minutes: float, state: str, left: int, last_hand: bool) -> None:
    clock = at(minutes, start())
    assert (clock.state, clock.left_ms, clock.last_hand) == (state, left, last_hand)
    assert (clock.started, clock.limit_ms) == (BEGUN, HOUR)
    assert clock.ends == (BEGUN.timestamp() + 3600) * 1000


def test_before_anybody_said_that_it_began_it_is_known_how_long_it_lasts() -> None:
    clock = at(0)
    assert (clock.state, clock.started, clock.left_ms, clock.ends) == ("unstarted", None, HOUR, None)


def test_the_organiser_gives_another_length() -> None:
    clock = at(50, start(length_ms=HOUR * 3 // 4))
    assert (clock.state, clock.limit_ms, clock.last_hand) == ("over", HOUR * 3 // 4, True)


def test_a_closed_round_counts_no_more() -> None:
    results = [Draft("result", {"round": 1, "table": n, "scores": [300, 200, 100], "end": "limit"}) for n in (1, 2, 3)]
    assert at(75, start(), *results, Draft("close", {"round": 1})).state == "closed"
    assert at(75, *results, Draft("close", {"round": 1})).state == "closed"


def test_a_time_control_without_a_limit_is_never_over() -> None:
    clock = at(300, start(), entries=PAIR)
    assert (clock.state, clock.limit_ms, clock.left_ms, clock.ends) == ("running", None, None, None)
    timed = at(300, start(length_ms=HOUR), entries=PAIR)
    assert (timed.state, timed.at_limit, timed.last_hand) == ("over", "signal", False)


def test_a_time_control_of_ones_own() -> None:
    named = Draft("settings", {"settings": {"control": "ours.toml"}})
    assert at(1, named, start()).limit_ms is None
    own = {**preset("ebre"), "round_ms": 120_000}
    clock = at(2, named, start(), control=own)
    assert (clock.state, clock.at_limit, clock.last_hand) == ("over", "stop", False)
