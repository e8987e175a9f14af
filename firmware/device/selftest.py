"""What `tritempo selftest` runs on a finished board, at MicroPython's prompt: one small step at a time.

Nothing here waits for a person: the host asks again and again. Each step answers with one line of JSON. The parts are
the clock's own drivers, so that what is tested is what will play. The clock itself never imports this file.
"""

import binascii
import gc
import json
import os
import sys
import time

from device import pins

SETTLED_US = 30000  # a contact that has not changed for so long has come to rest; no finger taps faster
FILE = "/selftest.tmp"
PIECE = 4096  # a block of flash
PIECES = 4
SLICES = 200  # of the display, many times what a picture needs
ACCENTS = ("à è é í ï ò ó ú", "ü ç l·l ș ț ă â î", "À È É Í Ò Ú Ü Ç", "Ș Ț Ă Â Î 0123")


class Contacts:
    """Finds in the changes of all buttons what each did: when it went down or up, and for how long it bounced.

    A change is (time in us, mask of the buttons that are down). Pure: no pin and no clock in here.
    """

    def __init__(self, count, mask=0):
        self._mask = mask
        self._rest = mask  # the levels at which each came to rest
        self._first_us = [0] * count  # of the changes since then
        self._last_us = [0] * count
        self._changes = [0] * count

    def change(self, t_us, mask):
        """Takes a change, and returns what has come to rest before it: [(index, down, t_us, bounce_us, changes)].

        `down` is None for a contact that came back to where it had been: a touch shorter than its bounce, or a fault.
        """
        rested = self.rested(t_us)
        changed = self._mask ^ mask
        self._mask = mask
        for i in range(len(self._changes)):
            if changed >> i & 1:
                if not self._changes[i]:
                    self._first_us[i] = t_us
                self._last_us[i] = t_us
                self._changes[i] += 1
        return rested

    def rested(self, now_us):
        out = []
        for i in range(len(self._changes)):
            if self._changes[i] and now_us - self._last_us[i] >= SETTLED_US:
                down = self._mask >> i & 1
                if down == self._rest >> i & 1:
                    down = None
                else:
                    self._rest ^= 1 << i
                out.append((i, down, self._first_us[i], self._last_us[i] - self._first_us[i], self._changes[i]))
                self._changes[i] = 0
        return out


class Watch:
    """The buttons while a person tries them, by the very changes of the pins that the clock plays by."""

    def __init__(self):
        from device.changes import Changes

        self.changes = Changes(pins.FIRST_BUTTON, len(pins.BUTTONS))
        self._last_us = time.ticks_us()  # pyright: ignore[reportAttributeAccessIssue] (MicroPython's)
        self._us = 0  # then, since the watch began
        while self.changes.next():
            pass  # the levels at the start
        self.mask = _down(self.changes.levels())
        self._contacts = Contacts(len(pins.BUTTONS), self.mask)

    def take(self):
        """What has come to rest since the last call."""
        rested = []
        now_us = time.ticks_us()  # pyright: ignore[reportAttributeAccessIssue]
        while True:
            entry = self.changes.next()
            if not entry:
                break
            self.mask = _down(entry[1])
            rested += self._contacts.change(self._at(entry[0]), self.mask)
        return rested + self._contacts.rested(self._at(now_us))

    def _at(self, ticks_us):
        """A time since the watch began; never less than the one before."""
        passed_us = time.ticks_diff(ticks_us, self._last_us)  # pyright: ignore[reportAttributeAccessIssue]
        if passed_us > 0:
            self._us += passed_us
            self._last_us = ticks_us
        return self._us


def _down(levels):
    """A pin is low while its button is down."""
    return ~levels & ((1 << len(pins.BUTTONS)) - 1)


_parts = {}  # what has been made: each part once, and only if it is asked for


def _part(name, make):
    if name not in _parts:
        _parts[name] = make()
    return _parts[name]


def _bus():
    from device.bus import Bus

    return _part("bus", lambda: Bus(pins.I2C, pins.SDA, pins.SCL))


def stop():
    """Dark, silent, and the chip's parts are free again."""
    for name in ("watch", "lights", "buzzer"):
        part = _parts.pop(name, None)
        if part is not None:
            getattr(part, "changes", part).stop()
    if "panel" in _parts:
        show("dark")
    else:
        answer(trouble=None)


def answer(**what):
    sys.stdout.write(json.dumps(what) + "\n")


def board():
    """Which chip, MicroPython and options this is."""
    import machine

    stat = os.statvfs("/")
    gc.collect()
    answer(
        id=binascii.hexlify(machine.unique_id()).decode(),
        chip=getattr(sys.implementation, "_machine", sys.platform),
        micropython=".".join(str(part) for part in sys.implementation.version[:3]),
        mhz=machine.freq() // 1000000,  # pyright: ignore[reportOperatorIssue]
        mem_free=gc.mem_free(),  # pyright: ignore[reportAttributeAccessIssue] (MicroPython's)
        blocks=stat[2],
        blocks_free=stat[3],
        block=stat[0],
    )


