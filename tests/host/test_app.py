"""The app's loop on the virtual board: presses at their own times, faults that stop nothing, notes in the log."""

import errno
from pathlib import Path

import littlefs
import pytest
import serial

from tritempo import journal
from tritempo.control import preset
from tritempo.display import sounds
from tritempo_host.audit import audit
from tritempo_host.link.client import Clock
from tritempo_host.link.problems import Refused
from tritempo_host.virtual.clock import VirtualClock


@pytest.fixture
def clock(tmp_path: Path):
    with VirtualClock(tmp_path / "clock.img", stepped=True) as clock:
        yield clock


def ready(clock: VirtualClock, **changes: object) -> int:
    """A game of three, `ready`; the clock's time at which its axis is 0."""
    with Clock(clock.port) as host:
        host.send_fixture(dict(preset("matam"), **changes), 3, names=("Anna", "Bernat", "Carla"), round_number=1)
        return host.hello()["t_ms"]


def log_of(clock: VirtualClock) -> journal.Reading:
    with Clock(clock.port) as host:
        data = b"".join(host.read(host.logs()[-1]["log"]))
        found = audit(data, host.key(), clock.device_id)
        assert found.verdict in ("sound", "open"), [finding.code for finding in found.findings]
        return journal.read(data, host.key())


def lines(clock: VirtualClock) -> list[tuple]:
    return [(line.t, line.word, *line.args) for line in log_of(clock).lines[1:]]


def test_presses_are_worth_their_own_milliseconds(clock):
    zero = ready(clock)
    for at, button in ((1000, "A"), (46_001, "B"), (92_003, "C"), (92_400, "C"), (200_000, "A")):
        clock.press(button, at=zero + at)
    clock.run_until(zero + 201_000)
    assert lines(clock) == [
        (1000, "seat", 1),
        (46_001, "seat", 2),
        (92_003, "seat", 3),
        (92_400, "seat", 3),
        (197_003, "warn", 3, 15_000),
        (200_000, "seat", 1),
    ]


def test_a_press_at_the_very_millisecond_of_zero_is_in_time(clock):
    zero = ready(clock)
    clock.press("A", at=zero + 1000)
    clock.press("B", at=zero + 121_000)
    clock.run_until(zero + 122_000)
    assert [line[1] for line in lines(clock)] == ["seat", "warn", "seat"]


@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC, errno.EROFS])
def test_a_failing_flash_stops_nothing_and_loses_nothing(clock, number):
    zero = ready(clock)
    clock.press("A", at=zero + 1000)
    clock.run_until(zero + 2000)
    clock.fail_flash(number)
    for i in range(1, 6):
        clock.press("ABC"[i % 3], at=zero + 1000 + i * 10_000)
    clock.run_until(zero + 60_000)
    with Clock(clock.port) as host:
        status = host.status()
        assert status["trouble"] == ("tr_flash_full" if number == errno.ENOSPC else "tr_log_not_saved")
        assert status["waiting"] > 0
    assert [line[:2] for line in lines(clock)] == [(1000 + i * 10_000, "seat") for i in range(6)]
    clock.fail_flash(None)
    clock.run_for(6000)
    with Clock(clock.port) as host:
        assert host.status()["trouble"] is None
        assert host.status()["waiting"] == 0


def test_edges_that_find_no_room_are_counted_and_logged(clock):
    zero = ready(clock)
    clock.press("A", at=zero + 1000)
    clock.run_until(zero + 5000)
    for _ in range(50):
        clock.press("B", at=zero + 10_000)
    clock.run_until(zero + 12_000)
    found = [line for line in lines(clock) if line[1] == "overflow"]
    assert sum(line[2] for line in found) > 0
    assert [line[1] for line in lines(clock)].count("seat") >= 2


def test_a_jump_of_time_is_left_out_logged_and_pauses(clock):
    zero = ready(clock)
    clock.press("A", at=zero + 1000)
    clock.run_until(zero + 5000)
    clock.jump(-7_200_000)
    clock.run_until(zero + 6000)
    assert [line[1:] for line in lines(clock)][-2:] == [("jump", -7_200_000), ("pause",)]
    with Clock(clock.port) as host:
        assert host.live()["used_ms"] <= 5000


