"""What a log says of a result: games played on the portable clock, read by the host, proposed with a reason each."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.logs import KEY, PlayedLog, header, matam_game
from tritempo_host import tournament
from tritempo_host.audit import audit
from tritempo_host.report import proposed
from tritempo_host.rules.registry import RULESETS
from tritempo_host.rules.ruleset import Sheet
from tritempo_host.summary import Summary, summarise
from tritempo_host.tournament.comparison import compare
from tritempo_host.tournament.proposal import ENDS, Proposal, propose
from tritempo_host.words import LANGUAGES, catalogue

NAMES = ("Anna Puig", "Bernat Soler", "Carla Vidal", "Dídac Roca")
MINUTE = 60_000
PRESET = {"matam": "matam", "manresa": "manresa-escacs", "romania": "romania", "wespa": "wespa", "ebre": "ebre"}


def summary_of(log: PlayedLog) -> Summary:
    found = audit(log.data, KEY)
    assert found.header is not None
    assert found.game is not None
    return summarise(found.header, found.lines, found.game)


def played(rules: str, *steps: tuple[Any, ...], seats: int = 2, control: str = "", **head: Any) -> PlayedLog:
    """A game with these (ms, word, arguments …); the first is the press of the first player."""
    log = PlayedLog(header(control or PRESET[rules], seats, **head))
    log.take(0, "seat", 1)
    for t, *step in steps:
        assert log.take(t, *step) is None, step
    return log


def moves(count: int, each_ms: int = 40_000, seats: int = 2, press: str = "mover") -> list[tuple]:
    """So many turns, one after the other, from 0 on."""
    return [(each_ms * (n + 1), "seat", n % seats + 1) for n in range(count)]


def proposal(rules: str, log: PlayedLog, names: tuple[str, ...] | None = None) -> Proposal:
    summary = summary_of(log)
    names = NAMES[: len(summary.seats)] if names is None else names
    return propose(summary, RULESETS[rules], names, PRESET[rules])


def codes(found: Proposal) -> list[str]:
    return [each.code for each in found.doubts]


def figure(found: Proposal, what: str) -> list[tuple]:
    return [(each.seat, each.value, each.turns, each.article) for each in found.figures if each.what == what]


# How it ended, and who did it


def test_who_went_out_is_who_made_the_last_play():
    found = proposal("matam", played("matam", *moves(7, seats=3), (300_000, "end", "out"), seats=3))
    assert (found.end, found.by, codes(found)) == ("out", 1, [])
    assert figure(found, "end") == [(1, "out", (8,), "MG 24.1")]


def test_who_went_out_and_then_pressed_is_not_told_from_the_next():
    """The turn of the next player ran for four seconds when the table ended the game."""
    found = proposal("matam", played("matam", *moves(7, seats=3), (284_000, "end", "out"), seats=3))
    assert (found.end, found.by, codes(found)) == ("out", None, ["out_by_one_of_two"])
    assert dict(found.doubts[0].values) == {"seat": 0, "other": 1, "turn": 8, "ms": 4000}


def test_a_game_that_is_out_after_a_pass():
    log = played("matam", *moves(3, seats=3), (121_000, "pause"), (122_000, "end", "out"), seats=3)
    log.take(122_500, "mark", "pass", 4)
    found = proposal("matam", log)
    assert (found.end, found.by, codes(found)) == ("out", None, ["out_by_nobody"])


@pytest.mark.parametrize(
    ("rules", "word", "end", "article"),
    [
        ("matam", "passes", "passes", "MG 24.2"),
        ("matam", "no_score", "zeros", "MG 24.3"),
        ("matam", "blocked", "blocked", "MG 24.4"),
        ("matam", "interrupted", "interrupted", ""),
        ("manresa", "passes", "zeros", "CSM"),
        ("manresa", "no_score", "zeros", "CSM"),
        ("romania", "passes", "pas_pas", "RO, PAS-PAS"),
        ("romania", "draw", "agreed", ""),
        ("romania", "interrupted", "interrupted", "RO, ÎNTRERUPERE"),
        ("ebre", "blocked", "blocked", "TE"),
    ],
)
def test_the_clocks_word_for_an_end_and_the_rule_sets(rules, word, end, article):
    seats = {"ebre": 4, "matam": 3}.get(rules, 2)
    found = proposal(
        rules, played(rules, *moves(seats, seats=seats), (seats * 40_000 + 30_000, "end", word), seats=seats)
    )
    assert (found.end, found.by) == (end, None)
    assert [each[3] for each in figure(found, "end")] == [article]


def test_the_limit_of_the_round():
    log = played("matam", seats=3)
    turn = 0
    while log.game.state != "ended":
        turn += 1
        log.take(turn * 100_000, "seat", log.game.seat or 1)
    found = proposal("matam", log)
    assert (found.end, found.by) == ("limit", None)
    assert figure(found, "end") == [(None, "limit", (), "MG 31")]


@pytest.mark.parametrize(("reading", "end", "by"), [("closes", "out", 1), ("limit", "limit", None)])
def test_who_goes_out_after_the_limit(reading: str, end: str, by: int | None):
    log = played("matam", *moves(37, each_ms=100_000, seats=3), (3_760_000, "end", "out"), seats=3)
    assert log.game.limit_at is not None
    found = propose(summary_of(log), RULESETS["matam"], NAMES[:3], "matam", {"out_after_limit": reading})
    assert (found.end, found.by) == (end, by)
    before = played("matam", *moves(7, seats=3), (300_000, "end", "out"), seats=3)
    found = propose(summary_of(before), RULESETS["matam"], NAMES[:3], "matam", {"out_after_limit": reading})
    assert found.end == "out"


def test_the_hour_of_the_ebre():
    log = played("ebre", seats=4)
    log.until(3_700_000)
    assert proposal("ebre", log).end == "hour"


@pytest.mark.parametrize(("rules", "word"), [("matam", "aborted"), ("matam", "flag"), ("manresa", "blocked")])
def test_an_end_that_the_rules_do_not_have_is_not_made_into_another(rules, word):
    seats = RULESETS[rules].sizes[0] if rules != "matam" else 3
    found = proposal(rules, played(rules, *moves(4, seats=seats), (200_000, "end", word), seats=seats))
    assert (found.end, codes(found)) == (None, ["end_unknown"])


def test_a_log_that_stops_proposes_no_end():
    found = proposal("romania", played("romania", *moves(5)))
    assert (found.end, found.by, codes(found)) == (None, None, ["unfinished"])
    assert found.full_turns == 2


# Romania


def flag_falls(then: tuple[tuple, ...] = ()) -> PlayedLog:
    """Eight turns of a minute; in the ninth Anna's 25 minutes run out."""
    return played("romania", *moves(8, MINUTE), *(then or ((30 * MINUTE, "end", "flag"),)))


