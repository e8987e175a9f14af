"""A drawn round is changed by hand: what can be done and what not, and what must hold after any change."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.test_fold import LANGS, start, undo, written_down
from tournament.test_outdated import TEAMS, drawn, played
from tritempo_host.draws.spoken import explain
from tritempo_host.tournament import Draft, Entry, Refused, Tournament, fold
from tritempo_host.tournament.changing import Change, changed, drafts, may_join, room
from tritempo_host.tournament.changing_told import touched, warnings
from tritempo_host.tournament.disagreeing import disagreements, seatless
from tritempo_host.tournament.drawing_up import questions
from tritempo_host.tournament.entry import changes
from tritempo_host.tournament.fixtures import game_of
from tritempo_host.tournament.spoken import said

WHY = "a cousin of theirs"


def people(count: int, **more: object) -> list[Draft]:
    return [Draft("player", {"name": f"P{n}"} | more) for n in range(1, count + 1)]


def event(rules: str, players: int = 9, *more: Draft, number: int = 1, **chosen: object) -> list[Entry]:
    """Its round is drawn, those before are played. `more`: written before the last draw."""
    setting = [Draft("settings", {"settings": chosen})] if chosen else []
    entries = written_down(*setting, *(TEAMS if rules == "matam" else people(players)), rules=rules)
    for each in range(1, number):
        entries = played(drawn(entries, each), each)
    return drawn(written_down(*more, entries=entries), number)


def late(number: int = 1, name: str = "Late") -> Draft:
    return Draft("player", {"name": name, "from": number})


def gone(entrant: int, number: int = 1) -> Draft:
    return Draft("withdraw", {"entrant": entrant, "from": number})


def do(entries: Sequence[Entry], *wanted: Change, number: int = 1) -> list[Entry]:
    entries = list(entries)
    for each in wanted:
        t = fold(entries)
        entries = written_down(*drafts(t, changed(t, number, each, WHY), WHY), entries=entries)
    return entries


def refused(entries: Sequence[Entry], change: Change, number: int = 1, why: str = WHY) -> str:
    with pytest.raises(Refused) as told:
        changed(fold(entries), number, change, why)
    assert all(said(told.value, lang) for lang in LANGS)
    return told.value.code


def seats(t: Tournament, number: int = 1) -> dict[int, tuple[int, ...]]:
    return {table: game.players for table, game in sorted(t.rounds[number].games.items())}


def told(entries: Sequence[Entry], number: int = 1) -> str:
    """What everybody can read of it."""
    t = fold(entries)
    each_lang = [explain(changes(t.rounds[number].draw), t.name_of, lang) for lang in LANGS]
    assert len({len(each) for each in each_lang}) == 1
    return " ".join(each_lang[-1])


def codes(entries: Sequence[Entry], change: Change, number: int = 1) -> list[str]:
    t = fold(entries)
    found = warnings(t, changed(t, number, change, WHY))
    assert all(said(each, lang) for each in found for lang in LANGS)
    return [each.code for each in found]


def but(found: Sequence[str]) -> list[str]:
    """Without what is said of nearly every change."""
    return [each for each in found if each not in ("change_papers", "change_begins", "change_begins_not")]


# Two change places


def test_two_change_places_and_nobody_else() -> None:
    entries = event("romania", 8)
    before = seats(fold(entries))
    one, two = before[1][0], before[3][1]
    after = fold(do(entries, Change("swap", one, two)))
    assert seats(after) == before | {1: (two, before[1][1]), 3: (before[3][0], one)}
    assert after.rounds[1].matches == tuple(
        tuple({one: two, two: one}.get(each, each) for each in match) for match in fold(entries).rounds[1].matches
    )
    assert after.rounds[1].seed == "molins"
    name = after.name_of
    assert told(do(entries, Change("swap", one, two))) == (
        f"Changed by hand: {name(one)} and {name(two)} have changed places. Reason: {WHY}."
    )


def test_at_one_table_they_change_who_begins() -> None:
    entries = event("romania", 8)
    one, two = seats(fold(entries))[2]
    assert seats(fold(do(entries, Change("swap", one, two))))[2] == (two, one)
    assert but(codes(entries, Change("swap", one, two))) == []


def test_who_sits_out_plays_and_the_other_sits_out() -> None:
    entries = event("romania", 9)
    t = fold(entries)
    (bye,), (one, two) = t.rounds[1].bye, seats(t)[1]
    after = fold(do(entries, Change("swap", bye, one)))
    assert after.rounds[1].bye == (one,) and seats(after)[1] == (bye, two)
    assert but(codes(entries, Change("swap", bye, one))) == ["change_bye"]


def test_who_is_gone_gives_the_place_and_gets_none() -> None:
    entries = event("romania", 9)
    t = fold(entries)
    (bye,), (one, two) = t.rounds[1].bye, seats(t)[1]
    entries = written_down(gone(one), entries=entries)
    for change in (Change("swap", bye, one), Change("swap", one, bye)):
        made = do(entries, change)
        after = fold(made)
        assert after.rounds[1].bye == () and seats(after)[1] == (bye, two)
        assert disagreements(after, 1) == []
        assert f"{t.name_of(bye)} takes the place of {t.name_of(one)}, who is not there" in told(made)


def test_who_comes_late_takes_the_place_of_who_is_not_there_and_of_nobody_else() -> None:
    entries = written_down(late(), Draft("absent", {"entrant": 4, "round": 1}), entries=event("romania", 8))
    after = fold(do(entries, Change("swap", 9, 4)))
    assert 9 in {each for players in seats(after).values() for each in players} and disagreements(after, 1) == []
    assert refused(entries, Change("swap", 9, 5)) == "change_loses"
    assert refused(entries, Change("swap", 5, 9)) == "change_loses"


def test_who_comes_late_sits_out_where_who_sat_out_is_gone() -> None:
    entries = event("romania", 9)
    (bye,) = fold(entries).rounds[1].bye
    entries = written_down(late(), gone(bye), entries=entries)
    assert fold(do(entries, Change("swap", 10, bye))).rounds[1].bye == (10,)


@pytest.mark.parametrize("other", [3, 10, 11, 12, 99])
def test_who_does_not_play_or_has_no_place_is_not_swapped(other: int) -> None:
    more = (late(), late(name="Late 2"), late(2, "Next round"))
    entries = written_down(*more, entries=event("romania", 9))
    wanted = {3: "change_nothing", 10: "change_loses", 11: "change_loses", 12: "change_nobody", 99: "unknown_entrant"}
    assert refused(entries, Change("swap", 3, other)) == wanted[other]
    assert refused(entries, Change("swap", 10, 11)) == "change_nothing"


def test_two_swaps_are_the_first_draw_and_both_are_told() -> None:
    entries = event("ebre", 9)
    one, two = seats(fold(entries))[1][0], seats(fold(entries))[2][0]
    after = fold(do(entries, Change("swap", one, two), Change("swap", one, two)))
    assert shape(after.rounds[1].draw) == shape(fold(entries).rounds[1].draw)
    assert len(changes(after.rounds[1].draw)) == 2


def shape(body: Any) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key != "explain"}


# Teams


def test_teams_change_places_whole_at_all_three_boards() -> None:
    entries = event("matam", trumps=True)
    t = fold(entries)
    one, two = t.rounds[1].matches[0][0], t.rounds[1].matches[2][1]
    after = fold(do(entries, Change("swap", one, two)))
    for table, players in seats(t).items():
        for seat, player in enumerate(players):
            was, now = t.players[player], after.players[seats(after)[table][seat]]
            assert now.team == {one: two, two: one}.get(was.team or 0, was.team)
            assert now.rating == was.rating and after.rounds[1].games[table].board == t.rounds[1].games[table].board
    assert [game.trumps for game in after.games(1)] == [game.trumps for game in t.games(1)], "cards stay at the seats"
    assert boards_are_whole(after)


def boards_are_whole(t: Tournament, number: int = 1) -> bool:
    """Each match has each board once, each team sits at each of its match's boards, in another place each time."""
    for n, match in enumerate(t.rounds[number].matches, 1):
        games = [game for game in t.games(number) if game.match == n]
        if sorted(str(game.board) for game in games) != sorted(t.ruleset.boards):
            return False
        for team in match:
            if len({game.entrants.index(team) for game in games}) != len(games):
                return False
    return True


