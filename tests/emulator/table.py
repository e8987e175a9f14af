"""A table with the emulated clock on it: its log as it stands on the flash, and when presses were against it."""

from dataclasses import dataclass

from emulator import files
from emulator.mirror import Mirror
from emulator.pico import Pico
from tritempo.journal import Reading
from tritempo.journal import read as read_log

READY_WITHIN_MS = 4000
LOGS = "/logs/"


def up(pico: Pico) -> Pico:
    """Waits until the clock shows something and answers its host."""
    pico.chip.run_until(lambda: any(pico.picture()), READY_WITHIN_MS, 10)
    with pico.link():
        return pico


def clock_ms(pico: Pico) -> float:
    """The clock's own time now, to a few ms."""
    with pico.link() as clock:
        return clock.hello()["t_ms"]


def mirrored(pico: Pico) -> tuple[Mirror, float]:
    """A mirror that begins now, and what the emulated time is ahead of the clock's."""
    told = clock_ms(pico)
    ahead = pico.now_ms - told
    return Mirror(int(told)), ahead


def logs(image: bytes | bytearray) -> dict[str, bytes]:
    """The logs on a flash, by path, oldest first."""
    return {path: data for path, data in sorted(files.read(image).items()) if path.startswith(LOGS)}


def last_log(image: bytes | bytearray) -> Reading:
    """The newest log, read with the clock's key, which lies beside it. Raises AssertionError where it is not sound."""
    there = files.read(image)
    key = bytes.fromhex(there["/key"].decode())
    path = max(path for path in there if path.startswith(LOGS))
    reading = read_log(there[path], key)
    assert reading.fault is None, (path, reading.fault)
    return reading


@dataclass(frozen=True)
class Error:
    """How far logged times are from the true ones, in ms: the spread of their differences."""

    presses: int
    spread_ms: float


def time_error(pressed_ms: list[float], logged_ms: list[int]) -> Error:
    """Of presses at true times, and the log's times of the same. The two count from different zeros."""
    assert len(pressed_ms) == len(logged_ms), (len(pressed_ms), len(logged_ms))
    apart = [logged - pressed for pressed, logged in zip(pressed_ms, logged_ms, strict=True)]
    return Error(len(apart), max(apart) - min(apart))
