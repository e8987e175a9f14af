"""Runs in MicroPython: plays games on a littlefs in memory whose operations fail now and then, in bursts and alone.

Whatever was said to be on the flash must be there, the log must be sound at every moment as the host would fetch it,
and when the flash works again everything must come to lie on it. Prints one line of JSON.
"""

# The stubs want a block device to inherit a class that exists only in them.
# pyright: reportArgumentType=false, reportMissingModuleSource=false

import json
import random
import sys

import vfs
from memory_flash import BLOCK, BLOCKS, PROGRAM, Flash, fetched, mounted, never

from tritempo import journal
from tritempo.control import preset
from tritempo.session import RETRY_MS

EIO, ENOSPC, EROFS = 5, 28, 30


def sound(session, log, key):
    """The number of lines that the host would fetch now, or what is wrong with them."""
    reading = journal.read(fetched(session, log), key)
    return len(reading.lines) if reading.fault is None else "the host would fetch: %s" % reading.fault


def main(seed):
    random.seed(seed)
    flash = Flash(bytearray(b"\xff" * (BLOCK * BLOCKS)))
    vfs.VfsLfs2.mkfs(flash, progsize=PROGRAM)
    session = mounted(flash)
    session.new(0, {"control": preset("matam"), "seats": 3, "names": ["Núria", "Țuțu", "l·l"]})
    session.flush(0)
    rate = random.choice([2, 5, 20, 60])
    burst = 0

    def failing():
        nonlocal burst
        if burst:
            burst -= 1
            return EIO
        if random.randint(0, 99) < rate:
            burst = random.choice([0, 0, 1, 5, 40])
            return random.choice([EIO, EIO, ENOSPC, EROFS])
        return 0

    wrong = []
    now = saved = failures = 0
    flash.failing = failing
    for step in range(60):
        now += random.choice([600, 3000, 20_000])
        session.advance(now)
        session.beat(now)
        session.input(now, "seat", step % 3 + 1)
        for _ in range(3):
            session.flush(now)
            now += 200
        waiting = session.logbook.waiting
        lines = session.logbook._writer.n
        found = sound(session, session.log, session.key)
        if found != lines:
            wrong.append("seed %d, step %d: %s lines of %d" % (seed, step, found, lines))
            break
        if session.logbook.trouble:
            failures += 1
        if not waiting:
            saved = lines
            with open("/flash/logs/000001-%s.log" % session.header["game"], "rb") as file:
                on_flash = file.read().count(b"\n")
            if on_flash != saved:
                wrong.append("seed %d, step %d: %d lines said to be saved, %d are" % (seed, step, saved, on_flash))
                break
    flash.failing = never
    for _ in range(4):
        now += RETRY_MS
        session.flush(now)
    lines = session.logbook._writer.n
    if session.logbook.waiting or session.logbook.trouble:
        wrong.append("seed %d: the flash works again, and %d bytes wait" % (seed, session.logbook.waiting))
    session.logbook.close()
    vfs.umount("/flash")
    again = mounted(flash)
    if not again.resume(0) or again.logbook._writer.n < lines:
        wrong.append(
            "seed %d: after a boot %s lines of %d" % (seed, again.logbook._writer and again.logbook._writer.n, lines)
        )
    print(json.dumps({"wrong": wrong, "failures": failures, "saved": saved}))


main(int(sys.argv[1]))
