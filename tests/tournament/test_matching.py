"""Which log belongs to which game: by fixture, by round and table, by hand, and the old enemies of each."""

from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.rooms import DRAWN, NAMES, draw_body, entries, entry, fixture, log, slots
from tritempo_host.tournament.matching import LogFacts, Matching, agreeing, folded, match

T1, T2 = (1, 1), (1, 2)
OTHER_CLOCK = "e6614c311b7f2a2d"


def one(facts: LogFacts, made=None, said=None) -> tuple:
    """(game, how, codes of its doubts) of a log that is alone."""
    [found] = match([facts], slots(made or entries()), said).matches
    return found.game, found.how, [doubt.code for doubt in found.doubts]


def codes(matching: Matching) -> list[list[str]]:
    return [[doubt.code for doubt in found.doubts] for found in matching.matches]


# By fixture


def test_a_fixture_is_enough_whatever_else_the_log_says():
    made = entries()
    assert one(log(fixture=fixture(made, 2), round=None, table=None, names=()), made) == (T2, "fixture", [])


def test_the_fixture_of_another_tournament_with_the_same_name_round_table_and_players():
    """Another day's round 1, table 1."""
    made, other = entries(), entries("4e5f6071")
    assert one(log(fixture=fixture(other, 1)), made) == (None, "foreign", [])


def test_a_fixture_of_an_earlier_draw_of_this_round():
    before = entries()
    after = [*before, entry(15, "draw", draw_body(shift=1))]
    assert fixture(before, 1) != fixture(after, 1)
    assert one(log(fixture=fixture(before, 1)), after) == (None, "redrawn", ["old_draw"])


def test_a_name_that_was_corrected_after_the_fixture_was_sent():
    before = entries()
    after = [*before, entry(15, "player", {"player": 1, "name": "Anna Puigdemont"})]
    assert fixture(before, 1) != fixture(after, 1)
    assert one(log(fixture=fixture(before, 1)), after) == (T1, "fixture", ["names_differ"])


def test_a_restored_tournament_has_another_name_in_the_store_and_the_same_games():
    made = entries()
    sent = fixture(made, 1).replace("mat-", "mat-2-")
    assert one(log(fixture=sent), made) == (T1, "fixture", [])


# By round and table


def test_round_table_and_names():
    assert one(log()) == (T1, "place", [])


def test_an_id_from_tritempo_send_says_nothing():
    assert one(log(fixture="0f1e2d3c4b5a6978")) == (T1, "place", [])


def test_names_in_another_order_are_told():
    assert one(log(names=(NAMES[1], NAMES[0], NAMES[2]))) == (T1, "place", ["order_differs"])


@pytest.mark.parametrize("names", [("ANNA PUIG", "bernat  soler", "Carla Vidal"), ("Anna Puíg", *NAMES[1:3])])
def test_capitals_accents_and_spaces_make_no_other_name(names):
    assert one(log(names=names)) == (T1, "place", [])


def test_a_substitute_is_told():
    assert one(log(names=("Zoe", *NAMES[1:3]))) == (T1, "place", ["names_differ"])


def test_round_and_table_of_strangers():
    assert one(log(names=("Xavi", "Yago", "Zoe"))) == (None, "none", ["other_names"])


def test_the_players_of_another_table_are_pointed_out():
    facts = log(names=NAMES[3:6])
    [found] = match([facts], slots(entries())).matches
    assert (found.game, [doubt.code for doubt in found.doubts]) == (None, ["other_names", "names_of"])
    assert found.doubts[1].values == {"round": 1, "table": 2}


def test_a_log_without_names_goes_by_its_place_and_says_so():
    assert one(log(names=())) == (T1, "place", ["no_names"])


@pytest.mark.parametrize("names", [(), NAMES[:3]])
def test_no_log_is_older_than_its_draw(names):
    """Round 2 was drawn an hour and a half after round 1, and a clock says round 2 before that."""
    made = [*entries(), entry(15, "draw", draw_body(2), DRAWN + timedelta(hours=1.5))]
    assert one(log(names=names, round=2, wall=DRAWN), made) == (None, "none", ["before_draw"])


