"""The serial line over USB, never waiting for the host.

MicroPython's own `write` waits up to half a second for a host that has stopped reading, and its `poll` says only that
there is room for one byte (shared/tinyusb/mp_usbd_cdc.c). Its buffer has 256 bytes. So nothing is written before the
buffer is known to be empty, and never more than it holds. It is empty when the chip has no packet for the host, even
after the USB stack has had its turn: a stack that still has something gives the chip the next packet then. Whether the
chip has one is in the buffer control register of the endpoint (RP2040 datasheet, 4.1.2.5.3; that FULL is cleared once
the host has acknowledged the packet: 4.1.2.6. RP2350 datasheet, 12.7.3).

What is written while no program on the host has the port open (DTR) stays in the buffer, and goes out 16 ms after one
has opened it. Then nothing more is written until somebody has said something, and those ms have passed.
"""

# The stubs of MicroPython lack these.
# pyright: reportAttributeAccessIssue=false

import select
import sys
import time

import machine

from device import chip

BUFFER = 256 - 1  # after a full packet as the last one an empty one would follow
MOST_READ = 64  # at 60 us a byte
SETTLE_MS = 25
LOOKS = 12  # of 0.05 ms

_CONTROL = chip.USB_DPRAM + 0x80 + 8 * 2  # of endpoint 2, to the host: MicroPython's CDC data (tusb_config.h, 0x82)
_FULL, _AVAILABLE = 1 << 15, 1 << 10
_WAITING = _FULL | _AVAILABLE  # in each half of the word: the endpoint may have two buffers
_TURN = 1 << 13  # DATA0 or DATA1: another with each packet


class Line:
    """`rest`: says whether a button has moved (rest.py)."""

    def __init__(self, rest):
        self._rest = rest
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._byte = bytearray(1)
        self._come = bytearray(MOST_READ)
        self._unsent = False  # something is in the buffer that no packet has taken
        self._heard_ms = None  # since then: when the host said something
        self._flows = True  # the host has fetched what was written
        self._ready = False  # the buffer is empty: `room` has said so

    def read(self):
        """What has come until a button moves, at most MOST_READ bytes; b"" if nothing."""
        count = 0
        rest = self._rest
        byte, come = self._byte, self._come
        has_come, readinto = self._poll.ipoll, self._in.readinto
        while count < MOST_READ and not rest.moved:
            for _ in has_come(0):
                break
            else:
                break
            readinto(byte)
            come[count] = byte[0]
            count += 1
        if not count:
            return b""
        if self._unsent and self._heard_ms is None:
            self._heard_ms = time.ticks_ms()
        return bytes(self._come[:count])

    def room(self):
        """How many bytes `write` takes without waiting.

        A host that reads fetches a whole buffer in a third of a ms: that is waited for, so that a long answer need not
        wait for the next turn of the loop. Not again, though, until it has fetched something.
        """
        mem, has_come = machine.mem16, self._poll.ipoll
        if self._unsent:
            if self._heard_ms is None or time.ticks_diff(time.ticks_ms(), self._heard_ms) < SETTLE_MS:
                self._flows = False
                return 0
            self._unsent = False
        for _ in range(LOOKS if self._flows else 1):
            before = mem[_CONTROL]
            if (before | mem[_CONTROL + 2]) & _WAITING:
                continue
            for _ in has_come(0):  # gives the USB stack its turn
                break
            # A short packet may have come and gone meanwhile, but not without another length or turn.
            if mem[_CONTROL] == before and not mem[_CONTROL + 2] & _WAITING:
                self._flows = self._ready = True
                return BUFFER
        self._flows = False
        return 0

    def write(self, data):
        """Takes as much of `data` as a host that reads takes at once, until a button moves, and says how much."""
        taken, size = 0, len(data)
        if size > BUFFER:
            data = memoryview(data)
        mem, rest = machine.mem16, self._rest
        while taken < size and not rest.moved and (self._ready or self.room()):
            self._ready = False
            before = mem[_CONTROL]
            taken += self._out.write(data[taken : taken + BUFFER])
            after = mem[_CONTROL]
            if not (after & _WAITING or (before ^ after) & _TURN):
                self._unsent = True
                self._heard_ms = None
        return taken
