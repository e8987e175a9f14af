"""A small Romanian tournament, from its entries to its standings, added up by hand from the document."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from tritempo_host.draws.romania import pair_down
from tritempo_host.tournament.entry import Entry
from tritempo_host.tournament.fold import fold
from tritempo_host.tournament.standings import standings

AT = datetime(2026, 11, 28, 9, tzinfo=UTC)
PLAYERS = {1: "Ana", 2: "Bogdan", 3: "Călin", 4: "Dana", 5: "Ștefan"}

START = [
    ("created", {"name": "Cupa", "rules": "romania", "settings": {"rounds": 2}}),
    *(("player", {"add": True, "player": number, "name": name}) for number, name in PLAYERS.items()),
]


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