def test_a_flag():
    found = proposal("romania", flag_falls())
    assert (found.end, found.by, found.full_turns, codes(found)) == ("flag", 0, 4, [])
    assert figure(found, "end") == [(0, "flag", (9,), "RO, DEPĂŞIREA TIMPULUI DE GÂNDIRE")]
    assert figure(found, "full_turns") == [(None, 4, (), "RO, ABANDON")]


def test_turns_that_were_played_after_the_flag_do_not_count():
    """It was claimed three turns later."""
    later = tuple((30 * MINUTE + n * MINUTE, "seat", n % 2 + 1) for n in range(3))
    found = proposal("romania", flag_falls((*later, (34 * MINUTE, "end", "flag"))))
    assert (found.end, found.by, found.full_turns, codes(found)) == ("flag", 0, 4, ["played_on"])


def test_both_flags():
    found = proposal("romania", flag_falls(((26 * MINUTE, "seat", 1), (49 * MINUTE, "end", "flag"))))
    assert found.end == "flag"
    both = proposal("romania", flag_falls(((30 * MINUTE, "seat", 1), (55 * MINUTE, "end", "flag"))))
    assert (both.end, both.by) == ("both_flags", None)


def test_a_flag_that_nobody_claimed():
    found = proposal("romania", flag_falls(((30 * MINUTE, "seat", 1), (31 * MINUTE, "end", "out"))))
    assert (found.end, found.by, codes(found)) == ("out", 1, ["fell_unclaimed"])
    assert found.doubts[0].values == {"seat": 0}


def test_a_flag_that_did_not_fall():
    assert codes(proposal("romania", played("romania", *moves(3), (150_000, "end", "flag")))) == ["flag_of_nobody"]


def test_a_player_who_never_came():
    """His clock was started and ran to its end."""
    found = proposal("romania", played("romania", (26 * MINUTE, "end", "flag")))
    assert (found.end, found.by, found.full_turns, codes(found)) == ("flag", 0, 0, ["never_came"])


