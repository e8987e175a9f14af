"""The DS3231, a clock with a battery, on an I2C bus: its seven registers of time, and the flag that it has stood still.

Runs on CPython and inside MicroPython. From its data sheet ("Timekeeping Registers", "Status Register").
"""

SECONDS, STATUS, LAST = 0x00, 0x0F, 0x12
STOPPED = 0x80
DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def bcd(number):
    return number // 10 << 4 | number % 10


def number(bcd):
    return (bcd >> 4) * 10 + (bcd & 15)


class DS3231:
    """New from the shop it shows 2000-01-01 00:00:00 and says that it has stood still."""

    addr = 0x68

    def __init__(self):
        self.plugged = True
        self.registers = bytearray(LAST + 1)
        self.registers[3:7] = bytes((1, 1, 1, 0))
        self.registers[STATUS] = STOPPED | 0x08
        self._chosen = False  # the master has said which register, or reads
        self._place = 0

    def set(self, year, month, day, hour, minute, second):
        """As somebody else has set it; it knows the time."""
        self.registers[:7] = bytes([bcd(part) for part in (second, minute, hour, 1, day, month, year - 2000)])
        self.registers[STATUS] &= ~STOPPED & 0xFF

    def shows(self):
        """(year, month, day, hour, minute, second)."""
        second, minute, hour, _, day, month, year = [number(byte) for byte in self.registers[:7]]
        return 2000 + year, month, day, hour, minute, second

    def pass_s(self, seconds):
        """Time passes: an hour at most."""
        year, month, day, hour, minute, second = self.shows()
        second += seconds
        minute += second // 60
        hour += minute // 60
        day += hour // 24
        long = DAYS[month - 1] + (month == 2 and year % 4 == 0)
        if day > long:
            day, month = 1, month + 1
        if month > 12:
            month, year = 1, year + 1
        status = self.registers[STATUS]
        self.set(year, month, day, hour % 24, minute % 60, second % 60)
        self.registers[STATUS] = status

    def lose_battery(self):
        """It stood still, and what it shows now is anything."""
        self.__init__()

    # The bus.

    def start(self, read):
        self._chosen = read

    def write(self, byte):
        if self._chosen:
            self.registers[self._place] = byte
            self._step()
        else:
            self._place = byte % (LAST + 1)
            self._chosen = True
        return True

    def read(self):
        byte = self.registers[self._place]
        self._step()
        return byte

    def stop(self):
        pass

    def _step(self):
        self._place = (self._place + 1) % (LAST + 1)
