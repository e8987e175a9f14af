"""A part of a log as the host would fetch it."""

from tritempo.logbook import Logbook
from tritempo.reader import Reader


def part(book: Logbook, number: int | None, offset: int, length: int) -> bytes:
    """At most `length` bytes of a log from `offset`. Raises KeyError where there is none."""
    assert number is not None
    reader = Reader(book)
    buffer = bytearray(max(1, min(length, (book.size(number) or 0) - offset)))
    count = reader.into(number, offset, memoryview(buffer))
    reader.end()
    return bytes(buffer[:count])