def test_a_team_that_comes_late_plays_instead_of_one_that_is_not_there() -> None:
    more = [Draft("team", {"name": "Late", "from": 1})]
    more += [
        Draft("player", {"name": f"L{b}", "team": 10, "rating": str(r)}) for b, r in zip("PGB", (1, 2, 3), strict=True)
    ]
    entries = written_down(*more, gone(5), entries=event("matam"))
    made = do(entries, Change("swap", 10, 5))
    after = fold(made)
    assert disagreements(after, 1) == [] and boards_are_whole(after)
    boards = {
        game.board: after.players[game.players[game.entrants.index(10)]].name
        for game in after.games(1)
        if 10 in game.entrants
    }
    assert boards == {"B": "LB", "G": "LG", "P": "LP"}, "by rating, as MM says"
    assert "Late takes the place of Team 5" in told(made)


def test_matches_change_their_tables_whole() -> None:
    entries = event("matam")
    before = seats(fold(entries))
    made = do(entries, Change("tables", 2, 9))
    assert seats(fold(made)) == {
        n: before[{1: 7, 2: 8, 3: 9, 7: 1, 8: 2, 9: 3}.get(n, n)] for n in range(1, 10)
    } and boards_are_whole(fold(made))
    assert "matches 1 and 3 have changed tables" in told(made)
    assert refused(entries, Change("tables", 1, 3)) == "change_same_match"
    assert refused(entries, Change("tables", 1, 1)) == "change_nothing"


