"""What stands between wanting a round and having it drawn: refusals, questions, the seed and system that are meant."""

import pytest

from tournament.test_fold import DRAWN, EMPTY, LANGS, PAIR, PLAYED, TEAMS, written_down
from tournament.tournaments import one_draw, result
from tritempo_host.tournament import Draft, Entry, Refused, fold
from tritempo_host.tournament.drawing import draw_body
from tritempo_host.tournament.drawing_up import (
    default_seed,
    default_system,
    default_trumps,
    draw_round,
    questions,
    refusal,
    remarks,
    systems,
)
from tritempo_host.tournament.spoken import said

NINE = written_down(
    *(Draft("team", {"name": f"Team {t}"}) for t in range(1, 10)),
    *(Draft("player", {"name": f"P{t}{b}", "team": t, "board": b}) for t in range(1, 10) for b in "BGP"),
)


def settings(**values: object) -> Draft:
    return Draft("settings", {"settings": values})


@pytest.mark.parametrize(
    ("entries", "number", "code", "dry"),
    [
        (EMPTY, 1, "draw_nobody", "draw_nobody"),
        (TEAMS, 2, "draw_gap", "draw_gap"),
        (TEAMS, 1, None, None),
        (DRAWN, 1, None, None),
        (written_down(result(2), entries=DRAWN), 1, "round_has_results", None),
        (PLAYED, 1, "round_has_results", None),
        (PLAYED, 2, None, None),
    ],
)
def test_what_cannot_be_drawn(entries: list[Entry], number: int, code: str | None, dry: str | None) -> None:
    tournament = fold(entries)
    for found, wanted in ((refusal(tournament, number), code), (refusal(tournament, number, dry=True), dry)):
        assert (found and found.code) == wanted
        assert found is None or all(said(found, lang) for lang in LANGS)


@pytest.mark.parametrize(
    ("entries", "number", "codes"),
    [
        (TEAMS, 1, []),
        (DRAWN, 1, ["draw_again"]),
        (DRAWN, 2, ["draw_early"]),
        (written_down(settings(rounds=1), entries=PLAYED), 2, ["draw_beyond"]),
        (written_down(settings(rounds=1), entries=DRAWN), 2, ["draw_early", "draw_beyond"]),
        (written_down(Draft("arrived", {"entrant": 1}), entries=TEAMS), 1, ["draw_not_arrived"]),
        (written_down(*(Draft("arrived", {"entrant": n}) for n in (1, 2, 3)), entries=TEAMS), 1, []),
    ],
)
def test_what_is_asked_before(entries: list[Entry], number: int, codes: list[str]) -> None:
    asked = questions(fold(entries), number)
    assert [each.code for each in asked] == codes
    assert all(said(each, lang) for each in asked for lang in LANGS)


def test_open_rounds_are_named_with_the_tables_that_are_missing() -> None:
    tournament = fold(written_down(result(2), entries=DRAWN))
    assert "1 (without a result, table: 1, 3)" in said(questions(tournament, 2)[0], "en")
    everything_in = fold(written_down(result(1), result(2), result(3), entries=DRAWN))
    assert "round 1. " in said(questions(everything_in, 2)[0], "en")


def test_who_has_not_come_is_named() -> None:
    tournament = fold(written_down(Draft("arrived", {"entrant": 2}), entries=TEAMS))
    assert "Team 1, Team 3" in said(questions(tournament, 1)[0], "ca")


def test_the_seed_is_that_of_the_settings_then_of_the_rounds_before_then_one_by_chance() -> None:
    assert default_seed(fold(written_down(settings(seed="ours"), entries=DRAWN)), 2) == "ours"
    assert default_seed(fold(DRAWN), 2) == "x"
    assert default_seed(fold(DRAWN), 1) != default_seed(fold(DRAWN), 1)


def test_a_draw_is_repeated_by_its_seed() -> None:
    tournament = fold(NINE)
    drawn = draw_round(tournament, 1)
    assert (drawn.system, drawn.round) == ("molinenc", 1)
    assert draw_round(tournament, 1, drawn.seed) == drawn
    entries = written_down(Draft("draw", draw_body(tournament, drawn)), entries=NINE)
    assert fold(entries).rounds[1].seed == drawn.seed


def test_trumps_are_dealt_if_that_is_said_or_set() -> None:
    for trumps, setting in ((True, False), (None, True)):
        tournament = fold(written_down(settings(trumps=setting), entries=NINE))
        assert default_trumps(tournament, "molinenc") == setting
        assert draw_round(tournament, 1, "s", trumps=trumps).trumps
    assert not draw_round(fold(NINE), 1, "s").trumps
    pair = fold(PAIR)
    assert (default_system(pair), default_trumps(pair, "swiss")) == ("swiss", False)
    with pytest.raises(Refused, match="no_trumps") as told:
        draw_round(pair, 2, "s", trumps=True)
    assert all("swiss" not in said(told.value, lang) for lang in LANGS)