def test_who_gave_up():
    found = proposal("romania", played("romania", *moves(7), (300_000, "end", "abandon", 2)))
    assert (found.end, found.by, found.full_turns) == ("abandon", 1, 3)
    assert codes(proposal("romania", played("romania", *moves(7), (300_000, "end", "abandon")))) == [
        "abandon_by_nobody"
    ]


def test_three_wrong_plays_running():
    log = played("romania")
    t = 0
    for n in range(5):
        t += MINUTE
        assert log.take(t, "seat", n % 2 + 1) is None
        if n % 2 == 0:
            log.take(t + 5000, "pause", "challenge")
            assert log.take(t + 10_000, "verdict", "invalid") is None
            t += 10_000
    log.take(t + 5000, "end", "no_score")
    found = proposal("romania", log)
    assert (found.end, found.by) == ("three_wrong", 0)
    assert figure(found, "end") == [(0, "three_wrong", (1, 3, 5), "RO, 3 DEPUNERI CONSECUTIVE GREŞITE")]


def test_correct_words_that_were_challenged():
    log = played("romania", (MINUTE, "seat", 1), (70_000, "pause", "challenge"))
    log.take(90_000, "verdict", "valid", 2, 3)
    log.take(150_000, "seat", 2)
    found = proposal("romania", log)
    assert found.adjust == (0, -30)
    assert figure(found, "challenges") == [(1, -30, (2,), "RO, CONTESTAŢIA")]


@pytest.mark.parametrize(("reading", "points"), [("charged", (0, -20)), ("free", (0, 0))])
def test_correct_words_beside_a_wrong_one(reading, points):
    """Two words of three were correct, and the play fell: to the letter they are charged all the same."""
    log = played("romania", (MINUTE, "seat", 1), (70_000, "pause", "challenge"))
    log.take(90_000, "verdict", "invalid", 2, 2)
    found = propose(summary_of(log), RULESETS["romania"], NAMES[:2], None, {"challenge_mixed": reading})
    assert found.adjust == points
    assert [each.value for each in found.figures if each.what == "challenges"] == [value for value in points if value]


@pytest.mark.parametrize(("reading", "by"), [("turns", None), ("plays", 0)])
def test_three_wrong_plays_with_an_exchange_between(reading, by):
    log = played("romania")
    t = 0
    for n, what in enumerate("I.X.I.I"):
        t += MINUTE
        log.take(t, "seat", n % 2 + 1)
        if what == "X":
            log.take(t + 1000, "mark", "exchange", n + 1)
        if what == "I":
            log.take(t + 5000, "pause", "challenge")
            assert log.take(t + 10_000, "verdict", "invalid") is None
            t += 10_000
    log.take(t + 5000, "pause")
    log.take(t + 6000, "end", "no_score")
    found = propose(summary_of(log), RULESETS["romania"], NAMES[:2], None, {"three_wrong_in": reading})
    assert (found.end, found.by) == ("three_wrong", by)
    assert codes(found) == ([] if by is not None else ["wrong_by_nobody"])


def test_points_for_challenges_are_those_that_the_clock_shows():
    """The sum of the pauses is the seat's total in the summary."""
    log = played("romania", (MINUTE, "seat", 1), (70_000, "pause", "challenge"))
    log.take(90_000, "verdict", "valid", 2, 3)
    log.take(150_000, "seat", 2)
    log.take(160_000, "pause", "challenge")
    log.take(170_000, "verdict", "valid")
    summary = summary_of(log)
    assert proposal("romania", log).adjust == tuple(seat.challenge_points for seat in summary.seats) == (-10, -30)


def test_matam_knows_neither_full_turns_nor_points_for_challenges():
    found = proposal("matam", matam_game(turns=12))
    assert (found.full_turns, found.adjust, found.overtime_ms) == (None, None, None)


# Time


def over(rules: str, ms: int) -> Proposal:
    """Anna has used so much more than her bank when the game ends in Bernat's turn."""
    bank = {"manresa": 30, "wespa": 25}[rules] * MINUTE
    return proposal(rules, played(rules, (bank + ms, "seat", 1), (bank + ms + MINUTE, "end", "out")))


