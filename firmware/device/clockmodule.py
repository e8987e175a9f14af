"""The DS3231 on a clock module: the time of day, kept by its battery while the Pico has no power.

It is read once, at power on; then the Pico's own ticks carry the time on. DS3231 data sheet, "Timekeeping Registers".
"""

import time

ADDRESS = 0x68
_SECONDS = 0  # the first of seven registers in BCD: seconds, minutes, hours, day of the week, date, month, year
_STATUS = 0x0F
_STOPPED = 0x80  # OSF: the oscillator has stood still, so the time is not to be believed
_TWELVE_HOURS = 0x40  # in the hours: somebody else has set it, in another way
_EPOCH_DAYS = 10957  # 2000-01-01, from 1970
_DAYS_BEFORE = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)


class ClockModule:
    """`i2c`: has MicroPython's readfrom_mem and writeto_mem. Methods raise OSError if the module does not answer."""

    def __init__(self, i2c):
        self._i2c = i2c

    def read(self):
        """Unix seconds, or None if the module does not know: never set, its battery was flat, or set otherwise."""
        if self._i2c.readfrom_mem(ADDRESS, _STATUS, 1)[0] & _STOPPED:
            return None
        registers = self._i2c.readfrom_mem(ADDRESS, _SECONDS, 7)
        if registers[2] & _TWELVE_HOURS:
            return None
        second, minute, hour, _, day, month, year = [_number(byte) for byte in registers]
        month %= 80  # its highest bit is the century's
        if not (1 <= month <= 12 and 1 <= day <= 31 and hour < 24 and minute < 60 and second < 60 and year < 100):
            return None
        days = _EPOCH_DAYS + 365 * year + (year + 3) // 4 + _DAYS_BEFORE[month - 1] + day - 1
        if month > 2 and year % 4 == 0:
            days += 1
        return ((days * 24 + hour) * 60 + minute) * 60 + second

    def write(self, unix):
        """Sets it (2000 to 2099); from now on it knows."""
        year, month, day, hour, minute, second, weekday = time.gmtime(unix)[:7]
        registers = [_bcd(part) for part in (second, minute, hour, weekday + 1, day, month, year - 2000)]
        self._i2c.writeto_mem(ADDRESS, _SECONDS, bytes(registers))
        status = self._i2c.readfrom_mem(ADDRESS, _STATUS, 1)[0]
        self._i2c.writeto_mem(ADDRESS, _STATUS, bytes((status & ~_STOPPED,)))


def _number(bcd):
    return (bcd >> 4) * 10 + (bcd & 15)


def _bcd(number):
    return number // 10 << 4 | number % 10