def test_zero_and_the_warning_are_heard(clock):
    zero = ready(clock)
    clock.press("A", at=zero + 1000)
    clock.run_until(zero + 122_000)
    heard = [(event.t_ms - zero, event.words) for event in clock.sounds()]
    for what, at in (("warn", 106_000), ("zero", 121_000)):
        notes = tuple(f"{hertz}:{ms}" for hertz, ms in sounds.pattern(what, 1))
        assert any(at <= t <= at + 100 and words == notes for t, words in heard), (what, heard)


def test_after_a_press_the_light_comes_before_the_log(tmp_path):
    """What the board was told, in order: the light of the next seat, then the flash."""
    with VirtualClock(tmp_path / "clock.img", stepped=True, main=told_in_order(tmp_path)) as clock:
        zero = ready(clock)
        clock.press("A", at=zero + 1000)
        clock.press("B", at=zero + 20_000)
        clock.run_until(zero + 21_000)
    told = (tmp_path / "told").read_text().split()
    after = told[told.index("edge:B") :]
    assert after.index("lights:0,255,0") < after.index("flash")


def told_in_order(folder: Path) -> Path:
    """A main.py whose board writes down edges, lights and writes to the log, in order."""
    main = folder / "main.py"
    main.write_text(
        f"""
import gc

gc.threshold(16384)  # as main.py does

import app
from tritempo.logbook import Logbook
from virtual.board import Board

told = open("{folder / "told"}", "w")


def tell(word):
    told.write(word + " ")
    told.flush()


board = Board()
edges, lights, flush = board.edges, board.lights, Logbook.flush


def tell_edges():
    taken = edges()
    for _, button, down in taken:
        if down:
            tell("edge:" + button)
    return taken


def tell_lights(levels):
    tell("lights:" + ",".join([str(level) for level in levels]))
    lights(levels)


def tell_flush(self):
    if self.changed:
        tell("flash")
    return flush(self)


board.edges, board.lights, Logbook.flush = tell_edges, tell_lights, tell_flush
app.run(board)
"""
    )
    return main


def test_a_picture_that_cannot_be_drawn_stops_nothing(tmp_path):
    main = tmp_path / "main.py"
    main.write_text(
        """
import gc

gc.threshold(16384)  # as main.py does

import app
from virtual.board import Board
from tritempo.display import screens


def drawing(canvas, v, prompt, info):
    yield
    raise ValueError("no such glyph")


screens.drawing = drawing
app.run(Board())
"""
    )
    with VirtualClock(tmp_path / "clock.img", stepped=True, main=main) as clock:
        zero = ready(clock)
        clock.press("A", at=zero + 1000)
        clock.press("B", at=zero + 20_000)
        clock.run_until(zero + 25_000)
        with Clock(clock.port) as host:
            assert host.status()["trouble"] == "tr_display"
            assert (host.live()["state"], host.live()["seat"]) == ("running", 2)
        assert [line[:2] for line in lines(clock)] == [(1000, "seat"), (20_000, "seat")]


def test_lights_follow_the_seating(clock):
    """Set by the arbiter's menu: seat 1 has the middle button, seat 2 the right one, seat 3 the left one."""
    ready(clock)
    clock.hold("PAUSE", 3300, at=clock.now_ms + 100)
    clock.run_for(5000)
    for button in "CACCB":  # more, settings, seating, the next order (BCA), confirm
        clock.press(button, at=clock.now_ms + 1000)
        clock.run_for(2000)
    lit = []
    for button in "BCAB":
        clock.press(button, at=clock.now_ms + 1000)
        clock.run_for(3000)
        lit.append(clock.lights())
    assert lit == [(0, 255, 0), (0, 0, 255), (255, 0, 0), (0, 255, 0)]
    with Clock(clock.port) as host:
        assert (host.live()["turn"], host.live()["seat"]) == (4, 1)
    assert [line[1:] for line in lines(clock)] == [("seat", seat) for seat in (1, 2, 3, 1)]


def test_a_round_starts_for_a_clock_that_is_still_being_set_up(clock):
    with Clock(clock.port) as host:
        host.round_start()
    clock.run_for(30_000)
    ready(clock)
    with Clock(clock.port) as host:
        assert 3_569_000 <= host.live()["round_left_ms"] <= 3_571_000
    assert lines(clock)[0] == (0, "round_start")


