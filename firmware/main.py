"""The clock's program: `run` puts the app on the board that this is.

On a Pico the loader (loader/loader.py) imports it from the slot in use and calls `run`; on a computer it is a script.
"""

import gc
import sys

# Without a collection the imports leave hundreds of small holes, and each later search for memory goes over them all.
gc.threshold(48 * 1024)  # pyright: ignore[reportAttributeAccessIssue] (MicroPython's)

import app  # noqa: E402

if sys.platform == "rp2":
    from device.board import begin
else:
    from virtual.board import Board

    begin = Board


def run(build=None, then=None):
    """`build`: the id of this firmware. `then`: a list of what to do when it has come up; see loader/loader.py."""
    gc.collect()
    # The app collects where a pause costs nothing; by itself MicroPython then does it only when memory has run out.
    gc.threshold(-1)  # pyright: ignore[reportAttributeAccessIssue] (MicroPython's)
    board = begin()
    board.build = build
    app.run(board, (lambda: then.pop()()) if then else None)


if __name__ == "__main__":
    run()
