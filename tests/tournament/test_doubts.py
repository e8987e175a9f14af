"""What is asked before a result is written; what an ordinary sheet says is never asked."""

from typing import Any

import pytest

from tournament.test_fold import DRAWN, LANGS, written_down
from tournament.tournaments import result
from tritempo_host.tournament import fold
from tritempo_host.tournament.checks import doubts
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
        ({"end": "passes"}, ["no_racks"]),
        ({"end": "out", "by": 0, "racks": [0, 0, 12]}, ["two_empty"]),
        ({"end": "passes", "racks": [0, 7, 12]}, ["empty_rack"]),
        ({"end": "passes", "racks": [61, 7, 12]}, ["rack"]),
        ({"overtime_ms": [0, 0, 660_000]}, ["overtime"]),
    ],
)
def test_what_is_asked(changes: dict, codes: list[str]) -> None:
    assert asked(**changes) == codes