def test_a_running_game_is_not_disturbed_by_the_host(clock):
    zero = ready(clock)
    clock.press("A", at=zero + 1000)
    clock.run_until(zero + 2000)
    with Clock(clock.port) as host:
        for work in (host.maintenance, lambda: host.send_fixture("matam", 3), host.round_start):
            with pytest.raises(Refused):
                work()
        host.set_time()
        assert host.live()["state"] == "running"
    assert [line[1] for line in lines(clock)] == ["seat"]


def test_ten_milliseconds_are_a_press(clock):
    """A slow poll misses a short press (a known fault of other clocks)."""
    zero = ready(clock)
    clock.press("A", at=zero + 1000)
    clock.hold("B", 10, at=zero + 20_000)
    clock.run_until(zero + 21_000)
    assert [line[:2] for line in lines(clock)] == [(1000, "seat"), (20_000, "seat")]


def test_control_characters_on_the_line_end_no_game(clock):
    """A terminal's Ctrl-C, Ctrl-D or a modem manager's junk must not stop the program (MicroPython #7867)."""
    zero = ready(clock)
    clock.press("A", at=zero + 1000)
    clock.run_until(zero + 2000)
    with serial.Serial(clock.port) as line:
        line.write(b"\x03\x03\x01import os\x04\r\x03AT+GCAP\r" * 20)
    clock.press("B", at=zero + 20_000)
    clock.run_until(zero + 21_000)
    assert [line[:2] for line in lines(clock)] == [(1000, "seat"), (20_000, "seat")]


def test_a_stuck_button_is_said_until_it_is_let_go(clock):
    zero = ready(clock)
    clock.down("C", at=zero + 1000)
    clock.run_until(zero + 29_000)
    with Clock(clock.port) as host:
        assert host.status()["trouble"] is None
    clock.run_until(zero + 32_000)
    with Clock(clock.port) as host:
        assert host.status()["trouble"] == "tr_button_stuck"
    clock.up("C", at=zero + 33_000)
    clock.run_until(zero + 34_000)
    with Clock(clock.port) as host:
        assert host.status()["trouble"] is None


@pytest.mark.parametrize(("kind", "trouble"), [("log", "tr_memory"), ("ack", None)])
def test_a_season_of_logs_is_no_burden_at_boot(tmp_path, kind, trouble):
    """300 logs on the flash: the clock boots, lists them all, and begins another game.

    More than 80 % of the flash is trouble only where the host has not fetched the logs.
    """
    image = tmp_path / "clock.img"
    files = littlefs.LittleFS(block_size=4096, block_count=352, prog_size=256)
    files.mkdir("/logs")
    for number in range(1, 301):
        with files.open(f"/logs/{number:06d}-{number:08x}.{kind}", "wb") as file:
            file.write(b"0" * 600)
    image.write_bytes(files.context.buffer)
    with VirtualClock(image, stepped=True) as clock:
        with Clock(clock.port) as host:
            assert [log["log"] for log in host.logs()] == list(range(1, 301))
        ready(clock)
        with Clock(clock.port) as host:
            assert host.logs()[-1]["log"] == 301
            assert host.status()["trouble"] == trouble


def test_an_error_nobody_has_foreseen_is_a_pause_and_a_note(tmp_path):
    """The app is started with a canvas that breaks once in the middle of a game; the loop itself is the real one."""
    main = tmp_path / "main.py"
    main.write_text(
        """
import gc

gc.threshold(16384)  # as main.py does

import app
from virtual.board import Board

board = Board()
jumped = board.jump_ms


def jump_ms():
    if board.now_ms() > 60_000 and not board.broken:
        board.broken = True
        raise ZeroDivisionError("a fault in the works")
    return jumped()


board.broken = False
board.jump_ms = jump_ms
app.run(board)
"""
    )
    with VirtualClock(tmp_path / "clock.img", stepped=True, main=main) as clock:
        zero = ready(clock)
        clock.press("A", at=zero + 1000)
        clock.run_until(70_000)
        with Clock(clock.port) as host:
            assert (host.live()["state"], host.live()["reason"]) == ("paused", "power")
        assert [line[1:] for line in lines(clock)] == [("seat", 1), ("power",), ("crash", "ZeroDivisionError")]


def test_a_fixture_for_more_seats_than_buttons_is_refused(clock):
    with Clock(clock.port) as host:
        with pytest.raises(Refused) as refused:
            host.send_fixture("ebre", 4)
        assert refused.value.reason == "seats"
        host.send_fixture("ebre", 3)
