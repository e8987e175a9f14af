"""What the clock finds of the small things on its flash: read once, as it starts. tritempo.keeper writes them."""

import binascii
import json
import os
import struct

from tritempo.chain import TAG_LENGTH, Chain
from tritempo.keeper import HEART, Keeper

KEY_LENGTH = 32
SETTINGS = {"lang": "ca", "rotation": "ABCD", "pin": None, "sound": 1}
LONGEST = 512  # bytes; a file of more is not ours


class Kept(Keeper):
    """The small files in `root`, and the heartbeat's memory, to be read."""

    def _read(self, name):
        """The beginning of a file: all of it, if it is ours. Raises OSError, and ValueError for what is no text."""
        with open(self._root + "/" + name) as file:
            return file.read(LONGEST)

    def key(self):
        """The clock's key: 32 random bytes, made once. A flash that cannot keep it gets a new one each time.

        A key file that is spoilt is kept as `key.bad`; the host says so loudly when a clock's key changes.
        """
        try:
            key = binascii.unhexlify(self._read("key").strip())
            if len(key) == KEY_LENGTH:
                return key
        except (OSError, ValueError):
            pass  # a new clock, or spoilt
        try:
            os.rename(self._root + "/key", self._root + "/key.bad")
        except OSError:
            pass  # a new clock
        key = os.urandom(KEY_LENGTH)
        try:
            self._replace("key", binascii.hexlify(key).decode())
        except OSError:
            pass  # the logbook meets the same flash, and says so
        return key

    def last_beat(self, game, key):
        """The time in ms of the last heartbeat of game `game`, or 0.

        The later of the two counts: a clock module may have been put in or taken out, or have come from another clock.
        """
        return max(self._beat_of_file(game, key), self._beat_of_heart(game, key))

    def _beat_of_file(self, game, key):
        try:
            body, _, tag = self._read("beat").rpartition(" ")
            who, _, t = body.partition(" ")
            if who == game and Chain(key).next(body.encode()).decode() == tag:
                return int(t)
        except (OSError, ValueError):
            pass  # none, or of another game: the log's last line counts
        return 0

    def _beat_of_heart(self, game, key):
        try:
            data = self._heart.last() if self._heart is not None else None
        except OSError:
            data = None
        size = struct.calcsize(HEART)
        body, tag = (data[:size], data[size : size + TAG_LENGTH // 2]) if data else (b"", b"")
        if len(body) < size or tag != binascii.unhexlify(Chain(key).next(body)):
            return 0  # none, torn, or by another clock
        who, t = struct.unpack(HEART, body)
        return t if who == int(game, 16) else 0

    def settings(self):
        """The settings, a dict with the keys of SETTINGS. A value that makes no sense gives way to the default."""
        settings = dict(SETTINGS)
        try:
            kept = json.loads(self._read("settings"))
            for name in SETTINGS:
                if name in kept and is_setting(name, kept[name]):
                    settings[name] = kept[name]
        except (OSError, ValueError, TypeError, RuntimeError):
            pass  # none yet, or spoilt: the defaults are good ones
        return settings


def is_setting(name, value):
    """Whether there is a setting of this name that can have this value."""
    return name in _VALID and _VALID[name](value)


def _is_seating(value):
    """Every seat button once: who sits at a button that this board has not is a matter of the game's seats."""
    return isinstance(value, str) and "".join(sorted(value)) == SEATING


def _is_pin(value):
    """None, or three presses."""
    return value is None or (
        isinstance(value, (list, str)) and len(value) == 3 and all(one in BUTTONS for one in value)
    )


SEATING = "ABCD"
BUTTONS = ("A", "B", "C", "D", "TRUMP")
_VALID = {
    "lang": lambda value: value in ("ca", "ro", "en"),
    "rotation": _is_seating,
    "pin": _is_pin,
    "sound": lambda value: type(value) is int and 0 <= value <= 3,
}
