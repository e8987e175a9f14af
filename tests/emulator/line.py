"""The emulated Pico's USB serial for the link's own client, in emulated time: same run, same figures, each time."""

from emulator.chip import Chip
from emulator.usb import Usb
from tritempo_host.link.client import Clock

STEP_MS = 0.5
PATIENCE_S = 0.5  # of emulated time, as the link has it for a real clock


class EmulatedTransport:
    """A Transport of the link. Reading lets emulated time pass until something comes."""

    name = "emulated"

    def __init__(self, chip: Chip, usb: Usb) -> None:
        self._chip, self._usb = chip, usb
        usb.take()

    def write(self, data: bytes) -> None:
        self._usb.write(data)

    def read(self, wait_s: float) -> bytes:
        end = self._chip.now_ms + 1000 * min(wait_s, PATIENCE_S)
        while not self._usb.received and self._chip.now_ms < end:
            self._chip.run_ms(STEP_MS)
        return self._usb.take()

    def close(self) -> None:
        """There is nothing to let go of."""


def client(chip: Chip, usb: Usb) -> Clock:
    """The link's client on this line. Its own patience is real time, which has no meaning here."""
    return Clock(EmulatedTransport(chip, usb), timeout_s=60)
