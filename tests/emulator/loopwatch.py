"""How long a turn of the clock's loop takes: it feeds the watchdog once a turn, and that can be listened to."""

from dataclasses import dataclass
from typing import Any

from emulator.pico import Pico

_WATCHDOG = 0x40058  # its place in the emulator's table of peripherals
_LOAD = 0x04
SAMPLE_MS = 0.1


class _Listener:
    """Stands before the watchdog's registers."""

    def __init__(self, inner: Any, fed: Any) -> None:
        self._inner, self._fed = inner, fed

    def read_uint32(self, offset: int) -> int:
        return self._inner.read_uint32(offset)

    def write_uint32_atomic(self, offset: int, value: int, kind: int) -> None:
        if offset == _LOAD:
            self._fed()
        self._inner.write_uint32_atomic(offset, value, kind)


@dataclass
class Turn:
    """One turn of the loop, from feeding to feeding. `busy_ms`: without its rest; `wrote`: it wrote the flash."""

    at_ms: float
    busy_ms: float = 0.0
    wrote: bool = False


class LoopWatch:
    """Watches from now on; `turns` are those that are over."""

    def __init__(self, pico: Pico) -> None:
        self._pico = pico
        self._turn: Turn | None = None
        self.turns: list[Turn] = []
        mcu = pico.chip.mcu
        mcu.peripherals[_WATCHDOG] = _Listener(mcu.watchdog, self._fed)

    def run_ms(self, ms: float) -> None:
        """Time passes, and is looked at in small steps."""
        core, flash = self._pico.chip.mcu.core, self._pico.flash
        end = self._pico.now_ms + ms
        while self._pico.now_ms < end:
            before, written = self._pico.now_ms, flash.operations
            self._pico.run_ms(SAMPLE_MS)
            if self._turn is not None:
                if not core.waiting or flash.operations != written:
                    self._turn.busy_ms += self._pico.now_ms - before
                self._turn.wrote |= flash.operations != written

    def _fed(self) -> None:
        if self._turn is not None:
            self.turns.append(self._turn)
        self._turn = Turn(self._pico.now_ms)
