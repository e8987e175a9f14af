"""Brings a game back from its log, line by line: a Pico never holds a whole log."""

import gc

from tritempo.journal import JournalError, Reader
from tritempo.replay import Replay, ReplayError
from tritempo.writer import LONGEST_LINE

# A replay that collects as it goes leaves the heap in large pieces; else none of 2 KB is left after 300 lines.
# A collection takes 25 ms.
COLLECT_LINES = 64
PIECE = 128  # bytes read at a time: all of any line but a header


def replayed(path, key, alive=None, times=True):
    """(replay, reader, sound) of the log at `path`: as far as its lines are sound, which are `sound` bytes.

    The Replay is None if not even the header is. `alive`: called now and then. `times`: see Course. Raises OSError
    and MemoryError.
    """
    reader = Reader(key)
    replay = None
    sound = 0
    with open(path, "rb") as file:
        while True:
            if reader.n % COLLECT_LINES == 0:
                gc.collect()
                if alive is not None:
                    alive()
            line = _line(file)
            if not line:
                break
            before = reader.n, reader.tag
            try:
                taken = reader.quick(line)
                if taken is not None and replay is not None:
                    replay.quick(before[0], *taken)
                else:
                    taken = reader.take(line)
                    if replay is None:
                        replay = Replay(taken.header, True, times)
                    else:
                        replay.take(taken)
            except (JournalError, ReplayError):
                reader.n, reader.tag = before
                break
            sound += len(line)
    return replay, reader, sound


def _line(file):
    """The next line of a log; b"" at the end; of a line that is no log's at least the first LONGEST_LINE bytes.

    In small pieces: `readline` takes memory for as many bytes as it may read, in one stretch, and after its imports the
    heap of a Pico need not have one of 4 KB.
    """
    line = file.readline(PIECE)
    while line and line[-1:] != b"\n" and len(line) <= LONGEST_LINE:
        piece = file.readline(PIECE)
        if not piece:
            break
        line += piece
    return line
