"""Resting until a byte comes, a pin moves, or time is up."""

# The stubs of MicroPython lack these.
# pyright: reportAttributeAccessIssue=false

import io
import select
import sys

import machine

_POLL = 3  # MP_STREAM_POLL (py/stream.h)


class Rest(io.IOBase):
    """`moved`: a button's pin has moved since it was set to False.

    The interrupt only ends the rest: times come from elsewhere, without any (changes.py). One that goes missing makes a
    light a little late, and nothing else.
    """

    def __init__(self, first_pin, pin_count):
        self.moved = False
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._poll.register(self, select.POLLIN)
        self._pins = [machine.Pin(number) for number in range(first_pin, first_pin + pin_count)]
        for pin in self._pins:
            pin.irq(self._up, machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING, hard=True)

    def rest(self, ms):
        """Returns after `ms` at most. True: something has come."""
        for _ in self._poll.ipoll(ms):
            return True
        return False

    def stop(self):
        for pin in self._pins:
            pin.irq(None)

    def _up(self, pin):
        self.moved = True  # takes no memory: it is a hard interrupt

    def ioctl(self, request, flags):
        """`poll` asks this when it begins, and again when an interrupt has woken the chip."""
        return flags & select.POLLIN if request == _POLL and self.moved else 0
