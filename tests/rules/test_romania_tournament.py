"""A small Romanian tournament, from its entries to its standings, added up by hand from the document."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from tritempo_host.draws.romania import pair_down
from tritempo_host.tournament.drawing import field_of
from tritempo_host.tournament.entry import Entry
from tritempo_host.tournament.fold import fold
from tritempo_host.tournament.standings import standings

AT = datetime(2026, 11, 28, 9, tzinfo=UTC)
PLAYERS = {1: "Ana", 2: "Bogdan", 3: "Călin", 4: "Dana", 5: "Ștefan"}


def begun(players: Mapping[int, str], rounds: int = 2) -> list[tuple[str, dict[str, Any]]]:
    return [
        ("created", {"name": "Cupa", "rules": "romania", "settings": {"rounds": rounds}}),
        *(("player", {"add": True, "player": number, "name": name}) for number, name in players.items()),
    ]


START = begun(PLAYERS)


def draw(number: int, *pairs: tuple[int, int], bye: int) -> tuple[str, dict[str, Any]]:
    tables = [{"table": n, "match": n, "players": list(pair)} for n, pair in enumerate(pairs, start=1)]
    matches = [list(pair) for pair in pairs]
    return "draw", {"round": number, "system": "romania", "matches": matches, "tables": tables, "bye": [bye]}


def result(number: int, table: int, scores: tuple[int, int], end: str, **more: Any) -> tuple[str, dict[str, Any]]:
    return "result", {"round": number, "table": table, "scores": list(scores), "end": end, **more}


FIRST = [
    draw(1, (1, 2), (3, 4), bye=5),
    result(1, 1, (420, 380), "out"),  # Ana 1.525, Bogdan 0.475
    result(1, 2, (405, 315), "out"),  # Călin 1.562, Dana 0.438; Ștefan sits out: 1.000
    ("penalty", {"kind": "disciplinary", "player": 3}),
    ("penalty", {"kind": "technical", "player": 3}),
    ("close", {"round": 1}),
]
SECOND = [
    draw(2, (3, 1), (5, 2), bye=4),
    result(2, 1, (300, 100), "abandon", by=1, full_turns=3),  # Călin 1.560, Ana 0.250
    result(2, 2, (400, 300), "flag", by=0, full_turns=8),  # Ștefan 0.470, Bogdan 1.530; Dana 1.000
    ("penalty", {"kind": "penalty", "player": 2}),
]
CLOSED = [("close", {"round": 2})]


def entries(*rows: tuple[str, Mapping[str, Any]]) -> list[Entry]:
    return [Entry(n, AT, "arbitru", kind, body) for n, (kind, body) in enumerate(rows, start=1)]


def placed(rows: list[tuple[str, dict[str, Any]]]) -> list[tuple[int, str, str]]:
    tournament = fold(entries(*rows))
    shown = tournament.ruleset.shown
    return [(line.rank, PLAYERS[line.entrant], shown("total", line.values["total"])) for line in standings(tournament)]


def test_after_the_first_round_nothing_comes_off():
    assert placed([*START, *FIRST]) == [
        (1, "Călin", "1.562"),
        (2, "Ana", "1.525"),
        (3, "Ștefan", "1.000"),
        (4, "Bogdan", "0.475"),
        (5, "Dana", "0.438"),
    ]


def test_the_second_round_is_paired_by_these_standings():
    tournament = fold(entries(*START, *FIRST))
    ranking = [line.entrant for line in standings(tournament)]
    assert pair_down(ranking, {(1, 2), (3, 4)}) == ([(3, 1), (5, 2)], 4, [])


BEFORE_DEDUCTIONS = [
    (1, "Călin", "3.122"),
    (2, "Bogdan", "2.005"),
    (3, "Ana", "1.775"),
    (4, "Ștefan", "1.470"),
    (5, "Dana", "1.438"),
]


def test_warnings_and_penalties_come_off_after_the_last_game():
    assert placed([*START, *FIRST, *SECOND]) == BEFORE_DEDUCTIONS
    assert placed([*START, *FIRST, *SECOND, *CLOSED]) == [
        (1, "Călin", "3.042"),  # five technical warnings, the first free: 0.080
        (2, "Ana", "1.775"),
        (3, "Ștefan", "1.470"),
        (4, "Dana", "1.438"),
        (5, "Bogdan", "1.005"),  # a penalty: 1.000
    ]


def test_another_reading_counts_for_the_games_that_are_already_in():
    rows = [*START, ("settings", {"settings": {"first_free": "technical"}}), *FIRST, *SECOND, *CLOSED]
    assert placed(rows)[0] == (1, "Călin", "3.042")  # a technical one was free, four are not: 0.080 as well
    only_disciplinary = [row for row in rows if row != ("penalty", {"kind": "technical", "player": 3})]
    assert placed(only_disciplinary)[0] == (1, "Călin", "3.042")
    by_default = [row for row in only_disciplinary if row[0] != "settings"]
    assert placed(by_default)[0] == (1, "Călin", "3.062")


# Întocmirea clasamentelor: who is level after a round is paired in alphabetical order; coefficients part only the end

LEVEL = {1: "Vasile Zamfir", 2: "Ana Popa", 3: "Ion Șerban", 4: "Barbu, Zoe", 5: "Alin Bărbat"}


def ranked(players: Mapping[int, str], *rows: tuple[str, Mapping[str, Any]]) -> tuple[int, ...]:
    """The order in which the round after these is paired."""
    tournament = fold(entries(*begun(players), *rows))
    return field_of(tournament, len(tournament.rounds) + 1).ranked


def test_who_is_level_after_a_round_is_paired_in_alphabetical_order():
    first = [draw(1, (1, 2), (3, 4), bye=5), result(1, 1, (420, 380), "out"), result(1, 2, (420, 380), "out")]
    # 1.525 for 1 and 3, 1.000 for 5, 0.475 for 2 and 4: Șerban before Zamfir, Barbu before Popa
    assert ranked(LEVEL, *first) == (3, 1, 5, 4, 2)


def test_the_best_coefficient_parts_nobody_before_the_end():
    rows = [
        draw(1, (1, 2), (3, 4), bye=5),
        result(1, 1, (600, 200), "out"),  # Zamfir 1.667, Popa 0.250
        result(1, 2, (533, 467), "out"),  # Șerban 1.533, Barbu 0.467; Bărbat sits out: 1.000
        draw(2, (1, 3), (5, 4), bye=2),
        result(2, 1, (400, 600), "out"),  # Zamfir 0.400: 2.067; Șerban 1.600: 3.133
        result(2, 2, (400, 600), "out"),  # Bărbat 0.400: 1.400; Barbu 1.600: 2.067; Popa 1.250
    ]
    assert ranked(LEVEL, *rows) == (3, 4, 1, 5, 2)
    # in the final standings his 1.667 puts Zamfir before Barbu
    ended = fold(entries(*begun(LEVEL, rounds=2), *rows, ("close", {"round": 1}), ("close", {"round": 2})))
    assert [line.entrant for line in standings(ended)] == [3, 1, 4, 5, 2]
