"""Runs in MicroPython: plays a game on a littlefs in memory, then cuts the power at every program and erase of it.

For each operation k of the flash: the image as it was when operations 0 to k-1 were done (and, torn, half of k) is
mounted, and the game is brought back. Every line that had been acknowledged by then must be there, the log must be
sound, the game must stand paused, and the time of the turn must be at most 10 s short, never too long. Now and then
the power goes again during the recovery itself. Prints one line of JSON.
"""

# The stubs want a block device to inherit a class that exists only in them.
# pyright: reportArgumentType=false, reportMissingModuleSource=false

import json
import random
import sys

import vfs
from memory_flash import BLOCK, BLOCKS, PROGRAM, Flash, PowerCutError, apply, fetched, mounted

from tritempo import journal
from tritempo.control import preset
from tritempo.replay import Replay

MOST_LOST_MS = 10_000
START_MS = 1000
STEP_MS = 1000  # how often the game below looks at its heartbeat


def play(rng, flash):
    """A game of some minutes on the flash.

    Returns the operations of the flash, [(operations done, lines acknowledged, time in ms)], the clock's key and the
    whole log.
    """
    session = mounted(flash)
    flash.operations.clear()
    acknowledged = []
    now = START_MS

    def flush():
        session.flush(now)
        assert session.logbook.waiting == 0
        lines = session.logbook._writer.n  # all that were written: `flush` has said that they are on flash
        acknowledged.append((len(flash.operations), lines, now))

    control = dict(preset("matam"), round_ms=240_000)
    session.new(now, {"control": control, "seats": 3, "names": ["Núria", "Țuțu", "l·l"]})
    flush()
    for _ in range(30):
        end = now + rng.choice([700, 3000, 20_000, 47_000])
        while now < end:
            now = min(now + STEP_MS, end)
            session.advance(now)
            session.beat(now)
            flush()
        others = [("pause", "challenge"), ("resume",), ("trump", "tornar")]
        kind = rng.choice([("seat", rng.randint(1, 3))] * 6 + others)
        session.input(now, *kind)
        flush()
        if session.game.state == "paused" and rng.random() < 0.7:
            session.input(now, rng.choice(["resume", "undo"]))
            flush()
    log = fetched(session, session.log)
    operations = list(flash.operations)
    flash.leave(session)
    return operations, acknowledged, session.key, log


def used_at(log, key, t):
    """Used time at `t` of the turn that runs then, in the game that this log tells, and the number of the turn."""
    reading = journal.read(log, key)
    replay = Replay(reading.header)
    for line in reading.lines[1:]:
        if line.t > t:
            break
        replay.take(line)
    game = replay.game
    return (game.used_ms(t), game.turn) if game.state == "running" else None


def recover(rng, image, lines_before, whole, key, now):
    """Brings the game back from an image. Returns None, or what is wrong."""
    flash = Flash(image)
    if rng.random() < 0.2:  # the power goes again, while the game comes back
        flash.cut_at = rng.randint(0, 20)
        session = None
        try:
            session = mounted(flash)
            session.resume(0)
            session.flush(0)
        except PowerCutError:
            pass
        flash = Flash(flash.leave(session))
    session = mounted(flash)
    try:
        came_back = session.resume(0)
        session.flush(0)
        if not came_back:
            return None if lines_before == 0 else "no game came back, and %d lines were acknowledged" % lines_before
        log = fetched(session, session.log)
        reading = journal.read(log, key)
        if reading.fault:
            return "the log is not sound: %s" % reading.fault
        replay = Replay(reading.header)
        for line in reading.lines[1:]:
            replay.take(line)
        played = [line for line in reading.lines if line.word != "power" and line.kind != "auto"]
        old = [line for line in log.split(b"\n")[:lines_before] if line]
        if old != whole.split(b"\n")[:lines_before]:
            return "acknowledged lines are not there"
        state = session.game.state
        if state in ("running", "gap"):
            return "the game came back running"
        if not played:
            return "nothing came back"
        before = used_at(whole, key, now - START_MS)
        if before and state == "paused" and session.game.turn == before[1] and session.game.reason == "power":
            short = before[0] - session.game.used
            # The power went within the STEP_MS after `now`: what was being written then may have come through.
            if not -STEP_MS <= short <= MOST_LOST_MS:
                return "the turn's time is %d ms short" % short
        if session.logbook.trouble:
            return session.logbook.trouble
        return None
    finally:
        flash.leave(session)


def main(seed):
    rng = random
    rng.seed(seed)
    image = bytearray(b"\xff" * (BLOCK * BLOCKS))
    first = Flash(image)
    vfs.VfsLfs2.mkfs(first, progsize=PROGRAM)
    first.leave(mounted(first))
    for block, offset, data in first.operations:
        apply(memoryview(image)[block * BLOCK : (block + 1) * BLOCK], offset, data)
    flash = Flash(image)
    operations, acknowledged, key, whole = play(rng, flash)
    wrong = []
    for k in range(len(operations)):
        lines = now = 0
        for done, count, at in acknowledged:
            if done <= k:
                lines, now = count, at
        block, offset, data = operations[k]
        part = memoryview(image)[block * BLOCK : (block + 1) * BLOCK]
        kept = bytes(part)
        for torn in (False, True):
            if torn:
                apply(part, offset, data, True)
            fault = recover(rng, image, lines, whole, key, now)
            part[:] = kept
            if fault:
                wrong.append("seed %s, operation %d%s: %s" % (seed, k, " torn" if torn else "", fault))
        apply(part, offset, data)
    print(json.dumps({"operations": len(operations), "lines": whole.count(b"\n"), "wrong": wrong}))


main(int(sys.argv[1]))
