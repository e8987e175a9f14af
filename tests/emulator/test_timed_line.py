"""A host program and the chip share one time, though one of them stands while the other goes on."""

import pytest

from emulator.pico import Pico
from emulator.timed_line import TimedLine

pytestmark = pytest.mark.timeout(300)
WAITS = """
import sys, time
begun = time.monotonic()
time.sleep(0.2)
print(time.monotonic() - begun)
"""
COMPUTES = """
import time
until = time.process_time() + 0.05
while time.process_time() < until:
    pass
"""
ASKS = """
import sys, serial
with serial.Serial(sys.argv[1], timeout=5) as port:
    port.write(b"\\r\\x01")
    print(port.read_until(b"raw REPL; CTRL-B to exit"))
    print(sys.argv[1])
"""


def line() -> tuple[Pico, TimedLine]:
    """At MicroPython's prompt."""
    pico = Pico()
    pico.chip.run_until(lambda: pico.usb.enumerated, 2000)
    pico.run_ms(300)
    return pico, TimedLine(pico.chip, pico.usb)


def test_what_a_program_sleeps_passes_on_the_chip():
    pico, timed = line()
    before = pico.now_ms
    run = timed.run("-c", WAITS)
    assert 0.2 <= float(run.said) < 0.21
    assert run.whole_ms == pytest.approx(pico.now_ms - before)
    assert run.whole_ms > 200


def test_what_a_program_computes_passes_on_the_chip():
    assert line()[1].run("-c", COMPUTES).whole_ms >= 50


def test_a_program_gets_its_answer_on_what_looks_like_the_port_of_a_pico():
    run = line()[1].run("-c", ASKS, "{port}")
    answer, port = run.said.splitlines()
    assert "raw REPL" in answer
    assert not port.startswith("/dev/pts")
    assert 0 < run.line_ms < 30 and run.start_ms > 1


def test_a_program_that_fails_says_why():
    with pytest.raises(AssertionError, match="nothing to be done"):
        line()[1].run("-c", "raise SystemExit('nothing to be done')")


def test_a_program_that_waits_for_nothing_is_ended(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("emulator.timed_line.MOST_S", 0.3)
    with pytest.raises(AssertionError):
        line()[1].run("-c", "import time\ntime.sleep(1000)")
