"""What entries add up to: nothing is overwritten, everything can be taken back, and back again."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.tournaments import one_draw, one_round, result, three_teams
from tritempo_host.tournament import KINDS, Conflict, Draft, Entry, Refused, Tournament, fold, standings
from tritempo_host.tournament.arrivals import absences, not_arrived
from tritempo_host.tournament.bodies import BODIES
from tritempo_host.tournament.fold import HANDLERS
from tritempo_host.tournament.spoken import said
from tritempo_host.tournament.standings import player_standings
from tritempo_host.tournament.writing import written

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)
LANGS = ("ca", "ro", "en")


def written_down(*drafts: Draft, rules: str = "matam", entries: Sequence[Entry] = (), **more) -> list[Entry]:
    have = list(entries)
    if not have:
        drafts = (Draft("created", {"name": "x", "rules": rules, "uid": "0"}), *drafts)
    return have + written(have, drafts, "ana", NOW, **more)[0]


def after(*drafts: Draft, rules: str = "matam") -> Tournament:
    return fold(written_down(*drafts, rules=rules))


def refused(entries: Sequence[Entry], *drafts: Draft) -> str:
    with pytest.raises(Refused) as told:
        written_down(*drafts, entries=entries)
    assert all(said(told.value, lang) for lang in LANGS)
    return told.value.code


def undo(number: int) -> Draft:
    return Draft("undo", {"entry": number})


def start(number: int = 1, at: str = "2026-11-30T10:30:00+01:00", **more: object) -> Draft:
    return Draft("start", {"round": number, "at": at} | more)


def checked(entry: int, table: int = 1, number: int = 1) -> Draft:
    return Draft("checked", {"round": number, "table": table, "entry": entry})


EMPTY = written_down()
TEAMS = written_down(*three_teams())
DRAWN = written_down(one_draw(), entries=TEAMS)
PAIR = written_down(
    Draft("player", {"name": "A"}),
    Draft("player", {"name": "B"}),
    Draft(
        "draw",
        {"round": 1, "system": "hand", "matches": [[1, 2]], "tables": [{"table": 1, "match": 1, "players": [1, 2]}]},
    ),
    rules="manresa",
)
PLAYED = written_down(*one_round(), entries=TEAMS)


def last(entries: Sequence[Entry], kind: str) -> int:
    return max(entry.number for entry in entries if entry.kind == kind)


def test_every_kind_has_its_handler_and_its_body() -> None:
    assert set(KINDS) == set(HANDLERS) == set(BODIES)


# Corrections


def test_a_correction_needs_a_reason_and_what_it_corrects() -> None:
    entries = written_down(result(1), entries=DRAWN)
    first = last(entries, "result")
    assert refused(entries, result(1)) == "result_there"
    assert refused(entries, result(1, replaces=first)) == "why_needed"
    assert refused(entries, result(1, replaces=first, why="  ")) == "field_empty"
    assert refused(entries, result(1, replaces=first - 1, why="a slip")) == "result_other"
    assert refused(entries, result(2, replaces=first, why="a slip")) == "result_other"
    corrected = written_down(result(1, replaces=first, why="a slip", scores=[1, 2, 3]), entries=entries)
    game = fold(corrected).rounds[1].games[1]
    assert [each.sheet.scores for each in game.history] == [(300, 200, 100), (1, 2, 3)]
    assert (game.result.who, game.result.at, game.result.why) == ("ana", NOW, "a slip")


def test_a_closed_round_is_opened_for_a_correction_and_keeps_what_it_had() -> None:
    slip = result(1, replaces=last(PLAYED, "draw") + 1, why="a slip", scores=[1, 2, 3])
    assert refused(PLAYED, slip) == "round_closed"
    entries = written_down(Draft("reopen", {"round": 1}), slip, Draft("close", {"round": 1}), entries=PLAYED)
    assert fold(entries).rounds[1].closed == entries[-1].number
    assert refused(entries, one_draw()) == "round_has_results"
    assert refused(entries, Draft("close", {"round": 1})) == "round_closed"
    assert refused(DRAWN, Draft("reopen", {"round": 1})) == "round_open"
    assert refused(DRAWN, Draft("reopen", {"round": 7})) == "round_open"


def test_a_result_of_a_round_that_was_closed_once_can_be_taken_back() -> None:
    entries = written_down(Draft("reopen", {"round": 1}), undo(last(PLAYED, "result")), entries=PLAYED)
    assert [game.table for game in fold(entries).rounds[1].missing] == [3]


# Refusals


@pytest.mark.parametrize(
    ("entries", "draft", "code"),
    [
        (EMPTY, result(1), "unknown_game"),
        (DRAWN, result(4), "unknown_game"),
        (DRAWN, result(1, scores=[1, 2]), "bad_sheet"),
        (DRAWN, result(1, racks=[1, 2]), "bad_sheet"),
        (PAIR, result(1, end="out"), "seats"),
        (DRAWN, result(1, end="flag"), "unknown_end"),
        (DRAWN, result(1, end="out", racks=[1, 2, 3]), "bad_sheet"),
        (DRAWN, result(1, scores=["1", 2, 3]), "field_whole"),
        (DRAWN, result(1, scores=[10**9, 2, 3]), "field_range"),
        (DRAWN, result(1, scored=1), "field_unknown"),
        (DRAWN, Draft("result", {"round": 1}), "field_missing"),
        (DRAWN, Draft("close", {"round": 1}), "results_missing"),
        (DRAWN, Draft("close", {"round": 2}), "unknown_round"),
        (PLAYED, one_draw(), "round_has_results"),
        (EMPTY, one_draw(), "unknown_player"),
        (EMPTY, Draft("player", {"name": "Anna", "team": 1}), "unknown_team"),
        (EMPTY, Draft("player", {"player": 1, "name": "Anna"}), "unknown_player"),
        (EMPTY, Draft("team", {"team": 1, "name": "Uns"}), "unknown_team"),
        (EMPTY, Draft("withdraw", {"entrant": 1}), "unknown_entrant"),
        (EMPTY, Draft("created", {"name": "y", "rules": "matam"}), "created_twice"),
        (EMPTY, undo(1), "undo_created"),
        (EMPTY, undo(2), "unknown_entry"),
        (EMPTY, Draft("marvel"), "unknown_kind"),
        (EMPTY, Draft("note", {"text": "a\0b"}), "field_control"),
        (EMPTY, Draft("note", {"text": "a\u202eb"}), "field_control"),
        (EMPTY, Draft("player", {"name": "\u200b \xad\ufeff"}), "field_empty"),  # nothing that could be seen
        (EMPTY, Draft("team", {"name": "\ud800"}), "field_control"),
        (EMPTY, Draft("team", {"name": " \n "}), "field_empty"),
        (EMPTY, Draft("team", {"name": "x" * 101}), "field_long"),
        (EMPTY, Draft("player", {"name": "Anna", "rating": "-1"}), "field_range"),
        (EMPTY, Draft("settings", {"settings": {"seed": "x" * 201}}), "field_long"),
        (TEAMS, Draft("team", {"name": "TEAM  1"}), "name_taken"),
        (TEAMS, Draft("player", {"name": "p1b", "team": 1}), "name_taken"),
        (TEAMS, Draft("back", {"entrant": 1}), "not_gone"),
        (EMPTY, Draft("arrived", {"entrant": 1}), "unknown_entrant"),
        (TEAMS, start(), "unknown_round"),
        (PLAYED, start(), "round_closed"),
        (DRAWN, start(at="2026-11-30T09:30:00"), "field_moment"),
        (DRAWN, start(at="half past nine"), "field_moment"),
        (DRAWN, start(length_ms=0), "field_range"),
        (DRAWN, checked(14), "checked_other"),
        (DRAWN, checked(14, table=4), "unknown_game"),
        (PLAYED, checked(14), "checked_self"),
        (EMPTY, Draft("settings", {"settings": {"rating_ordr": "descending"}}), "setting_unknown"),
        (EMPTY, Draft("settings", {"settings": {"rating_order": "up"}}), "setting_choice"),
        (EMPTY, Draft("settings", {"settings": {"rounds": "five"}}), "setting_choice"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(entries: list[Entry], draft: Draft, code: str) -> None:
    assert refused(entries, draft) == code


def test_a_tournament_begins_with_its_rules() -> None:
    with pytest.raises(Refused, match="unknown_rules"):
        written([], [Draft("created", {"name": "x", "rules": "chess"})], "ana", NOW)
    with pytest.raises(Refused, match="not_created"):
        written([], [Draft("note", {"text": "x"})], "ana", NOW)
    with pytest.raises(Refused, match="setting_choice"):
        written([], [Draft("created", {"name": "x", "rules": "matam", "settings": {"rating_order": 1}})], "ana", NOW)


def test_all_drafts_or_none() -> None:
    assert refused(DRAWN, result(1), result(2), result(9)) == "unknown_game"


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ({"players": [1, 4, 1]}, "team_at_table_twice"),
        ({"players": [1, 4]}, "table_size"),
        ({"players": [1, 4, 5]}, "team_at_table_twice"),
        ({"board": "X"}, "unknown_board"),
        ({"match": 2}, "table_match"),
        ({"table": 2}, "table_twice"),
    ],
)
def test_a_draw_that_does_not_fit_is_refused(row: dict, code: str) -> None:
    body = dict(one_draw().body)
    body["tables"] = [body["tables"][0] | row, *body["tables"][1:]]
    assert refused(TEAMS, Draft("draw", body)) == code


def test_a_draw_with_somebody_in_two_matches_is_refused() -> None:
    body = dict(one_draw().body) | {"bye": [1]}
    assert refused(TEAMS, Draft("draw", body)) == "entrant_twice"


# Late, absent, gone and back


def test_who_is_there_in_which_round() -> None:
    entries = written_down(*(Draft("player", {"name": name}) for name in "ABC"), rules="romania")
    tables = [{"table": 1, "match": 1, "players": [1, 2]}]
    draw = Draft("draw", {"round": 1, "system": "hand", "matches": [[1, 2]], "tables": tables, "bye": [3]})
    entries = written_down(
        draw,
        Draft("player", {"name": "Late"}),
        Draft("withdraw", {"entrant": 1}),
        Draft("back", {"entrant": 1, "from": 4}),
        Draft("absent", {"entrant": 2, "round": 3}),
        entries=entries,
    )
    tournament = fold(entries)
    assert tournament.players[4].entered == 2
    assert [tournament.present(number) for number in (1, 2, 3, 4)] == [[1, 2, 3], [2, 3, 4], [3, 4], [1, 2, 3, 4]]
    assert refused(entries, Draft("absent", {"entrant": 2, "round": 3})) == "absent_already"
    again = written_down(Draft("withdraw", {"entrant": 1, "from": 5}), entries=entries)
    assert [number for number in range(1, 7) if 1 in fold(again).present(number)] == [1, 4]
    assert refused(again, Draft("withdraw", {"entrant": 1, "from": 6})) == "gone_already"


def test_numbers_are_not_given_twice() -> None:
    entries = written_down(undo(last(TEAMS, "player")), Draft("player", {"name": "New", "team": 3}), entries=TEAMS)
    assert sorted(fold(entries).players) == [1, 2, 3, 4, 5, 6, 7, 8, 10]


def test_a_beginning_is_replaced_by_a_later_one_and_forgotten_with_its_draw() -> None:
    entries = written_down(start(), start(at="2026-11-30T09:45:00Z", length_ms=60_000), entries=DRAWN)
    begun = fold(entries).rounds[1].started
    assert begun is not None
    assert (begun.entry, begun.at, begun.length_ms) == (len(entries), datetime(2026, 11, 30, 9, 45, tzinfo=UTC), 60_000)
    assert entries[-2].body["at"] == "2026-11-30T09:30:00+00:00"
    back = fold(written_down(undo(len(entries)), entries=entries)).rounds[1].started
    assert back is not None
    assert back.entry == len(entries) - 1
    assert fold(written_down(one_draw(seed="y"), entries=entries)).rounds[1].started is None


def test_who_has_arrived_is_here_until_that_is_taken_back() -> None:
    entries = written_down(Draft("arrived", {"entrant": 2}), entries=DRAWN)
    tournament = fold(entries)
    assert (tournament.arrived[2].entry, tournament.arrived[2].who) == (len(entries), "ana")
    assert not_arrived(tournament, 1) == [1, 3]
    assert refused(entries, Draft("arrived", {"entrant": 2})) == "arrived_already"
    entries = written_down(*absences(tournament, 2), entries=entries)
    assert [fold(entries).present(number) for number in (1, 2, 3)] == [[1, 2, 3], [2], [1, 2, 3]]
    gone = written_down(undo(tournament.arrived[2].entry), entries=entries)
    assert fold(gone).arrived == {}
    assert not_arrived(fold(gone), 2) == [2]


def test_a_result_is_checked_by_somebody_else_until_another_takes_its_place() -> None:
    entries = written_down(result(1), result(2), entries=DRAWN)
    first = last(entries, "result") - 1
    assert refused(entries, checked(first)) == "checked_self"
    entries += written(entries, [checked(first)], "Bernat", NOW)[0]
    game = fold(entries).rounds[1].games[1]
    assert game.checked is not None
    assert (game.checked.entry, game.checked.who) == (len(entries), "Bernat")
    assert fold(written_down(undo(len(entries)), entries=entries)).rounds[1].games[1].checked is None
    corrected = written_down(result(1, replaces=first, why="a slip", scores=[1, 2, 3]), entries=entries)
    assert fold(corrected).rounds[1].games[1].checked is None
    with pytest.raises(Refused, match="checked_other"):
        written(corrected, [checked(first)], "Bernat", NOW)


# Standings


@given(st.permutations([(table, number) for number in (1, 2) for table in (1, 2, 3)]), st.data())
def test_standings_do_not_depend_on_the_order_of_entry(order: list[tuple[int, int]], data) -> None:
    points = st.lists(st.integers(-20, 500), min_size=3, max_size=3)
    scores = {game: data.draw(points) for game in sorted(order)}
    sheets = {game: result(*game, scores=scores[game], scrabbles=[1, 0, 2]) for game in order}
    drawn = written_down(one_draw(1), one_draw(2), entries=TEAMS)
    one = fold(written_down(*(sheets[game] for game in order), entries=drawn))
    other = fold(written_down(*(sheets[game] for game in sorted(order)), entries=drawn))
    assert standings(one) == standings(other)
    assert player_standings(one) == player_standings(other)


def trevols(tournament: Tournament) -> dict[int, Any]:
    return {line.entrant: line.values["trevols"] for line in standings(tournament)}


def test_a_match_counts_when_all_its_tables_are_in() -> None:
    entries = written_down(result(1), result(2), entries=DRAWN)
    assert set(trevols(fold(entries)).values()) == {0}
    assert sum(trevols(fold(written_down(result(3), entries=entries))).values()) == 9


def test_deductions_come_off_after_the_last_round() -> None:
    drafts = [
        Draft("settings", {"settings": {"rounds": 1}}),
        Draft("penalty", {"entrant": 1, "kind": "points", "points": "1"}),
    ]
    entries = written_down(*drafts, entries=DRAWN)
    for table in (1, 2, 3):
        entries = written_down(result(table), entries=entries)
    before = trevols(fold(entries))
    closed = fold(written_down(Draft("close", {"round": 1}), entries=entries))
    assert trevols(closed) == before | {1: before[1] - 1}


def test_who_left_before_playing_is_not_in_the_standings() -> None:
    entries = written_down(*(Draft("player", {"name": name}) for name in "ABC"), rules="romania")
    entries = written_down(Draft("withdraw", {"entrant": 3}), entries=entries)
    assert sorted(line.entrant for line in standings(fold(entries))) == [1, 2]


# Two who write


@pytest.mark.parametrize(
    ("theirs", "mine", "told"),
    [
        (result(1), result(1), True),
        (result(1), result(2), False),
        (result(1), Draft("note", {"text": "x"}), False),
        (one_draw(seed="y"), result(1), True),
        (result(1), one_draw(seed="y"), True),
        (Draft("team", {"name": "New"}), Draft("team", {"name": "Newer"}), False),
        (Draft("team", {"team": 1, "name": "New"}), Draft("team", {"team": 1, "name": "Newer"}), True),
        (Draft("player", {"player": 1, "name": "New"}), Draft("player", {"player": 2, "name": "Newer"}), False),
        (undo(14), undo(14), True),
        (Draft("settings", {"name": "y"}), Draft("settings", {"name": "z"}), True),
        (result(1), checked(14), True),
        (start(), start(), True),
        (start(), one_draw(seed="y"), True),
        (one_draw(seed="y"), start(), True),
        (start(), result(1), False),
        (one_draw(seed="y"), Draft("log", {"log": "a/b", "round": 1, "table": 1}), True),
        (Draft("log", {"log": "a/b", "round": 1, "table": 1}), one_draw(seed="y"), True),
        (result(1), Draft("log", {"log": "a/b", "round": 1, "table": 1}), False),
        (Draft("arrived", {"entrant": 1}), Draft("arrived", {"entrant": 1}), True),
        (Draft("arrived", {"entrant": 1}), Draft("arrived", {"entrant": 2}), False),
        (Draft("absent", {"entrant": 1, "round": 2}), Draft("absent", {"entrant": 1, "round": 2}), True),
        (Draft("absent", {"entrant": 1, "round": 2}), Draft("absent", {"entrant": 2, "round": 2}), False),
    ],
)
def test_who_did_not_see_it_is_told(theirs: Draft, mine: Draft, told: bool) -> None:
    seen = DRAWN[-1].number
    entries = written_down(theirs, entries=DRAWN)
    if not told:
        assert written_down(mine, entries=entries, seen=seen)
        return
    with pytest.raises(Conflict) as conflict:
        written_down(mine, entries=entries, seen=seen)
    assert conflict.value.entry == entries[-1]
    assert all("ana" in said(conflict.value, lang) for lang in LANGS)
