"""An I2C bus with parts on it, for the chip's I2C block and for traffic that a program makes on the pins itself.

A part is anything with `addr`, `plugged`, `start(read)`, `write(byte)` (True: acknowledged), `read()` and `stop()`, as
the models in tests/parts have. Where a part was pulled out in the middle of a byte, it can leave the data line low.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from emulator.chip import Chip

BITS_A_BYTE = 9  # eight and the acknowledgement
_I2C_FUNCTION = 3  # of a pin that the I2C block has (RP2040 datasheet, 2.19.2)
_TX_EMPTY = 1 << 4


class Part(Protocol):
    addr: int
    plugged: bool

    def start(self, read: bool) -> None: ...
    def write(self, byte: int) -> bool: ...
    def read(self) -> int: ...
    def stop(self) -> None: ...


class Bus:
    """`bytes_sent`: all bytes that went over the wire by the block, addresses included."""

    def __init__(self, chip: "Chip", block: int, sda: int, scl: int, parts: list[Part]) -> None:
        self._chip = chip
        self._i2c: Any = chip.mcu.i2c[block]
        self._parts = parts
        self._on: Part | None = None
        self._todo: Callable[[], None] | None = None
        self._byte_over = chip.clock.create_alarm(self._act)
        self._reads = False
        self.bytes_sent = 0
        self.stuck_bits = 0  # clock pulses until the part that holds the data line low lets go of it
        self._i2c.on_connect = self._connect
        self._i2c.on_write_byte = self._write
        self._i2c.on_read_byte = self._read
        self._i2c.on_stop = self._stop
        self.pins = _Pins(chip, self, sda, scl)

    def part(self, address: int) -> Part | None:
        """The part that answers to an address now: an EEPROM in its write cycle does not."""
        for part in self._parts:
            if part.addr == address and part.plugged and not getattr(part, "busy", False):
                return part
        return None

    def hang(self, bits: int = 5) -> None:
        """A part holds the data line low until it has seen so many clock pulses."""
        self.stuck_bits = bits
        self.pins.pull(True)

    # -- the I2C block ------------------------------------------------------------------------------------------------

    def _after_byte(self, act: Callable[[], None]) -> None:
        """After the time of a byte; never while the data line is held low, for the block then waits for a free bus."""
        self.bytes_sent += 1
        self._todo = act
        if self.stuck_bits:
            return
        self._go_on()

    def _go_on(self) -> None:
        cycles = BITS_A_BYTE * (self._i2c.scl_low_period + self._i2c.scl_high_period)
        self._byte_over.schedule(cycles * 1e9 / self._chip.mcu.clk_sys)

    def _act(self) -> None:
        act, self._todo = self._todo, None
        if act is not None:
            act()

    def freed(self) -> None:
        """The data line is high again. What the block was at ends without an acknowledgement: making an I2C object anew
        resets the block on the chip (RP2040 datasheet, 2.14.3, RESETS), but not in rp2040py."""
        if self._todo is not None:

            def gave_up() -> None:
                self._i2c.complete_connect(False)
                self._tell_flushed(False)

            self._todo = gave_up
            self._go_on()

    def _connect(self, address: int, mode: int) -> None:
        self._on = None if self.stuck_bits else self.part(address)
        self._reads = bool(mode)
        if self._on is not None:
            self._on.start(bool(mode))
        there = self._on is not None

        def connected() -> None:
            self._i2c.complete_connect(there)
            self._tell_flushed(there)

        self._after_byte(connected)

    def _tell_flushed(self, acknowledged: bool) -> None:
        """A NAK flushes the transmit FIFO, which is then empty and says so (RP2040 datasheet, 4.3.14 and the registers
        IC_TX_ABRT_SOURCE and IC_RAW_INTR_STAT.TX_EMPTY). rp2040py leaves the bit low, and the SDK waits in vain."""
        if not acknowledged:
            self._i2c.int_raw |= _TX_EMPTY
            self._i2c.check_interrupts()

    def _turn(self, read: bool) -> None:
        """The block issues a RESTART by itself where the direction changes (RP2040 datasheet, IC_DATA_CMD, RESTART);
        rp2040py does so only where the program asks for it."""
        if self._on is not None and read != self._reads:
            self._on.start(read)
        self._reads = read

    def _write(self, byte: int) -> None:
        self._turn(False)
        taken = self._on is not None and self._on.write(byte) is not False

        def written() -> None:
            self._i2c.complete_write(taken)
            self._tell_flushed(taken)

        self._after_byte(written)

    def _read(self, _acknowledge: bool) -> None:
        self._turn(True)
        byte = 0xFF if self._on is None else self._on.read()
        self._after_byte(lambda: self._i2c.complete_read(byte))

    def _stop(self) -> None:
        if self._on is not None:
            self._on.stop()
        self._on = None
        self._i2c.complete_stop()


class _Pins:
    """The two lines as a program drives them itself (open drain): MicroPython's own i2c.scan() does."""

    def __init__(self, chip: "Chip", bus: Bus, sda: int, scl: int) -> None:
        self._bus = bus
        self._sda_pin, self._scl_pin = chip.mcu.gpio[sda], chip.mcu.gpio[scl]
        self._sda = self._scl = True
        self._pulled = False
        self._state = "idle"  # or addr, write, read, deaf
        self._bits = self._count = self._byte = 0
        self._acknowledged = False
        self._part: Part | None = None
        for pin in (self._sda_pin, self._scl_pin):
            pin.set_input_value(True)  # pull-ups are on the modules
        self._sda_pin.add_listener(lambda _new, _old: self._look())
        self._scl_pin.add_listener(lambda _new, _old: self._look())

    def pull(self, low: bool) -> None:
        """A part pulls the data line low, or lets go of it."""
        low = low or self._bus.stuck_bits > 0
        if low != self._pulled:
            self._pulled = low
            self._sda_pin.set_input_value(not low)

    def _look(self) -> None:
        sda, scl = (
            not (pin.output_enable and not pin.output_value) or pin.function_select == _I2C_FUNCTION
            for pin in (self._sda_pin, self._scl_pin)
        )
        if scl != self._scl:
            self._scl = scl
            if self._bus.stuck_bits:
                self._unstick(scl)
            else:
                (self._rise if scl else self._fall)()
        if sda != self._sda:
            self._sda = sda
            if self._scl and not self._bus.stuck_bits:
                self._begin_or_end(sda)

    def _unstick(self, scl: bool) -> None:
        if scl:
            self._bus.stuck_bits -= 1
            self._state = "idle"
            self.pull(False)
            if not self._bus.stuck_bits:
                self._bus.freed()

    def _begin_or_end(self, sda: bool) -> None:
        if not sda:
            self._state, self._bits, self._count, self._part = "addr", 0, 0, None
            return
        if self._state != "idle" and self._part is not None:
            self._part.stop()
        self._state = "idle"
        self.pull(False)

    def _rise(self) -> None:
        if self._state in ("addr", "write") and self._count < 8:
            self._bits = self._bits << 1 | self._sda
            self._count += 1
        elif self._state == "read":
            self._count += 1
            if self._count == BITS_A_BYTE and self._sda:
                self._state = "deaf"  # the program wants no more

    def _fall(self) -> None:
        if self._state in ("addr", "write"):
            if self._count == 8:
                self._acknowledged = self._taken()
                self.pull(self._acknowledged)
                self._count = BITS_A_BYTE
            elif self._count == BITS_A_BYTE:
                self._next_byte()
        elif self._state == "read":
            if self._count == 8:
                self.pull(False)
            elif self._count == BITS_A_BYTE:
                self._load()
            else:
                self.pull(not self._byte >> (7 - self._count) & 1)

    def _taken(self) -> bool:
        if self._state == "addr":
            self._part = self._bus.part(self._bits >> 1)
            if self._part is not None:
                self._part.start(bool(self._bits & 1))
            return self._part is not None
        return self._part is not None and self._part.write(self._bits) is not False

    def _next_byte(self) -> None:
        self.pull(False)
        reads = self._state == "addr" and self._bits & 1
        self._bits = self._count = 0
        if not self._acknowledged:
            self._state = "deaf"
        elif reads:
            self._state = "read"
            self._load()
        else:
            self._state = "write"

    def _load(self) -> None:
        self._byte = 0xFF if self._part is None else self._part.read()
        self._count = 0
        self.pull(not self._byte >> 7 & 1)