def test_who_sits_out_and_who_meets_again_is_told() -> None:
    body = dict(one_draw().body) | {"bye": [3], "repeats": [[1, 2]], "forced": [[1, 2], [2, 3]]}
    told = remarks(fold(TEAMS), body)
    assert [each.code for each in told] == ["draw_bye", "draw_repeat", "draw_forced"]
    assert [said(each, "en") for each in told] == [
        "Sits out: Team 3",
        "Meet again: Team 1 – Team 2",
        "Forced: Team 2 – Team 3",
    ]


def club(rules: str, players: int, **chosen: object) -> list[Entry]:
    return written_down(settings(**chosen), *(Draft("player", {"name": f"P{n}"}) for n in range(players)), rules=rules)


PAIRS, ALL = ["swiss", "round_robin", "romania"], ["swiss", "round_robin", "threes", "romania"]


@pytest.mark.parametrize(
    ("rules", "players", "chosen", "offered"),
    [
        ("manresa", 1, {}, []),
        ("manresa", 2, {}, ALL),
        pytest.param("manresa", 3, {}, ["threes", "swiss", "round_robin", "romania", "ebre"], id="all at one table"),
        ("manresa", 4, {}, [*ALL, "ebre"]),
        ("manresa", 5, {}, ALL),
        pytest.param("manresa", 3, {"control": "manresa-escacs"}, PAIRS, id="a clock for two"),
        pytest.param("manresa", 3, {"system": "swiss"}, [*ALL, "ebre"], id="as the settings say"),
        pytest.param("manresa", 6, {"control": "our own.json"}, [*ALL, "ebre"], id="a clock nobody knows"),
        ("wespa", 1, {}, []),
        ("wespa", 3, {}, PAIRS),
        ("romania", 7, {}, ["romania", "swiss", "round_robin"]),
        ("ebre", 2, {}, []),
        ("ebre", 3, {}, ["ebre", "threes"]),
        pytest.param("ebre", 5, {}, [], id="five are no tables of three and four"),
        pytest.param("ebre", 5, {"draw_five": "out"}, ["ebre"], id="one of five sits out"),
        ("cusca", 8, {}, ["ebre", "threes"]),
    ],
)
def test_only_what_the_rules_can_play_is_offered(
    rules: str, players: int, chosen: dict[str, object], offered: list[str]
) -> None:
    tournament = fold(club(rules, players, **chosen))
    assert systems(tournament, 1) == offered
    assert default_system(tournament) == (offered[0] if offered else tournament.ruleset.draws[0])


def test_teams_are_drawn_as_teams() -> None:
    assert systems(fold(NINE), 1) == ["molinenc"]
    assert systems(fold(written_down(Draft("absent", {"entrant": 9, "round": 1}), entries=NINE)), 1) == []


@pytest.mark.parametrize(("rules", "players", "system"), [("wespa", 6, "threes"), ("ebre", 8, "swiss")])
def test_tables_that_the_rules_do_not_play_are_not_drawn(rules: str, players: int, system: str) -> None:
    with pytest.raises(Refused, match="draw_sizes") as told:
        draw_round(fold(club(rules, players)), 1, "s", system)
    assert all(system not in said(told.value, lang) for lang in LANGS)


# RO, SANCŢIUNI: three rounds of absence, the first ones included, or a second penalty; the chief arbiter says it


def romanian(*more: Draft) -> list[Entry]:
    """Five of six played three rounds; in the second 2 did not come to the table, and 6 entered after all three."""
    drafts = [Draft("player", {"name": name}) for name in ("Ana", "Bogdan", "Călin", "Dana", "Ștefan")]
    for number, (pair, other, bye) in enumerate([((1, 2), (3, 4), 5), ((1, 2), (3, 5), 4), ((1, 3), (4, 5), 2)], 1):
        tables = [{"table": n, "match": n, "players": list(each)} for n, each in enumerate((pair, other), 1)]
        body = {"round": number, "system": "romania", "matches": [list(pair), list(other)], "tables": tables}
        drafts.append(Draft("draw", body | {"bye": [bye]}))
        end = (
            {"scores": [0, 0], "end": "no_show", "absent": [1]} if number == 2 else {"scores": [400, 300], "end": "out"}
        )
        drafts.append(Draft("result", {"round": number, "table": 1} | end))
        drafts += [
            Draft("result", {"round": number, "table": 2, "scores": [350, 340], "end": "out"}),
            Draft("close", {"round": number}),
        ]
    return written_down(*drafts, Draft("player", {"name": "Târziu"}), *more, rules="romania")


def penalty(player: int) -> Draft:
    return Draft("penalty", {"kind": "penalty", "player": player})


@pytest.mark.parametrize(
    ("more", "asked"),
    [
        ((), {"draw_eliminated_absences": (6,)}),
        ((Draft("withdraw", {"entrant": 6, "from": 4}),), {}),
        ((penalty(1), penalty(3)), {"draw_eliminated_absences": (6,)}),
        ((penalty(1), penalty(1)), {"draw_eliminated_absences": (6,), "draw_eliminated_penalties": (1,)}),
    ],
)
def test_who_is_out_by_the_rules_is_not_drawn_without_a_question(more: tuple[Draft, ...], asked: dict) -> None:
    found = questions(fold(romanian(*more)), 4)
    assert {each.code: each.values["entrants"] for each in found} == asked
    assert all("{" not in said(each, lang) for each in found for lang in LANGS)
