"""The real mpremote, as a process of its own, against a virtual clock in its maintenance state."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from tritempo_host.virtual.clock import VirtualClock

PROGRAM = """
import os
from virtual.board import Board

board = Board()
if "logs" not in os.listdir(board.root):
    os.mkdir(board.root + "/logs")
with open(board.root + "/logs/x.log", "w") as file:
    for line in range(500):
        file.write("%d some line of a log, as long as most are\\n" % line)
while True:
    board.maintenance()
    os.stat("/flash/logs/x.log")
    board.sound(((440, 1),))
"""
LOG = "".join(f"{line} some line of a log, as long as most are\n" for line in range(500))


@pytest.fixture
def clock(tmp_path: Path) -> Iterator[VirtualClock]:
    path = tmp_path / "main.py"
    path.write_text(PROGRAM, encoding="utf-8")
    with VirtualClock(stepped=True, main=path) as clock:
        yield clock


def mpremote(clock: VirtualClock, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mpremote", "connect", clock.port, *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_logs_are_listed_and_copied(clock: VirtualClock, tmp_path: Path) -> None:
    listed = mpremote(clock, "ls")
    assert listed.returncode == 0, listed
    assert "logs/" in listed.stdout and "device_id" in listed.stdout
    assert f"{len(LOG)} x.log" in mpremote(clock, "ls", ":logs").stdout
    assert mpremote(clock, "cat", ":logs/x.log").stdout == LOG
    copied = mpremote(clock, "cp", ":logs/x.log", str(tmp_path / "copy.log"))
    assert copied.returncode == 0, copied
    assert (tmp_path / "copy.log").read_text() == LOG


def test_files_go_to_the_clock_and_only_there(clock: VirtualClock, tmp_path: Path) -> None:
    own = Path(__file__)
    assert mpremote(clock, "cp", str(own), ":/own.py").returncode == 0
    assert mpremote(clock, "cp", ":own.py", str(tmp_path / "back.py")).returncode == 0
    assert (tmp_path / "back.py").read_bytes() == own.read_bytes()
    assert not Path("/own.py").exists()
    assert "'/'" in mpremote(clock, "exec", "import os; print(repr(os.getcwd()))").stdout
    hidden = mpremote(clock, "exec", f"open({str(own)!r})")
    assert "ENOENT" in hidden.stdout + hidden.stderr


def test_programs_run_and_errors_come_back(clock: VirtualClock) -> None:
    assert mpremote(clock, "eval", "6*7").stdout == "42\n"
    assert mpremote(clock, "exec", "a = 5", "exec", "print(a + 1)").stdout == "6\n"
    forgotten = mpremote(clock, "exec", "print(a)")
    assert "NameError" in forgotten.stdout + forgotten.stderr, "each connection starts afresh"
    failed = mpremote(clock, "exec", "def f():\n  1/0\nf()")
    assert failed.returncode == 1
    text = failed.stdout + failed.stderr
    assert 'File "<stdin>", line 2, in f' in text and "ZeroDivisionError" in text
    assert "repl.py" not in text
    wrong = mpremote(clock, "exec", "x x")
    assert "SyntaxError" in wrong.stdout + wrong.stderr


def test_long_output_is_whole(clock: VirtualClock) -> None:
    said = mpremote(clock, "exec", "for n in range(4000): print(n, 'and some more text to fill the line')").stdout
    assert said == "".join(f"{n} and some more text to fill the line\n" for n in range(4000))


def test_ctrl_c_ends_a_program_that_does_not(clock: VirtualClock) -> None:
    with serial.Serial(clock.port, timeout=10) as port:
        port.write(b"\r\x03\r\x01")
        port.read_until(b"raw REPL; CTRL-B to exit\r\n>")
        port.write(b"print('round')\nwhile True:\n  pass\n\x04")
        assert port.read_until(b"round\n") == b"OKround\n"
        port.write(b"\x03")
        assert b"KeyboardInterrupt" in port.read_until(b"\x04>")
        port.write(b"print('next')\x04")
        assert port.read_until(b"\x04\x04>") == b"OKnext\n\x04\x04>"


def test_a_new_mpremote_interrupts_what_the_old_one_left(clock: VirtualClock) -> None:
    left = subprocess.Popen(
        [sys.executable, "-m", "mpremote", "connect", clock.port, "exec", "print(1)\nwhile True: pass"],
        stdout=subprocess.PIPE,
    )
    assert left.stdout and left.stdout.readline() == b"1\n"
    left.send_signal(signal.SIGKILL)
    left.communicate()
    assert mpremote(clock, "eval", "1+1").stdout == "2\n"


def test_raw_mode_speaks_as_a_pico_does(clock: VirtualClock) -> None:
    with serial.Serial(clock.port, timeout=10) as port:
        port.write(b"\x03\x01")
        assert port.read_until(b"exit\r\n>").endswith(b"\r\nraw REPL; CTRL-B to exit\r\n>")
        port.write(b"\x05B\x01")
        assert port.read(3) == b"R\x00>"
        port.write(b"\x05A\x01")
        assert port.read(5) == b"R\x01\x80\x00\x01"
        port.write(b"#" * 128)
        assert port.read(1) == b"\x01"
        port.write(b"\nprint('pasted')\x04")
        assert port.read_until(b"\x04\x04>") == b"\x04pasted\n\x04\x04>"
        port.write(b"\x05A\x01never\x03")
        assert b"KeyboardInterrupt" in port.read_until(b"\x04>")
        port.write(b"junk\x03print('kept')\x04")
        assert port.read_until(b"\x04\x04>") == b"OKkept\n\x04\x04>"
        port.write(b"\x04")
        assert port.read_until(b"exit\r\n>") == b"OK\r\nMPY: soft reboot\r\nraw REPL; CTRL-B to exit\r\n>"
        port.write(b"raise SystemExit\x04")
        assert port.read_until(b"exit\r\n>") == b"OK\x04\x04MPY: soft reboot\r\nraw REPL; CTRL-B to exit\r\n>"
        assert not clock.sounds(), "a soft reset in raw mode does not start the firmware"
        port.write(b"\x02")
        assert port.read_until(b">>> ").startswith(b"\r\n\r\nMicroPython ")


def test_the_friendly_prompt_takes_lines_and_blocks(clock: VirtualClock) -> None:
    with serial.Serial(clock.port, timeout=10) as port:
        port.write(b"\x02")
        port.read_until(b">>> ")
        port.write(b"6*8\x7f7\r")
        assert port.read_until(b">>> ") == b"6*8\b \b7\r\n42\n>>> "
        port.write(b"for n in range(2):\r  print(n)\r\r")
        assert port.read_until(b"0\n1\n>>> ").endswith(b"... \r\n0\n1\n>>> ")
        port.write(b"half\x03")
        assert port.read_until(b">>> ") == b"half\r\n>>> "
        port.write(b"1/0\r")
        assert b"ZeroDivisionError" in port.read_until(b">>> ")


@pytest.mark.parametrize("way", ["soft reset at the prompt", "exit at the prompt", "mpremote reset"])
def test_the_firmware_starts_anew(way: str, clock: VirtualClock) -> None:
    if way == "mpremote reset":
        assert mpremote(clock, "reset").returncode == 0
    else:
        with serial.Serial(clock.port, timeout=10) as port:
            port.write(b"\x03\x04" if way.startswith("soft") else b"\x03import machine\rmachine.soft_reset()\r")
            port.read_until(b"soft reboot\r\n")
    states = ("1", "0", "1")
    clock.wait_for(lambda: len([event for event in clock.events if event.kind == "maintenance"]) == len(states))
    assert tuple(event.words[0] for event in clock.events if event.kind == "maintenance") == states
    assert clock.sounds()
    assert mpremote(clock, "eval", "1").stdout == "1\n"


def test_time_passes_in_maintenance(clock: VirtualClock) -> None:
    assert clock.run_until(5000)
    assert mpremote(clock, "eval", "2").stdout == "2\n"
    assert clock.run_until(6000)
    assert clock.now_ms == 6000


def test_a_clock_can_be_killed_while_a_program_runs(clock: VirtualClock) -> None:
    with serial.Serial(clock.port, timeout=10) as port:
        port.write(b"\r\x03\r\x01")
        port.read_until(b"exit\r\n>")
        port.write(b"while True: print('x' * 100)\x04")
        port.read_until(b"x")
        clock.close()
    assert not clock.alive
