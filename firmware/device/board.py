"""The board that the app sees (`kind` "pico"): one object that wires the Pico's parts together.

docs/architecture.md has the interface, docs/board.md how each part works.
"""

# The stubs of MicroPython lack these.
# pyright: reportAttributeAccessIssue=false

import io
import sys
import time

import micropython
from device import pins, store
from device.bus import Bus
from device.buttons import Buttons
from device.buzzer import Buzzer
from device.changes import Changes
from device.display import Display
from device.lights import Lights
from device.line import Line
from device.rest import Rest
from device.watchdog import Watchdog, has_barked
from tritempo.display.canvas import Canvas
from tritempo.ticks import Widener
from tritempo.unload import forget

TICKS_PERIOD_US = 1 << 30
# A change is in the ring so long after the pin has moved: a sample, and the DMA.
SEEN_AFTER_US = 150
# A level that no change has told of for so long makes an edge itself: the pins' state machine or its DMA has failed.
SILENT_MS = 20
REST_MS = 100  # so often a long rest looks at the pins
DEAF_MS = 11  # then a button that has just moved hears again
MODULE, EEPROM = 0x68, 0x57  # a clock module's addresses
SLICES = 2  # of the display, each 1.5 ms, if no button moves meanwhile
HELD = 64  # edges that wait for the app
TRACEBACK = 1024  # characters of it that are kept
CTRL_C = 3


def begin():
    """The board for as long as the program runs, of which all that only its making needs leaves the memory: 3 KB.

    MicroPython lets go of a method's code with its name.
    """
    board = Board()
    del Board.__init__, Board._find_module, Changes.__init__, Changes._control, Display.__init__
    for part in (Buttons, Buzzer, Bus, Canvas, Lights, Line, Rest, Watchdog, Widener):
        del part.__init__
    return board


