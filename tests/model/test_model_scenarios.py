"""The model says what the scenario files say: the rules page's own, and ours that go further."""

import pytest

from model.scenarios import answer, differences, load

GIVEN = load("clock_scenarios.json")
MORE = load("more_scenarios.json")


def test_all_are_here():
    assert len(GIVEN) == 106
    assert len({scenario["id"] for scenario in GIVEN + MORE}) == len(GIVEN) + len(MORE)
    assert all(scenario["note"] for scenario in MORE)


@pytest.mark.parametrize("scenario", GIVEN + MORE, ids=lambda scenario: scenario["id"])
def test_scenario(scenario):
    assert differences(scenario["expect"], answer(scenario)) == {}
