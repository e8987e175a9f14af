"""A model of a Pico for the firmware's board, inside MicroPython's unix port: time, pins, timers, PWM, I2C, watchdog.

`Pico(…).install()` puts it in the place of `machine`, `rp2`, `time`, `select` and `sys`; then the drivers are imported.
Time stands still but for `pass_us`: what rests or waits calls it, and reading the time takes a little, too, so that a
loop that waits for something comes to an end. What the PIO and the DMA do is in rp2.py, the serial line in usb.py.
"""

import sys

import uctypes

from parts.i2c import Bus
from parts.rp2 import Rp2
from parts.usb import Usb

READ_US = 10  # what it takes to read the time
ERASE_MS, PAGE_MS = 45, 0.4
IRQ_US = 25
PIN_COUNT = 30
ALIAS_CLEAR = 0x3000
TIMER_RAW, GPIO_IN = (0x40054028, 0x400B0028), 0xD0000004
WATCHDOGS = 0x40058000, 0x400D8000
ENABLE, TIMER, FORCED, MARK = 1 << 30, 1, 2, 0x6AB73121
PERIOD = 1 << 30


class WatchdogReset(BaseException):
    """The watchdog has reset the chip: no program catches that."""


class Module:
    """Stands in the place of a module of MicroPython's."""

    def __init__(self, **members):
        for name in members:
            setattr(self, name, members[name])


class Sys:
    """As `sys`, but for what the model has in its place."""

    def __init__(self, real, **members):
        self._real = real
        for name in members:
            setattr(self, name, members[name])

    def __getattr__(self, name):
        return getattr(self._real, name)


class Memory:
    """machine.mem8, mem16 or mem32: registers, and the real memory of this process for all other addresses."""

    def __init__(self, pico, size):
        self._pico = pico
        self._size = size

    def __getitem__(self, address):
        register = self._pico.registers.get(address & ~3)
        if register is None:
            return int.from_bytes(uctypes.bytearray_at(address, self._size), "little")
        self._pico.pass_us(1)
        value = register() if callable(register) else register
        return value >> 8 * (address & 3) & ((1 << 8 * self._size) - 1)

    def __setitem__(self, address, value):
        self._pico.write_register(address, value)


