"""Runs in MicroPython: starts a clock from the flash as it was after each operation of a deploy, by its own /main.py.

Arguments: an image; a recording of flash operations that were done on it (see virtual/flash.py), or "-"; where to
write the image as it is after all of them and a start; then how the machine behaves: "held" for PAUSE and TRUMP down,
"fails=MARK" for a firmware that raises, "fails=MARK:1" for one that does it once. Prints a line of JSON, a list of
[operation, torn, first start, second one]; a start is [what the firmware said of itself, or the error and the pins that
are lit, whether the log is there].

The firmwares of the test call `machine.seen(marks, build)`.
"""

# The stubs want a block device to inherit a class that exists only in them.
# pyright: reportArgumentType=false, reportMissingModuleSource=false, reportAttributeAccessIssue=false

import json
import struct
import sys

import vfs
from memory_flash import BLOCK, PROGRAM, Flash, apply

HEADER = "<BHHHI"
ERASE, PROGRAMMED = 0, 1
MOST_STARTS = 6
LOG = "/logs/000001-9f3a66c1.log"


class Reset(BaseException):
    pass


class Pin:
    IN, PULL_UP, OUT = 0, 1, 2
    down = ()
    lit = ()

    def __init__(self, number, mode, pull=None, value=0):
        self._number = number
        if mode == Pin.OUT and value:
            Pin.lit += (number,)

    def value(self):
        return 0 if self._number in Pin.down else 1


class Machine:
    """In place of the module `machine`."""

    Pin = Pin
    fails = None  # {mark: how often}

    def __init__(self):
        self.said = None

    def seen(self, marks, build):
        self.said = list(marks)
        self.said.append(build)
        if self.fails.get(marks[0], 0):
            self.fails[marks[0]] -= 1
            raise RuntimeError("this firmware is broken")

    def reset(self):
        raise Reset()


def operations(path):
    with open(path, "rb") as file:
        while True:
            head = file.read(struct.calcsize(HEADER))
            if not head:
                return
            kind, block, offset, size, _ = struct.unpack(HEADER, head)
            data = file.read(size)
            if kind in (ERASE, PROGRAMMED):
                yield block, offset, None if kind == ERASE else data


def start(flash):
    """One power-on, with the restarts that the loader asks for."""
    files = vfs.VfsLfs2(flash, progsize=PROGRAM)
    vfs.umount("/")
    vfs.mount(files, "/")
    path = list(sys.path)
    machine = sys.modules["machine"] = Machine()
    loaded = set(sys.modules)
    try:
        for _ in range(MOST_STARTS):
            machine.said = None
            Pin.lit = ()
            try:
                with open("/main.py") as file:
                    text = file.read()
            except OSError:
                return "bare", log_is_there()
            try:
                exec(text, {"__name__": "__main__"})
                return machine.said, log_is_there()
            except Reset:
                pass
            except Exception as error:
                return "%r, lit: %s" % (error, list(Pin.lit)), log_is_there()
            finally:
                forget(loaded)
        return "it starts again and again", log_is_there()
    finally:
        sys.path[:] = path
        del sys.modules["machine"]
        vfs.umount("/")
        vfs.mount(vfs.VfsPosix(), "/")


def forget(loaded):
    """What a reset makes a Pico forget."""
    for name in list(sys.modules):
        if name not in loaded:
            del sys.modules[name]
    try:
        vfs.umount("/pack")
    except OSError:
        pass  # it was let go


def log_is_there():
    try:
        with open(LOG) as file:
            return file.read() == "a log\n"
    except OSError:
        return False


def main(image_path, recording, out, *how):
    if "held" in how:
        Pin.down = (6, 7)
    Machine.fails = {}
    for word in how:
        if word.startswith("fails="):
            mark, _, times = word[6:].partition(":")
            Machine.fails[mark] = int(times or 1000)
    with open(image_path, "rb") as file:
        image = bytearray(file.read())
    starts = []
    for k, operation in enumerate(list(operations(recording)) if recording != "-" else []):
        block, offset, data = operation
        part = memoryview(image)[block * BLOCK : (block + 1) * BLOCK]
        kept = bytes(part)
        for torn in (False, True):
            if torn:
                apply(part, offset, data, True)
            flash = Flash(image)
            first = start(flash)
            again = start(flash)
            starts.append([k, torn, first, again])
            part[:] = kept
        apply(part, offset, data)
    flash = Flash(image)
    starts.append([-1, False, start(flash), start(flash)])
    with open(out, "wb") as file:
        for block in range(len(image) // BLOCK):
            file.write(flash._over.get(block) or image[block * BLOCK : (block + 1) * BLOCK])
    print(json.dumps(starts))


main(*sys.argv[1:])
