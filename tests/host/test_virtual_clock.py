"""The virtual clock's process as the host sees it, with a small program in place of the firmware."""

import errno
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import littlefs
import pytest
import serial

from tritempo_host.problem import Problem
from tritempo_host.virtual import recording
from tritempo_host.virtual.clock import MOST_AHEAD, ClockEnded, VirtualClock

# Writes each edge to its flash, then shows it: lights, sound and a line on the serial port.
PROGRAM = """
import os
from virtual.board import Board

board = Board()
if "edges" not in os.listdir(board.root):
    open(board.root + "/edges", "w").close()
with open(board.root + "/edges") as file:
    found = len(file.readlines())
trouble = 0
stamps = []
held = set()
said = b""
while True:
    now = board.now_ms()
    for t, button, down in board.edges():
        stamps.append(t)
        try:
            with open(board.root + "/edges", "a") as file:
                file.write("%d %s %d\\n" % (t, button, down))
        except OSError as error:
            trouble = error.errno
        (held.add if down else held.discard)(button)
        if down:
            board.sound(((440, 30), (0, 10)))
        board.canvas.clear()
        board.canvas.text(0, 0, "%d" % t)
        if board.show():
            board.sound(((100, 1),))
    board.lights(tuple(255 if name in held else trouble for name in "ABC"))
    jumped = board.jump_ms()
    if jumped:
        board.sound(((1, jumped),))
    said += board.read()
    while b"\\n" in said:
        line, said = said.split(b"\\n", 1)
        if line == b"crash":
            raise ValueError("as asked")
        if line.startswith(b"flood"):
            flood = b"x" * int(line[5:])
            sent = 0
            while sent < len(flood) and board.room():
                sent += board.write(flood[sent : sent + 200])
        elif line == b"stamps":
            board.write(b" ".join(b"%d" % stamp for stamp in stamps) + b"\\n")
        elif line == b"found":
            board.write(b"%d\\n" % found)
        else:
            board.write(b"%d %s\\n" % (board.now_ms(), line))
    board.idle(1000)
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "main.py"
    path.write_text(PROGRAM, encoding="utf-8")
    return path


def told(clock: VirtualClock, *kinds: str) -> list[tuple[int, str, tuple[str, ...]]]:
    return [(event.t_ms, event.kind, event.words) for event in clock.events if event.kind in kinds]


def edges_kept(image: Path, program: Path) -> int:
    """How many edges a clock finds in its flash when it comes up."""
    with VirtualClock(image, stepped=True, main=program) as clock, serial.Serial(clock.port, timeout=10) as port:
        port.write(b"found\n")
        return int(port.read_until())


def test_edges_are_stamped_exactly_and_time_is_stepped(program: Path) -> None:
    with VirtualClock(stepped=True, main=program) as clock:
        clock.hold("B", 1600, at=50_000)
        clock.press("A", at=45_000)
        assert clock.run_until(50_500)
        assert clock.now_ms == 50_500
        assert clock.lights() == (0, 255, 0)
        assert clock.run_until(3_600_000)
        assert told(clock, "lights", "sound") == [
            (0, "lights", ("0", "0", "0")),
            (45_000, "sound", ("440:30", "0:10")),
            (45_000, "lights", ("255", "0", "0")),
            (45_100, "lights", ("0", "0", "0")),
            (50_000, "sound", ("440:30", "0:10")),
            (50_000, "lights", ("0", "255", "0")),
            (51_600, "lights", ("0", "0", "0")),
        ]
        assert len(clock.sounds()) == 2
        assert len(clock.frame()) == 1024 and any(clock.frame())


def test_a_stepped_press_without_a_time_is_the_next_ms_and_never_in_the_past(program: Path) -> None:
    with VirtualClock(stepped=True, main=program) as clock:
        clock.run_until(1000)
        clock.press("C")
        with pytest.raises(ValueError, match="not later"):
            clock.press("A", at=1000)
        with pytest.raises(ValueError, match="no button"):
            clock.press("E")
        clock.run_for(500)
        assert [event.t_ms for event in clock.sounds()] == [1001]


def test_buttons_overlap_as_fingers_do(program: Path) -> None:
    with VirtualClock(stepped=True, main=program) as clock:
        clock.down("A", at=100)
        clock.down("B", at=200)
        clock.run_until(250)
        assert clock.lights() == (255, 255, 0)
        clock.up("A", at=300)
        clock.run_until(350)
        assert clock.lights() == (0, 255, 0)
    with VirtualClock(main=program) as clock:
        clock.down("C")
        clock.wait_for(lambda: clock.lights() == (0, 0, 255))
        clock.up("C")
        clock.wait_for(lambda: clock.lights() == (0, 0, 0))


def test_two_stepped_runs_tell_the_same(program: Path) -> None:
    stories = []
    for _ in range(2):
        with VirtualClock(stepped=True, main=program) as clock:
            for number in range(40):
                clock.press("ABC"[number % 3], at=100 + number * 777)
            clock.run_until(40_000)
            stories.append([event for event in clock.events if event.kind != "ready"])
    assert stories[0] == stories[1]
    assert sum(1 for event in stories[0] if event.kind == "frame") == 80


def test_a_live_press_has_its_own_time_whatever_the_speed(program: Path) -> None:
    with VirtualClock(speed=100, main=program) as clock, serial.Serial(clock.port, timeout=10) as port:
        clock.hold("A", 2000)
        clock.wait_for(lambda: len(told(clock, "lights")) == 3)
        clock.set_speed(1)
        clock.press("B")
        clock.wait_for(lambda: len(told(clock, "lights")) == 5)
        port.write(b"stamps\n")
        down, up, second_down, second_up = (int(word) for word in port.read_until().split())
        assert up - down == 2000
        assert abs(second_up - second_down - 100) <= 1  # us of the host's clock, rounded to ms twice


def test_killed_at_any_moment_the_flash_and_the_name_stay(tmp_path: Path, program: Path) -> None:
    image = tmp_path / "clock.img"
    clock = VirtualClock(image, stepped=True, main=program)
    name = clock.device_id
    clock.press("A", at=10)
    clock.run_until(1000)
    clock.kill()
    assert not clock.alive
    assert edges_kept(image, program) == 2
    with VirtualClock(image, stepped=True, main=program) as again, VirtualClock(stepped=True, main=program) as other:
        assert again.device_id == name != other.device_id
        assert len(name) == 16
    assert not image.with_name("clock.img.damaged").exists()


def test_a_supervisor_killed_takes_its_clock_along(tmp_path: Path, program: Path) -> None:
    image = tmp_path / "clock.img"
    script = f"""
