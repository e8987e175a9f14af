"""A result is corrected after the next round was drawn: whether it would be drawn otherwise now, and which tables."""

import pytest

from tournament.test_fold import LANGS, undo, written_down
from tournament.tournaments import three_teams
from tritempo_host.tournament import Draft, Entry, fold
from tritempo_host.tournament.drawing import draw_body
from tritempo_host.tournament.drawing_up import draw_round
from tritempo_host.tournament.outdated import corrected_since, outdated, round_remarks
from tritempo_host.tournament.spoken import said

TEAMS = [
    *(Draft("team", {"name": f"Team {t}"}) for t in range(1, 10)),
    *(Draft("player", {"name": f"P{t}{b}", "team": t, "board": b}) for t in range(1, 10) for b in "BGP"),
]


def drawn(entries: list[Entry], number: int, seed: str = "molins") -> list[Entry]:
    t = fold(entries)
    return written_down(Draft("draw", draw_body(t, draw_round(t, number, seed))), entries=entries)


def played(entries: list[Entry], number: int) -> list[Entry]:
    """Plain results everywhere: who begins wins, by more at each table."""
    t = fold(entries)
    sheets = [
        {"round": number, "table": table, "scores": [400 + 10 * table - 40 * seat for seat in range(len(game.players))]}
        for table, game in t.rounds[number].games.items()
    ]
    end = "limit" if "limit" in t.ruleset.ends else "out" if "out" in t.ruleset.ends else "interrupted"
    drafts = [Draft("result", sheet | {"end": end}) for sheet in sheets]
    return written_down(*drafts, Draft("close", {"round": number}), entries=entries)


def event(rules: str = "romania", players: int = 10, rounds: int = 2) -> list[Entry]:
    """An event whose last round is drawn and not played."""
    who = TEAMS if rules == "matam" else [Draft("player", {"name": f"P{n}"}) for n in range(1, players + 1)]
    entries = written_down(*who, rules=rules)
    for number in range(1, rounds):
        entries = played(drawn(entries, number), number)
    return drawn(entries, rounds)


def corrected(entries: list[Entry], number: int, table: int, scores: list[int]) -> list[Entry]:
    game = fold(entries).rounds[number].games[table]
    assert game.result is not None
    entries = written_down(Draft("reopen", {"round": number}), entries=entries)
    sheet = {"round": number, "table": table, "scores": scores, "end": game.result.sheet.end}
    draft = Draft("result", sheet | {"replaces": game.result.entry}, "typed the wrong way round")
    return written_down(draft, Draft("close", {"round": number}), entries=entries)


def codes(entries: list[Entry], number: int = 2) -> list[str]:
    found = outdated(entries, fold(entries), number)
    assert all(said(each, lang) for each in found for lang in LANGS)
    return [each.code for each in found]


def others(entries: list[Entry]) -> list[int]:
    """The tables of round 2 that a draw from the same seed gives to others now, found another way: with the round taken
    back and drawn again."""
    old = fold(entries).rounds[2]
    again = drawn(written_down(undo(old.entry), entries=entries), 2)
    new = {frozenset(match) for match in fold(again).rounds[2].matches}
    return [table for table, game in sorted(old.games.items()) if frozenset(game.entrants) not in new]


def test_winner_and_loser_were_swapped_and_the_tables_are_named() -> None:
    entries = corrected(event(), 1, 4, [100, 440])
    assert codes(entries) == ["outdated", "away_anew"]
    told = outdated(entries, fold(entries), 2)[0]
    tables = ", ".join(map(str, others(entries)))
    assert tables and told.values["tables"] == tables
    sentence = said(told, "en")
    assert "round 1, table 4" in sentence and sentence.endswith(f"table {tables}.")


@pytest.mark.parametrize(("rules", "players"), [("matam", 9), ("romania", 9), ("ebre", 9), ("manresa", 9)])
def test_of_an_untouched_event_nothing_is_said(rules: str, players: int) -> None:
    entries = event(rules, players)
    assert codes(entries) == [] and codes(entries, 1) == []


