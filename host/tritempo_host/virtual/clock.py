"""A virtual clock to press buttons on: the whole interface for tests, the demo and the commands.

    with VirtualClock(flash=path, stepped=True) as clock:
        clock.press("A", at=45_000)
        clock.run_until(60_000)
        clock.lights()                      # (0, 255, 0)
        clock.port                          # "/dev/pts/7": give it to tritempo sync, or to mpremote

Two kinds of time: live (times `speed`), or *stepped*, where time stands still but for `run_until` and `run_for`, so
that a run is the same each time and an hour takes seconds. A thread of its own listens to the clock, so a caller that
is busy elsewhere never holds it up.
"""

import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from tritempo_host import micropython
from tritempo_host.spoken import SpokenProblem
from tritempo_host.virtual.listener import Event, Listener
from tritempo_host.virtual.process import Process, Settings

TAP_MS = 100
START_S = 20.0
MOST_AHEAD = 128  # presses and releases that the clock keeps until their time comes
KEPT_EVENTS = 1000  # of a live clock, which may run for days; a stepped one keeps all


class ClockEnded(SpokenProblem):
    """The clock's process has ended and was not asked to."""


class VirtualClock:
    """A clock in a process of its own. Starts in `__init__`, which returns when the firmware has come up.

    flash: the image file (made if missing); None: one that goes away at the end.
    lang: language of its display, as if set in its menu: of a fresh flash, or with `lang_again` of any.
    record: file for the flash operations (see recording.py). main: another program than the firmware's main.py.
    on_event: called with each Event, from the listening thread.
    Raises Problem when it cannot start.
    """

    def __init__(
        self,
        flash: Path | None = None,
        *,
        stepped: bool = False,
        speed: float = 1.0,
        seats: int = 3,
        lang: str | None = None,
        lang_again: bool = False,
        record: Path | None = None,
        main: Path | None = None,
        heap: str = "384k",
        on_event: Callable[[Event], None] | None = None,
    ) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="tritempo-") if flash is None else None
        self.flash = flash or Path(self._folder.name if self._folder else ".") / "clock.img"
        self.stepped = stepped
        self.seats = seats
        self._speed = speed
        self.cut = False  # the power went as `cut_after` had asked
        self._ended: int | None = None
        self._closed = False
        self._events: deque[Event] = deque(maxlen=None if stepped else KEPT_EVENTS)
        self._last: dict[str, Event] = {}
        self._seen_at = 0.0  # host's clock, s, at the last event
        self._changed = threading.Condition()
        self._on_event = on_event
        self._send_lock = threading.Lock()
        settings = Settings(
            flash=self.flash,
            speed=0 if stepped else _thousandths(speed),
            seats=seats,
            record=record,
            main=main or micropython.firmware_folder() / "main.py",
            heap=heap,
            lang=lang,
            lang_again=lang_again,
        )
        self._process = Process(settings)
        self.port = self._process.port
        self._listener = Listener(self._process, self._take, self._send, self._end)
        self._listener.start()
        try:
            self.wait_for(lambda: "ready" in self._last, START_S)
        except TimeoutError:
            self.kill()
            raise SpokenProblem("silent", seconds=round(START_S)) from None
        except BaseException:
            self.kill()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # Buttons

    def press(self, button: str, at: int | None = None) -> None:
        """A tap of 100 ms. `at`: ms of the clock's time, later than now; None: now (stepped: one ms from now)."""
        self.hold(button, TAP_MS, at)

    def hold(self, button: str, for_ms: int, at: int | None = None) -> None:
        """Down, and up again `for_ms` of the clock's time later."""
        if at is None and not self.stepped:
            now_us = _monotonic_us()
            self._edge(button, True, "us", now_us)
            self._edge(button, False, "us", now_us + int(for_ms * 1000 / self._speed))
            return
        start = self._time_of(at)
        self._edge(button, True, "at", start)
        self._edge(button, False, "at", start + for_ms)

    def down(self, button: str, at: int | None = None) -> None:
        """Only the press, at a time as for `press`."""
        self._one_edge(button, True, at)

    def up(self, button: str, at: int | None = None) -> None:
        """Only the release."""
        self._one_edge(button, False, at)

    def edge(self, button: str, down: bool, at_s: float) -> None:
        """A press or a release at `at_s` of time.monotonic(), a moment ago or now (live)."""
        late_us = int((time.monotonic() - at_s) * 1_000_000)
        self._edge(button, down, "us", _monotonic_us() - late_us)

    # Time

    @property
    def now_ms(self) -> int:
        """The clock's time: exact when stepped, else as well as it can be told from outside."""
        with self._changed:
            t_ms = self._events[-1].t_ms if self._events else 0
            return t_ms if self.stepped else t_ms + int((time.monotonic() - self._seen_at) * 1000 * self._speed)

    def run_until(self, t_ms: int, stall_s: float = 60.0) -> bool:
        """Lets time pass to `t_ms` (stepped), and returns when the clock is there and has nothing more to do.

        False: the power went before, as `cut_after` had asked. Raises ClockEnded if the clock ended otherwise.
        """
        if not self.stepped:
            raise ValueError("only a stepped clock can be told how far to run")
        self._last.pop("reached", None)
        self._send(f"until {t_ms}")
        return self.wait_for(lambda: "reached" in self._last, stall_s)

    def run_for(self, ms: int) -> bool:
        """`run_until` that much later than now."""
        return self.run_until(self.now_ms + ms)

    def set_speed(self, speed: float) -> None:
        """From now on time runs `speed` times as fast as real time (live)."""
        self._send(f"speed {_thousandths(speed)}")
        self._speed = speed

    # What it shows

    @property
    def events(self) -> list[Event]:
        """All that it did (live: the last thousand), in order."""
        with self._changed:
            return list(self._events)

    def lights(self) -> tuple[int, ...]:
        """Brightness by button, A first, 0 to 255."""
        event = self._last.get("lights")
        return tuple(int(word) for word in event.words) if event else ()

    def frame(self) -> bytes:
        """The display as 1024 bytes, MONO_VLSB; empty before the first."""
        event = self._last.get("frame")
        return event.data if event else b""

    def last(self, kind: str) -> Event | None:
        """The newest event of a kind."""
        return self._last.get(kind)

    def sounds(self) -> list[Event]:
        """The sounds among the kept events."""
        with self._changed:
            return [event for event in self._events if event.kind == "sound"]

    @property
    def damaged(self) -> Path | None:
        """Where the image was put that the clock found damaged when it came up; None: it was sound."""
        event = self._last.get("damaged")
        return self.flash.with_name(self.flash.name + event.words[0]) if event else None

    @property
    def device_id(self) -> str:
        return self._last["ready"].words[0]

    @property
    def pid(self) -> int:
        """The MicroPython process."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._ended is None

    # Faults

    def fail_flash(self, errno: int | None) -> None:
        """Every program and erase fails with this errno (EIO, ENOSPC, EROFS) from now on; None: no more."""
        self._send(f"flash {errno or 0}")

    def cut_after(self, operations: int, torn: bool = False) -> None:
        """The power goes at that program or erase from now on, 1 being the next; `torn`: when it is half done."""
        self._send(f"cut {operations} {'torn' if torn else 'clean'}")

    def fail_display(self, fails: bool = True) -> None:
        self._send(f"display {'fails' if fails else 'works'}")

    def jump(self, ms: int) -> None:
        """The clock's time source jumps, as when a computer has slept."""
        self._send(f"jump {ms}")

    def kill(self) -> None:
        """Pulls the plug: SIGKILL. The image stays as it was at that moment."""
        self._process.kill()
        self.close()

    def close(self) -> None:
        """Ends the clock and gives its port back. The firmware takes it as a power cut: it needs no farewell."""
        if self._closed:
            return
        self._closed = True
        self._listener.stop()
        if self._process.wait(2.0) is None:
            self._process.kill()
        self._listener.join()
        self._process.close()
        if self._folder:
            self._folder.cleanup()

    def wait_for(self, condition: Callable[[], object], stall_s: float = 10.0) -> bool:
        """Waits until something that the clock shows makes `condition` true.

        False: the power went first, as `cut_after` had asked. Raises ClockEnded if it ended otherwise, Problem if
        (stepped) it was given more edges ahead than it keeps, TimeoutError if for `stall_s` nothing comes from it.
        """
        with self._changed:
            while True:
                if self.stepped and self._last.pop("full", None):
                    raise SpokenProblem("too_many_ahead", most=MOST_AHEAD)
                if condition():
                    return True
                if self._ended is not None:
                    if self.cut:
                        return False
                    raise ClockEnded("ended" if "ready" in self._last else "not_started", self._process.complaint())
                if not self._changed.wait(stall_s):
                    raise TimeoutError(f"no word from the virtual clock for {stall_s} s")

    # Inside

    def _one_edge(self, button: str, down: bool, at: int | None) -> None:
        if at is None and not self.stepped:
            self._edge(button, down, "us", _monotonic_us())
        else:
            self._edge(button, down, "at", self._time_of(at))

    def _time_of(self, at: int | None) -> int:
        now = self.now_ms
        if at is None:
            return now + 1
        if self.stepped and at <= now:
            raise ValueError(f"an edge at {at} ms is not later than the clock's time, {now} ms")
        return at

    def _edge(self, button: str, down: bool, unit: str, value: int) -> None:
        if button not in buttons(self.seats):
            raise ValueError(f"no button {button!r}: there are {', '.join(buttons(self.seats))}")
        self._send(f"edge {button} {int(down)} {unit} {value}")

    def _send(self, line: str) -> None:
        try:
            with self._send_lock:
                self._process.panel.sendall(line.encode() + b"\n")
        except OSError as error:
            if not self.cut:
                raise ClockEnded("has_ended") from error

    def _take(self, event: Event) -> None:
        with self._changed:
            if event.kind == "cut":
                self.cut = True
            self._events.append(event)
            self._last[event.kind] = event
            self._seen_at = time.monotonic()
            self._changed.notify_all()
        if self._on_event:
            self._on_event(event)

    def _end(self, code: int) -> None:
        with self._changed:
            self._ended = code
            self._changed.notify_all()
        if self._on_event:
            self._on_event(Event(self.now_ms, "ended", (str(code),)))


def buttons(seats: int) -> tuple[str, ...]:
    """The buttons of a clock with so many seats."""
    return (*"ABCD"[:seats], "PAUSE", "TRUMP")


def _monotonic_us() -> int:
    """The clock that MicroPython's ticks_us reads."""
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000


def _thousandths(speed: float) -> int:
    """A speed as the board takes it. Raises ValueError for one that is not positive."""
    thousandths = round(speed * 1000)
    if thousandths < 1:
        raise ValueError(f"speed must be positive, not {speed}")
    return thousandths
