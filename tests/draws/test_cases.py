"""The given cases of the draws, and schedules that are none."""

import pytest

from tritempo_host.draws.cases import SYSTEMS, faults, molinenc_draw

AFFINE = [
    [[1, 4, 7], [2, 5, 8], [3, 6, 9]],
    [[1, 5, 9], [2, 6, 7], [3, 4, 8]],
    [[1, 6, 8], [2, 4, 9], [3, 5, 7]],
    [[1, 2, 3], [4, 5, 6], [7, 8, 9]],
]
CASES = [
    (
        "ro_pairing",
        {"ranking": [1, 2, 3, 4, 5, 6], "already_met": [[2, 1]], "club": {}},
        {"pairs": [[1, 3], [2, 4], [5, 6]], "bye": None, "forced_pairs": []},
    ),
    (
        "ro_pairing",
        {"ranking": [1, 2, 3, 4], "already_met": [[3, 4]], "club": {}},
        {"pairs": [[1, 2], [3, 4]], "bye": None, "forced_pairs": [[3, 4]]},
    ),
    (
        "ro_pairing",
        {"ranking": [1, 2, 3, 4], "already_met": [], "club": {"1": "X", "2": "X"}},
        {"pairs": [[1, 3], [2, 4]], "bye": None, "forced_pairs": []},
    ),
    (
        "ro_pairing",
        {"ranking": [5, 4, 3, 2, 1], "already_met": [], "club": {}},
        {"pairs": [[5, 4], [3, 2]], "bye": 1, "forced_pairs": []},
    ),
    ("molinenc_draw", {"teams": 12}, {"max_rounds_without_repeat": 4, "counting_bound": 5, "groups_per_round": 4}),
    ("molinenc_draw", {"teams": 21}, {"max_rounds_without_repeat": 10, "counting_bound": 10, "groups_per_round": 7}),
    ("molinenc_draw", {"teams": 6}, {"max_rounds_without_repeat": 1, "counting_bound": 2, "groups_per_round": 2}),
    ("molinenc_draw", {"teams": 9, "rounds": 4}, {"valid_schedule": AFFINE, "pairs_met": 36}),
    ("molinenc_draw", {"ranking_after_round_4": [3, 7, 1, 12, 9, 2]}, {"groups": [[3, 7, 1], [12, 9, 2]]}),
]


@pytest.mark.parametrize(("system", "given", "expected"), CASES)
def test_cases(system: str, given: dict, expected: dict):
    answer = SYSTEMS[system](given, {}, expected)
    assert {key: answer[key] for key in expected} == expected


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda rounds: rounds[:3], "3 rounds"),
        (lambda rounds: [*rounds[:3], rounds[0]], "1 and 4 meet again in round 4"),
        (lambda rounds: [[[1, 2, 3], [4, 5, 6]], *rounds[1:]], "round 1 is not all teams once"),
        (lambda rounds: [[[1, 4, 7, 2], [5, 8], [3, 6, 9]], *rounds[1:]], "round 1 has a group that is not three"),
    ],
)
def test_a_schedule_that_is_none_is_not_the_answer(change, fault):
    assert faults(9, 4, change(AFFINE)) == fault
    answer = molinenc_draw({"teams": 9, "rounds": 4}, {}, {"valid_schedule": change(AFFINE), "pairs_met": 36})
    assert answer["valid_schedule"] == f"not valid: {fault}"


@pytest.mark.parametrize(("teams", "rounds"), [(9, 4), (12, 4), (15, 5), (15, 7), (18, 8), (21, 10), (24, 11)])
def test_our_own_schedules_are_valid(teams, rounds):
    answer = molinenc_draw({"teams": teams, "rounds": rounds})
    assert faults(teams, rounds, answer["valid_schedule"]) is None
    assert answer["pairs_met"] == teams * rounds
