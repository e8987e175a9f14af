"""Reads the recording of a clock's flash operations, and plays any part of it into an image.

So a test can see the flash as it was after each program and erase of a game: `firmware/virtual/flash.py` writes it.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tritempo_host.virtual.image import BLOCK, SIZE

HEADER = struct.Struct("<BHHHI")
KINDS = ("erase", "program", "mark")


@dataclass(frozen=True)
class Operation:
    """One operation on the flash; or a "mark" between two: what the app was at then, as text in `data`."""

    kind: str
    block: int
    offset: int
    data: bytes
    t_ms: int


def read(path: Path) -> Iterator[Operation]:
    """The operations in order; a last one that was cut off while being written is left out."""
    content = path.read_bytes()
    place = 0
    while place + HEADER.size <= len(content):
        kind, block, offset, length, t_ms = HEADER.unpack_from(content, place)
        place += HEADER.size
        if place + length > len(content):
            return
        yield Operation(KINDS[kind], block, offset, content[place : place + length], t_ms)
        place += length


def blank() -> bytearray:
    """An erased image."""
    return bytearray(b"\xff" * SIZE)


def apply(image: bytearray, operation: Operation, torn: bool = False) -> None:
    """Does one operation on an image; `torn`: only the first half of it, as when the power goes in the middle."""
    start = operation.block * BLOCK + operation.offset
    if operation.kind == "erase":
        length = BLOCK // 2 if torn else BLOCK
        image[start : start + length] = b"\xff" * length
    elif operation.kind == "program":
        data = operation.data[: len(operation.data) // 2] if torn else operation.data
        image[start : start + len(data)] = bytes(
            old & new for old, new in zip(image[start : start + len(data)], data, strict=True)
        )
