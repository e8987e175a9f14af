"""The clock's program: `run` puts the app on the board that this is.

On a Pico the loader (loader/loader.py) imports it from the slot in use and calls `run`; on a computer it is a script.
"""

import gc
import sys

import app

if sys.platform == "rp2":
    from device.board import Board
else:
    from virtual.board import Board


def run(build=None, then=None):
    """`build`: the id of this firmware. `then`: a list of what to do when it has come up; see loader/loader.py."""
    # Collecting often keeps what lives long together; left to itself, the heap is in shreds before the first game. But
    # not before all is imported, when hardly anything is let go: there it took 0.25 s of a Pico's start.
    gc.collect()
    gc.threshold(16 * 1024)  # pyright: ignore[reportAttributeAccessIssue] (MicroPython's)
    board = Board()
    board.build = build
    app.run(board, (lambda: then.pop()()) if then else None)


if __name__ == "__main__":
    run()