def test_a_match_of_teams_takes_no_fourth() -> None:
    more = [Draft("team", {"name": "Late", "from": 1})]
    more += [Draft("player", {"name": f"L{b}", "team": 10}) for b in "BGP"]
    entries = written_down(*more, entries=event("matam"))
    assert refused(entries, Change("into", 10, 1)) == "table_size"
    assert refused(entries, Change("join", 10)) == "change_no_bye"
    assert not may_join(fold(entries), fold(entries).rounds[1]) and room(fold(entries), fold(entries).rounds[1]) == []


# Who comes late


def test_who_comes_late_meets_who_sits_out() -> None:
    entries = written_down(late(), entries=event("wespa", 9))
    t = fold(entries)
    assert may_join(t, t.rounds[1])
    made = do(entries, Change("join", 10))
    after = fold(made)
    assert after.rounds[1].bye == () and set(seats(after)[5]) == {t.rounds[1].bye[0], 10}
    assert {n: each for n, each in seats(after).items() if n < 5} == seats(t)
    assert disagreements(after, 1) == [] and "a new table 5" in told(made)
    assert fold(do(entries, Change("join", 10))).rounds[1].games[5].players == seats(after)[5], "the same again"


def test_the_romanian_rules_forbid_it() -> None:
    entries = written_down(late(), entries=event("romania", 9))
    assert refused(entries, Change("join", 10)) == "change_late_bye"
    assert not may_join(fold(entries), fold(entries).rounds[1])


def test_two_who_sit_out_and_one_more_are_a_table_of_three() -> None:
    entries = written_down(late(), entries=event("manresa", 8, system="threes", draw_rest="out"))
    t = fold(entries)
    assert len(t.rounds[1].bye) == 2
    after = fold(do(entries, Change("join", 9)))
    assert set(seats(after)[3]) == {*t.rounds[1].bye, 9} and after.rounds[1].bye == ()


@pytest.mark.parametrize(("rules", "players"), [("ebre", 7), ("cusca", 7), ("manresa", 9)])
def test_who_comes_late_comes_to_a_table_that_may_have_one_more(rules: str, players: int) -> None:
    chosen: dict[str, Any] = {"system": "threes"} if rules == "manresa" else {}
    entries = written_down(late(), entries=event(rules, players, **chosen))
    t = fold(entries)
    table = room(t, t.rounds[1])[-1]
    after = fold(do(entries, Change("into", players + 1, table)))
    assert seats(after) == seats(t) | {table: (*seats(t)[table], players + 1)}
    assert set(after.rounds[1].matches[table - 1]) == set(seats(after)[table]) and disagreements(after, 1) == []


def test_a_table_that_is_full_takes_nobody() -> None:
    entries = written_down(late(), entries=event("ebre", 8))
    assert refused(entries, Change("into", 9, 1)) == "table_size" and room(fold(entries), fold(entries).rounds[1]) == []
    assert refused(written_down(late(), entries=event("romania", 9)), Change("into", 10, 1)) == "table_size"
    assert refused(entries, Change("into", 9, 7)) == "unknown_game"


def test_who_sits_out_may_come_to_a_table_too_and_who_has_one_may_not() -> None:
    entries = event("manresa", 7, system="threes", draw_rest="out")
    t = fold(entries)
    (bye,) = t.rounds[1].bye
    after = fold(do(entries, Change("into", bye, 1)))
    assert after.rounds[1].bye == () and seats(after)[1][-1] == bye
    assert refused(entries, Change("into", seats(t)[2][0], 1)) == "change_has_table"
    assert refused(entries, Change("join", bye)) == "change_has_table"
    assert refused(written_down(gone(bye), entries=entries), Change("into", bye, 1)) == "change_nobody"


