"""Runs inside MicroPython: plays scenarios, one JSON line each, and prints what each shows at its `until`."""

import json
import sys

from tritempo.scenario import play
from tritempo.view import scenario_view

while True:
    line = sys.stdin.readline()
    if not line:
        break
    scenario = json.loads(line)
    print(json.dumps(scenario_view(play(scenario), scenario["until"])))