@pytest.mark.parametrize("changes", [{}, {"names": ()}, {"state": "ready", "turns": 0}, {"flagged": True}])
def test_a_log_from_before_the_tournament_is_none_of_its_business(changes):
    """Last week's round 1, table 1, with the very same players."""
    facts = log(wall=DRAWN - timedelta(days=7), **changes)
    found = match([facts], slots(entries()))
    assert one(facts) == (None, "earlier", [])
    assert (found.concerning, found.without_game) == ((), ())


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("2026-11-21", "place"),
        (" 2026-11-20 (dissabte)", "place"),
        ("2026-11-23", "earlier"),
        ("21 de novembre", "earlier"),
    ],
)
def test_a_tournament_that_was_entered_a_week_after_it_was_played(text, how):
    made = [*entries(), entry(15, "settings", {"date": text})]
    assert one(log(wall=DRAWN - timedelta(days=7)), made)[1] == how


def test_a_clock_that_does_not_know_the_time_is_not_held_against_the_log():
    assert one(log(wall=None)) == (T1, "place", [])


@pytest.mark.parametrize(
    ("place", "code"), [({"round": None}, "no_place"), ({"table": None}, "no_place"), ({"table": 9}, "no_table")]
)
def test_a_log_for_no_game(place, code):
    found = match([log(names=(), **place)], slots(entries()))
    assert codes(found) == [[code]]
    assert found.without_game == found.matches


# By hand


def test_what_a_person_says_counts_before_all_else():
    made = entries()
    facts = log(fixture=fixture(made, 1))
    assert one(facts, made, {facts.id: T2})[:2] == (T2, "hand")


def test_a_log_that_a_person_has_put_aside_is_no_longer_asked_about():
    facts = log(flagged=True, verdict="changed")
    found = match([facts], slots(entries()), {facts.id: None})
    assert (found.matches[0].how, codes(found), found.without_game) == ("apart", [[]], ())


def test_a_game_that_was_meant_by_hand_and_is_gone():
    facts = log()
    assert one(facts, said={facts.id: (4, 4)}) == (None, "none", ["no_such_game"])


# What else has to be looked at


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"flagged": True, "verdict": "changed"}, ["flagged"]),
        ({"flagged": True, "verdict": "open", "state": "running", "reason": None}, ["unfinished"]),
        ({"flagged": True, "verdict": "unsigned", "state": "paused", "reason": None}, ["unfinished", "flagged"]),
    ],
)
def test_a_log_that_is_flagged_or_does_not_end(changes, expected):
    assert one(log(**changes)) == (T1, "place", expected)


def test_a_fixture_that_was_never_played_is_no_log_of_its_game():
    found = match([log(state="ready", reason=None, turns=0, flagged=True, verdict="open")], slots(entries()))
    assert (found.matches[0].how, found.games[T1], found.without_game) == ("unplayed", (), ())


def test_a_game_that_ended_before_it_began_is_one():
    assert one(log(state="ended", reason="abandon", turns=0)) == (T1, "place", [])


def test_games_without_a_log():
    assert match([log()], slots(entries())).without_log == ((1, 2), (1, 3))


def test_a_log_that_was_begun_after_its_round_was_closed():
    results = [
        entry(15 + n, "result", {"round": 1, "table": n + 1, "scores": [3, 2, 1], "end": "limit"}) for n in range(3)
    ]
    made = [*entries(), *results, entry(18, "close", {"round": 1}, DRAWN + timedelta(hours=2))]
    assert one(log(wall=DRAWN + timedelta(hours=5)), made) == (T1, "place", ["after_close"])


# Several logs for a game


def test_a_game_begun_twice_on_a_clock():
    """The first was ended as void: the second, whole one is proposed, and both are told."""
    first, second = log("aaaa0001", state="running", reason=None, flagged=True, verdict="open"), log("aaaa0002")
    found = match([first, second], slots(entries()))
    assert codes(found) == [["unfinished", "begun_twice"], ["begun_twice"]]
    assert found.log_of(T1) == found.matches[1]


def test_a_clock_that_another_took_over_from():
    first = log("aaaa0001", state="paused", reason=None, flagged=True, verdict="open")
    second = log("bbbb0001", id=f"{OTHER_CLOCK}/bbbb0001", device=OTHER_CLOCK)
    found = match([first, second], slots(entries()))
    assert codes(found) == [["unfinished", "two_clocks"], ["two_clocks"]]
    assert found.log_of(T1) == found.matches[1]