# Tables


def test_two_tables_change_what_is_played_there() -> None:
    entries = event("ebre", 7)
    before = seats(fold(entries))
    made = do(entries, Change("tables", 1, 2))
    assert seats(fold(made)) == {1: before[2], 2: before[1]} and "table 2" in told(made)
    assert [set(each) for each in fold(made).rounds[1].matches] == [set(before[2]), set(before[1])]
    assert refused(entries, Change("tables", 1, 5)) == "unknown_game"


# Not after results


def test_with_a_result_nothing_is_changed() -> None:
    entries = event("romania", 9)
    one, two = seats(fold(entries))[1][0], seats(fold(entries))[2][0]
    result = Draft("result", {"round": 1, "table": 4, "scores": [400, 300], "end": "out"})
    assert refused(written_down(result, entries=entries), Change("swap", one, two)) == "round_has_results"
    assert refused(played(entries, 1), Change("swap", one, two)) == "round_has_results"
    assert refused(entries, Change("swap", one, two), number=2) == "unknown_round"


@pytest.mark.parametrize(("why", "code"), [("", "change_why"), ("  \n", "change_why"), ("x" * 201, "field_long")])
def test_without_a_reason_nothing_is_changed(why: str, code: str) -> None:
    entries = event("romania", 8)
    assert refused(entries, Change("swap", *seats(fold(entries))[1]), why=why) == code


# What is said before


def test_who_meets_again_is_said_and_stays_written_as_a_repeat() -> None:
    entries = event("romania", 6, number=2)
    t = fold(entries)
    met = {frozenset(match) for match in t.rounds[1].matches}
    one, two = seats(t, 2)[1]
    other = next(each for each in range(1, 7) if frozenset((one, each)) in met)
    change = Change("swap", two, other)
    assert but(codes(entries, change, 2)) == ["change_met"]
    after = fold(do(entries, change, number=2))
    assert [min(one, other), max(one, other)] in after.rounds[2].draw["repeats"]
    back = fold(do(entries, change, change, number=2))
    assert "repeats" not in back.rounds[2].draw


@pytest.mark.parametrize(("rules", "seed", "expected"), [("romania", "apart", ["change_club"]), ("wespa", "s", [])])
def test_of_the_same_club_is_said_where_the_draw_would_avoid_it(rules: str, seed: str, expected: list[str]) -> None:
    entries = written_down(*people(2, club="Reus"), *people(6)[2:], rules=rules)
    entries = drawn(entries, 1, seed)
    [table] = [game for game in fold(entries).games(1) if 1 in game.players]
    [other] = [each for each in table.players if each != 1]
    assert other != 2, "the draw has parted them"
    assert but(codes(entries, Change("swap", other, 2))) == expected


def test_who_begins_is_said_with_how_often() -> None:
    entries = event("romania", 6, number=2)
    t = fold(entries)
    (one, _), (_, two) = seats(t, 2)[1], seats(t, 2)[2]
    begun = sum(game.players[0] == two for game in t.games(1))
    found = {each.code: each.values for each in warnings(t, changed(t, 2, Change("swap", one, two), WHY))}
    assert found["change_begins"]["names"] == f"{t.name_of(two)} ({begun})"
    assert t.name_of(one) in found["change_begins_not"]["names"]
    tables = warnings(t, changed(t, 2, Change("tables", 1, 2), WHY))
    assert [each.code for each in tables] == ["change_papers"], "who begins is the same"


def test_where_tiles_tell_who_begins_nothing_is_said_of_it() -> None:
    entries = event("ebre", 8)
    one, two = seats(fold(entries))[1][:2]
    assert codes(entries, Change("swap", one, two)) == ["change_papers"]


def test_clocks_that_have_the_game_of_before_and_papers_are_said_by_table() -> None:
    entries = event("romania", 8)
    sent = [Draft("sent", {"round": 1, "table": n, "device": "e661", "fixture": "x"}) for n in (1, 2)]
    entries = written_down(*sent, entries=entries)
    t = fold(entries)
    body = changed(t, 1, Change("swap", seats(t)[1][0], seats(t)[3][0]), WHY)
    assert touched(t.rounds[1], body) == [1, 3]
    found = {each.code: each.values for each in warnings(t, body)}
    assert found["change_clocks"]["tables"] == "1" and found["change_papers"]["tables"] == "1, 3"


