"""Scenario files: the executable form of the clock's design. The same runner on CPython and in MicroPython.

A scenario is a dict: `id`, `control` (a preset's id or a whole control), `seats`, `events` (lists of time, input and
arguments, in order of time), `until`, `expect`, and perhaps `options` (fields of the control to replace) and
`holders` (who holds which trump). docs/scenarios.md has the keys that `expect` may name.
"""

from tritempo.control import PRESETS, Control, ControlError, preset
from tritempo.game import Game
from tritempo.view import scenario_view


def fault(scenario):
    """What is wrong with a scenario's form, a sentence; None if it can be run."""
    if not isinstance(scenario, dict):
        return "a scenario is a table"
    for key, kind in (("id", str), ("seats", int), ("events", list), ("until", int), ("expect", dict)):
        if not isinstance(scenario.get(key), kind):
            return "`" + key + "` is missing or is not what it should be"
    if not isinstance(scenario.get("control"), (str, dict)):
        return "`control` is a preset's id or a whole control"
    for key in ("options", "holders"):
        if not isinstance(scenario.get(key) or {}, dict):
            return "`" + key + "` is a table"
    before = 0
    for event in scenario["events"]:
        if not isinstance(event, list) or len(event) < 2 or type(event[0]) is not int or not isinstance(event[1], str):
            return "an event is a list: time, input and its arguments, not {}".format(event)
        if event[0] < before:
            return "events are in order of time: {} comes after {}".format(event, before)
        before = event[0]
    if scenario["until"] < before:
        return "`until` lies before the last event"
    return None


def play(scenario):
    """Plays a scenario to its `until`. Returns the Game. Raises ControlError for a control that is refused."""
    control = scenario["control"]
    if isinstance(control, str):
        if control not in PRESETS:
            raise ControlError("id", "there is no preset `" + control + "`; the presets are " + ", ".join(PRESETS))
        control = preset(control)
    control = dict(control)
    control.update(scenario.get("options") or {})
    game = Game(Control(control, scenario["seats"]), scenario.get("holders"))
    for event in scenario["events"]:
        game.input(event[0], event[1], *event[2:])
    game.advance(scenario["until"])
    return game


def check(scenario):
    """Runs a scenario. Returns the differences, each a sentence; an empty list if all is as expected."""
    expect = scenario["expect"]
    try:
        game = play(scenario)
    except ControlError as error:
        return [] if expect.get("refused") else ["the control was refused: " + str(error)]
    if expect.get("refused"):
        return ["the control was accepted, and should have been refused"]
    found = scenario_view(game, scenario["until"])
    wrong = []
    for key in expect:
        if key == "turns":
            wrong += _compare_turns(expect[key], found[key])
        elif key not in found:
            wrong.append("`{}` is nothing that a scenario can expect".format(key))
        elif expect[key] != found[key]:
            wrong.append("{}: expected {}, found {}".format(key, expect[key], found[key]))
    return wrong


def _compare_turns(expected, found):
    if len(expected) != len(found):
        return ["turns: expected {}, found {}".format(len(expected), len(found))]
    wrong = []
    for i in range(len(expected)):
        for key in expected[i]:
            if key not in found[i]:
                wrong.append("turn {}: `{}` is nothing that a turn has".format(i + 1, key))
            elif expected[i][key] != found[i][key]:
                wrong.append("turn {} {}: expected {}, found {}".format(i + 1, key, expected[i][key], found[i][key]))
    return wrong
