"""Starts the clock on the board that this is."""

import sys

import app

if sys.platform == "rp2":
    from device.board import Board
else:
    from virtual.board import Board

app.run(Board())