@pytest.mark.parametrize(
    ("ms", "points"), [(0, 0), (1, 10), (59_999, 10), (60_000, 10), (60_001, 20), (121_000, 30), (600_000, 100)]
)
def test_overtime_by_the_started_minute(ms, points):
    """The figures of the reference cases manresa-overtime-01 to -10."""
    found = over("manresa", ms)
    assert found.overtime_ms == (ms, 0)
    told = [each for each in found.figures if each.what == "overtime"]
    assert [(each.values["points"], each.turns, each.article) for each in told] == (
        [(points, (1,), "CSM b")] if ms else []
    )
    sheet = found.onto(Sheet((300, 200), "out"))
    plain = RULESETS["manresa"].score(Sheet((300, 200), "out", by=1), {}).final
    assert RULESETS["manresa"].score(sheet, {}).final == (plain[0] - points, plain[1])


def test_overtime_in_wespa():
    assert figure(over("wespa", 61_000), "overtime") == [(0, 61_000, (1,), "WESPA")]


def test_lost_turns_and_those_that_went_on():
    log = played("matam", (130_000, "seat", 1), (280_000, "seat", 2), (281_000, "mark", "lost", 2), seats=3)
    log.take(300_000, "end", "out")
    found = proposal("matam", log)
    assert figure(found, "lost") == [(1, 1, (2,), "MG 30")]
    assert figure(found, "overran") == [(0, 1, (1,), "MG 30")]


def test_time_that_an_arbiter_gave():
    log = played("manresa", (MINUTE, "pause", "arbiter"), (70_000, "adjust", 1, 30_000), (80_000, "resume"))
    assert figure(proposal("manresa", log), "given") == [(0, 30_000, (), "")]


def test_a_clock_that_had_another_time_control():
    found = proposal("manresa", played("manresa", *moves(4), (200_000, "end", "out"), control="wespa"))
    assert codes(found) == ["other_control"]


# Seats


def test_players_who_sat_down_in_another_order():
    """At the clock Carla began; in the draw Anna was to. Figures go to the game's seats."""
    log = played("matam", *moves(3, seats=3), (200_000, "end", "out"), seats=3, names=[NAMES[2], NAMES[0], NAMES[1]])
    found = proposal("matam", log)
    assert found.order == (2, 0, 1)
    assert (found.end, found.by) == ("out", 2)


def test_names_that_agree_but_for_capitals_are_the_same_seats():
    log = played(
        "matam",
        *moves(3, seats=3),
        (200_000, "end", "out"),
        seats=3,
        names=["CARLA VIDAL", "anna puig", "Bernat Soler"],
    )
    assert proposal("matam", log).by == 2


@pytest.mark.parametrize("names", [[], ["Zoe", "Xavi", "Yago"]])
def test_without_the_players_names_seats_are_those_of_the_clock(names):
    log = played("matam", *moves(3, seats=3), (200_000, "end", "out"), seats=3, names=names)
    found = proposal("matam", log)
    assert (found.order, found.by) == (None, 0)


def test_another_number_of_players():
    log = played("manresa", *moves(3), (200_000, "end", "out"))
    assert codes(proposal("manresa", log, NAMES[:3])) == ["seats_differ"]


# Onto a sheet, and beside one


def test_nothing_of_a_sheet_is_lost():
    sheet = Sheet((300, 200), "interrupted", racks=(0, 7), scrabbles=(1, 0), absent=())
    put = over("manresa", 61_000).onto(sheet)
    assert put == Sheet((300, 200), "out", by=1, racks=(0, 7), overtime_ms=(61_000, 0), scrabbles=(1, 0))


def entered(rules: str, log: PlayedLog, **sheet: Any) -> list[str]:
    given = {"scores": (300, 200, 100)[: RULESETS[rules].sizes[0]], "end": "out", **sheet}
    return [each.code for each in compare(proposal(rules, log), Sheet(**given))]