def test_a_draw_that_does_not_look_at_the_standings_is_as_it_would_be() -> None:
    entries = event("matam")
    assert corrected_since(entries, fold(entries).rounds[2]) == {}
    entries = corrected(entries, 1, 1, [10, 20, 300])
    assert corrected_since(entries, fold(entries).rounds[2]) == {1: [1]}
    assert codes(entries) == []


def test_a_correction_that_changes_no_place_is_nothing() -> None:
    entries = event()
    table = fold(entries).rounds[1].games[5].result
    assert table is not None
    assert codes(corrected(entries, 1, 5, [451, 410])) == []


def test_a_correction_that_is_taken_back_is_nothing_and_one_of_before_the_draw_either() -> None:
    entries = event()
    before = played(
        drawn(written_down(*(Draft("player", {"name": f"P{n}"}) for n in range(10)), rules="romania"), 1), 1
    )
    assert codes(drawn(corrected(before, 1, 4, [100, 440]), 2)) == []
    wrong = corrected(entries, 1, 4, [100, 440])
    again = corrected(wrong, 1, 4, [440, 400])
    assert codes(again) == []
    reopened = written_down(Draft("reopen", {"round": 1}), entries=wrong)
    correction = max(each.number for each in reopened if each.kind == "result")
    assert codes(written_down(undo(correction), entries=reopened)) == []


def test_a_result_that_was_taken_back_counts_as_corrected() -> None:
    entries = written_down(Draft("reopen", {"round": 1}), entries=event())
    first = fold(entries).rounds[1].games[4].result
    assert first is not None
    assert corrected_since(written_down(undo(first.entry), entries=entries), fold(entries).rounds[2]) == {1: [4]}


def test_who_came_or_left_since_is_not_what_it_is_about() -> None:
    late = Draft("player", {"name": "Late", "from": 2})
    more = (late, Draft("withdraw", {"entrant": 1, "from": 2}), Draft("settings", {"settings": {"draw_bye": "last"}}))
    assert codes(written_down(*more, entries=event(players=9))) == []
    assert codes(written_down(*more, entries=corrected(event(players=9), 1, 4, [435, 400]))) == []


def test_with_results_it_stays() -> None:
    entries = corrected(event(), 1, 4, [100, 440])
    entries = written_down(
        Draft("result", {"round": 2, "table": 1, "scores": [400, 300], "end": "out"}), entries=entries
    )
    assert codes(entries) == ["outdated", "outdated_stays"]


def test_a_result_that_comes_in_after_an_early_draw_was_asked_about_then() -> None:
    entries = written_down(*(Draft("player", {"name": f"P{n}"}) for n in range(10)), rules="romania")
    entries = drawn(entries, 1)
    sheets = [{"round": 1, "table": n, "scores": [400 + n, 300], "end": "out"} for n in range(1, 6)]
    entries = drawn(written_down(*(Draft("result", each) for each in sheets[:4]), entries=entries), 2)
    assert codes(written_down(Draft("result", sheets[4]), entries=entries)) == []


def test_only_of_the_newest_round_and_only_while_it_is_open() -> None:
    entries = corrected(played(event(), 2), 1, 4, [100, 440])
    assert codes(entries) == []
    assert codes(corrected(drawn(played(event(), 2), 3), 1, 4, [100, 440]), 2) == []


def test_a_round_that_the_seed_does_not_give_is_not_compared() -> None:
    entries = event()
    body = dict(fold(entries).rounds[2].draw)
    tables = [dict(each) for each in body["tables"]]
    first, second = tables[0]["players"], tables[1]["players"]
    tables[0]["players"], tables[1]["players"] = [second[0], first[1]], [first[0], second[1]]
    matches = [list(each["players"]) for each in tables]
    by_hand = written_down(Draft("draw", body | {"tables": tables, "matches": matches}), entries=entries)
    assert codes(corrected(by_hand, 1, 4, [100, 440])) == []


def test_together_with_who_left_what_to_do_is_said_once() -> None:
    entries = corrected(event(), 1, 4, [100, 440])
    entries = written_down(Draft("withdraw", {"entrant": 1, "from": 2}), entries=entries)
    assert [each.code for each in round_remarks(entries, fold(entries), 2)] == ["outdated", "away_gone", "away_anew"]
    plain = written_down(*three_teams())
    assert round_remarks(plain, fold(plain), 1) == []
