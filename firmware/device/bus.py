"""The I2C bus that the display and the clock module share."""

# The stubs of MicroPython lack these.
# pyright: reportAttributeAccessIssue=false

import time

import machine

FREQUENCY_HZ = 400_000
# For a whole transfer, not for a byte. Without it a bus that hangs would hold the loop for MicroPython's 50 ms
# (ports/rp2/machine_i2c.c). What is sent or read at once takes 2 ms at most.
TIMEOUT_US = 5000
ETIMEDOUT = 110
_HALF_US = 5


class Bus:
    """`i2c`: MicroPython's, with the chip's own block `number`."""

    def __init__(self, number, sda, scl):
        self._number = number
        self._sda = sda
        self._scl = scl
        self.i2c = self._begin()

    def _begin(self):
        # MicroPython has one object for each block: who has it from before has it set up anew.
        return machine.I2C(
            self._number,
            sda=machine.Pin(self._sda),
            scl=machine.Pin(self._scl),
            freq=FREQUENCY_HZ,
            timeout=TIMEOUT_US,
        )

    # As MicroPython's, for parts that do not free a bus that hangs themselves. Each transfer must be short.

    def readfrom_mem(self, address, place, count, addrsize=8):
        try:
            return self.i2c.readfrom_mem(address, place, count, addrsize=addrsize)
        except OSError as error:
            self._failed(error)
            raise

    def writeto_mem(self, address, place, data, addrsize=8):
        try:
            self.i2c.writeto_mem(address, place, data, addrsize=addrsize)
        except OSError as error:
            self._failed(error)
            raise

    def _failed(self, error):
        """After a time-out the chip's block still holds what it has not sent, and would send it to the next part."""
        if error.args[0] == ETIMEDOUT:
            self.recover()

    def recover(self):
        """Frees a bus on which a part waits for the rest of a byte, and holds the data line down until it has come.

        Nine pulses finish any byte (I2C specification UM10204, 3.1.16 "Bus clear"). Takes 0.2 ms or so.
        """
        sda = machine.Pin(self._sda, machine.Pin.OPEN_DRAIN, value=1)
        scl = machine.Pin(self._scl, machine.Pin.OPEN_DRAIN, value=1)
        for _ in range(9):
            if sda():
                break
            scl(0)
            time.sleep_us(_HALF_US)
            scl(1)
            time.sleep_us(_HALF_US)
        sda(0)
        time.sleep_us(_HALF_US)
        sda(1)  # while the clock is high: that is a stop
        self._begin()
