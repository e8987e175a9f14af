"""Starts the clock on the board that this is."""

import gc
import sys

# Collecting often keeps what lives long together; left to itself, the heap is in shreds before the first game.
gc.threshold(16 * 1024)  # pyright: ignore[reportAttributeAccessIssue] (MicroPython's)

import app  # noqa: E402

if sys.platform == "rp2":
    from device.board import Board
else:
    from virtual.board import Board

app.run(Board())
