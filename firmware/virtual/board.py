"""The board that the app sees (`kind` "virtual"): one object that wires time, edges, flash, line and panel together.

The interface is the Pico's. What is different here: `jump_ms()` may tell of a jump of the host's clock, and in stepped
time (see timing.py) `idle` waits for the panel's leave to let time pass.
"""

import binascii
import json
import os
import select
import sys
import time

from tritempo.display.canvas import Canvas
from tritempo.kept import Kept
from virtual.buttons import Edges
from virtual.maintenance import Maintenance
from virtual.panel import Panel
from virtual.serial import Serial
from virtual.store import Store
from virtual.timing import LiveTime, SteppedTime


class Board:
    """Made from the JSON that the supervisor gives in TRITEMPO_BOARD (MicroPython dies of an argument of 256 bytes).

    panel, flash: file descriptors. image: the flash's path. speed: in thousandths of real time; 0: stepped. seats: how
    many seat buttons. record: file for the flash operations, or null. lang, lang_again: see `_speak`.
    """

    kind = "virtual"
    build = None  # it runs from the checkout, not from a slot that was deployed
    died = None  # and no watchdog
    heart = None  # nor a clock module
    showing = False  # the panel takes the whole picture at once
    moved = False  # and nobody waits for it

    def __init__(self):
        settings = json.loads(os.getenv("TRITEMPO_BOARD"))
        self.seats = settings["seats"]
        self._live = self._steps = None
        if settings["speed"]:
            self._time = self._live = LiveTime(settings["speed"])
        else:
            self._time = self._steps = SteppedTime()
        self._edges = Edges()
        self._told_ms = 0
        self._panel_file = open(settings["panel"], "r+b")
        self._panel = Panel(self._panel_file, lossless=bool(self._steps))
        self._line_file = open(0, "r+b")
        self._serial = Serial(self._line_file)
        self._poller = select.poll()
        self._store = Store(settings["flash"], settings["image"], settings["record"], self._time.now_ms, self._cut)
        self.root = self._store.root
        if self._store.damaged:
            self._tell("damaged", self._store.damaged)
        self.device_id = self._store.device_id()
        _speak(self.root, settings.get("lang"), settings.get("lang_again"))
        self.canvas = Canvas()
        self._shown = b""
        self._levels = None
        self._display_fails = False
        self._unix = None  # (unix seconds, ms when they were set)
        self._ready = False
        self._asked = False  # the panel waits for "reached"
        self._maintenance = Maintenance(self._serial, self._wait_in_maintenance, self._tell)

    # Time

    def now_ms(self):
        """ms since the start; never falls, never wraps."""
        self._told_ms = self._time.now_ms()
        return self._told_ms

    def jump_ms(self):
        """By how much the time source has jumped since this was last asked, in ms. `now_ms` leaves jumps out."""
        return self._time.take_jump_ms()

    def unix(self):
        """Wall time in s, or None as long as nobody has set it."""
        if self._unix is None:
            return None
        seconds, at_ms = self._unix
        return seconds + (self._time.now_ms() - at_ms) // 1000

    def set_unix(self, seconds):
        self._unix = (seconds, self._time.now_ms())

    # Buttons, lights, sound, display

    def edges(self):
        """The edges up to the time last told by `now_ms`: a list of (t_ms, button, down), in order."""
        if self._live:
            self._poll(0)
        taken = self._edges.take(self._told_ms)
        if taken:
            self._store.mark("edges %d" % len(taken))
        return taken

    def lost_edges(self):
        """How many edges have been lost since this was last asked, because too many came at once."""
        lost, self._edges.lost = self._edges.lost, 0
        return lost

    def lights(self, levels):
        if levels != self._levels:
            self._levels = levels
            self._tell("lights", *[str(level) for level in levels])

    def sound(self, pattern):
        """Begins a sound: (frequency in Hz, ms) one after the other, none if it is empty. Does not wait for it."""
        if pattern:
            self._tell("sound", *["%d:%d" % note for note in pattern])

    def show(self):
        """Sends the canvas if it has changed. None, or the word of the trouble if the display does not answer."""
        if self._display_fails:
            self._shown = b""
            return "tr_display"
        if self.canvas.buffer != self._shown:
            self._shown = bytes(self.canvas.buffer)
            self._tell("frame", binascii.b2a_base64(self._shown).decode().strip())
        return None

    # Serial line and flash

    def read(self):
        return self._serial.read()

    def room(self):
        return self._serial.room()

    def write(self, data):
        return self._serial.write(data)

    def remount(self):
        """Mounts the flash anew, after a write that failed. Raises OSError."""
        self._store.remount()

    def free_flash(self):
        """Bytes of flash that are free."""
        return self._store.free()

    def alive(self):
        """A long work calls this; on a Pico it keeps the watchdog from biting."""

    def maintenance(self):
        """Hands the serial line to the REPL until the board should start anew, and is then True."""
        self._tell("maintenance", "1")
        self._maintenance.serve(self._store)
        self._tell("maintenance", "0")
        return True

    def complain(self, error):
        """An error that nobody has foreseen: the supervisor shows what comes here."""
        sys.print_exception(error, sys.stderr)  # pyright: ignore[reportAttributeAccessIssue]

    # Rest

    def idle(self, ms):
        """Rests for at most `ms`; less when an edge is due or the serial line has something."""
        self._store.mark("idle")
        end_ms = self._time.now_ms() + ms
        if self._live:
            self._tell_ready()
            self._rest_live(self._live, end_ms)
        elif self._steps:
            self._rest_stepped(self._steps, end_ms)

    def _rest_live(self, live, end_ms):
        while True:
            left_ms = self._due_ms(end_ms) - live.now_ms()
            if left_ms <= 0:
                return
            real_us = live.real_us(left_ms)
            if real_us < 1000:
                time.sleep_us(real_us)  # pyright: ignore[reportAttributeAccessIssue]
            if self._poll(real_us // 1000):
                return

    def _rest_stepped(self, steps, end_ms):
        while self._due_ms(end_ms) > steps.now_ms():
            if self._serial.wrote:  # there may be more to say: the app goes round again before anybody waits
                self._serial.wrote = False
                return
            steps.step_to(self._due_ms(end_ms))
            if self._due_ms(end_ms) <= steps.now_ms():
                return
            self._tell_reached()
            if self._poll(-1):
                return

    def _due_ms(self, end_ms):
        next_ms = self._edges.next_ms()
        return end_ms if next_ms is None else min(end_ms, next_ms)

    def _tell_ready(self):
        if not self._ready:
            self._ready = True
            self._tell("ready", self.device_id)

    def _tell_reached(self):
        self._tell_ready()
        if self._asked:
            self._asked = False
            self._tell("reached")

    # The panel and the poll under it all

    def _tell(self, kind, *words):
        self._panel.send(kind, str(self._time.now_ms()), *words)

    def _wait_in_maintenance(self, line=True):
        """Until the serial line (or, without `line`, the panel) has something or takes something."""
        if self._steps:
            self._steps.step_to(self._steps.allowed_ms)
            self._tell_reached()
        self._poll(-1, line)

    def _poll(self, timeout_ms, line=True):
        """Serves the panel for at most `timeout_ms` (-1: for ever). True: the serial line has, or took, something."""
        line_flags = (select.POLLIN | (select.POLLOUT if self._serial.backlog else 0)) if line else 0
        panel_flags = select.POLLIN | (select.POLLOUT if self._panel.backlog else 0)
        self._poller.register(self._line_file, line_flags)
        self._poller.register(self._panel_file, panel_flags)
        line_moved = False
        for file, _ in self._poller.poll(timeout_ms):
            if file is self._line_file:
                self._serial.flush()
                line_moved = True
            else:
                self._panel.flush()
                for words in self._panel.read_lines():
                    self._obey(words)
        return line_moved

    def _obey(self, words):
        """One line from the panel; docs/virtual-clock.md lists them."""
        verb = words[0]
        if verb == "edge":
            if not self._edges.add(self._edge_ms(words[3], int(words[4])), words[1], words[2] == "1"):
                self._tell("full", *words[1:])
        elif verb == "until" and self._steps:
            self._steps.allowed_ms = max(self._steps.allowed_ms, int(words[1]))
            self._asked = True
        elif verb == "speed" and self._live:
            self._live.set_speed(int(words[1]))
        elif verb == "jump":
            self._time.jump(int(words[1]))
        elif verb == "flash":
            self._store.flash.fail_errno = int(words[1])
        elif verb == "cut":
            self._store.flash.cut_in = int(words[1])
            self._store.flash.cut_torn = words[2] == "torn"
        elif verb == "display":
            self._display_fails = words[1] == "fails"
        elif verb == "exec":
            self._maintenance.answered(binascii.unhexlify(words[1]) if len(words) > 1 else b"")

    def _edge_ms(self, unit, value):
        """An edge is stamped in our ms ("at"), or in us of the host's clock ("us"), which both ends read."""
        return self._live.stamp_ms(value) if unit == "us" and self._live else value

    def _cut(self):
        """The power goes. The supervisor kills this process; nothing runs on until then."""
        self._tell("cut")
        while True:
            self._poll(-1)


def _speak(root, language, again):
    """Sets the language of the clock as its own menu does: of a fresh flash only, or with `again` of any."""
    kept = Kept(root)
    settings = kept.settings()
    if language is None or settings["lang"] == language or not (again or "settings" not in os.listdir(root)):
        return
    settings["lang"] = language
    try:
        kept.keep_settings(settings)
    except OSError:
        pass  # the app meets the same flash, and says so