def test_a_time_control_for_fewer_players_is_said() -> None:
    entries = written_down(late(), entries=event("manresa", 9, system="threes", control="matam"))
    assert "change_control" in codes(entries, Change("into", 10, 1))


def test_where_the_rounds_to_come_were_planned_it_is_said_that_they_are_not_any_more() -> None:
    cases: list[tuple[str, int, dict[str, Any], bool]] = [
        ("matam", 9, {}, True),
        ("matam", 9, {"rounds": 1}, False),  # there are none
        ("manresa", 9, {"system": "threes"}, True),
        ("manresa", 8, {"system": "threes"}, False),  # they are searched for all the same
        ("wespa", 8, {"system": "round_robin"}, True),
        ("romania", 8, {}, False),
    ]
    for rules, players, chosen, expected in cases:
        entries = event(rules, players, **chosen)
        one, two = (fold(entries).rounds[1].matches[n][0] for n in (0, 1))
        assert ("change_plan" in codes(entries, Change("swap", one, two))) == expected, (rules, chosen)
        same = next(game.entrants for game in fold(entries).games(1))
        assert "change_plan" not in codes(entries, Change("swap", *same[:2])), "nobody meets anybody else"
    more = [Draft("team", {"name": "Late", "from": 1})]
    more += [Draft("player", {"name": f"L{b}", "team": 10, "board": b}) for b in "BGP"]
    entries = written_down(*more, gone(5), entries=event("matam"))
    assert "change_plan" not in codes(entries, Change("swap", 10, 5)), "takes the place in the plan, too"


def test_rounds_that_were_drawn_since_are_said() -> None:
    entries = drawn(event("matam"), 2)
    one, two = fold(entries).rounds[1].matches[0][0], fold(entries).rounds[1].matches[1][0]
    assert "change_later" in codes(entries, Change("swap", one, two))


# What goes on


def test_the_countdown_goes_on() -> None:
    entries = written_down(start(length_ms=3_000_000, clocks=True), entries=event("romania", 8))
    begun = fold(entries).rounds[1].started
    after = fold(do(entries, Change("swap", *seats(fold(entries))[1]))).rounds[1].started
    assert begun is not None and after is not None
    assert (after.at, after.length_ms, after.clocks) == (begun.at, begun.length_ms, begun.clocks)


def test_tables_that_nobody_touched_have_the_game_that_their_clocks_know() -> None:
    entries = event("romania", 8)
    t = fold(entries)
    after = fold(do(entries, Change("swap", seats(t)[1][0], seats(t)[3][0])))
    same = [game_of(t, t.rounds[1].games[n]) == game_of(after, after.rounds[1].games[n]) for n in (1, 2, 3, 4)]
    assert same == [False, True, False, True]
    anew = fold(drawn(entries, 1))
    assert all(game_of(t, t.rounds[1].games[n]) != game_of(anew, anew.rounds[1].games[n]) for n in (1, 2, 3, 4))


def test_a_game_that_is_as_it_was_after_two_changes_is_a_new_one_for_its_clock() -> None:
    """Nobody knows whether the clock was sent the one in between."""
    entries = event("romania", 8)
    t = fold(entries)
    swap = Change("swap", seats(t)[1][0], seats(t)[3][0])
    after = fold(do(entries, swap, swap))
    assert seats(after) == seats(t)
    same = [game_of(t, t.rounds[1].games[n]) == game_of(after, after.rounds[1].games[n]) for n in (1, 2, 3, 4)]
    assert same == [False, True, False, True]


def test_who_draws_it_anew_is_asked_since_the_changes_are_gone_then() -> None:
    entries = event("romania", 8)
    assert [each.code for each in questions(fold(entries), 1)] == ["draw_again"]
    made = do(entries, Change("swap", *seats(fold(entries))[1]))
    asked = questions(fold(made), 1)
    assert [each.code for each in asked] == ["draw_again", "draw_over_changes"]
    assert all(said(asked[1], lang) for lang in LANGS)
    assert seats(fold(drawn(made, 1))) == seats(fold(entries)) and not changes(fold(drawn(made, 1)).rounds[1].draw)


def test_it_is_taken_back_as_anything_else() -> None:
    entries = event("romania", 9)
    made = do(entries, Change("swap", *seats(fold(entries))[1]))
    assert made[-1].kind == "draw" and made[-1].why == WHY
    assert fold(written_down(undo(made[-1].number), entries=made)) == fold(entries)