def test_two_whole_logs_of_two_clocks_are_for_a_person_to_choose_from():
    logs = [log("aaaa0001"), log("bbbb0001", id=f"{OTHER_CLOCK}/bbbb0001", device=OTHER_CLOCK)]
    found = match(logs, slots(entries()))
    assert found.log_of(T1) is None
    chosen = match(logs, slots(entries()), {logs[1].id: T1})
    assert chosen.log_of(T1) == chosen.matches[1]


def test_two_contents_of_one_log():
    logs = [log(), log(id="e6614c311b7f2a2c/9f3a66c1.2", flagged=True)]
    found = match(logs, slots(entries()))
    assert codes(found) == [["two_contents"], ["flagged", "two_contents"]]
    assert found.log_of(T1) == found.matches[0]


def test_two_clocks_with_the_same_table_by_mistake():
    """The names say which of them is right."""
    logs = [log(), log("bbbb0001", device=OTHER_CLOCK, names=NAMES[3:6])]
    found = match(logs, slots(entries()))
    assert [each.game for each in found.matches] == [T1, None]
    assert codes(found) == [[], ["other_names", "names_of"]]


# What always holds

CLOCKS = st.sampled_from(["clock1", "clock2", "clock3"])


@st.composite
def some_logs(draw) -> list[LogFacts]:
    made = entries()
    ids = [None, "0f1e2d3c4b5a6978", fixture(made, 1), fixture(made, 3), "mat-r1-t1-00000000.0000"]
    players = st.sampled_from([(), NAMES[:3], NAMES[3:6], ("X", "Y", "Z"), ("Anna Puig", "Y", "Z")])
    walls = st.sampled_from([None, DRAWN, DRAWN - timedelta(days=1)])
    return [
        log(
            f"{n:08x}",
            id=f"c/{n:08x}",
            device=draw(CLOCKS),
            fixture=draw(st.sampled_from(ids)),
            round=draw(st.sampled_from([None, 1, 2])),
            table=draw(st.sampled_from([None, 1, 2, 3, 4])),
            names=draw(players),
            wall=draw(walls),
            state=draw(st.sampled_from([None, "ready", "running", "ended"])),
            turns=draw(st.sampled_from([None, 0, 5])),
        )
        for n in range(draw(st.integers(0, 6)))
    ]


@given(some_logs())
def test_every_log_is_told_of_once_and_none_has_two_games(logs):
    found = match(logs, slots(entries()))
    assert [each.log for each in found.matches] == logs
    placed = [each.log.id for each in found.matches if each.game is not None]
    assert sorted(each.log.id for together in found.games.values() for each in together) == sorted(placed)
    for together in found.games.values():
        shared = [{doubt.code for doubt in each.doubts} & {"two_clocks", "begun_twice"} for each in together]
        assert all(shared) if len(together) > 1 else not any(shared)
    aside = [each for each in found.matches if each.how in ("apart", "unplayed", "foreign", "earlier")]
    assert len(placed) + len(found.without_game) + len(aside) == len(logs)


@given(some_logs(), st.randoms())
def test_the_order_in_which_logs_came_does_not_matter(logs, random):
    mixed = random.sample(logs, len(logs))
    games = [{each.log.id: each.game for each in match(order, slots(entries())).matches} for order in (logs, mixed)]
    assert games[0] == games[1]


@pytest.mark.parametrize(
    "names", [("Gal·la Pi", "Galla Pi", "GAL.LA PI"), ("Ștefan", "Stefan", "ştefan"), ("O'Hara, Mary", "O’Hara Mary")]
)
def test_one_name_written_in_several_ways(names):
    for one_way, other in pairwise(names):
        assert folded(one_way) == folded(other)


def test_a_name_that_two_players_share_counts_once_for_each():
    assert agreeing(["Anna", "Anna", "Bo"], ["Anna", "Cal", "Bo"]) == 2


def test_the_moment_of_the_draw_is_known(now: datetime = DRAWN):
    assert {slot.drawn_at for slot in slots(entries())} == {now}
