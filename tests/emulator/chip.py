"""The chip: boots an image, and lets time pass only while `run_ms` runs, so a test acts at an exact instant.

All the rest of the emulation hangs on this object: pins, flash (`flash.py`), USB (`usb.py`), I2C (`i2c.py`).
"""

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

from emulator.pacing import Pacing

NS_A_MS = 1_000_000


class EmulatedTimeoutError(AssertionError):
    """What a test waited for has not come in the emulated time that it had."""


class PanicError(AssertionError):
    """The program on the chip has stopped at a break point: MicroPython's or the SDK's own panic."""


class Chip:
    """`uf2`: path of a MicroPython image for the Pico. The flash is blank but for it; the parts are not powered."""

    def __init__(self, uf2: Path) -> None:
        # Imported late: collecting the tests must work where the emulator is not installed.
        from rp2040py.boards import BOARDS, resolve_firmware  # pyright: ignore[reportMissingImports]
        from rp2040py.device import MicroPythonDevice  # pyright: ignore[reportMissingImports]

        from emulator.flash import Flash, boot_rom

        board = dataclasses.replace(resolve_firmware(BOARDS["pico"], "micropython", str(uf2)), extras=())
        self.device: Any = MicroPythonDevice(board=board, bootrom_words=boot_rom())
        self.simulator: Any = self.device.simulator
        self.mcu: Any = self.device.mcu
        self.clock: Any = self.simulator.clock
        self.pacing = Pacing(self.mcu, self.clock)
        self.flash = Flash(self)
        self._panic: str | None = None
        self.resets = 0  # by the watchdog or by machine.reset()
        self.on_reset: Callable[[], None] = lambda: None
        self._alarms: set[Any] = set()
        self._stop = self.clock.create_alarm(self.simulator.stop)
        self.mcu.on_break = self._break
        self.mcu.watchdog.on_watchdog_trigger = self._watchdog
        self.mcu.core.pc = 0x1000_0000  # where the flash begins: the image's own boot code

    # -- time ---------------------------------------------------------------------------------------------------------

    @property
    def now_ms(self) -> float:
        """Since power on. Whole microseconds are exact for years."""
        return self.clock.nanos / NS_A_MS

    def run_ms(self, ms: float) -> None:
        """Lets time pass. A flash operation that has begun is done first, so it may end up to 400 ms late."""
        self._stop.schedule(ms * NS_A_MS)
        self.simulator.stopped = False
        while not self.simulator.stopped:
            self.simulator._execute_batch()
        if self._panic:
            raise PanicError(self._panic)

    def run_until(self, happened: Callable[[], object], within_ms: float, step_ms: float = 1.0) -> Any:
        """Runs until `happened()` is true, and returns what it gave. Raises EmulatedTimeoutError."""
        end = self.now_ms + within_ms
        while not (found := happened()):
            if self.now_ms >= end:
                raise EmulatedTimeoutError(f"nothing in {within_ms} ms")
            self.run_ms(step_ms)
        return found

    def at(self, ms_from_now: float, act: Callable[[], object]) -> None:
        """Calls `act` at that instant, whatever the chip is doing then; a standing CPU is no hindrance."""
        alarm: Any = None

        def ring() -> None:
            self._alarms.discard(alarm)
            act()

        alarm = self.clock.create_alarm(ring)
        self._alarms.add(alarm)
        alarm.schedule(ms_from_now * NS_A_MS)

    def stand_still(self, ms: float) -> None:
        """The CPU stands, as while the flash is written; pins, PIO, DMA, PWM and the timer go on."""
        end = self.clock.nanos + ms * NS_A_MS
        while (left := end - self.clock.nanos) > 0.5:
            self.pacing.step(left)

    # -- pins ---------------------------------------------------------------------------------------------------------

    def drive(self, gpio: int, high: bool) -> None:
        """What is outside the chip pulls a pin to a level."""
        self.mcu.gpio[gpio].set_input_value(high)
        self.pacing.input_changed()

    def is_high(self, gpio: int) -> bool:
        """Whether the chip drives the pin high."""
        pin = self.mcu.gpio[gpio]
        return bool(pin.output_enable and pin.output_value)

    def watch(self, gpio: int, changed: Callable[[bool], None]) -> None:
        """Calls `changed(high)` whenever the chip's own level on the pin changes."""
        was = [self.is_high(gpio)]

        def look(_new: object, _old: object) -> None:
            high = self.is_high(gpio)
            if high != was[0]:
                was[0] = high
                changed(high)

        self.mcu.gpio[gpio].add_listener(look)

    # -- what the chip calls ------------------------------------------------------------------------------------------

    def _break(self, code: int) -> None:
        if not self.flash.operate(code):
            places = [f"{int(self.mcu.core.registers[i]) & 0xFFFFFFFF:#x}" for i in (15, 14)]
            self._panic = f"break point {code} at {places[0]}, called from {places[1]}, {self.now_ms:.3f} ms"
            self.simulator.stop()

    def _watchdog(self) -> None:
        self.resets += 1
        self.on_reset()
        self.device._on_watchdog_trigger()
