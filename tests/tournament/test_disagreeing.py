"""A drawn round and who is there: what no longer fits is said, and nothing is said of a round that fits."""

from collections.abc import Sequence

import pytest

from tournament.test_fold import DRAWN, LANGS, PLAYED, TEAMS, written_down
from tournament.tournaments import result
from tritempo_host.tournament import Draft, Entry, fold
from tritempo_host.tournament.closing import questions
from tritempo_host.tournament.disagreeing import disagreements, seated_away, seatless
from tritempo_host.tournament.spoken import said

ABSENT, GONE = Draft("absent", {"entrant": 2, "round": 1}), Draft("withdraw", {"entrant": 2, "from": 1})
LATE = Draft("player", {"name": "Late Larry", "from": 1})
COUPLE = {
    "round": 1,
    "system": "romania",
    "matches": [[1, 2]],
    "tables": [{"table": 1, "match": 1, "players": [1, 2]}],
    "bye": [3],
}
NO_SHOW = {"scores": [0, 0], "end": "no_show", "absent": [1]}


def three(*more: Draft) -> list[Entry]:
    """A meets B, and C sits out."""
    return written_down(
        *(Draft("player", {"name": name}) for name in "ABC"), Draft("draw", COUPLE), *more, rules="romania"
    )


def won(**more: object) -> Draft:
    return Draft("result", {"round": 1, "table": 1, "scores": [400, 300], "end": "out", "by": 0} | more)


def codes(entries: Sequence[Entry], number: int = 1) -> list[str]:
    return [each.code for each in disagreements(fold(entries), number)]


def told(entries: Sequence[Entry]) -> str:
    found = disagreements(fold(entries), 1)
    assert all(said(each, lang) for each in found for lang in LANGS)
    return " ".join(said(each, "en") for each in found)


@pytest.mark.parametrize(
    "entries",
    [
        DRAWN,
        PLAYED,
        three(),
        three(Draft("absent", {"entrant": 2, "round": 2})),
        three(Draft("withdraw", {"entrant": 2, "from": 2})),
        three(Draft("player", {"name": "D"})),  # plays from round 2
        three(Draft("absent", {"entrant": 2, "round": 1}), won(**NO_SHOW)),
        three(won(end="abandon", by=1, full_turns=3), Draft("withdraw", {"entrant": 2, "from": 1})),
        written_down(Draft("withdraw", {"entrant": 2, "from": 1}), entries=PLAYED),
    ],
)
def test_of_a_round_that_fits_nothing_is_said(entries: list[Entry]) -> None:
    assert codes(entries) == []


def test_a_round_that_is_not_drawn_fits() -> None:
    assert codes(written_down(ABSENT, GONE, entries=TEAMS)) == []


def test_who_is_marked_absent_and_sits_at_a_table_is_named_with_the_tables() -> None:
    entries = written_down(ABSENT, entries=DRAWN)
    assert codes(entries) == ["away_absent", "away_anew"]
    assert "Team 2 (table 1, 2, 3)" in told(entries) and "drawn anew" in told(entries)


def test_who_has_withdrawn_is_named_and_once_only() -> None:
    assert codes(written_down(GONE, entries=DRAWN)) == ["away_gone", "away_anew"]
    assert codes(written_down(ABSENT, GONE, entries=DRAWN)) == ["away_gone", "away_anew"]


def test_who_sits_out_and_is_not_there_is_named_without_a_table() -> None:
    entries = three(Draft("withdraw", {"entrant": 3, "from": 1}))
    assert codes(entries) == ["away_gone", "away_anew"]
    assert "C (sits out)" in told(entries)


def test_with_results_it_is_the_sheet_that_says_who_did_not_come() -> None:
    entries = written_down(result(1), ABSENT, entries=DRAWN)
    assert codes(entries) == ["away_absent", "away_sheet"]
    assert "Team 2 (table 1, 2, 3)" in told(entries), "table 1 has a result as if they had come"


def test_who_has_no_table_is_named_with_when_they_play() -> None:
    assert codes(three(LATE)) == ["seatless", "away_anew"]
    assert "Late Larry" in told(three(LATE))
    assert codes(three(LATE, won())) == ["seatless", "seatless_next"]
    assert "round 2" in told(three(LATE, won()))


def test_an_absence_that_is_taken_back_leaves_somebody_without_a_table() -> None:
    absent = written_down(*(Draft("player", {"name": n}) for n in "ABC"), rules="romania")
    absent = written_down(Draft("absent", {"entrant": 3, "round": 1}), entries=absent)
    drawn = written_down(Draft("draw", {key: COUPLE[key] for key in COUPLE if key != "bye"}), entries=absent)
    assert codes(drawn) == []
    back = written_down(Draft("undo", {"entry": absent[-1].number}), entries=drawn)
    assert codes(back) == ["seatless", "away_anew"]


def test_both_at_once_are_both_said() -> None:
    entries = three(LATE, Draft("withdraw", {"entrant": 1, "from": 1}))
    assert codes(entries) == ["away_gone", "seatless", "away_anew"]
    t = fold(entries)
    assert seated_away(t, t.rounds[1]) == {1: (1,)} and seatless(t, t.rounds[1]) == [4]


def test_a_result_of_who_was_not_there_is_asked_before_the_round_is_closed() -> None:
    entries = written_down(result(1), result(2), result(3), entries=DRAWN)
    assert questions(fold(entries), 1) == []
    for why in (ABSENT, GONE):
        asked = questions(fold(written_down(why, entries=entries)), 1)
        assert [each.code for each in asked] == ["close_away"]
        assert all("Team 2" in said(asked[0], lang) and "1, 2, 3" in said(asked[0], lang) for lang in LANGS)


def test_a_sheet_that_says_so_is_not_asked_about() -> None:
    assert questions(fold(three(ABSENT, won(**NO_SHOW))), 1) == []
    assert questions(fold(three(GONE, won(end="eliminated", by=1, full_turns=5))), 1) == []
    assert [each.code for each in questions(fold(three(ABSENT, won())), 1)] == ["close_away"]


def test_who_sits_out_and_is_not_there_is_asked_too() -> None:
    asked = questions(fold(three(won(), Draft("absent", {"entrant": 3, "round": 1}))), 1)
    assert [each.code for each in asked] == ["close_away"]
