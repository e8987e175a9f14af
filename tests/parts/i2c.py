"""An I2C bus as a MicroPython program has it under its hands: the methods of machine.I2C, with parts on it.

Runs on CPython and inside MicroPython. A part has `addr`, `plugged`, `start(read)`, `write(byte)` (True: acknowledged),
`read()` and `stop()`; one that is `busy` acknowledges nothing. Errors are the Pico's: OSError(5) for an address that
nobody acknowledges, a short count for a byte of data that nobody does.
"""

EIO, ETIMEDOUT = 5, 110
BYTE_NS = 22_500  # nine bits at 400 kHz


class Bus:
    """`took(ns)`: told how long each transfer took. `hangs`: a part holds the clock low, nothing gets through.

    `timeout_us`: a whole transfer may take so long.
    """

    def __init__(self, *parts, took=None, timeout_us=5000):
        self.parts = list(parts)
        self.took = took or (lambda ns: None)
        self.timeout_us = timeout_us
        self.hangs = False
        self.bytes = 0

    def _start(self, address, read, count):
        if self.hangs or (count + 1) * BYTE_NS > self.timeout_us * 1000:
            self.took(self.timeout_us * 1000)
            raise OSError(ETIMEDOUT)
        self._spent(1)
        for part in self.parts:
            if part.addr == address and part.plugged and not getattr(part, "busy", False):
                part.start(read)
                return part
        raise OSError(EIO)

    def _spent(self, count):
        self.bytes += count
        self.took(count * BYTE_NS)

    def _put(self, part, data):
        """How many bytes it took."""
        taken = 0
        for byte in data:
            self._spent(1)
            if part.write(byte) is False:
                break
            taken += 1
        return taken

    def writeto(self, address, data, stop=True):
        """`stop`: without it a read follows, which starts anew."""
        part = self._start(address, False, len(data))
        taken = self._put(part, data)
        if stop:
            part.stop()
        return taken

    def readfrom(self, address, count):
        buffer = bytearray(count)
        self.readfrom_into(address, buffer)
        return bytes(buffer)

    def readfrom_into(self, address, buffer):
        part = self._start(address, True, len(buffer))
        for i in range(len(buffer)):
            self._spent(1)
            buffer[i] = part.read()
        part.stop()

    def writeto_mem(self, address, place, data, addrsize=8):
        self.writeto(address, place.to_bytes(addrsize // 8, "big") + bytes(data))

    def readfrom_mem(self, address, place, count, addrsize=8):
        self.writeto(address, place.to_bytes(addrsize // 8, "big"), False)
        return self.readfrom(address, count)
