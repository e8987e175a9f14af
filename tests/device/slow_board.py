"""A board with a display that takes its time, for tests of the app's loop inside MicroPython.

A look at the clock takes a millisecond, a slice of the display two; a write to the log none. So what the loop does at
one go shows as time.
"""

import os

from device.display import Display
from parts.ssd1306 import Controller, OneWire
from tritempo.display.canvas import Canvas

SLICE_MS = 2


class SlowBoard:
    kind = "pico"
    build = died = heart = None
    device_id = "e661000000000001"
    seats = 3

    def __init__(self, root):
        os.mkdir(root)
        self.root = root
        self.ms = 0
        self.coming = []  # edges that are still to come: (ms, button, down), in order
        self.lit = []  # (ms, levels), each time the lights changed
        self.complaints = []
        self.canvas = Canvas()
        self.controller = Controller()
        self._display = Display(OneWire(self.controller), clock_ms=lambda: self.ms)
        self.showing = False

    def now_ms(self):
        self.ms += 1
        return self.ms

    def alive(self):
        pass

    def jump_ms(self):
        return 0

    def edges(self):
        taken = []
        while self.coming and self.coming[0][0] <= self.ms:
            taken.append(self.coming.pop(0))
        return taken

    @property
    def moved(self):
        return bool(self.coming) and self.coming[0][0] <= self.ms

    def lost_edges(self):
        return 0

    def lights(self, levels):
        levels = tuple(levels)
        if not self.lit or self.lit[-1][1] != levels:
            self.lit.append((self.ms, levels))

    def sound(self, pattern):
        pass

    def show(self):
        self.ms += SLICE_MS
        self.showing = self._display.send(self.canvas.buffer)
        return self._display.trouble

    def read(self):
        return b""

    def room(self):
        return 64

    def write(self, data):
        return len(data)

    def remount(self):
        pass

    def free_flash(self):
        return 1_000_000

    def unix(self):
        return None

    def set_unix(self, seconds):
        pass

    def maintenance(self):
        return False

    def complain(self, error):
        self.complaints.append(error)

    def idle(self, ms):
        until = self.ms + ms
        self.ms = min(until, self.coming[0][0]) if self.coming else until
