"""The watchdog: a loop that hangs for 8 s resets the chip, and the game comes back paused.

RP2040 datasheet, 4.7 "Watchdog", its registers CTRL, REASON and SCRATCH4; RP2350 datasheet, 12.9. Times are bounded by
the RP2040's: 8.3 s.
"""

import machine

from device import chip

TIMEOUT_MS = 8000

_CTRL = chip.WATCHDOG + 0x00
_REASON = chip.WATCHDOG + 0x08
_SCRATCH4 = chip.WATCHDOG + 0x1C
_ENABLE = 1 << 30
_BY_TIMER = 1
# What the SDK's watchdog_enable() leaves in scratch 4, in two halves: other resets by the same timer do not
# (pico-sdk, hardware_watchdog, watchdog_enable_caused_reboot).
_MARK = (0x3121, 0x6AB7)


class Watchdog:
    """Runs as soon as it is made: then `feed` it in time."""

    def __init__(self):
        self._wdt = machine.WDT(timeout=TIMEOUT_MS)

    def feed(self):
        self._wdt.feed()

    def stop(self):
        """MicroPython cannot do it, but the chip can: the timer stands still while it is not enabled."""
        machine.mem32[_CTRL + chip.CLEAR] = _ENABLE


def has_barked():
    """Whether this boot comes from a watchdog that nobody fed, and not from power or `machine.reset()`."""
    mark = machine.mem16[_SCRATCH4], machine.mem16[_SCRATCH4 + 2]
    return bool(machine.mem16[_REASON] & _BY_TIMER) and mark == _MARK
