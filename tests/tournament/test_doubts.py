"""What is asked before a result is written; what an ordinary sheet says is never asked."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tournament.test_fold import DRAWN, LANGS, written_down
from tournament.tournaments import result
from tritempo_host.rules.ruleset import Sheet
from tritempo_host.tournament import fold
from tritempo_host.tournament.checks import doubts
from tritempo_host.tournament.entry import Entry
from tritempo_host.tournament.fold import sheet_of
from tritempo_host.tournament.spoken import said


def asked(**changes: Any) -> list[str]:
    tournament = fold(written_down(result(2, scores=[312, 287, 154]), entries=DRAWN))
    sheet = sheet_of(result(1, **changes).body)
    found = doubts(tournament, tournament.rounds[1].games[1], sheet)
    assert all(said(each, lang) for each in found for lang in LANGS)
    return [each.code for each in found]


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({}, []),
        ({"end": "out", "by": 0, "racks": [0, 7, 12]}, []),
        ({"end": "passes", "racks": [3, 7, 12]}, []),
        ({"scores": [300, 300, 100]}, []),
        ({"scores": [300, 200, -4]}, ["negative"]),
        ({"scores": [801, 200, 100]}, ["high"]),
        ({"scores": [300, 200, 10]}, ["low"]),
        ({"scores": [300, 200, 90], "scrabbles": [0, 0, 2]}, ["scrabbles"]),
        ({"scores": [790, 200, 90], "scrabbles": [9, 0, 0]}, ["many_scrabbles"]),
        ({"scores": [200, 200, 200]}, ["all_equal"]),
        ({"scores": [0, 0, 0], "scrabbles": []}, ["low", "low", "low", "all_zero"]),
        ({"scores": [0, 0, 0], "scrabbles": [], "end": "interrupted"}, []),
        ({"scores": [312, 287, 154]}, ["same_as"]),
        ({"adjust": [0, 0, -150]}, ["adjust"]),
        ({"scores": [0, 200, 100], "scrabbles": [], "absent": [0]}, []),
        ({"scores": [300, 200, 100], "absent": [0]}, ["absent_points"]),
        ({"end": "passes"}, ["no_racks"]),
        ({"end": "out", "by": 0, "racks": [0, 0, 12]}, ["two_empty"]),
        ({"end": "passes", "racks": [0, 7, 12]}, ["empty_rack"]),
        ({"end": "passes", "racks": [61, 7, 12]}, ["rack"]),
        ({"overtime_ms": [0, 0, 660_000]}, ["overtime"]),
    ],
)
def test_what_is_asked(changes: dict, codes: list[str]) -> None:
    assert asked(**changes) == codes


def test_who_never_came_cannot_have_fallen() -> None:
    """RO, NEPREZENTARE: 1.530 and 0.000, whatever stands beside it; a flag counts by the scores."""
    tables = [{"table": 1, "match": 1, "players": [1, 2]}]
    rows: list[tuple[str, dict[str, Any]]] = [
        ("created", {"name": "Cupa", "rules": "romania"}),
        *(("player", {"add": True, "player": n, "name": f"J{n}"}) for n in (1, 2)),
        ("draw", {"round": 1, "system": "romania", "matches": [[1, 2]], "tables": tables}),
    ]
    at = datetime(2026, 11, 28, tzinfo=UTC)
    tournament = fold([Entry(n, at, "arbitru", kind, body) for n, (kind, body) in enumerate(rows, 1)])

    def codes(**sheet: Any) -> list[str]:
        found = doubts(tournament, tournament.rounds[1].games[1], Sheet(**sheet))
        assert all(said(each, lang) for each in found for lang in LANGS)
        return [each.code for each in found]

    assert codes(scores=(120, 0), end="flag", by=1, full_turns=3, absent=(1,)) == ["absent_end"]
    assert codes(scores=(120, 80), end="flag", by=1, full_turns=3) == []
    assert codes(scores=(0, 0), end="no_show", absent=(1,)) == []
    assert codes(scores=(420, 380), end="no_show", absent=(0,)) == ["absent_points"]
