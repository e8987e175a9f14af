"""Runs a scenario file inside MicroPython: a JSON line for each scenario, with its id and what is wrong with it."""

import json
import sys

from tritempo.scenario import check


def main(path):
    with open(path) as file:  # noqa: PTH123 (MicroPython has no pathlib)
        scenarios = json.load(file)
    for scenario in scenarios:
        print(json.dumps([scenario["id"], check(scenario)]))


if __name__ == "__main__":
    main(sys.argv[1])
