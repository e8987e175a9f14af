"""A part of a log as the host would fetch it."""

from tritempo.logbook import Logbook


def part(book: Logbook, number: int | None, offset: int, length: int) -> bytes:
    """At most `length` bytes of a log from `offset`. Raises KeyError where there is none."""
    assert number is not None
    size = book.size(number)
    buffer = bytearray(1 if size is None else max(0, min(length, size - offset)))
    count = book.read_into(number, offset, memoryview(buffer))
    return bytes(buffer[:count])