MANRESA = [(31 * MINUTE + 1, "seat", 1), (32 * MINUTE, "end", "out")]


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        ({"overtime_ms": (2 * MINUTE, 0), "by": 1}, []),
        ({"overtime_ms": (60_001, 0)}, []),
        ({"overtime_ms": (MINUTE, 0)}, ["entered_overtime"]),
        ({}, ["entered_overtime"]),
        ({"overtime_ms": (0, 2 * MINUTE)}, ["entered_overtime", "entered_overtime"]),
        ({"overtime_ms": (2 * MINUTE, 0), "end": "zeros"}, ["entered_end"]),
        ({"overtime_ms": (2 * MINUTE, 0), "by": 0}, ["entered_by"]),
        ({"overtime_ms": (2 * MINUTE, 0), "racks": (0, 5)}, ["entered_by"]),
        ({"overtime_ms": (2 * MINUTE, 0), "racks": (5, 0)}, []),
        ({"scores": (1, 2, 3)}, ["entered_seats"]),
    ],
)
def test_what_was_entered_beside_what_the_log_says(sheet, expected):
    assert entered("manresa", played("manresa", *MANRESA), **sheet) == expected


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        ({"end": "flag", "by": 0, "full_turns": 4}, []),
        ({"end": "flag", "by": 0}, []),
        ({"end": "flag", "by": 1, "full_turns": 4}, ["entered_by"]),
        ({"end": "flag", "by": 0, "full_turns": 5}, ["entered_full_turns"]),
        ({"end": "flag", "by": 0, "adjust": (0, -10)}, ["entered_points"]),
        ({"end": "abandon", "by": 0, "full_turns": 4}, ["entered_end"]),
    ],
)
def test_what_was_entered_of_a_romanian_game(sheet, expected):
    assert entered("romania", flag_falls(), **sheet) == expected


def test_a_log_that_does_not_end_has_nothing_to_say_of_the_end():
    assert entered("manresa", played("manresa", *moves(4)), end="interrupted") == []


@given(st.sampled_from(sorted(PRESET)), st.integers(0, 40), st.sampled_from(sorted(ENDS)), st.integers(1000, 200_000))
def test_a_sheet_with_everything_proposed_agrees_with_its_log(rules, count, end, last_ms):
    seats = max(RULESETS[rules].sizes[0], 2)
    log = PlayedLog(header(PRESET[rules], seats))
    log.take(0, "seat", 1)
    for t, *step in moves(count, 45_000, seats):
        log.take(t, *step)
    log.take(count * 45_000 + last_ms, "end", end)
    found = proposal(rules, log)
    assert found.end is None or found.end in RULESETS[rules].ends
    assert all(0 <= seat < seats for seat in [each.seat for each in found.figures if each.seat is not None])
    assert compare(found, found.onto(Sheet((0,) * seats, "interrupted"))) == []


# In words


def in_words(found: Proposal, lang: str) -> list[str]:
    return [proposed.figure(each, lang, NAMES) for each in found.figures] + proposed.doubts(found.doubts, lang, NAMES)


def every_sentence(found: Proposal, sheet: Sheet, lang: str) -> list[str]:
    return in_words(found, lang) + [proposed.doubt(each, lang, NAMES) for each in compare(found, sheet)]


WRONG = Sheet((1, 2), "abandon", by=1, overtime_ms=(0, 5 * MINUTE), adjust=(0, -10), full_turns=99)
SPOKEN: dict[str, Callable[[], list[Proposal]]] = {
    "romania": lambda: [proposal("romania", flag_falls()), proposal("romania", played("romania", *moves(5)))],
    "manresa": lambda: [over("manresa", 61_000), proposal("manresa", played("manresa", *moves(3), control="wespa"))],
    "matam": lambda: [proposal("matam", matam_game(turns=12))],
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rules", sorted(SPOKEN))
def test_everything_is_said_with_names_and_without_holes(rules, lang):
    for found in SPOKEN[rules]():
        for text in every_sentence(found, WRONG, lang):
            assert not re.search(r"[{}]|None|\(\)", text), text


def test_a_sentence_says_who_how_much_which_turns_and_which_article():
    assert in_words(over("manresa", 61_000), "en") == [
        "End: a player went out, Bernat Soler (turn 2). [CSM]",
        "Anna Puig: 1:01 over time; minutes begun: 2; points: −20 (turn 1). [CSM b]",
    ]


def test_there_are_words_for_all_that_can_be_said():
    """Every code in the sources has its sentence, and no sentence is left over."""
    folder = Path(tournament.__file__).parent
    sources = "".join((folder / f"{name}.py").read_text("utf-8") for name in ("matching", "proposal", "comparison"))
    doubts = set(re.findall(r"LogDoubt\(\s*\"(\w+)\"", sources)) | {
        "no_place",
        "no_table",
        "other_names",
        "before_draw",
    }
    words = {key.removeprefix("doubt_") for key in catalogue("matching") if key.startswith("doubt_")}
    assert words == doubts
