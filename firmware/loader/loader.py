"""Finds the firmware to start: `/firmware/loader.mpy` on the clock, which `/main.py` asks at each power-on.

The flash has room for two firmwares, the slots `a` and `b`, each a *pack*: all its .mpy files in one file, with their
hash. A pointer, `/firmware/current`, says which is in use: `a 1f2e3d4c 0` is slot, build and its trial. A new firmware
begins with 3; each start takes one away, and at 1 it has had its chances; 0: it has come up and is trusted. A trusted
one that raises before it has come up gets 2: one more start. -1: the last resort, for the other one has failed. A
deploy fills the slot that is not in use, and then replaces the pointer at one stroke.

At a usual start only the pointer is read and the pack imported. Where that fails (it is not there, an import raises, a
firmware did not come up) the other one is started instead, if its hash is right. Never does one start import from both.

Why a pack: littlefs takes 4 ms to say whether a file is there, and an import asks three times. 44 modules from files of
their own took 0.85 s on the emulated Pico, from a pack 0.57 s; and where each file has blocks of its own, a firmware
takes three times as many.
"""

import binascii
import errno
import gc
import hashlib
import os
import sys

import vfs  # pyright: ignore[reportMissingModuleSource, reportMissingImports] (MicroPython's)

FOLDER = "/firmware"
POINTER = FOLDER + "/current"
SLOTS = ("a", "b")
MOUNT = "/pack"  # where a pack is seen while it is imported
MAGIC = b"tritempo"
# Down together at power-on: no firmware is started, so that a deploy gets in whatever the firmware does.
PAUSE, TRUMP = 6, 7
PIECE = 512
NOTHING = (None, None, None)
FILE = (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)  # what stat says
A_FOLDER = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
mounted = []  # the pack that is imported from
starting = []  # run, slot, build, trial: of the firmware that has not come up yet


def find():
    """(run, build, then): what to call, with these two. `run` is None where MicroPython's prompt is wanted.

    `then` is a list of one function, to be taken out and called when the firmware has come up: hardly anything of the
    loader stays in memory then. Raises if no slot can be started.
    """
    if held():
        return NOTHING
    try:
        slot, build, left = pointer()
        if slot is None:
            return another(None)
        if left == 1:
            other = another(slot)
            if other[0]:
                return other
        if left > 1:
            point(slot, build, left - 1)  # first: a start that hangs counts
        try:
            run = load(slot)
        except Exception as error:
            other = another(slot)
            if other[0]:
                return other
            raise error
        return trial(run, slot, build, left)
    except Exception as error:
        light_up()
        raise error


def held():
    """Whether PAUSE and TRUMP are down."""
    import time

    from machine import Pin

    pins = [Pin(number, Pin.IN, Pin.PULL_UP) for number in (PAUSE, TRUMP)]
    time.sleep_us(200)  # pyright: ignore[reportAttributeAccessIssue] (MicroPython's); a long wire takes its time to rise
    return not any(pin.value() for pin in pins)


def pointer():
    """(slot, build, trial) from the flash, or (None, None, 0) if it says nothing that makes sense."""
    try:
        with open(POINTER) as file:
            slot, build, left = file.read(32).split()
        if slot in SLOTS and len(build) == 8:
            return slot, build, int(left)
    except (OSError, ValueError):
        pass  # none, or spoilt: whatever is whole is started
    return None, None, 0


def point(slot, build, left):
    """Replaces the pointer: the old one or the new one is there, whenever the power goes. False: the flash fails."""
    try:
        with open(POINTER + ".new", "w") as file:
            file.write("%s %s %d\n" % (slot, build, left))
        os.rename(POINTER + ".new", POINTER)
        return True
    except OSError:
        return False  # a start goes on all the same, and the next one finds what this one found


def load(slot):
    """Imports a slot's `main`, and gives its `run`. If it raises, nothing of the slot stays in memory."""
    before = list(sys.modules)
    mounted.append(Pack(slot))
    vfs.mount(mounted[0], MOUNT)
    sys.path[:] = [MOUNT, ".frozen"]
    gc.collect()  # what is imported stays: it should lie together
    try:
        return __import__("main").run
    except Exception:
        for name in list(sys.modules):
            if name not in before:
                del sys.modules[name]
        close()
        raise


def close():
    """Nothing is imported from a pack any more."""
    mounted.pop()
    vfs.umount(MOUNT)
    sys.path[:] = [".frozen"]


def let_go():
    """The firmware has come up. It may still import, from a pack that takes little memory; the loader is forgotten."""
    mounted.pop().let_go()
    names = globals()
    for name in [name for name in names if name not in KEPT and name[:2] != "__"]:
        del names[name]


