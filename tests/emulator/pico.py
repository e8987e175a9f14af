"""A clock as the guide has it built: the emulated Pico with its buttons, lights, buzzer, display and clock module."""

from pathlib import Path

from device import pins
from emulator import files, image
from emulator.chip import Chip
from emulator.i2c import Bus, Part
from emulator.line import client
from emulator.signals import Buzzer, Light
from emulator.usb import Usb
from parts.ssd1306 import Controller
from tritempo_host.link.client import Clock

SEAT_BUTTONS = "ABCD"
TAP_MS = 80.0
FLASH_AT = 0x1000_0000
BRANCH_TO_ITSELF = b"\xfe\xe7"


class Pico:
    """`flash`: an image of the whole flash, else it is MicroPython's alone. `module`: parts beside the display."""

    def __init__(
        self,
        flash: bytes | bytearray | None = None,
        *,
        display: str = "ssd1306",
        module: tuple[Part, ...] = (),
        uf2: Path | None = None,
    ) -> None:
        self.chip = Chip(uf2 or image.path())
        if flash is not None:
            self.chip.flash.load(flash)
        self.flash = self.chip.flash
        self.usb = Usb(self.chip)
        self.display = Controller(display)
        self.bus = Bus(self.chip, pins.I2C, pins.SDA, pins.SCL, [self.display, *module])
        self.lights = {seat: Light(self.chip, gpio) for seat, gpio in zip(SEAT_BUTTONS, pins.LIGHTS, strict=True)}
        self.buzzer = Buzzer(self.chip, pins.BUZZER)
        self.edges: list[tuple[float, str, bool]] = []  # what the buttons did: (ms, button, down)
        for button in pins.BUTTONS:
            self.chip.drive(self._gpio(button), True)

    # -- time ---------------------------------------------------------------------------------------------------------

    @property
    def now_ms(self) -> float:
        return self.chip.now_ms

    def run_ms(self, ms: float) -> None:
        self.chip.run_ms(ms)

    # -- buttons ------------------------------------------------------------------------------------------------------

    @staticmethod
    def _gpio(button: str) -> int:
        return pins.FIRST_BUTTON + pins.BUTTONS.index(button)

    def edge(self, button: str, down: bool) -> None:
        self.edges.append((self.now_ms, button, down))
        self.chip.drive(self._gpio(button), not down)

    def press(self, button: str, in_ms: float = 0.0, for_ms: float = TAP_MS) -> None:
        """A press that begins then and lasts so long; time does not pass here."""
        self.chip.at(in_ms, lambda: self.edge(button, True))
        self.chip.at(in_ms + for_ms, lambda: self.edge(button, False))

    def tap(self, *buttons: str, then_ms: float = 250.0) -> None:
        """One after the other, and lets time pass."""
        for button in buttons:
            self.press(button)
            self.run_ms(TAP_MS + then_ms)

    def presses(self, button: str | None = None) -> list[float]:
        """The instants at which a button (any) went down."""
        return [ms for ms, name, down in self.edges if down and button in (None, name)]

    # -- what a person sees -------------------------------------------------------------------------------------------

    def picture(self) -> bytes:
        """1024 bytes, MONO_VLSB."""
        return self.display.picture()

    def light(self, seat: str) -> int:
        return self.lights[seat].level()

    # -- faults -------------------------------------------------------------------------------------------------------

    def hang(self) -> None:
        """The program hangs: the instruction that it is about to run becomes a branch to itself, until the next boot.

        Interrupts and all of the hardware go on, as where a program waits for what never comes.
        """
        core = self.chip.mcu.core
        at = (int(core.registers[15]) & 0xFFFF_FFFE) - FLASH_AT
        if not 0 <= at < files.OFFSET:
            raise ValueError("the program is not in the flash at this moment")
        good = self.flash.image()[at : at + 2]
        self.flash.load(BRANCH_TO_ITSELF, at)
        self.chip.on_reset = lambda: self.flash.load(good, at)

    # -- the host -----------------------------------------------------------------------------------------------------

    def link(self) -> Clock:
        """The link's client, to be entered with `with`; emulated time passes while it waits."""
        return client(self.chip, self.usb)
