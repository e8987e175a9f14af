"""Resting until a byte comes, a pin moves, or time is up."""

# The stubs of MicroPython lack these.
# pyright: reportAttributeAccessIssue=false

import io
import select
import sys

import machine

_POLL = 3  # MP_STREAM_POLL (py/stream.h)


class Rest:
    """`moved`: a button's pin has moved since it was set to False.

    The interrupt only ends the rest: times come from the sampler, which needs none. One that goes missing makes a light
    late by as long as the loop rests at most, and nothing else.
    """

    def __init__(self, first_pin, pin_count):
        self._wake = _Wake()
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._poll.register(self._wake, select.POLLIN)
        self._pins = [machine.Pin(number) for number in range(first_pin, first_pin + pin_count)]
        for pin in self._pins:
            pin.irq(self._wake.up, machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING, hard=True)

    @property
    def moved(self):
        return self._wake.moved

    def begin(self):
        """From now on what moves is news."""
        self._wake.moved = False

    def rest(self, ms):
        """Returns after `ms` at most."""
        for _ in self._poll.ipoll(ms):
            return

    def stop(self):
        for pin in self._pins:
            pin.irq(None)


class _Wake(io.IOBase):
    """What `poll` asks whether a pin has moved. An interrupt wakes the chip, and `poll` then asks again."""

    def __init__(self):
        self.moved = False

    def up(self, pin):
        self.moved = True  # takes no memory: it is a hard interrupt

    def ioctl(self, request, flags):
        return flags & select.POLLIN if request == _POLL and self.moved else 0
