"""MicroPython's prompt on the emulated line: runs a piece of program in raw mode, as mpremote does."""

from emulator.chip import Chip
from emulator.usb import Usb


class ReplError(AssertionError):
    """The program ended with this error."""


def interrupt(chip: Chip, usb: Usb) -> None:
    """Stops a program that runs, and waits for the prompt."""
    usb.take()
    usb.write(b"\r\x03\x03")
    chip.run_until(lambda: usb.received.endswith(b">>> "), 5000)


def execute(chip: Chip, usb: Usb, program: str, within_ms: float = 10_000) -> str:
    """What the program prints. Raises ReplError."""
    usb.take()
    usb.write(b"\x03\x03\x01")
    chip.run_until(lambda: usb.received.endswith(b"exit\r\n>"), 5000)
    usb.take()
    usb.write(program.encode() + b"\x04")
    chip.run_until(lambda: usb.received.endswith(b"\x04>"), within_ms)
    out, error, _ = usb.take().removeprefix(b"OK").split(b"\x04")
    usb.write(b"\x02")
    if error:
        raise ReplError(error.decode())
    return out.decode()
