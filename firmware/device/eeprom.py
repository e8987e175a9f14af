"""The heartbeat in the clock module's EEPROM (AT24C32, data sheet "Byte Write", "Page Write", "Acknowledge Polling").

It takes a page of 32 bytes at once, then writes it for up to 10 ms, and answers nothing meanwhile. A page stands a
million writes. So each heartbeat is one page, and goes into the next of PAGES places: with one in 9 s that is years of
play without a pause. A record has a number and a checksum: the newest whole one counts, and a power cut while a page is
being written leaves the one before.
"""

import binascii
import struct

ADDRESS = 0x57
EIO = 5
PAGES = 16  # reading them all takes 14 ms, once at power on
PAGE = 32
_HEAD = "<IB"  # number of the record, length of its data
_CHECK = "<I"
LONGEST = PAGE - struct.calcsize(_HEAD) - struct.calcsize(_CHECK)


class Heart:
    """A heart for the Keeper. Raises OSError if there is no EEPROM.

    `i2c`: has MicroPython's readfrom_mem and writeto_mem.
    """

    def __init__(self, i2c):
        self._i2c = i2c
        self._number = 0
        self._last = None
        self._page = None  # what was written last
        self._fails = False
        self._read()

    def _read(self):
        for i in range(PAGES):
            # A page at a time: all at once takes longer than a transfer may (bus.py).
            page = self._i2c.readfrom_mem(ADDRESS, i * PAGE, PAGE, addrsize=16)
            (check,) = struct.unpack(_CHECK, page[-4:])
            number, length = struct.unpack(_HEAD, page[:5])
            if length <= LONGEST and check == binascii.crc32(page[:-4]) and number > self._number:
                self._number = number
                self._last = page[5 : 5 + length]

    def beat(self, data):
        """Keeps `data`, at most LONGEST bytes. Never waits.

        Raises OSError while the page before is still being written, or if the EEPROM does not keep what it is given.
        """
        if len(data) > LONGEST:
            raise ValueError("a heartbeat has at most %d bytes" % LONGEST)
        if self._page is not None and not self._fails:
            kept = self._i2c.readfrom_mem(ADDRESS, self._place(self._number), PAGE, addrsize=16)
            self._fails = kept != self._page
        if self._fails:
            raise OSError(EIO)
        number = self._number + 1
        page = struct.pack(_HEAD, number, len(data)) + data + bytes(LONGEST - len(data))
        page += struct.pack(_CHECK, binascii.crc32(page))
        self._i2c.writeto_mem(ADDRESS, self._place(number), page, addrsize=16)
        self._number = number
        self._last = data
        self._page = page

    @staticmethod
    def _place(number):
        return number % PAGES * PAGE

    def last(self):
        """What was kept last, or None."""
        return self._last