import sys
from pathlib import Path
from tritempo_host.virtual.clock import VirtualClock
clock = VirtualClock(Path({str(image)!r}), main=Path({str(program)!r}))
print("up", flush=True)
sys.stdin.read()
"""
    supervisor = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert supervisor.stdout and supervisor.stdout.readline() == "up\n"
    with pytest.raises(Problem, match=f"in use by process {supervisor.pid}"):
        VirtualClock(image, main=program)
    supervisor.send_signal(signal.SIGKILL)
    supervisor.communicate()
    with VirtualClock(image, main=program) as clock:  # waits for the lock, for two seconds at most
        assert clock.alive


def test_what_is_no_image_is_left_alone(tmp_path: Path, program: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Benvolguda Anna")
    with pytest.raises(Problem, match="not a clock's flash image"):
        VirtualClock(letter, main=program)
    assert letter.read_text() == "Benvolguda Anna"
    with pytest.raises(Problem, match="cannot be opened"):
        VirtualClock(tmp_path, main=program)


def test_a_damaged_image_is_kept_beside_the_new_one(tmp_path: Path, program: Path) -> None:
    image = tmp_path / "clock.img"
    image.write_bytes(b"\x55" * 4096 * 352)
    assert edges_kept(image, program) == 0
    assert image.with_name("clock.img.damaged").read_bytes() == b"\x55" * 4096 * 352


def test_a_long_path_is_a_path(tmp_path: Path, program: Path) -> None:
    folder = tmp_path / ("f" * 200) / ("è" * 100)
    folder.mkdir(parents=True)
    with VirtualClock(folder / "clock.img", stepped=True, main=program, record=folder / "record") as clock:
        assert clock.alive


def test_a_damaged_image_that_begins_blank_is_kept_too(tmp_path: Path, program: Path) -> None:
    image = tmp_path / "clock.img"
    image.write_bytes(b"\xff" * 4096 * 351 + b"a turn".ljust(4096))
    with VirtualClock(image, stepped=True, main=program) as clock:
        assert clock.damaged == image.with_name("clock.img.damaged")
    with VirtualClock(image, stepped=True, main=program) as clock:
        assert clock.damaged is None


@pytest.mark.parametrize("spoilt", [b"\xff\xfe\x00", b"x" * 5000, b"", b"E6614C311B7E6F35"])
def test_a_spoilt_name_is_kept_and_a_new_one_made(spoilt: bytes, tmp_path: Path, program: Path) -> None:
    image = tmp_path / "clock.img"
    names = []
    files = littlefs.LittleFS(block_size=4096, block_count=352, prog_size=256, mount=False)
    files.format()
    for number in range(2):
        if number:
            files.context.buffer[:] = image.read_bytes()
        files.mount()
        with files.open("/device_id", "wb") as file:
            file.write(spoilt)
        files.unmount()
        image.write_bytes(files.context.buffer)
        with VirtualClock(image, stepped=True, main=program) as clock:
            names.append(clock.device_id)
    assert len(set(names)) == 2 and all(len(bytes.fromhex(name)) == 8 for name in names)
    files.context.buffer[:] = image.read_bytes()
    files.mount()
    for name in ("/device_id.bad", "/device_id.bad-2"):
        with files.open(name, "rb") as file:
            assert file.read() == spoilt


def test_more_edges_ahead_than_the_clock_keeps_are_told(program: Path) -> None:
    with VirtualClock(stepped=True, main=program) as clock:
        for number in range(MOST_AHEAD // 2):
            clock.press("A", at=1000 * (number + 1))
        assert clock.run_until(500)
        clock.down("B", at=600)
        with pytest.raises(Problem, match=f"at most {MOST_AHEAD} presses"):
            clock.run_until(550)
        assert clock.run_until(100_000)
        clock.wait_for(lambda: len(clock.sounds()) == MOST_AHEAD // 2)


def test_a_clock_has_the_buttons_of_its_seats(program: Path) -> None:
    with VirtualClock(stepped=True, main=program) as three, pytest.raises(ValueError, match="no button"):
        three.press("D")
    with VirtualClock(stepped=True, main=program, seats=4) as four:
        four.press("D")
        four.run_until(10)
        assert len(four.sounds()) == 1


def test_a_program_that_dies_is_reported_with_its_last_words(program: Path) -> None:
    with VirtualClock(main=program) as clock, serial.Serial(clock.port, timeout=10) as port:
        port.write(b"crash\n")
        with pytest.raises(ClockEnded, match="ValueError: as asked"):
            clock.wait_for(lambda: False)
        assert not clock.alive
        with pytest.raises(ClockEnded):
            clock.press("A")


def test_a_program_that_does_not_start_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "main.py"
    path.write_text("1/0")
    with pytest.raises(ClockEnded, match="ZeroDivisionError"):
        VirtualClock(main=path)


def test_the_serial_line_answers_while_time_stands(program: Path) -> None:
    with VirtualClock(stepped=True, main=program) as clock, serial.Serial(clock.port, timeout=10) as port:
        clock.run_until(500)
        port.write(b"one\ntwo\n")
        assert port.read(16) == b"500 one\n500 two\n"
        port.write(b"flood 5000\n")
        assert set(port.read(1000)) == {ord("x")}
        assert clock.now_ms == 500


def test_a_host_that_floods_or_never_reads_costs_no_press(program: Path) -> None:
    with VirtualClock(speed=50, main=program) as clock, serial.Serial(clock.port, write_timeout=0) as port:
        for number in range(20):
            port.write(b"flood 900\n" * 20)
            clock.press("A")
            clock.wait_for(lambda number=number: len(clock.sounds()) > number)
        assert clock.alive


def test_a_panel_reader_that_stalls_does_not_hold_the_clock(program: Path) -> None:
    stalled, go_on = threading.Event(), threading.Event()

    def stall(event: object) -> None:
        if getattr(event, "kind", "") == "sound":
            stalled.set()
            go_on.wait(30)

    with VirtualClock(speed=1000, main=program, on_event=stall) as clock:
        clock.press("A")
        assert stalled.wait(10)
        with serial.Serial(clock.port, timeout=10) as port:
            for _ in range(200):
                clock.press("B")
            port.write(b"still here\n")
            assert port.read_until().endswith(b"still here\n")
        go_on.set()
        clock.wait_for(lambda: len(clock.sounds()) > 1)


@pytest.mark.parametrize("code", [errno.EIO, errno.ENOSPC, errno.EROFS])
def test_a_flash_that_fails_says_so_and_recovers(code: int, tmp_path: Path, program: Path) -> None:
    image = tmp_path / "clock.img"
    with VirtualClock(image, stepped=True, main=program) as clock:
        clock.fail_flash(code)
        clock.press("A", at=10)
        clock.run_until(1000)
        assert clock.lights() == (code, code, code)
        clock.fail_flash(None)
        clock.press("A", at=2000)
        clock.run_until(3000)
    assert edges_kept(image, program) == 2


def test_the_power_goes_at_the_operation_asked_for(tmp_path: Path, program: Path) -> None:
    image = tmp_path / "clock.img"
    operations = 0
    for torn in (False, True):
        for count in range(1, 6):
            with VirtualClock(image, stepped=True, main=program) as clock:
                clock.cut_after(count, torn)
                for number in range(50):
                    clock.press("A", at=1000 * (number + 1))
                assert clock.run_until(100_000) is False
                assert clock.cut and not clock.alive
                operations += count
    assert 0 < edges_kept(image, program) < operations


def test_a_recording_played_back_is_the_image(tmp_path: Path, program: Path) -> None:
    image, record = tmp_path / "clock.img", tmp_path / "record"
    with VirtualClock(image, stepped=True, main=program, record=record) as clock:
        for number in range(30):
            clock.press("A", at=1000 * (number + 1))
        clock.run_until(100_000)
    copy = recording.blank()
    operations = list(recording.read(record))
    for operation in operations:
        recording.apply(copy, operation)
    assert copy == image.read_bytes()
    assert {operation.kind for operation in operations} == {"erase", "program", "mark"}
    assert operations[-1] == recording.Operation("mark", 0, 0, b"idle", 99_100)


def test_half_a_record_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "record"
    whole = recording.HEADER.pack(1, 2, 256, 4, 99) + b"abcd"
    path.write_bytes(whole + whole[:-1])
    operation = recording.Operation("program", 2, 256, b"abcd", 99)
    assert list(recording.read(path)) == [operation]
    torn = recording.blank()
    recording.apply(torn, operation, torn=True)
    assert torn[2 * 4096 + 256 :][:5] == b"ab\xff\xff\xff"


def test_display_and_time_source_fail_on_demand(program: Path) -> None:
    with VirtualClock(stepped=True, main=program) as clock:
        clock.press("A", at=1000)
        clock.run_until(2000)
        before = len(told(clock, "frame"))
        clock.fail_display()
        clock.jump(-5000)
        clock.press("A", at=3000)
        clock.run_until(4000)
        assert len(told(clock, "frame")) == before
        assert ("100:1",) in [words for _, _, words in told(clock, "sound")]
        assert (2100, "sound", ("1:-5000",)) in told(clock, "sound")
        clock.fail_display(False)
        clock.press("A", at=5000)
        clock.run_until(6000)
        assert len(told(clock, "frame")) > before


def test_clocks_side_by_side_do_not_hold_each_other(program: Path) -> None:
    clocks = [VirtualClock(stepped=True, main=program) for _ in range(5)]
    try:
        assert len({clock.port for clock in clocks}) == 5
        clocks[0].kill()
        for clock in clocks[1:]:
            clock.press("B", at=7)
            assert clock.run_until(200)
    finally:
        for clock in clocks:
            clock.close()
    assert not any(os.path.exists(clock.flash) for clock in clocks)  # noqa: PTH110 - the folders are gone too
