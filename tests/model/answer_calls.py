"""Runs inside MicroPython: reads calls to a Game, one JSON list a line, and answers each with a JSON line."""

import json
import sys

from tritempo.control import Control
from tritempo.game import Game
from tritempo.view import scenario_view


def answer(game, call):
    if call[0] == "input":
        return game.input(*call[1:])
    if call[0] == "advance":
        return game.advance(call[1])
    return scenario_view(game, call[1])


def main():
    game = None
    while True:
        line = sys.stdin.readline()
        if not line:
            return
        call = json.loads(line)
        if call[0] == "new":
            game = Game(Control(call[1], call[2]), call[3])
            print("null")
        else:
            print(json.dumps(answer(game, call)))


main()