class Board:
    kind = "pico"
    build = None  # whoever starts the program knows, and says so
    root = store.ROOT

    def __init__(self):
        micropython.kbd_intr(-1)  # a stray Ctrl-C must not end a game (MicroPython #7867)
        self.died = "watchdog" if has_barked() else None
        self._watchdog = Watchdog()
        from device.options import options

        found = options()
        self.seats = found["seats"]
        self.device_id = store.device_id()
        self._widener = Widener(time.ticks_us(), TICKS_PERIOD_US)
        self._told_ms = 0
        self._changes = Changes(pins.FIRST_BUTTON, len(pins.BUTTONS))
        self._buttons = Buttons(len(pins.BUTTONS))
        self._rest = Rest(pins.FIRST_BUTTON, len(pins.BUTTONS))
        self._came = []  # edges as the buttons made them
        self._held = []  # edges for the app, in order
        self._lost = 0
        self._silent_since_ms = None
        self._lights = Lights(pins.LIGHTS[: self.seats])
        self._buzzer = Buzzer(pins.BUZZER)
        self._bus = Bus(pins.I2C, pins.SDA, pins.SCL)
        self._display = Display(self._bus.i2c, found["display"], recover=self._bus.recover)
        forget("device.options", "device.panels")
        self.canvas = Canvas()
        self.showing = False
        self._line = Line(self._rest)
        self.read = self._line.read
        self.room = self._line.room
        self.write = self._line.write
        self.free_flash = store.free
        self.remount = store.remount
        self._unix = None  # (unix seconds, ms when they were so)
        self.heart = self._clock_module = None
        self._find_module()
        self.complaint = None  # the traceback of the last error that nobody had foreseen

    def _find_module(self):
        """The time of day and the heartbeat's memory, if there is a clock module. Each may be broken by itself.

        What is not there is not loaded: memory is short.
        """
        bus = self._bus
        try:
            bus.i2c.readfrom(MODULE, 1)
            from device.clockmodule import ClockModule

            self._clock_module = ClockModule(bus)
            seconds = self._clock_module.read()
            if seconds is not None:
                self._unix = (seconds, self.now_ms())
        except OSError:
            pass
        try:
            bus.i2c.readfrom(EEPROM, 1)
            from device.eeprom import Heart

            self.heart = Heart(bus)
        except OSError:
            pass

    # Time

    def now_ms(self):
        """ms since the start; never falls, never wraps."""
        self._told_ms = self._widener.widen_ms(time.ticks_us())
        return self._told_ms

    def jump_ms(self):
        """By how much the time source has jumped since this was last asked, in ms. `now_ms` leaves jumps out."""
        jumped_us, self._widener.jumped_us = self._widener.jumped_us, 0
        return jumped_us // 1000

    def unix(self):
        """Wall time in s, or None as long as nobody has set it."""
        if self._unix is None:
            return None
        seconds, at_ms = self._unix
        return seconds + (self._widener.widen_ms(time.ticks_us()) - at_ms) // 1000

    def set_unix(self, seconds):
        self._unix = (seconds, self._widener.widen_ms(time.ticks_us()))
        if self._clock_module is not None:
            try:
                self._clock_module.write(seconds)
            except OSError:
                pass  # it was pulled out: the ticks carry the time on until the power goes

    # Buttons, lights, sound, display

    def edges(self):
        """The edges up to the time last told by `now_ms`: a list of (t_ms, button, down), in order."""
        self.alive()
        if self._buzzer.next_ms is not None:
            self._buzzer.advance(self._told_ms)
        return self._take_held()

    def alive(self):
        """Feeds the watchdog and fetches what the buttons did: a long work calls it every second or two."""
        self._watchdog.feed()
        rest = self._rest
        if rest.moved:
            rest.moved = False
            if not self._changes.has_come():
                time.sleep_us(SEEN_AFTER_US)
        if self._changes.has_come():
            self._fetch()
        elif self._buttons.deaf:
            self._buttons.settle(self._widener.widen(time.ticks_us()), self._came)
        if self._came:
            self._hold()

    def _fetch(self):
        """What the pins' ring has, into the buttons."""
        changes, change, at = self._changes, self._buttons.change, self._widener.at
        while changes.has_come():
            entry = changes.next()
            if entry is None:
                break
            change(at(entry[0]), entry[1], self._came)
        if changes.lost:
            self._lost += changes.lost
            changes.lost = 0

    def _watch_levels(self):
        """Looks at the pins themselves: an edge that nothing has told of is made from the level."""
        levels = self._changes.levels()
        if levels == self._buttons.levels or self._changes.has_come():
            self._silent_since_ms = None
            return
        now_ms = self._widener.widen_ms(time.ticks_us())
        if self._silent_since_ms is None:
            self._silent_since_ms = now_ms
        elif now_ms - self._silent_since_ms >= SILENT_MS:
            self._silent_since_ms = None
            self._lost += 1
            self._buttons.change(self._widener.widen(time.ticks_us()), levels, self._came)
            self._hold()

    def _hold(self):
        held = self._held
        for t_us, button, down in self._came:
            if len(held) < HELD:
                held.append((t_us // 1000, pins.BUTTONS[button], down))
            else:
                self._lost += 1
        self._came = []

    def _take_held(self):
        held = self._held
        if not held:
            return ()
        count = len(held)
        while count and held[count - 1][0] > self._told_ms:
            count -= 1
        if not count:
            return ()
        if count == len(held):
            self._held = []
            return held
        self._held = held[count:]
        return held[:count]

    def lost_edges(self):
        """How often edges have been lost since this was last asked, because too much came at once."""
        lost, self._lost = self._lost, 0
        return lost

    def lights(self, levels):
        self._lights.set(levels)

    def sound(self, pattern):
        """Begins a sound: (frequency in Hz, ms) one after the other, none if it is empty. Does not wait for it."""
        self._buzzer.play(pattern, self._widener.widen_ms(time.ticks_us()))

    @property
    def moved(self):
        """Whether a button has moved since `edges` was last asked: then it should be asked soon.

        Also when `edges` was asked so early in a millisecond's end that the time it went by was before the edge's own.
        """
        return self._rest.moved or bool(self._held)

    def show(self):
        """Sends the next slices of the canvas. None, or the word of the trouble if the display does not answer."""
        display = self._display
        for _ in range(SLICES):
            self.showing = display.send(self.canvas.buffer)
            if not self.showing or self._rest.moved:
                break
        return display.trouble

    # Rest, and the end

    def idle(self, ms):
        """Rests for at most `ms`; less when a button has moved, the host has said something, or a note ends."""
        if self._held:
            return
        if self._buttons.deaf:
            ms = min(ms, DEAF_MS)  # the level may decide then, and no pin moves for that
        if self._buzzer.next_ms is not None:
            ms = min(ms, self._buzzer.next_ms - self._widener.widen_ms(time.ticks_us()))
        while ms > 0:
            if self._rest.rest(min(ms, REST_MS)) or self._changes.has_come():
                return
            self._watch_levels()
            if self._held:
                return
            ms -= REST_MS

    def maintenance(self):
        """Stops all parts and gives the line to MicroPython's own prompt. False: the program must end first."""
        self._rest.stop()
        self._changes.stop()
        self._lights.stop()
        self._buzzer.stop()
        self._watchdog.stop()
        micropython.kbd_intr(CTRL_C)
        return False

    def complain(self, error):
        """An error that nobody has foreseen. It is kept, never printed: on a Pico that would go into the link."""
        text = io.StringIO()
        sys.print_exception(error, text)
        self.complaint = text.getvalue()[:TRACEBACK]
