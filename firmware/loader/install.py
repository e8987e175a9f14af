"""What a deploy runs on the clock, at MicroPython's prompt: it looks at what is there, and fills a slot.

The host sends the loader's text first and then this one, without its import, so both speak of the same flash. Answers
are one line of JSON. Whatever moment the power or the cable goes, the clock has its old firmware whole, or the new one.
"""

import binascii
import hashlib
import io
import json
import os
import sys

import deflate  # pyright: ignore[reportMissingModuleSource, reportMissingImports] (MicroPython's)

from loader.loader import FOLDER, SLOTS, head, path, pointer, whole

STARTS = 3  # as a new firmware's trial begins (see the loader)
OPTIONS = "/board.json"
OURS = b"# Tritempo"  # how the loader's /main.py begins
IS_FOLDER = 0x4000


def stop_watchdog():
    """A program that ended by an error may have left it running; it would reset the board in the middle."""
    if sys.platform == "rp2":
        import machine

        # Control register of the RP2350 and the RP2040, at the alias that clears bits (datasheets, 12.9 and 4.7).
        control = 0x400D8000 if "RP2350" in sys.implementation._machine else 0x40058000
        machine.mem32[control + 0x3000] = 1 << 30


def answer(data):
    sys.stdout.write(json.dumps(data) + "\n")


def look():
    """What is on this board; changes nothing."""
    stat = os.statvfs("/")
    answer(
        {
            "free": stat[0] * stat[3],
            "main": digest_of("/main.py"),
            "ours": beginning("/main.py", len(OURS)) == OURS.decode(),
            "loader": digest_of(FOLDER + "/loader.mpy"),
            "pointer": pointer(),
            "slots": {slot: about(slot) for slot in SLOTS},
            "options": beginning(OPTIONS, 200),
        }
    )


def unpacked(text):
    """The bytes that the host sends as `text`: deflated, in base64."""
    return deflate.DeflateIO(io.BytesIO(binascii.a2b_base64(text)), deflate.ZLIB).read()


def about(slot):
    """A slot's version and build, as its pack calls itself, its size, and whether all of it is right."""
    size = size_of(path(slot)) or 0
    try:
        with open(path(slot), "rb") as file:
            version, digest, _ = head(file)
        return {"version": version.decode(), "build": digest[:8].decode(), "whole": bool(whole(slot)), "size": size}
    except (OSError, ValueError):
        return {"version": None, "build": None, "whole": False, "size": size}


class Filling:
    """A slot that gets a new pack, piece by piece."""

    def __init__(self, slot):
        """Empties the slot: what is not ours there is kept under another name."""
        aside(FOLDER, IS_FOLDER)
        try:
            os.mkdir(FOLDER)
        except OSError:
            pass  # it is there
        aside(path(slot), 0)
        try:
            os.remove(path(slot))
        except OSError:
            pass  # it was empty
        self._slot = slot
        self._file = open(path(slot), "wb")

    def take(self, data):
        """The next piece."""
        self._file.write(data)

    def end(self):
        """Reads all of it back from the flash. Answers with its build if it is whole, else null."""
        self._file.close()
        answer(whole(self._slot))


def put(path, data, keep=False):
    """Replaces a small file at one stroke. `keep`: what is there is copied to PATH.old first. Raises OSError."""
    aside(path, 0)
    if keep:
        copy(path, free_name(path + ".old"))
    with open(path + ".new", "wb") as file:
        file.write(data)
    os.rename(path + ".new", path)


def aside(path, kind):
    """Renames what is at a path if it is not of the kind (IS_FOLDER, or 0: a file) that has to be there."""
    there = stat_of(path)
    if there and there[0] & IS_FOLDER != kind:
        os.rename(path, free_name(path + ".old"))


def free_name(path):
    name, number = path, 1
    while stat_of(name):
        number += 1
        name = "%s-%d" % (path, number)
    return name


def copy(old, new):
    with open(old, "rb") as source, open(new, "wb") as target:
        while True:
            piece = source.read(1024)
            if not piece:
                return
            target.write(piece)


def stat_of(path):
    try:
        return os.stat(path)
    except OSError:
        return None


def size_of(path):
    """Bytes of a file; None: there is none."""
    there = stat_of(path)
    return there[6] if there and not there[0] & IS_FOLDER else None


def beginning(path, size):
    """The first bytes of a file as text; None: there is no such file, or no text in it."""
    try:
        with open(path) as file:
            return file.read(size)
    except (OSError, ValueError):
        return None


def digest_of(path):
    """SHA-256 of a small file in hex; None: there is none."""
    try:
        with open(path, "rb") as file:
            return binascii.hexlify(hashlib.sha256(file.read()).digest()).decode()
    except OSError:
        return None
