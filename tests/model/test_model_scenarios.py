"""The model says what the scenario files say: the page's own, and ours that go further."""

import pytest

from model.scenarios import answer, differences, load

SCENARIOS = load("clock_scenarios.json")


def test_all_are_here():
    assert len(SCENARIOS) == 106
    assert len({scenario["id"] for scenario in SCENARIOS}) == 106


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: s["id"])
def test_given_scenario(scenario):
    assert differences(scenario["expect"], answer(scenario)) == {}
