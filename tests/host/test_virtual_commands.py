"""`tritempo clock` and `tritempo play` as a person or a script starts them, with the real firmware."""

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from tritempo_host.cli import cli
from tritempo_host.commands.clock import images
from tritempo_host.virtual.face import NEEDED, ROOMY, Face, draw
from tritempo_host.words import LANGUAGES, speak

TRITEMPO = [sys.executable, "-c", "from tritempo_host.cli import main; main()"]
ENTERS, LEAVES = b"\x1b[?1049h", b"\x1b[?1049l"


class Running:
    """A `tritempo clock` with pipes. In the set-up, TRUMP is an ignored press: it makes a sound."""

    def __init__(self, *words: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([*TRITEMPO, "clock", *words], stdin=pipe, stdout=pipe, stderr=pipe)
        self._said = b""

    def write(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def close_input(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.stdin = None

    def read_until(self, part: str) -> str:
        """The first line not yet read that has `part` in it."""
        assert self.process.stdout
        deadline = time.monotonic() + 20
        while True:
            *lines, self._said = self._said.split(b"\n")
            for place, line in enumerate(lines):
                if part.encode() in line:
                    self._said = b"\n".join([*lines[place + 1 :], self._said])
                    return line.decode()
            left = max(0, deadline - time.monotonic())
            data = b""
            if select.select([self.process.stdout], [], [], left)[0]:
                data = os.read(self.process.stdout.fileno(), 65536)
            assert data, f"no {part!r} came"
            self._said += data

    def end(self) -> tuple[int, str]:
        """Exit code, and what it said on standard error."""
        _, complaint = self.process.communicate(timeout=20)
        return self.process.returncode, complaint.decode()


@pytest.fixture
def started() -> Iterator[list[Running]]:
    running: list[Running] = []
    yield running
    for one in running:
        one.process.kill()
        one.process.communicate()


def test_a_clock_says_its_port_takes_presses_and_quits(tmp_path: Path, started: list[Running]) -> None:
    clock = Running("--flash", str(tmp_path / "clock.img"), "--verbose")
    started.append(clock)
    port = clock.read_until("")
    assert port.startswith("PTY /dev/") and Path(port.split()[1]).exists()
    clock.write("TRUMP")
    assert clock.read_until("sound").startswith("1 ")
    clock.write("dance")
    assert "PAUSE" in clock.read_until("not understood")
    clock.write("hold PAUSE 50")
    clock.write("quit")
    assert clock.end() == (0, "")
    assert not (tmp_path / "clock.img.pid").exists()


def test_several_clocks_each_with_a_number(tmp_path: Path, started: list[Running]) -> None:
    clocks = Running("--flash", str(tmp_path / "club.img"), "--count", "3", "--verbose")
    started.append(clocks)
    ports = {clocks.read_until("PTY") for _ in range(3)}
    assert len(ports) == 3
    assert sorted(path.name for path in tmp_path.glob("*.img")) == ["club-1.img", "club-2.img", "club-3.img"]
    clocks.write("3 trump")
    assert clocks.read_until("sound").startswith("3 ")
    clocks.write("4 B")
    clocks.read_until("not understood")
    clocks.write("")
    clocks.write("q")
    assert clocks.end() == (0, "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_cleanly_and_the_end_of_input_does_not(
    number: int, tmp_path: Path, started: list[Running]
) -> None:
    clock = Running("--flash", str(tmp_path / "clock.img"), "--verbose")
    started.append(clock)
    clock.read_until("PTY")
    clock.write("TRUMP")
    clock.close_input()
    clock.read_until("sound")
    clock.process.send_signal(number)
    assert clock.end() == (0, "")


def test_a_clock_that_dies_is_told(tmp_path: Path, started: list[Running]) -> None:
    clock = Running("--flash", str(tmp_path / "clock.img"))
    started.append(clock)
    clock.read_until("PTY")
    children = Path(f"/proc/{clock.process.pid}/task").glob("*/children")
    (child,) = {int(word) for path in children for word in path.read_text().split()}
    os.kill(child, signal.SIGKILL)
    code, complaint = clock.end()
    assert code == 1
    assert "ended by itself" in complaint and "Traceback" not in complaint


def test_a_flash_in_use_is_told(tmp_path: Path, started: list[Running]) -> None:
    image = str(tmp_path / "clock.img")
    first = Running("--flash", image)
    started.append(first)
    first.read_until("PTY")
    second = Running("--flash", image)
    code, complaint = second.end()
    assert code == 1
    assert f"in use by process {first.process.pid}" in complaint


def test_where_the_images_lie() -> None:
    assert images(Path("x/a.img"), 1) == [Path("x/a.img")]
    assert images(Path("x/a.img"), 2) == [Path("x/a-1.img"), Path("x/a-2.img")]
    (alone,) = images(None, 1)
    assert alone.name == "clock-1.img" and "tritempo" in str(alone)


def test_play_without_a_terminal_is_told() -> None:
    for lang in LANGUAGES:
        result = CliRunner().invoke(cli, ["play", "--lang", lang])
        assert result.exit_code == 1
        assert speak("clock", lang)("not_a_terminal") in result.output


class Terminal:
    """A terminal of 80 x 24 with `tritempo play` in it."""

    def __init__(self, *words: str) -> None:
        self.ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (24, 80))
        self.theirs = theirs
        self.before = termios.tcgetattr(theirs)
        self.seen = b""
        self.process = subprocess.Popen(
            [*TRITEMPO, "play", "--lang", "en", *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=dict(os.environ, TERM="xterm-256color", COLORTERM="truecolor"),
            start_new_session=True,
        )

    def wait_for(self, part: bytes, start: int = 0) -> int:
        """Until it has shown `part` after place `start`; returns the place behind it."""
        deadline = time.monotonic() + 20
        while part not in self.seen[start:]:
            assert select.select([self.ours], [], [], max(0, deadline - time.monotonic()))[0], f"no {part!r}"
            self.seen += os.read(self.ours, 65536)
        return self.seen.index(part, start) + len(part)

    def end(self) -> int:
        code = self.process.wait(20)
        while select.select([self.ours], [], [], 0)[0]:
            self.seen += os.read(self.ours, 65536)
        return code

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.ours)
        os.close(self.theirs)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal("--flash", str(tmp_path / "play.img"), "--bell")
    yield terminal
    terminal.close()


@pytest.mark.parametrize("way", ["q", "SIGTERM", "SIGHUP", "Ctrl-C"])
def test_play_leaves_the_terminal_as_it_was(way: str, terminal: Terminal) -> None:
    terminal.wait_for(ENTERS)
    terminal.wait_for(b"TRUMP")
    if way == "q":
        os.write(terminal.ours, b"q")
    elif way == "Ctrl-C":
        terminal.process.send_signal(signal.SIGINT)
    else:
        terminal.process.send_signal(getattr(signal, way))
    assert terminal.end() == 0
    assert LEAVES in terminal.seen
    assert b"Traceback" not in terminal.seen
    assert termios.tcgetattr(terminal.theirs) == terminal.before


def test_play_shows_a_game_and_keeps_it(tmp_path: Path, terminal: Terminal) -> None:
    place = terminal.wait_for(b"TRUMP")
    os.write(terminal.ours, b"t")
    place = terminal.wait_for(b"\x07", place)
    terminal.wait_for("♪".encode(), place - 4000 if place > 4000 else 0)
    os.write(terminal.ours, b"q")
    assert terminal.end() == 0
    assert str(tmp_path / "play.img").encode() in terminal.seen.replace(b"\r\n", b"")


FACE = Face(bytes(range(256)) * 4, (255, 0, 90), 3, frozenset({"PAUSE"}), True, "/dev/pts/7", 10)


def render(face: Face, size: tuple[int, int], lang: str = "en", colour: bool = True) -> list[str]:
    from rich.console import Console

    console = Console(width=size[0], height=size[1], record=True, file=StringIO(), color_system="truecolor")
    console.print(draw(face, size, colour, speak("clock", lang)))
    return console.export_text().splitlines()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("size", [(80, 24), NEEDED, ROOMY, (200, 60)])
def test_the_face_fits(size: tuple[int, int], seats: int, lang: str) -> None:
    lines = render(Face(FACE.frame, FACE.lights, seats, FACE.held, True, FACE.port, 10), size, lang)
    assert len(lines) <= size[1]
    text = "\n".join(lines)
    for part in (
        "♪",
        "×10",
        "/dev/pts/7",
        "▼ PAUSE ▼",
        "TRUMP",
        f"{seats} {'ABCD'[seats - 1]}",
        speak("clock", lang)("keys"),
    ):
        assert part in text
    assert ("▄" * 20 in text) or size < ROOMY


def test_a_face_without_colour_shows_light_by_density() -> None:
    text = "\n".join(render(FACE, (80, 24), colour=False))
    assert "█" * 14 in text and "▒" * 14 in text


def test_a_terminal_too_small_is_told() -> None:
    assert str(NEEDED[0]) in render(FACE, (60, 20))[0]