class Pico:
    """`us`: since power on. `ticks_us`: what the chip's timer says then. `parts`: on the I2C bus.

    `chip`: "RP2040" or "RP2350". `died`: the boot before was ended by its watchdog; `mark`: what is in its
    scratch register 4 then.
    """

    def __init__(self, ticks_us=0, parts=(), chip="RP2040", died=False, mark=MARK):
        self.us = 0
        self._timer = ticks_us
        self._alarms = []
        self._count = 0
        self.levels = [1] * PIN_COUNT
        self.listeners = []  # called after a pin has changed
        self.interrupts = {}  # pin: handler
        self.interrupts_work = True
        self._standing = False
        self._pending = []
        self.pwms = {}
        self.bus = Bus(*parts, took=lambda ns: self.pass_us(ns // 1000))
        self.i2c_begun = 0  # how often the block was set up
        self.fed_us = -1  # by the watchdog; -1: it does not run
        watchdog = WATCHDOGS[chip == "RP2350"]
        self.registers = {
            TIMER_RAW[chip == "RP2350"]: lambda: (self._timer + self.us) & 0xFFFFFFFF,
            GPIO_IN: lambda: sum(level << pin for pin, level in enumerate(self.levels)),
            watchdog: 0,
            watchdog + 8: TIMER if died else 0,
            watchdog + 0x1C: mark if died else 0,
        }
        self._watchdog = watchdog
        self._chip = chip
        self.usb = Usb(self)
        self.rp2 = Rp2(self)

    def install(self):
        implementation = Module(
            _machine="Raspberry Pi Pico with " + self._chip, version=sys.implementation.version, name="micropython"
        )
        modules = {
            "machine": self._machine(),
            "rp2": self.rp2.module(),
            "time": self._time(),
            "select": Module(POLLIN=1, POLLOUT=4, poll=lambda: Poll(self)),
            "sys": Sys(sys, implementation=implementation, stdin=self.usb.stdin, stdout=self.usb.stdout),
        }
        for name in modules:
            sys.modules[name] = modules[name]
        return self

    # Time.

    def at(self, us, act):
        """Calls `act` so much later."""
        self._count += 1
        self._alarms.append((self.us + us, self._count, act))
        self._alarms.sort(key=lambda alarm: alarm[:2])

    def pass_us(self, us):
        end = self.us + us
        while self._alarms and self._alarms[0][0] <= end:
            self.us, _, act = self._alarms.pop(0)
            act()
        self.us = end
        if self.fed_us >= 0 and end - self.fed_us > 8_000_000:
            raise WatchdogReset()

    def next_alarm_us(self):
        return self._alarms[0][0] if self._alarms else None

    def stand_still(self, ms):
        """The CPU stands, as while the flash is written: interrupts come when it goes on."""
        self._standing = True
        self.pass_us(int(1000 * ms))
        self._standing = False
        while self._pending:
            pin, handler = self._pending.pop(0)
            handler(pin)

    def ticks_us(self):
        self.pass_us(READ_US)
        return (self._timer + self.us) % PERIOD

    def _time(self):
        import time as real

        return Module(
            ticks_us=self.ticks_us,
            ticks_ms=lambda: (self.ticks_us() + (self._timer + self.us) // PERIOD * PERIOD) // 1000 % PERIOD,
            ticks_diff=lambda a, b: (a - b + PERIOD // 2) % PERIOD - PERIOD // 2,
            ticks_add=lambda a, b: (a + b) % PERIOD,
            sleep_us=self.pass_us,
            sleep_ms=lambda ms: self.pass_us(1000 * ms),
            gmtime=real.gmtime,
        )

    # Pins and registers.

    def drive(self, pin, level):
        """What is outside pulls a pin to a level."""
        if self.levels[pin] == level:
            return
        self.levels[pin] = level
        for listener in self.listeners:
            listener()
        handler = self.interrupts.get(pin)
        if handler is not None and self.interrupts_work:
            if self._standing:
                self._pending.append((pin, handler))
            else:
                self.at(IRQ_US, lambda: handler(pin))

    def write_register(self, address, value):
        if address == self._watchdog + ALIAS_CLEAR and value & ENABLE:
            self.fed_us = -1

    def _machine(self):
        pico = self

        class Pin:
            IN, OUT, OPEN_DRAIN = 0, 1, 2
            PULL_UP = 1
            IRQ_FALLING, IRQ_RISING = 4, 8

            def __init__(self, number, mode=-1, pull=-1, value=None):
                self.number = number

            def __call__(self, level=None):
                return pico.levels[self.number] if level is None else None

            def irq(self, handler, trigger=0, hard=False):
                pico.interrupts[self.number] = handler

        class PWM:
            """`told`: [(us, hertz, duty)] after each setting."""

            def __init__(self, pin, freq, duty_u16):
                self.told = []
                self._hertz, self._duty = freq, duty_u16
                self.active = True
                pico.pwms[pin.number] = self
                self._tell()

            def _tell(self):
                self.told.append((pico.us, self._hertz, self._duty))

            def freq(self, hertz):
                self._hertz = hertz
                self._tell()

            def duty_u16(self, duty):
                self._duty = duty
                self._tell()

            def deinit(self):
                self.active = False

        class WDT:
            def __init__(self, timeout):
                assert timeout == 8000
                self.feed()

            def feed(self):
                pico.fed_us = pico.us

        def i2c(number, sda, scl, freq, timeout):
            pico.bus.timeout_us = timeout
            pico.i2c_begun += 1
            return pico.bus

        return Module(
            Pin=Pin,
            PWM=PWM,
            WDT=WDT,
            I2C=i2c,
            mem8=Memory(self, 1),
            mem16=Memory(self, 2),
            mem32=Memory(self, 4),
            unique_id=lambda: bytes(range(0xE6, 0xEE)),
        )


class Poll:
    """select.poll: waits in the model's time. A stream has `ready()`, or the `ioctl` of MicroPython's own protocol."""

    def __init__(self, pico):
        self._pico = pico
        self._streams = []

    def register(self, stream, flags):
        self._streams.append(stream)

    def _ready(self):
        self._pico.usb.task()
        return [s for s in self._streams if (s.ready() if hasattr(s, "ready") else s.ioctl(3, 1))]

    def ipoll(self, ms):
        pico = self._pico
        pico.pass_us(READ_US)
        end = pico.us + 1000 * ms
        ready = self._ready()
        while not ready and pico.us < end:
            due = pico.next_alarm_us()
            pico.pass_us(min(end, end if due is None else due) - pico.us)
            ready = self._ready()
        return [(stream, 1) for stream in ready]
