"""A whole clock on a model of the Pico, inside MicroPython: the app plays a game by pin levels, on littlefs at /.

Prints what the log says and when the pins moved; test_clock_game.py reads it.
"""

# The stubs lack MicroPython's own, and a module of another folder of tests.
# pyright: reportArgumentType=false, reportAttributeAccessIssue=false, reportMissingImports=false
# pyright: reportOperatorIssue=false

import os
import random
import sys

import vfs
from memory_flash import BLOCK, BLOCKS, PROGRAM, Flash

from parts.at24c32 import AT24C32
from parts.ds3231 import DS3231
from parts.machine import ERASE_MS, PAGE_MS, Pico
from parts.ssd1306 import Controller
from tritempo import wire

PINS = {"A": 2, "B": 3, "C": 4, "PAUSE": 6}
SEED = 11


class Over(BaseException):
    """The test has seen enough: no program catches that."""


class SlowFlash(Flash):
    """Takes its time, as the Pico's does; `slow`: so many of the next erases take 400 ms."""

    pico = None
    slow = 0

    def _operate(self, block, offset, data):
        if self.pico is not None:
            ms = PAGE_MS * (len(data or b"") // PROGRAM + 1)
            if data is None:
                self.slow, ms = max(0, self.slow - 1), 400 if self.slow else ERASE_MS
            self.pico.stand_still(ms)
        return super()._operate(block, offset, data)


def asked(number, verb, data):
    return wire.encode(number, wire.message(verb, data))


def mounted(flash):
    """The flash at /, the program's files at /host."""
    vfs.mount(vfs.VfsPosix("/"), "/host")
    sys.path[:] = ["/host" + path for path in sys.path if path[:1] == "/"]
    for package in sys.modules.values():
        if hasattr(package, "__path__"):
            package.__path__ = "/host" + package.__path__
    os.chdir("/")
    vfs.umount("/")
    vfs.VfsLfs2.mkfs(flash, progsize=PROGRAM)
    vfs.mount(vfs.VfsLfs2(flash, progsize=PROGRAM), "/")


def main():
    """`random` here is MicroPython's: the same seed gives the same game."""
    random.seed(SEED)
    flash = SlowFlash(b"\xff" * BLOCK * BLOCKS)
    mounted(flash)
    with open("/board.json", "w") as file:
        file.write('{"seats": 3, "display": "sh1106"}')
    display = Controller("sh1106")
    clock = DS3231()
    clock.set(2026, 11, 30, 10, 0, 0)
    memory = AT24C32(lambda: pico.us // 1000)
    pico = Pico(ticks_us=(1 << 30) - 20_000_000, parts=(display, clock, memory)).install()
    flash.pico = pico
    pico.rp2.flash = flash
    import app
    from device.board import Board

    presses = []

    def press(name, at_ms, for_ms=70):
        pin = PINS[name]

        def down():
            presses.append((pico.us, name))
            pico.drive(pin, 0)

        pico.at(int(1000 * at_ms), down)
        for i in range(random.randrange(4)):  # bounce
            pico.at(int(1000 * (at_ms + 0.7 + 1.1 * i)), lambda: pico.drive(pin, 1))
            pico.at(int(1000 * (at_ms + 1.2 + 1.1 * i)), lambda: pico.drive(pin, 0))
        pico.at(int(1000 * (at_ms + for_ms)), lambda: pico.drive(pin, 1))

    at = 3000.0
    for name in ("B", "B", "A"):
        press(name, at)
        at += 1000
    for i in range(60):
        at += random.randrange(600_000, 2_500_000) / 1000
        at += 25_000 if i == 40 else 0  # long enough for heartbeats
        press("ABC"[i % 3], at)
        if i % 20 == 10:
            pico.at(int(1000 * (at - 300)), lambda: setattr(flash, "slow", 2))
        if i == 15:
            pico.at(int(1000 * (at + 20)), display.unplug)
        if i == 19:
            pico.at(int(1000 * at), display.plug)
    # A host that asks for everything and takes nothing; junk, and Ctrl-C.
    pico.at(20_000_000, lambda: pico.usb.send(b"\x03AT\r" + asked(1, "read", {"log": 1, "offset": 0})))
    pico.at(20_000_000, lambda: pico.usb.read(False))
    pico.at(60_000_000, lambda: pico.usb.read(True))
    pico.at(60_100_000, lambda: pico.usb.send(asked(2, "status", {})))

    def over():
        raise Over()

    pico.at(int(1000 * (at + 3000)), over)
    board = Board()
    try:
        app.run(board)
    except Over:
        pass
    print("complaint", board.complaint)
    print("waited_us", pico.usb.waited_us)
    print("answered", b'"state":"running"' in bytes(pico.usb.received))
    print("shown", display.picture() == bytes(board.canvas.buffer), not display.faults)
    print("hearts", sum(memory.writes) >= 2)
    for us, name in presses[2:]:
        print("press", us, name)
    (name,) = os.listdir("/logs")
    with open("/logs/" + name) as file:
        for line in file:
            print("log", line.strip())


main()
