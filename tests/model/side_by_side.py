"""A hypothesis machine that does one thing after another to a clock and to the plain model, and compares them."""

import json
from typing import Any, ClassVar

from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from model import strategies
from model.clock_model import ClockModel

OUT_OF_PLACE = ["seat", "pause", "reason", "resume", "verdict", "trump", "undo", "adjust", "round_start", "mark", "end",
                "power"]  # fmt: skip


def when(*states):
    """The rule makes sense in these states of the game."""
    return precondition(lambda self: self.begun and self.world().state in states)


class SideBySide(RuleBasedStateMachine):
    """Times are drawn from those that matter to the game as it stands. The test that runs it sets `body`."""

    body: ClassVar[Any]

    def __init__(self):
        super().__init__()
        self.begun = False

    @initialize(table=strategies.tables())
    def begin(self, table):
        self.model = ClockModel(*table)
        self.body.new(*table)
        self.begun = True
        self.now = 0
        self.earliest = 0  # no input may come at a millisecond that has passed whole
        control, seats, holders = table
        self.scenario = {"id": "drawn", "control": control, "seats": seats, "holders": holders, "events": []}

    def world(self):
        return self.model.world_at(self.now, including=self.now < self.earliest)

    def do(self, data, kind):
        self.now = self.earliest = data.draw(strategies.times(self.world(), self.earliest), label="t")
        args = data.draw(strategies.arguments(kind, self.world()), label=kind)
        self.scenario["events"].append([self.now, kind, *args])
        by_model = self.model.input(self.now, kind, *args)
        by_clock = self.body.input(self.now, kind, *args)
        self.agree(self.model.at(self.now, including=False))
        assert (by_clock is None) == (by_model is None), f"why ignored: model {by_model}, clock {by_clock}"

    def agree(self, expected):
        found = self.body.view(self.now)
        wrong = [f"{key}: model {value}, clock {found[key]}" for key, value in expected.items() if found[key] != value]
        if wrong:
            note(json.dumps(dict(self.scenario, until=self.now)))
        assert not wrong, "; ".join(wrong)

    @precondition(lambda self: self.begun)
    @rule(data=st.data())
    def time_passes(self, data):
        self.now = data.draw(strategies.times(self.world(), self.earliest), label="until")
        self.body.advance(self.now)
        self.earliest = self.now + 1
        self.agree(self.model.at(self.now))

    @when("ready", "running", "gap")
    @rule(data=st.data())
    def seat(self, data):
        self.do(data, "seat")

    @when("ready", "running", "gap")
    @rule(data=st.data(), presses=st.integers(2, 8))
    def play_on(self, data, presses):
        for _ in range(presses):
            self.do(data, "seat")

    @when("running", "gap")
    @rule(data=st.data())
    def pause_and_decide(self, data):
        self.do(data, "pause")
        self.do(data, "verdict")

    @when("running", "gap", "ended")
    @rule(data=st.data())
    def pause(self, data):
        self.do(data, "pause")

    @when("running", "gap")
    @rule(data=st.data())
    def trump(self, data):
        self.do(data, "trump")

    @when("paused")
    @rule(data=st.data())
    def resume(self, data):
        self.do(data, "resume")

    @when("paused")
    @rule(data=st.data())
    def reason(self, data):
        self.do(data, "reason")

    @when("paused")
    @rule(data=st.data())
    def verdict(self, data):
        self.do(data, "verdict")

    @when("paused", "ended")
    @rule(data=st.data())
    def undo(self, data):
        self.do(data, "undo")

    @when("ready", "paused")
    @rule(data=st.data())
    def adjust(self, data):
        self.do(data, "adjust")

    @when("ready")
    @rule(data=st.data())
    def round_start(self, data):
        self.do(data, "round_start")

    @when("running", "gap", "paused")
    @rule(data=st.data())
    def mark(self, data):
        self.do(data, "mark")

    @when("running", "gap", "paused")
    @rule(data=st.data())
    def end(self, data):
        self.do(data, "end")

    @when("running", "gap", "paused")
    @rule(data=st.data())
    def power(self, data):
        self.do(data, "power")

    @precondition(lambda self: self.begun)
    @rule(data=st.data(), kind=st.sampled_from(OUT_OF_PLACE))
    def out_of_place(self, data, kind):
        self.do(data, kind)