def another(not_this):
    """As `find`, from a slot that is whole, and points to it for the next starts; NOTHING if there is none.

    `not_this`: the one that has failed, if one has: then there is nothing else.
    """
    left = -1 if not_this else 0
    for slot in SLOTS:
        build = whole(slot) if slot != not_this else None
        if build:
            try:
                run = load(slot)
            except Exception:
                continue
            point(slot, build, left)
            return trial(run, slot, build, left)
    if not_this is None:
        raise OSError("no whole firmware: tritempo deploy")
    return NOTHING


def trial(run, slot, build, left):
    """As `find`, for a firmware with the trial `left`: it may start anew if it raises before it has come up."""
    starting[:] = run, slot, build, left
    return guarded, build, [proven if left else let_go]


def guarded(build, then):
    """In the place of `run`. It stays in memory for as long as the firmware runs: so it keeps nothing itself."""
    try:
        starting[0](build, then)
    except Exception as error:
        if then:  # nobody has taken it out
            failed(*starting[1:])
        raise error


def proven():
    """In the place of `let_go`, for a firmware that is not trusted yet."""
    point(starting[1], starting[2], 0)
    let_go()


def failed(slot, build, left):
    """Starts anew, at once, as long as there is a chance; else the error ends at the prompt, and all lights are on.

    A watchdog that the firmware has started resets the board there: what is wrong may pass. Nothing is written then.
    """
    import machine

    if left == 0:
        again = point(slot, build, 2)
    else:  # at 1 the other one has been tried in this start, too
        again = left > 1 and any(whole(other) for other in SLOTS if other != slot) and point(slot, build, 1)
    if again:
        machine.reset()
    light_up()


def light_up():
    """All lights, which a firmware never has on together: whoever looks at a dark display sees that it has tried."""
    from machine import Pin

    for number in (10, 11, 12, 13):
        Pin(number, Pin.OUT, value=1)


def path(slot):
    return FOLDER + "/" + slot + ".pack"


def head(file):
    """(version, hash, bytes of the index) from the first line of a pack, all bytes. Raises ValueError, OSError."""
    magic, version, digest, size = file.readline().split()
    if magic != MAGIC:
        raise ValueError("not a pack")
    return version, digest, int(size)


def whole(slot):
    """The build in a slot if its pack is what its hash says, else None."""
    try:
        with open(path(slot), "rb") as file:
            version, wanted, _ = head(file)
            digest = hashlib.sha256(version)
            piece = bytearray(PIECE)
            view = memoryview(piece)
            while True:
                count = file.readinto(piece)
                if not count:
                    break
                digest.update(view[:count])
        return wanted[:8].decode() if binascii.hexlify(digest.digest()) == wanted else None
    except (OSError, ValueError):
        return None


class Pack:
    """The pack of a slot as a file system that can be imported from.

    The index has a line for each file: its name, its place after the index, its size. While a firmware starts, all of
    it is in memory; afterwards (`let_go`) each question is looked up on the flash.
    """

    def __init__(self, slot):
        self._path = path(slot)
        self._places = {}  # path -> its place, or None for a folder; bytes, for each new string is dear
        with open(self._path, "rb") as file:
            end = 0
            for name, place, size in index(file):
                self._places[b"/" + name] = place
                end = place + size
                while b"/" in name:
                    name = name[: name.rfind(b"/")]
                    self._places[b"/" + name] = None
            if file.seek(0, 2) != end:
                raise OSError(errno.EIO)  # cut off: half a module would take MicroPython down with it

    def let_go(self):
        self._places = None

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        pass

    def stat(self, path):
        return A_FOLDER if self._place(path.encode()) is None else FILE

    def open(self, path, mode):
        """The pack itself, from where the module begins: what is imported knows where it ends, and is not copied."""
        place = self._place(path.encode())
        file = open(self._path, "rb")
        file.seek(place)
        return file

    def _place(self, path):
        if self._places is None:
            return self._look_up(path)
        if path not in self._places:
            raise OSError(errno.ENOENT)
        return self._places[path]

    def _look_up(self, path):
        with open(self._path, "rb") as file:
            for name, place, _ in index(file):
                if b"/" + name == path:
                    return place
                if name.startswith(path[1:] + b"/"):
                    return None
        raise OSError(errno.ENOENT)


def index(file):
    """(name, place in the pack, size) of each file in it, in order, with little memory. Raises ValueError, OSError."""
    _, _, left = head(file)
    start = file.tell() + left
    rest = b""
    while left:
        piece = file.read(min(PIECE, left))
        if not piece:
            raise OSError(errno.EIO)
        left -= len(piece)
        lines = (rest + piece).split(b"\n")
        rest = lines.pop()
        for line in lines:
            name, place, size = line.split()
            yield name, start + int(place), int(size)


# What a pack needs that was let go of.
KEPT = ("Pack", "index", "head", "errno", "PIECE", "MAGIC", "FILE", "A_FOLDER")