# What always holds

RULES = [("romania", 9, {}), ("wespa", 7, {}), ("ebre", 10, {}), ("cusca", 7, {}), ("matam", 9, {"trumps": True})]
RULES += [("manresa", 8, {"system": "threes", "draw_rest": "out"}), ("manresa", 7, {"system": "threes"})]
EVENTS = [
    written_down(late(2), late(2, "Late 2"), entries=event(rules, players, number=2, **chosen))
    if rules != "matam"
    else event(rules, number=2, **chosen)
    for rules, players, chosen in RULES
]
KIND = st.sampled_from(("swap", "join", "into", "tables"))
CHANGES = st.builds(Change, KIND, st.integers(0, 30), st.integers(0, 30))


def aimed(t: Tournament, change: Change) -> Change:
    """The same of entrants and tables that there are, mostly of those that it can be done with."""
    round_ = t.rounds[2]
    everybody, without = sorted(t.entrants), [*seatless(t, round_), *round_.bye]
    tables = sorted(round_.games)
    if change.kind == "tables":
        return Change("tables", tables[change.first % len(tables)], tables[change.other % len(tables)])
    if change.kind in ("join", "into"):
        wanted = room(t, round_) or tables
        who = without or everybody
        table = wanted[change.other % len(wanted)] if change.kind == "into" else 0
        return Change(change.kind, who[change.first % len(who)], table)
    return Change("swap", everybody[change.first % len(everybody)], everybody[change.other % len(everybody)])


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(range(len(EVENTS))),
    st.lists(CHANGES, min_size=1, max_size=6),
    st.sets(st.integers(1, 12), max_size=2),
)
def test_whatever_is_changed_everybody_has_one_place_and_the_tables_fit_the_rules(
    which: int, wanted: list[Change], away: set[int]
) -> None:
    entries = EVENTS[which]
    t = fold(entries)
    entries = written_down(*(gone(each, 2) for each in sorted(away & set(t.entrants))), entries=entries)
    t = fold(entries)
    first = {*t.rounds[2].bye, *(each for match in t.rounds[2].matches for each in match)}
    for change in wanted:
        before = fold(entries)
        try:
            entries = do(entries, aimed(before, change), number=2)  # the checks of any draw are made here
        except Refused:
            continue
        t = fold(entries)
        round_ = t.rounds[2]
        placed = [*round_.bye, *(each for match in round_.matches for each in match)]
        assert len(placed) == len(set(placed))
        lost = {*before.rounds[2].bye, *(e for match in before.rounds[2].matches for e in match)} - set(placed)
        assert not lost & set(t.present(2)), "nobody who is there loses a place"
        assert set(placed) <= first | set(t.present(2))
        low, high = t.ruleset.sizes
        assert all(low <= len(game.players) <= high for game in t.games(2))
        for game in t.games(2):
            assert set(game.entrants) == set(round_.matches[game.match - 1])
        assert not t.by_teams or boards_are_whole(t, 2)
        assert set(placed) | set(seatless(t, round_)) >= set(t.present(2))
        assert len(changes(round_.draw)) == len(changes(before.rounds[2].draw)) + 1
        assert said_in_all(t)


def said_in_all(t: Tournament) -> bool:
    draw = t.rounds[2].draw
    return all(len(explain(changes(draw), t.name_of, lang)) == len(changes(draw)) for lang in LANGS)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(range(len(EVENTS))), st.sampled_from(("swap", "tables")), st.integers(0, 30), st.integers(0, 30))
def test_a_change_made_twice_is_the_draw_of_before(which: int, kind: str, first: int, other: int) -> None:
    entries = EVENTS[which]
    change = aimed(fold(entries), Change(kind, first, other))
    try:
        once = do(entries, change, number=2)
    except Refused:
        return
    twice = fold(do(once, change, number=2))
    assert shape(twice.rounds[2].draw) == shape(fold(entries).rounds[2].draw)
    assert shape(fold(once).rounds[2].draw) != shape(fold(entries).rounds[2].draw)


def test_steps_of_any_shape_are_no_changes() -> None:
    """What a draw says of itself may be any JSON, and was written down by some program."""
    for explain_ in (5, "changed_swap", ["changed_swap"], {"code": "changed_swap"}, [{"values": {}}, 7, None]):
        assert changes({"explain": explain_}) == []
