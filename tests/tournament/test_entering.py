"""A form of a result: its fields from the rule set, what people type, and that nothing is lost between the two."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.test_fold import DRAWN, LANGS, written_down
from tournament.tournaments import result
from tritempo_host.rules import RULESETS
from tritempo_host.rules.ruleset import Sheet
from tritempo_host.tournament import Draft, Game, Tournament, fold
from tritempo_host.tournament.entering import (
    Form,
    Mistyped,
    Typed,
    assembled,
    double_entry_differences,
    form_of,
    name,
    prefilled,
    result_draft,
    sheet_from,
    sheet_with_proposal,
    texts_of,
    unchanged,
)
from tritempo_host.tournament.proposal import Proposal
from tritempo_host.tournament.spoken import said


def game_of(rules: str, seats: int = 0) -> tuple[Tournament, Game]:
    """A game of a rule set, by so many, else the fewest."""
    if rules == "matam":
        tournament = fold(DRAWN)
        return tournament, tournament.rounds[1].games[1]
    players = list(range(1, (seats or RULESETS[rules].sizes[0]) + 1))
    table = {"table": 1, "match": 1, "players": players}
    draw = {"round": 1, "system": "hand", "matches": [players], "tables": [table]}
    drafts = [Draft("player", {"name": f"Player {n}"}) for n in players]
    tournament = fold(written_down(*drafts, Draft("draw", draw), rules=rules))
    return tournament, tournament.rounds[1].games[1]


def form(rules: str = "matam", seats: int = 0) -> Form:
    return form_of(*game_of(rules, seats))


def typed(rules: str = "matam", **texts: str) -> Typed:
    """`scores_1` is the field `scores-1`."""
    return sheet_from(form(rules), {re.sub(r"_(\d)$", r"-\1", key): text for key, text in texts.items()})


def wrong(found: Typed) -> list[tuple[str, str]]:
    assert found.sheet is None
    assert all(said(each, lang) for each in found.wrong for lang in LANGS)
    return [(each.key, each.code) for each in found.wrong]


# What a form has


@pytest.mark.parametrize(
    ("rules", "rows", "facts"),
    [
        ("matam", "scores racks scrabbles adjust absent", "end by"),
        ("cusca", "scores racks scrabbles adjust absent", "end by"),
        ("ebre", "scores racks adjust absent", "end by"),
        ("manresa", "scores racks overtime_ms adjust absent", "end by"),
        ("wespa", "scores racks overtime_ms adjust absent", "end by"),
        ("romania", "scores racks adjust absent", "end by full_turns"),
    ],
)
def test_each_rule_set_asks_for_its_own(rules: str, rows: str, facts: str) -> None:
    found = form(rules)
    assert (found.rows, found.facts) == (tuple(rows.split()), tuple(facts.split()))
    assert set(found.rows) & set(found.more) == set()
    assert [end.code for end in found.ends] == [end for end in RULESETS[rules].ends if end != "bye"]


def test_an_end_has_only_what_it_needs() -> None:
    ends = {end.code: end.fields for end in form("romania").ends}
    assert ends["flag"] == ("scores", "adjust", "end", "by", "full_turns")
    assert ends["agreed"] == ("scores", "end")
    limit = form().end("limit")
    assert limit is not None
    assert "racks" not in limit.fields
    assert limit.article == "MG 31"


def test_a_form_knows_who_sits_there() -> None:
    found = form()
    assert (found.names, found.teams, found.board) == (("P1B", "P2B", "P3B"), ("Team 1", "Team 2", "Team 3"), "B")
    assert form("wespa").teams == ("", "")
    assert found.keys()[:4] == ["scores-1", "racks-1", "scrabbles-1", "adjust-1"]


# What people type


def test_a_sheet_as_people_type_it() -> None:
    found = typed(
        scores_1=" 312", scores_2="−5", scores_3="1 024", racks_1="", racks_2="7", racks_3="12", end="out", by="1"
    )
    assert found.sheet == Sheet((312, -5, 1024), "out", 0, (0, 7, 12))
    assert typed(scores_1="300", scores_2="+200", scores_3="100", end="limit").sheet == Sheet((300, 200, 100), "limit")


@pytest.mark.parametrize(
    ("text", "ms"), [("1:30", 90_000), ("90", 90_000), ("1'30", 90_000), ("0:00", 0), ("12:05", 725_000), ("5s", 5000)]
)
def test_overtime(text: str, ms: int) -> None:
    found = typed("wespa", scores_1="1", scores_2="2", overtime_ms_2=text, end="zeros")
    assert found.sheet is not None
    assert found.sheet.overtime_ms == (0, ms)


@pytest.mark.parametrize("text", ["1:5", "1:60", "1.30", "x", "-90", "1:30:00", "99999999", "99999:00"])
def test_what_is_no_time(text: str) -> None:
    assert wrong(typed("wespa", scores_1="1", scores_2="2", overtime_ms_2=text, end="zeros")) == [
        ("overtime_ms-2", "time")
    ]


def test_figures_beyond_any_sheet_are_said_by_the_end_where_they_are_beyond() -> None:
    given = {"scores_1": "1000000", "scores_2": "-9999999", "scores_3": "0", "end": "zeros"}
    found = typed(**given, racks_1="0", racks_2="0", racks_3="0")
    assert wrong(found) == [("scores-1", "large"), ("scores-2", "small")]
    assert [said(each, "en").partition(": ")[2] for each in found.wrong] == [
        '"1000000" is too much (100000 at most).',
        '"-9999999" is too little (-100000 at least).',
    ]


def test_all_that_is_wrong_is_said_at_once_in_the_order_of_the_form() -> None:
    found = typed(scores_1="3l2", scores_3="1000000", racks_2="-7", scrabbles_3="½", words_1="a\u202eb", end="mate")
    assert wrong(found) == [
        ("scores-1", "whole"),
        ("words-1", "word"),
        ("scores-2", "missing"),
        ("racks-2", "below"),
        ("scores-3", "large"),
        ("scrabbles-3", "whole"),
        ("end", "choice"),
    ]
    assert wrong(sheet_from(form(), {})) == [
        *((f"scores-{n}", "missing") for n in (1, 2, 3)),
        ("end", "missing"),
    ]


def test_what_an_end_must_have_is_asked_for() -> None:
    scores = {"scores_1": "300", "scores_2": "200"}
    assert wrong(typed("romania", **scores, end="abandon")) == [("by", "missing"), ("full_turns", "missing")]
    assert wrong(typed("romania", **scores, end="abandon", by="3", full_turns="x")) == [
        ("by", "choice"),
        ("full_turns", "whole"),
    ]
    found = typed("romania", **scores, end="abandon", by="2", full_turns="0").sheet
    assert found == Sheet((300, 200), "abandon", 1, full_turns=0)
    assert wrong(typed("wespa", end="no_show")) == [("absent", "missing")]
    assert typed("wespa", end="no_show", absent_2="on").sheet == Sheet((0, 0), "no_show", absent=(1,))


def test_what_another_end_had_is_left_out() -> None:
    found = typed("romania", scores_1="300", scores_2="200", end="agreed", by="2", full_turns="4").sheet
    assert found == Sheet((300, 200), "agreed")


def test_points_may_be_missing_of_who_never_came() -> None:
    assert typed(scores_1="300", scores_2="200", absent_3="on", end="limit").sheet == Sheet(
        (300, 200, 0), "limit", absent=(2,)
    )


def test_best_words_are_kept_composed() -> None:
    found = typed(scores_1="1", scores_2="2", scores_3="3", end="limit", words_2="  c\u0327a  va ")
    assert found.words == ("", "ça va", "")


# Between a sheet and a form


@st.composite
def sheets(draw: st.DrawFn) -> tuple[str, Sheet]:
    """Sheets as a form can have them: of an end no more than it has."""
    rules = draw(st.sampled_from(sorted(RULESETS)))
    seats = len(game_of(rules)[1].players)
    end = draw(st.sampled_from(form(rules).ends))

    def row(low: int, high: int) -> st.SearchStrategy[tuple[int, ...]]:
        return st.tuples(*[st.integers(low, high)] * seats)

    kinds: dict[str, st.SearchStrategy[Any]] = {
        "racks": row(0, 60),
        "scrabbles": row(0, 5),
        "overtime_ms": row(0, 900).map(lambda each: tuple(1000 * s for s in each) if any(each) else ()),
        "adjust": row(-20, 20).map(lambda each: each if any(each) else ()),
        "absent": st.sets(st.integers(0, seats - 1), min_size=1).map(lambda each: tuple(sorted(each))),
        "by": st.integers(0, seats - 1),
        "full_turns": st.integers(0, 20),
    }
    given_ = {key: draw(kinds[key]) for key in end.must}
    given_ |= {key: draw(kinds[key]) for key in end.may if draw(st.booleans())}
    return rules, Sheet(draw(row(-50, 900)), end.code, **given_)


@given(sheets(), st.booleans())
def test_a_sheet_comes_back_out_of_its_form(case: tuple[str, Sheet], worded: bool) -> None:
    rules, sheet = case
    words = tuple("abcd"[: len(sheet.scores)]) if worded else ()
    found = sheet_from(form(rules), texts_of(sheet, words))
    assert (found.wrong, found.sheet, found.words) == ((), sheet, words)


@given(sheets(), st.dictionaries(st.sampled_from([*form().keys(), "x"]), st.text(max_size=12)))
def test_whatever_is_typed_is_a_sheet_or_said(case: tuple[str, Sheet], texts: dict[str, str]) -> None:
    found = sheet_from(form(case[0]), texts_of(case[1]) | texts)
    assert (found.sheet is None) == bool(found.wrong)
    assert all(said(each, lang) for each in found.wrong for lang in LANGS)


def test_a_form_begins_with_the_result_else_with_the_log() -> None:
    tournament, game = game_of("wespa")
    log = Proposal(2, "zeros", overtime_ms=(0, 60_001), adjust=(10, 0))
    assert prefilled(form("wespa")) == {}
    assert prefilled(form_of(tournament, game), log) == {
        "end": "zeros",
        name("overtime_ms", 1): "1:01",
        "adjust-1": "10",
    }
    entered = fold(written_down(result(1, words=["a", "b", "c"]), entries=DRAWN))
    there = prefilled(form_of(entered, entered.rounds[1].games[1]), log)
    assert (there["end"], there["scores-1"], there["words-2"]) == ("limit", "300", "b")


def test_the_log_over_a_sheet_and_a_sheet_put_together() -> None:
    log = Proposal(3, "out", by=2)
    sheet = sheet_with_proposal(Sheet((1, 2, 3), "limit", racks=(1, 2, 0)), log)
    assert sheet == Sheet((1, 2, 3), "out", 2, (1, 2, 0))
    assert assembled(sheet, {"end": "passes", "scores": None}) == Sheet((1, 2, 3), "passes", None, (1, 2, 0))
    assert assembled(sheet, {"end": "out", "adjust": (0, 0, -5)}).by == 2
    assert assembled(None, {"scores": (1, 2)}) == Sheet((1, 2), "")


def test_a_result_that_is_there_is_corrected() -> None:
    tournament = fold(written_down(result(1), entries=DRAWN))
    game = tournament.rounds[1].games[1]
    assert game.sheet is not None
    assert unchanged(game, game.sheet)
    assert not unchanged(game, game.sheet, ("a", "", ""))
    assert game.result is not None
    draft = result_draft(game, Sheet((1, 2, 3), "limit"), (), "a slip")
    assert (draft.body["replaces"], draft.why) == (game.result.entry, "a slip")
    assert "replaces" not in result_draft(tournament.rounds[1].games[2], Sheet((1, 2, 3), "limit")).body


# Two who enter the same


def test_two_who_typed_the_same_agree() -> None:
    one = typed(scores_1="3", scores_2="2", scores_3="1", end="limit", scrabbles_1="0", words_1="Casa")
    other = typed(scores_1="3", scores_2="2", scores_3="1", end="limit", words_1="casa")
    assert double_entry_differences(one, other) == []


def test_where_two_differ_is_said() -> None:
    one = typed(scores_1="300", scores_2="2", scores_3="1", end="out", by="1", racks_2="4", racks_3="5")
    other = typed(scores_1="200", scores_2="2", end="limit", absent_3="on", scrabbles_1="1")
    found = [(each.field, each.seat, each.first, each.second) for each in double_entry_differences(one, other)]
    assert found == [
        ("scores", 0, 300, 200),
        ("scores", 2, 1, 0),
        ("racks", 0, 0, None),
        ("racks", 1, 4, None),
        ("racks", 2, 5, None),
        ("scrabbles", 0, 0, 1),
        ("absent", 2, False, True),
        ("end", None, "out", "limit"),
        ("by", None, 0, None),
    ]


def test_what_is_wrong_names_the_player() -> None:
    found = Mistyped("racks", 1, "whole", {"text": "x", "name": "Anna", "seat": 2})
    assert said(found, "ca") == "Anna, faristol: «x» no és un nombre enter."
