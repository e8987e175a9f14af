"""`tritempo clock` and `tritempo play` as a person or a script starts them, with the real firmware."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path

import littlefs
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

    def __init__(self, *words: str, locale: dict[str, str] | None = None) -> None:
        pipe = subprocess.PIPE
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG"))}
        environment |= {"LANG": "C.UTF-8"} if locale is None else locale
        self.process = subprocess.Popen(
            [*TRITEMPO, "clock", *words], stdin=pipe, stdout=pipe, stderr=pipe, env=environment
        )
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
    assert "A, B, C, PAUSE" in clock.read_until("Not understood")
    clock.write("D")  # a clock with three seats has no such button
    clock.read_until("Not understood")
    clock.write("x\x1b[31m" + "x" * 5000)
    echo = clock.read_until("Not understood")
    assert len(echo) < 200 and "\x1b" not in echo
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
    clocks.read_until("Not understood")
    clocks.write("")
    clocks.write("2 quit")
    clocks.write("2 trump")
    clocks.read_until("Clock 2 has ended")
    clocks.write("1 trump")
    assert clocks.read_until("sound").startswith("1 ")
    clocks.write("q")
    assert clocks.end() == (0, "")


def test_the_last_to_quit_ends_the_command(tmp_path: Path, started: list[Running]) -> None:
    clocks = Running("--flash", str(tmp_path / "club.img"), "--count", "2", "--seats", "4", "--lang", "ca", "--verbose")
    started.append(clocks)
    clocks.read_until("PTY")
    clocks.write("2 quit")
    clocks.write("D")
    clocks.write("dansa")
    clocks.read_until("No s'entén «dansa». Hi ha: A, B, C, D, PAUSE, TRUMP, hold BOTÓ MS, quit.")
    clocks.write("1 quit")
    assert clocks.end() == (0, "")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", ["clock", "play"])
def test_what_is_not_a_speed_is_refused(command: str, lang: str) -> None:
    for speed in ("nan", "-1", "inf", "0"):
        result = CliRunner().invoke(cli, [command, "--lang", lang, "--speed", speed])
        assert result.exit_code == 2 and "--speed" in result.output


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_cannot_be_a_flash_is_told(lang: str, tmp_path: Path) -> None:
    say = speak("clock", lang)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "letter").write_text("Benvolguda Anna")
    cases = {
        Path("/dev/null"): say("image_not_a_file", flash="/dev/null"),
        tmp_path / "pipe": say("image_not_a_file", flash=tmp_path / "pipe"),
        tmp_path: say("system_EISDIR"),
        tmp_path / "nowhere" / "x.img": say("system_ENOENT"),
        tmp_path / "letter": say("image_size", flash=tmp_path / "letter", size=15, right=4096 * 352),
    }
    for flash, words in cases.items():
        result = CliRunner().invoke(cli, ["clock", "--lang", lang, "--flash", str(flash)])
        assert result.exit_code == 1 and words in result.output, flash
    assert not (tmp_path / "nowhere").exists()


def test_a_disk_without_room_leaves_no_half_image(tmp_path: Path) -> None:
    image = tmp_path / "clock.img"
    script = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)); " + TRITEMPO[2]
    done = subprocess.run(
        [sys.executable, "-c", script, "clock", "--flash", str(image)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1 and "cannot be made" in done.stderr and "Traceback" not in done.stderr
    assert image.stat().st_size == 0


def test_a_damaged_image_is_told_and_none_is_written_over(tmp_path: Path, started: list[Running]) -> None:
    image = tmp_path / "clock.img"
    for number, name in enumerate(["clock.img.damaged", "clock.img.damaged-2"]):
        image.write_bytes(bytes([number]) * 4096 * 352)
        clock = Running("--flash", str(image), "--lang", "en")
        started.append(clock)
        clock.read_until("PTY")
        clock.write("quit")
        code, complaint = clock.end()
        assert code == 0 and f"kept as {tmp_path / name}" in complaint
    kept = [tmp_path / "clock.img.damaged", tmp_path / "clock.img.damaged-2"]
    assert [path.read_bytes()[0] for path in kept] == [0, 1]


def test_the_clock_speaks_the_language_asked_for(tmp_path: Path, started: list[Running]) -> None:
    """A fresh clock that of the system; any clock that of --lang; and what was set in its menu stays otherwise."""
    cases = [({"LANG": "ro_RO.UTF-8"}, [], "ro"), ({"LANG": "ca_ES.UTF-8"}, [], "ro"), ({}, ["--lang", "ca"], "ca")]
    for locale, words, expected in cases:
        clock = Running("--flash", str(tmp_path / "clock.img"), *words, locale=locale)
        started.append(clock)
        clock.read_until("PTY")
        clock.write("quit")
        assert clock.end()[0] == 0
        assert kept_language(tmp_path / "clock.img") == expected


def kept_language(image: Path) -> str:
    files = littlefs.LittleFS(block_size=4096, block_count=352, prog_size=256, mount=False)
    files.context.buffer[:] = image.read_bytes()
    files.mount()
    with files.open("/settings", "r") as file:
        return json.loads(file.read())["lang"]


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

    def __init__(self, *words: str, environment: dict[str, str] | None = None) -> None:
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
            env=dict(os.environ, TERM="xterm-256color", COLORTERM="truecolor") | (environment or {}),
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
        speak("clock", lang)("keys", seats=" ".join("1234"[:seats])),
    ):
        assert part in text
    assert ("▄" * 20 in text) or size < ROOMY


def test_a_face_without_colour_shows_light_by_density() -> None:
    text = "\n".join(render(FACE, (80, 24), colour=False))
    assert "█" * 14 in text and "▒" * 14 in text


def test_a_note_is_told_in_place_of_the_keys() -> None:
    text = "\n".join(render(replace(FACE, note="a note"), (80, 24)))
    assert "a note" in text and speak("clock", "en")("keys", seats="1 2 3") not in text


@pytest.mark.parametrize("way", [{"TERM": "dumb"}, {"TERM": ""}, {"PYTHONIOENCODING": "ascii"}])
def test_a_terminal_that_cannot_draw_the_clock_is_told(way: dict[str, str], tmp_path: Path) -> None:
    terminal = Terminal("--flash", str(tmp_path / "play.img"), environment=way)
    try:
        assert terminal.end() == 1
        assert b"This terminal" in terminal.seen and ENTERS not in terminal.seen
        assert not (tmp_path / "play.img").exists()
    finally:
        terminal.close()


def test_play_tells_of_a_damaged_image(tmp_path: Path) -> None:
    (tmp_path / "play.img").write_bytes(b"\x55" * 4096 * 352)
    terminal = Terminal("--flash", str(tmp_path / "play.img"))
    try:
        place = terminal.wait_for(b"play.img.damaged")
        place = terminal.wait_for(b"play.img.damaged", terminal.wait_for(ENTERS, place))
        os.write(terminal.ours, b"q")
        assert terminal.end() == 0
    finally:
        terminal.close()


def test_a_terminal_too_small_is_told() -> None:
    assert str(NEEDED[0]) in render(FACE, (60, 20))[0]
