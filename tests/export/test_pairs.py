"""A tournament of pairs as tsh and as TOU."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from export.patient import few
from export.tournaments import Written, matam, pairs
from tritempo_host.export import tou, tsh
from tritempo_host.export.pairs import to_tou, to_tsh
from tritempo_host.export.trouble import CannotHoldError
from tritempo_host.tournament import Draft
from tritempo_host.words import LANGUAGES

NAMES = ("Puig, Anna", "Roca, Pere", "Vidal, Mar")
RESULTS = [[(1, 2, 400, 350)], [(3, 1, 300, 300)], [(2, 3, 280, 512)]]
NOT_YET = (-1, -1)


def test_tsh():
    made = pairs("wespa", NAMES, RESULTS)
    assert to_tsh(made.tournament).decode("latin-1") == (
        "# Open de Molins 2026-11-28\n"
        "# made by tritempo\n"
        "Puig, Anna              1500 2 3 0; 400 300 50; board 1 1 0; p12 1 2 0\n"
        "Roca, Pere              1501 1 0 3; 350 50 280; board 1 0 1; p12 2 0 1\n"
        "Vidal, Mar              1502 0 1 2; 50 300 512; board 0 1 1; p12 0 1 2\n"
    )


def test_tou():
    made = pairs("wespa", NAMES, RESULTS)
    assert to_tou(made.tournament).decode("ascii") == (
        "*M28.11.2026 Open de Molins\r\n*A\r\n                                      0\r\n"
        "Puig, Anna           2400  +2 1300   3   50   1\r\n"
        "Roca, Pere            350   1   50   2  280  +3\r\n"
        "Vidal, Mar             50   3 1300  +1 2512   2\r\n"
        "*** END OF FILE ***\r\n"
    )


def test_a_round_that_is_still_played():
    made = pairs("wespa", (*NAMES, "Sala, Eva"), [[(1, 2, 400, 350), (3, 4, *NOT_YET)]])
    lines = tsh.read(to_tsh(made.tournament))
    assert [line.scores for line in lines] == [(400,), (350,), (), ()]
    assert [line.opponents for line in lines] == [(2,), (1,), (4,), (3,)]
    with pytest.raises(CannotHoldError) as error:
        to_tou(made.tournament)
    for lang in LANGUAGES:
        assert "2" in error.value.spoken(lang)


def test_a_round_that_has_not_begun_is_left_out_of_tou():
    made = pairs("wespa", NAMES[:2], [[(1, 2, 400, 350)], [(2, 1, *NOT_YET)]])
    (division,) = tou.read(to_tou(made.tournament)).divisions
    assert [len(player.games) for player in division.players] == [1, 1]


def test_who_did_not_come():
    made = pairs("wespa", NAMES[:2], [[(1, 2, *NOT_YET)]])
    made.add(Draft("result", {"round": 1, "table": 1, "scores": [0, 0], "end": "no_show", "absent": [1]}))
    first, second = tsh.read(to_tsh(made.tournament))
    assert (first.opponents, first.scores, second.opponents, second.scores) == ((0,), (50,), (0,), (-50,))
    (division,) = tou.read(to_tou(made.tournament)).divisions
    assert division.players[0].games == (tou.Game("w", 150, False, 1),)
    assert division.players[1].games == (tou.Game("l", 100, False, 2),)


def test_who_withdrew_is_switched_off_and_a_club_is_a_team():
    made = pairs("wespa", NAMES, RESULTS)
    made.add(Draft("withdraw", {"entrant": 2}), Draft("player", {"player": 1, "club": "Els Molins; B"}))
    first, second, _ = tsh.read(to_tsh(made.tournament))
    assert second.etc["off"] == ("-50",) and "off" not in first.etc
    assert first.etc["team"] == ("Els", "Molins;", "B")


def test_numbers_are_given_anew_where_a_player_was_taken_back():
    made = Written("wespa")
    made.add(Draft("player", {"name": "Nobody"}))
    made.add(Draft("undo", {"entry": made.entries[-1].number}))
    made.add(*(Draft("player", {"name": name, "rating": "1500.5"}) for name in NAMES[:2]))
    tables = [{"table": 1, "match": 1, "players": [3, 2]}]
    made.add(Draft("draw", {"round": 1, "system": "swiss", "seed": "x", "matches": [[3, 2]], "tables": tables}))
    assert [line.opponents for line in tsh.read(to_tsh(made.tournament))] == [(2,), (1,)]
    assert tsh.read(to_tsh(made.tournament))[0].rating == "1500.5"


@pytest.mark.parametrize("to", [to_tsh, to_tou])
def test_three_at_a_table_are_refused(to):
    with pytest.raises(CannotHoldError) as error:
        to(matam().tournament)
    for lang in LANGUAGES:
        assert "MàTaM" in error.value.spoken(lang)


@pytest.mark.parametrize("to", [to_tsh, to_tou])
def test_names_are_refused_all_at_once_and_made_plain_when_asked(to):
    made = pairs("wespa", ("Ștefan, Ion", "Țurcanu, Ana"), RESULTS[:1])
    with pytest.raises(CannotHoldError) as error:
        to(made.tournament)
    assert [trouble.values["name"] for trouble in error.value.troubles] == ["Ștefan, Ion", "Țurcanu, Ana"]
    assert b"Stefan, Ion  " in to(made.tournament, ascii=True)


def test_two_names_that_would_be_one_when_cut_are_refused():
    made = pairs("wespa", ("Montserrat Puigdollers A", "Montserrat Puigdollers B"), RESULTS[:1])
    with pytest.raises(CannotHoldError, match="names_alike"):
        to_tou(made.tournament, ascii=True)


def test_tou_has_three_figures_for_a_player():
    made = Written("wespa")
    letters = "abcdefghij"
    names = (f"{a}{b}{c}" for a in letters for b in letters for c in letters)
    made.add(*(Draft("player", {"name": name}) for name in names))
    with pytest.raises(CannotHoldError, match="tou_many"):
        to_tou(made.tournament)
    assert len(tsh.read(to_tsh(made.tournament))) == 1000


@pytest.mark.parametrize("day", ["2026-11-28", "28/11/2026", "28.11.2026", " 28-11-2026"])
def test_a_day_is_read_as_people_write_it(day: str):
    made = pairs("wespa", NAMES[:2], RESULTS[:1])
    made.add(Draft("settings", {"date": day}))
    assert to_tou(made.tournament).startswith(b"*M28.11.2026 ")


@pytest.mark.parametrize("day", ["", "next Saturday", "2026-11-31", "11/28/2026"])
def test_tou_needs_a_day(day: str):
    made = pairs("wespa", NAMES[:2], RESULTS[:1])
    made.add(Draft("settings", {"date": day}))
    with pytest.raises(CannotHoldError, match="no_date"):
        to_tou(made.tournament)


def test_a_winner_with_fewer_points_is_for_tou_alone():
    """RO, a flag: who exceeds his time loses, whatever the score."""
    made = pairs("romania", NAMES[:2], [[(1, 2, *NOT_YET)]])
    body = {"round": 1, "table": 1, "scores": [400, 300], "end": "flag", "by": 0, "full_turns": 9}
    made.add(Draft("result", body))
    with pytest.raises(CannotHoldError, match="tsh_winner"):
        to_tsh(made.tournament)
    (division,) = tou.read(to_tou(made.tournament)).divisions
    assert [player.games[0].result for player in division.players] == ["l", "w"]


SCORE = st.integers(0, 999)


@few
@given(st.lists(st.lists(st.tuples(SCORE, SCORE), min_size=2, max_size=2), max_size=4))
def test_both_files_say_what_was_played(rounds: list[list[tuple[int, int]]]):
    seats = [(1, 2), (4, 3)]
    names = (*NAMES, "Sala, Eva", "Coll, Iu")
    made = pairs("wespa", names, [[(*s, *scores) for s, scores in zip(seats, games, strict=True)] for games in rounds])
    lines = tsh.read(to_tsh(made.tournament))
    (division,) = tou.read(to_tou(made.tournament)).divisions
    assert [line.name for line in lines] == [player.name for player in division.players] == list(names)
    for number, games in enumerate(rounds):
        for (one, two), (first, second) in zip(seats, games, strict=True):
            assert (lines[one - 1].scores[number], lines[two - 1].scores[number]) == (first, second)
            half = division.players[one - 1].games[number]
            result = "w" if first > second else "l" if first < second else "d"
            assert half == tou.Game(result, first, True, two)
        assert division.players[4].games[number] == tou.Game("l", 50, False, 5)