def flash():
    """Writes a file that nothing else uses, reads it back, and takes it away again. Logs are never touched."""
    start_us = time.ticks_us()  # pyright: ignore[reportAttributeAccessIssue] (MicroPython's)
    try:
        with open(FILE, "wb") as file:
            for n in range(PIECES):
                file.write(_pattern(n))
        written_us = time.ticks_diff(time.ticks_us(), start_us)  # pyright: ignore[reportAttributeAccessIssue]
        wrong = 0
        with open(FILE, "rb") as file:
            for n in range(PIECES):
                wrong += file.read(PIECE) != _pattern(n)
        answer(bytes=PIECE * PIECES, wrong=wrong, ms=written_us // 1000, error=None)
    except OSError as error:
        answer(bytes=PIECE * PIECES, wrong=None, ms=None, error=str(error))
    finally:
        try:
            os.remove(FILE)
        except OSError:
            pass  # it was never made, or the flash is gone: that is in the answer


def _pattern(n):
    """Every byte value, and no two pieces alike."""
    piece = bytearray(PIECE)
    value = n * 37 + 1
    for i in range(PIECE):
        value = value * 205 + 29 & 0xFFFF
        piece[i] = value >> 8
    return piece


def ticks():
    """Answers each byte that comes with the time in us, until a `q`: the host measures how long that takes."""
    stdin, stdout = getattr(sys.stdin, "buffer", sys.stdin), getattr(sys.stdout, "buffer", sys.stdout)
    now_us = time.ticks_us  # pyright: ignore[reportAttributeAccessIssue] (MicroPython's)
    while True:
        byte = stdin.read(1)
        t_us = now_us()
        if byte in (b"q", b"", None):
            return
        stdout.write(b"%d\n" % t_us)


def options():
    """What /board.json says of this board."""
    from device.options import options

    answer(**options())


def buttons():
    """Who is down, and what came to rest since: [name, down (None: a touch), ms, bounce in us, changes]."""
    watch = _part("watch", Watch)
    rested = [
        [pins.BUTTONS[i], None if down is None else bool(down), t_us // 1000, bounce_us, changes]
        for i, down, t_us, bounce_us, changes in watch.take()
    ]
    down = [pins.BUTTONS[i] for i in range(len(pins.BUTTONS)) if watch.mask >> i & 1]
    answer(rested=rested, down=down)


def lights(*levels):
    """Brightness by light, 0 to 255."""
    from device.lights import Lights

    _part("lights", lambda: Lights(pins.LIGHTS)).set(levels)
    answer(levels=levels)


def beep(level):
    """Plays the clock's own signals at a level, and ends when they have."""
    from device.buzzer import Buzzer
    from tritempo.display import sounds

    buzzer = _part("buzzer", lambda: Buzzer(pins.BUZZER))
    for name in ("mark1", "mark2", "mark3", "zero"):
        buzzer.play(sounds.pattern(name, level), time.ticks_ms())  # pyright: ignore[reportAttributeAccessIssue]
        while buzzer.next_ms is not None:
            buzzer.advance(time.ticks_ms())  # pyright: ignore[reportAttributeAccessIssue]
    answer(level=level)


def bus():
    """Who answers on the I2C bus, and whether its two wires are at rest (both high)."""
    from machine import Pin

    found = sorted(_bus().i2c.scan())
    answer(found=found, sda=Pin(pins.SDA).value(), scl=Pin(pins.SCL).value())


def show(what):
    """Puts a picture on the display: `chess`, `full`, `corners`, `accents` or `dark`. Its trouble, or None."""
    canvas, display = _part("panel", _panel)
    canvas.clear()
    if what == "chess":
        for x in range(0, 128, 8):
            for y in range(x // 8 % 2 * 8, 64, 16):
                canvas.fill_rect(x, y, 8, 8)
    elif what == "full":
        canvas.fill_rect(0, 0, 128, 64)
    elif what == "corners":
        canvas.rect(0, 0, 128, 64)
        for x in (0, 120):
            for y in (0, 56):
                canvas.fill_rect(x, y, 8, 8)
        for _ in canvas.digits(30, 16, "1:05", 32):
            pass
    elif what == "accents":
        for i in range(len(ACCENTS)):
            canvas.text(4, 2 + i * 16, ACCENTS[i])
    for _ in range(SLICES):
        if not display.send(canvas.buffer):
            break
    answer(trouble=display.trouble)


def _panel():
    from device.display import Display
    from device.options import options
    from tritempo.display.canvas import Canvas

    bus = _bus()
    return Canvas(), Display(bus.i2c, options()["display"], recover=bus.recover)


def clock_module():
    """The DS3231, which a clock may have: its time (None: it has lost it), and the memory beside it."""
    from device.clockmodule import ClockModule
    from device.eeprom import Heart

    i2c = _bus().i2c
    try:
        unix = ClockModule(i2c).read()
    except OSError:
        answer(found=False, unix=None, memory=False)
        return
    try:
        Heart(i2c)
        memory = True
    except OSError:
        memory = False
    answer(found=True, unix=unix, memory=memory)
