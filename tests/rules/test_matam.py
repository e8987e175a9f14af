"""MàTaM by its articles: MG for the game, MM for teams, bonuses, trèvols and standings."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.sheets import game
from tritempo_host.rules import matam_clock
from tritempo_host.rules.matam import MATAM, bonus, match, trevols
from tritempo_host.rules.positions import positions
from tritempo_host.rules.ruleset import Played, Sheet
from tritempo_host.rules.teams import Member, order

TRIPLE = st.tuples(*[st.integers(-400, 900)] * 3)


# MM, Enfrontaments: the bonus of a game


@pytest.mark.parametrize(
    ("final", "expected"),
    [
        ((412, 388, 350), (33, 21, 9)),
        ((310, 420, 365), (9, 33, 21)),
        ((400, 400, 350), (27, 27, 9)),
        ((350, 400, 400), (9, 27, 27)),
        ((400, 350, 350), (33, 15, 15)),
        ((350, 350, 400), (15, 15, 33)),
        ((300, 300, 300), (21, 21, 21)),
        ((0, 0, 0), (21, 21, 21)),
        ((-3, -10, -7), (33, 9, 21)),
        ((0, -1, 0), (27, 9, 27)),
    ],
)
def test_bonus(final: tuple[int, ...], expected: tuple[int, ...]):
    found = MATAM.score(Sheet(final, "limit"), {})
    assert (found.final, found.bonus) == (final, expected)


@given(TRIPLE)
def test_bonuses_sum_to_63_and_trevols_to_9(scores: tuple[int, ...]):
    ranks = positions(scores)
    assert sum(bonus(ranks)) == 63
    assert sum(trevols(ranks)) == 9


@pytest.mark.parametrize(
    ("totals", "won"),
    [((3, 2, 1), (5, 3, 1)), ((3, 3, 1), (4, 4, 1)), ((3, 1, 1), (5, 2, 2)), ((2, 2, 2), (3, 3, 3))],
)
def test_trevols(totals: tuple[int, ...], won: tuple[int, ...]):
    assert trevols(positions(totals)) == won


# MG 24 and 31: how a game ends, and what the racks do


@pytest.mark.parametrize(
    ("end", "by", "final"),
    [
        ("out", 1, (296, 330, 229)),  # MG 24.1: 4 + 21 go to who went out
        ("passes", None, (296, 305, 229)),  # MG 24.2
        ("zeros", None, (296, 305, 229)),  # MG 24.3
        ("blocked", None, (296, 305, 229)),  # MG 24.4
        ("limit", None, (300, 305, 250)),  # MG 31
        ("interrupted", None, (300, 305, 250)),
    ],
)
def test_racks_at_each_end(end: str, by: int | None, final: tuple[int, ...]):
    assert MATAM.score(Sheet((300, 305, 250), end, by, racks=(4, 0, 21)), {}).final == final


def test_who_went_out_is_known_by_the_empty_rack():
    sheet = Sheet((300, 305, 250), "out", racks=(4, 0, 21))
    assert MATAM.score(sheet, {}).final == (296, 330, 229)


def test_a_sheet_without_racks_has_final_scores():
    assert MATAM.score(Sheet((296, 330, 229), "out", 1), {}).final == (296, 330, 229)


def test_points_by_arbiters_count_after_the_racks():
    sheet = Sheet((300, 305, 250), "out", 1, racks=(4, 0, 21), adjust=(0, -30, 0))
    assert MATAM.score(sheet, {}).final == (296, 300, 229)


def test_who_never_came_is_behind_a_negative_score():
    found = MATAM.score(Sheet((-5, 0, 12), "limit", absent=(1,)), {})
    assert (found.places, found.bonus) == ((2, 3, 1), (21, 9, 33))


@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        (Sheet((1, 2), "limit"), "seats"),
        (Sheet((1, 2, 3, 4), "limit"), "seats"),
        (Sheet((1, 2, 3), "flag"), "end"),
        (Sheet((1, 2, 3), "limit", racks=(1, 2)), "lengths"),
        (Sheet((1, 2, 3), "limit", scrabbles=(1,)), "lengths"),
        (Sheet((1, 2, 3), "limit", racks=(1, 2, -3)), "negative"),
        (Sheet((1, 2, 3), "limit", scrabbles=(0, 0, -1)), "negative"),
        (Sheet((1, 2, 3), "out", 3), "seat"),
        (Sheet((1, 2, 3), "limit", absent=(-1,)), "seat"),
        (Sheet((1, 2, 3), "out", racks=(1, 2, 3)), "out_by_unknown"),
        (Sheet((1, 2, 3), "out", racks=(0, 0, 3)), "out_by_unknown"),
        (Sheet((1, 2, 3), "out", 0, racks=(1, 2, 3)), "out_with_tiles"),
    ],
)
def test_a_sheet_that_cannot_be(sheet: Sheet, code: str):
    with pytest.raises(ValueError, match=f"^{code}$"):
        MATAM.score(sheet, {})


# MG 24.2, 24.3: when the turns say that it is over


@pytest.mark.parametrize(
    ("turns", "after", "article"),
    [
        ("PPPPPP", 6, "24.2"),
        ("PPPPP", None, None),
        ("PPPPPS", None, None),
        ("SPPPPPP", 7, "24.2"),
        ("PPXPPPPPP", 9, "24.2"),  # 24.3 is met by the same turn
        ("XXXXXXXXX", 9, "24.3"),
        ("XXXXXXXXS", None, None),
        ("XPIXPIXPI", 9, "24.3"),
        ("SXPIXPIXPI", 10, "24.3"),
        ("PPTPPP", None, None),
        ("TTTTTTTTT", 9, "24.3"),
        ("XXXPPPPPP", 9, "24.2"),
        ("XXXXPPPPP", 9, "24.3"),
        ("PPPPPPS", 6, "24.2"),  # what was played on does not count
        ("", None, None),
    ],
)
def test_end_detection(turns: str, after: int | None, article: str | None):
    assert matam_clock.over(turns) == (after, article)


def test_a_turn_lost_on_time_may_be_read_as_a_pass():
    assert matam_clock.over("PPTPPP", lost_turn="pass") == (6, "24.2")


def test_a_letter_that_is_none():
    with pytest.raises(ValueError, match="turn_letter"):
        matam_clock.over("PPQ")


@given(st.text("PXIT", max_size=9), st.text("SPXIT", max_size=20))
def test_a_score_begins_the_count_anew(before: str, after: str):
    if matam_clock.over(before) == (None, None):
        alone, article = matam_clock.over(after)
        shifted = None if alone is None else alone + len(before) + 1
        assert matam_clock.over(before + "S" + after) == (shifted, article)


# MG 31: the hand in progress and one more


@pytest.mark.parametrize(
    ("on_turn", "last", "this", "extra"),
    [(0, None, 3, 3), (1, None, 2, 3), (2, None, 1, 3), (None, 0, 2, 3), (None, 1, 1, 3), (None, 2, 0, 3)],
)
def test_turns_left_at_the_limit(on_turn: int | None, last: int | None, this: int, extra: int):
    left = matam_clock.left_at_limit(3, on_turn, last)
    assert (left.this_hand, left.extra_hand, left.turns) == (this, extra, this + extra)


def test_between_hands_the_next_may_be_read_as_the_one_in_progress():
    assert matam_clock.left_at_limit(3, None, 2, in_gap="new_hand").turns == 6
    assert matam_clock.left_at_limit(3, None, 1, in_gap="new_hand").turns == 4


def test_going_out_after_the_limit_closes_the_game_or_does_not():
    assert matam_clock.end_after_limit("out") == "out"
    assert matam_clock.end_after_limit("out", "limit") == "limit"
    assert matam_clock.end_after_limit("passes", "limit") == "passes"


def test_a_seat_that_is_not_at_the_table():
    with pytest.raises(ValueError, match=r"^seat$"):
        matam_clock.left_at_limit(3, 3)


# MG 30 and the trumps of MM


@pytest.mark.parametrize(
    ("trumps", "ms"),
    [
        ([], 120_000),
        (["prorroga"], 240_000),
        (["tornar"], 120_000),
        (["salva"], 30_000),
        (["canvi"], 120_000),
        (["rescat"], 120_000),
        (["triple"], 120_000),
    ],
)
def test_time_of_a_turn(trumps: list[str], ms: int):
    assert matam_clock.allowance(120_000, trumps) == ms


@pytest.mark.parametrize("two", list(permutations(matam_clock.TRUMPS, 2)))
def test_nobody_plays_two_trumps(two: tuple[str, ...]):
    with pytest.raises(ValueError, match="two_trumps"):
        matam_clock.allowance(120_000, two)


def test_a_trump_that_is_none():
    with pytest.raises(ValueError, match="trump_unknown"):
        matam_clock.allowance(120_000, ["jolly"])


# MM, Enfrontaments: the players of a team


def members(*rated: tuple[str, str, int | None]) -> list[Member]:
    return [Member(n, surnames, name, rating) for n, (surnames, name, rating) in enumerate(rated, start=1)]


@pytest.mark.parametrize(
    ("team", "boards"),
    [
        pytest.param(members(("A", "a", 100), ("B", "b", 300), ("C", "c", 200)), (2, 3, 1), id="by rating"),
        pytest.param(members(("A", "a", None), ("B", "b", 1), ("C", "c", 2)), (3, 2, 1), id="no rating counts 0"),
        pytest.param(members(("B", "b", None), ("A", "a", 0), ("C", "c", 2)), (3, 2, 1), id="none is equal to 0"),
        pytest.param(members(("Puig", "Pau", 5), ("Àlvarez", "Z", 5), ("Puig", "Anna", 5)), (2, 3, 1), id="alphabet"),
        pytest.param(members(("Mas", "b", 5), ("Màs", "a", 5), ("A", "a", 9)), (3, 2, 1), id="names before accents"),
        pytest.param(members(("Roca", "a", 5), ("Çelik", "b", 5), ("Costa", "c", 5)), (2, 3, 1), id="ç among the c"),
        pytest.param(members(("A", "a", -3), ("B", "b", None), ("C", "c", -1)), (2, 3, 1), id="negative"),
        pytest.param(members(("A", "a", None), ("B", "b", None), ("C", "c", None)), None, id="nobody rated"),
    ],
)
def test_boards_b_g_p(team: list[Member], boards: tuple[int, ...] | None):
    assert order(team) == boards


def test_boards_the_other_way_round_keep_the_alphabet():
    team = members(("B", "b", 100), ("A", "a", 100), ("C", "c", 200))
    assert order(team, "ascending") == (2, 1, 3)


# MM, Enfrontaments: a match


def played_match(*finals: tuple[int, int, int], place: int = 1, round_: int = 1) -> list[Played]:
    return [
        game(MATAM, (1, 2, 3), Sheet(final, "limit", scrabbles=(1, 0, 2)), (round_, place, 3 * place - 2 + n))
        for n, final in enumerate(finals)
    ]


@pytest.mark.parametrize(
    ("finals", "totals", "won"),
    [
        (((412, 388, 350), (301, 344, 299), (280, 280, 401)), (1062, 1081, 1101), (1, 3, 5)),
        (((500, 350, 340), (450, 340, 350), (420, 330, 330)), (1469, 1065, 1065), (5, 2, 2)),
        (((400, 400, 100), (300, 300, 100), (200, 200, 100)), (981, 981, 327), (4, 4, 1)),
        (((0, 0, 0), (0, 0, 0), (0, 0, 0)), (63, 63, 63), (3, 3, 3)),
        (((1, 2, 3), (2, 3, 1), (3, 1, 2)), (69, 69, 69), (3, 3, 3)),
        (((-2, 0, 15), (120, 120, -7), (90, 60, 75)), (277, 237, 146), (5, 3, 1)),
    ],
)
def test_match(finals: tuple[tuple[int, int, int], ...], totals: tuple[int, ...], won: tuple[int, ...]):
    lines = match(played_match(*finals), {})
    assert tuple(line["total"] for line in lines.values()) == totals
    assert tuple(line["trevols"] for line in lines.values()) == won


def test_a_match_counts_teams_wherever_they_sit():
    games = [
        game(MATAM, teams, Sheet(final, "limit"))
        for teams, final in (((1, 2, 3), (10, 5, 0)), ((2, 3, 1), (5, 0, 10)), ((3, 1, 2), (0, 10, 5)))
    ]
    lines = match(games, {})
    assert {team: line["game"] for team, line in lines.items()} == {1: 30, 2: 15, 3: 0}
    assert {team: line["trevols"] for team, line in lines.items()} == {1: 5, 2: 3, 3: 1}


def test_no_trevols_before_all_three_games_are_in():
    lines = match(played_match((3, 2, 1), (3, 2, 1)), {})
    assert [line["trevols"] for line in lines.values()] == [0, 0, 0]
    assert [line["place"] for line in lines.values()] == [1, 2, 3]


@given(st.tuples(TRIPLE, TRIPLE, TRIPLE))
def test_a_match_gives_nine_trevols_and_189_points_beyond_the_games(finals):
    lines = match(played_match(*finals), {}).values()
    assert sum(line["trevols"] for line in lines) == 9
    assert sum(line["total"] - line["game"] for line in lines) == 189


# MM, Sistema de competició: standings


def test_standings_by_trevols_then_points_then_scrabbles():
    games = [
        game(MATAM, (1, 2, 3), Sheet((400, 400, 100), "limit", scrabbles=scrabbles), (1, 1, table))
        for table, scrabbles in ((1, (0, 1, 5)), (2, (0, 1, 5)), (3, (1, 0, 5)))
    ]
    found = MATAM.standings((1, 2, 3), games, {}, {})
    assert [(each.rank, each.entrant, each.parted_by) for each in found] == [
        (1, 2, None),
        (2, 1, "scrabbles"),
        (3, 3, "trevols"),
    ]
    assert found[0].values == {"trevols": 4, "points": 1281, "scrabbles": 2, "matches": 1}


def test_teams_that_nothing_parts_share_the_rank():
    found = MATAM.standings((3, 1, 2), [], {}, {})
    assert [(each.rank, each.entrant) for each in found] == [(1, 1), (1, 2), (1, 3)]


def test_points_may_be_read_without_the_bonuses():
    # team 1: two firsts and a last; team 2: always second with more game points than anybody
    finals = ((101, 100, 0), (101, 100, 0), (0, 100, 101))
    games = played_match(*finals)
    values = {each.entrant: each.values["points"] for each in MATAM.standings((1, 2, 3), games, {}, {})}
    assert values == {1: 277, 2: 363, 3: 152}
    bare = MATAM.standings((1, 2, 3), games, {}, {"points_with": "game"})
    assert {each.entrant: each.values["points"] for each in bare} == {1: 202, 2: 300, 3: 101}


def test_deductions_come_off_the_trevols():
    found = MATAM.standings((1, 2, 3), played_match((3, 2, 1), (3, 2, 1), (3, 2, 1)), {1: Fraction(3)}, {})
    assert [(each.entrant, each.values["trevols"]) for each in found] == [(2, 3), (1, 2), (3, 1)]


@given(st.lists(st.tuples(TRIPLE, TRIPLE, TRIPLE), min_size=1, max_size=3), st.randoms())
def test_standings_do_not_depend_on_the_order_of_entry(matches, chance):
    games = [one for n, finals in enumerate(matches, 1) for one in played_match(*finals, round_=n)]
    shuffled = games[:]
    chance.shuffle(shuffled)
    assert MATAM.standings((1, 2, 3), games, {}, {}) == MATAM.standings((3, 2, 1), shuffled, {}, {})
