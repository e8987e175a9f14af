"""Reading a log off a clock: our link against `mpremote cp` of the same file.

Each is a program of its own, on the same kind of line, one after the other in turns, and in emulated time with its own
share in it (`timed_line.py`). Both find the line as that of a real Pico, both keep the log in a file.
"""

import hashlib
import random
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path

from emulator.copies import PressedCopies
from emulator.measure import SEED, Found, from_to
from emulator.pico import Pico
from emulator.table import logs
from emulator.timed_line import Run, TimedLine

PRESSES = 585  # a log of 20 KB
READS = 8  # in which copies are pressed
RUNS = 7  # of each program
HELLO = """
import sys
from tritempo_host.link import Clock
with Clock(sys.argv[1]):
    pass
"""
READ = """
import sys
from pathlib import Path
from tritempo_host.link import Clock
with Clock(sys.argv[1]) as clock:
    Path(sys.argv[3]).write_bytes(b"".join(clock.read(int(sys.argv[2]))))
"""
MPREMOTE = ("-m", "mpremote", "connect", "{port}", "resume")


def reading(found: Found, pico: Pico) -> None:
    """`pico`: a clock, with one log. During a game it gives its line to nobody: mpremote has another, at its prompt."""
    [(path, log)] = logs(pico.flash.image()).items()
    number = path.rpartition("/")[2].partition("-")[0]
    ours, theirs = TimedLine(pico.chip, pico.usb), at_prompt(pico)
    ours.run("-c", HELLO, "{port}")  # the clock loads its end of the line, once in a boot
    with tempfile.TemporaryDirectory() as folder:
        to = Path(folder) / "log"
        runs: dict[str, list[Run]] = {"hello": [], "read": [], "eval": [], "cp": []}
        for _ in range(RUNS):
            runs["hello"].append(ours.run("-c", HELLO, "{port}"))
            runs["read"].append(ours.run("-c", READ, "{port}", number, str(to)))
            check(to, log)
            runs["eval"].append(theirs.run(*MPREMOTE, "eval", "1"))
            runs["cp"].append(theirs.run(*MPREMOTE, "cp", f":{path}", str(to)))
            check(to, log)

    def row(what: str, budget: str, one: str, other: str, of: Callable[[Run], float]) -> None:
        us, them = [of(run) for run in runs[one]], [of(run) for run in runs[other]]
        times = statistics.median(them) / statistics.median(us)
        found.add(what, budget, f"{spread(us)}; {spread(them)}: {times:.1f} times as long")

    size = f"{len(log) / 1024:.1f} KB"
    row(f"reading a log of {size}; mpremote cp", "10 × mpremote", "read", "cp", lambda run: run.line_ms)
    row("  of that, hello; mpremote's prompt", "", "hello", "eval", lambda run: run.line_ms)
    row("  with the start of both programs", "", "read", "cp", lambda run: run.whole_ms)
    row("  their start, until the first byte", "", "read", "cp", lambda run: run.start_ms)


def at_prompt(pico: Pico) -> TimedLine:
    """The same flash in a Pico that stays at MicroPython's prompt."""
    other = Pico(pico.flash.image())
    other.edge("PAUSE", True)
    other.edge("TRUMP", True)
    other.chip.run_until(lambda: other.usb.enumerated, 2000)
    other.run_ms(500)
    return TimedLine(other.chip, other.usb)


def check(copy: Path, log: bytes) -> None:
    """Raises AssertionError if what was read is not what is on the flash."""
    data = copy.read_bytes()
    copy.unlink()
    assert hashlib.sha256(data).digest() == hashlib.sha256(log).digest(), (len(data), len(log))


def spread(values: list[float]) -> str:
    """The middle one, and from which to which."""
    return f"{statistics.median(values):.0f} ms ({min(values):.0f} to {max(values):.0f})"


def presses(found: Found, pico: Pico, count: int = 16) -> None:
    """Presses at random instants while a host reads the log."""
    rng = random.Random(SEED)
    [path] = logs(pico.flash.image())
    number = int(path.rpartition("/")[2].partition("-")[0])
    waits = []
    with pico.link() as clock:
        for _ in range(count):
            pico.run_ms(rng.uniform(600, 700))
            pico.press("A", in_ms=rng.uniform(5, 60), for_ms=40)
            for _ in clock.read(number):
                pass
            pressed = pico.presses()[-1]
            pico.run_ms(50)
            waits.append(min(rise for light in pico.lights.values() if (rise := light.first_rise(pressed))) - pressed)
        pico.run_ms(2000)  # whatever a press has left to do
        copies = PressedCopies(pico, (1.0, 5.0), SEED)
        for _ in range(READS):
            pico.run_ms(rng.uniform(100, 200))
            copies.start()
            for _ in clock.read(number):
                pass
            copies.stop()
    found.add("press → light while a host reads", "5 ms", from_to(waits))
    found.add("  the same, at any instant of it", "5 ms", copies.told())
