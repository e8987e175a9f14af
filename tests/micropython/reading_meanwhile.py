"""Runs in MicroPython: a host reads a log a piece at a time, while the game goes on and writes it.

Long enough for littlefs to use each block of the flash again: a file that stayed open over a write would be read where
something else lies by then. Now and then the flash fails and is mounted anew, and a log is acknowledged, which renames
its file. Prints what is wrong, and how often a file stayed open between two pieces.
"""

# The stubs want a block device to inherit a class that exists only in them.
# pyright: reportArgumentType=false, reportMissingModuleSource=false

import json
import random
import sys

import vfs
from memory_flash import BLOCK, BLOCKS, PROGRAM, Flash, fetched, mounted, never

from tritempo.control import preset
from tritempo.reader import Reader

STEPS = 500
EIO = 5


def main(seed):
    random.seed(seed)
    flash = Flash(bytearray(b"\xff" * (BLOCK * BLOCKS)))
    vfs.VfsLfs2.mkfs(flash, progsize=PROGRAM)
    session = mounted(flash)
    session.new(0, {"control": preset("matam"), "seats": 3, "names": ["Núria", "Țuțu", "l·l"]})
    book, log = session.logbook, session.log
    reader = Reader(book)
    got = bytearray()
    buffer = bytearray(300)
    now = kept = 0
    for step in range(STEPS):
        now += 2000
        session.input(now, "seat", step % 3 + 1)
        flash.failing = (lambda: EIO) if random.randint(0, 19) == 0 else never
        session.flush(now)
        flash.failing = never
        if random.randint(0, 9) == 0:
            book.acknowledge(log, book.size(log))
        for _ in range(random.choice([0, 1, 1, 2])):
            opened = reader._file
            most = random.randint(1, 300)
            count = reader.into(log, len(got), memoryview(buffer)[:most])
            kept += opened is not None and reader._file is opened
            got += buffer[:count]
        if random.randint(0, 30) == 0:
            got = got[: random.randint(0, len(got))]  # the host asks once more for what it has lost
    session.flush(now)
    whole = fetched(session, log)
    wrong = [] if bytes(got) == whole[: len(got)] else ["of %d bytes some are others" % len(got)]
    print(json.dumps({"wrong": wrong, "read": len(got), "kept": kept, "operations": len(flash.operations)}))


main(int(sys.argv[1]))
