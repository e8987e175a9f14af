"""Runs scenario files (see the rules page, section 6) through the model."""

import json
from pathlib import Path

from model.clock_model import ClockModel
from model.controls import must_be_refused, whole

CASES = Path(__file__).parent.parent / "cases"


def load(name):
    return json.loads((CASES / name).read_text(encoding="utf-8"))


def answer(scenario):
    """What the model says of one scenario, or {"refused": True}."""
    control = whole(scenario["control"], scenario.get("options"))
    if must_be_refused(control, scenario["seats"]):
        return {"refused": True}
    model = ClockModel(control, scenario["seats"], scenario.get("holders"))
    for t, kind, *args in scenario["events"]:
        model.input(t, kind, *args)
    return model.at(scenario["until"])


def differences(expect, got):
    """The keys of `expect` that `got` does not meet, as {key: (expected, got)}. Of turns only the keys given count."""
    wrong = {}
    for key, value in expect.items():
        found = got.get(key, "no such answer")
        if key == "turns" and isinstance(found, list) and len(found) == len(value):
            found = [{k: turn.get(k) for k in wanted} for turn, wanted in zip(found, value, strict=True)]
        if found != value:
            wrong[key] = (value, found)
    return wrong


def step_by_step(scenario):
    """For each event of a scenario: (whether the model ignored it, what it shows at that very moment)."""
    model = ClockModel(scenario["control"], scenario["seats"], scenario["holders"])
    for t, kind, *args in scenario["events"]:
        ignored = model.input(t, kind, *args) is not None
        yield ignored, model.at(t, including=False)
