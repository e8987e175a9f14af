"""Small things that the clock keeps on its flash beside the logs: its key, its heartbeat, its settings.

Each is one tiny file that is replaced as a whole: written beside the old one and renamed over it, which littlefs
does at one stroke, so that a power cut leaves the old one or the new one. What reads them, once, is tritempo.kept.
"""

import binascii
import json
import os
import struct

from tritempo.chain import Chain

HEART = "<Iq"  # a heartbeat in few bytes: the game's id, its time in ms; then the tag


class Keeper:
    """The small files in `root`, the folder of the flash.

    `heart`: a memory that takes a heartbeat without an erase of the flash, or None: `beat(data)` keeps 20 bytes
    and `last()` gives them back, or None. Both may raise OSError.
    """

    def __init__(self, root, heart=None):
        self._root = root
        self._heart = heart

    def _replace(self, name, text):
        path = self._root + "/" + name
        with open(path + ".new", "w") as file:
            file.write(text)
        os.rename(path + ".new", path)

    def beat(self, game, t, key):
        """Notes that game `game` (its id) has reached `t` ms. Raises OSError if nothing can keep it."""
        if self._heart is not None:
            body = struct.pack(HEART, int(game, 16), t)
            try:
                self._heart.beat(body + binascii.unhexlify(Chain(key).next(body)))
                return
            except OSError:
                pass  # the clock module is out, or broken: the flash must do
        body = "{} {}".format(game, t)
        # Written in place: a file this small lies inside littlefs's directory, and a power cut leaves the one before.
        with open(self._root + "/beat", "w") as file:
            file.write(body + " " + Chain(key).next(body.encode()).decode())

    def keep_settings(self, settings):
        """Raises OSError."""
        self._replace("settings", json.dumps(settings))
