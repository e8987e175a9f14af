"""The real firmware on the virtual clock: what the two processes promise each other, end to end."""

import shutil
import subprocess
import sys
from pathlib import Path

import littlefs
import pytest

from tritempo_host.link.client import Clock
from tritempo_host.virtual.clock import VirtualClock

PRESETS = ("B", "B", "A")  # the first preset, the first set-up, and the first press of the game


def begin(clock: VirtualClock) -> int:
    """A game, its first turn begun; returns when."""
    for button in PRESETS:
        clock.press(button, at=clock.now_ms + 1000)
        clock.run_for(2000)
    return clock.now_ms


def test_a_game_cut_off_comes_back_paused(tmp_path: Path) -> None:
    image = tmp_path / "clock.img"
    with VirtualClock(image, stepped=True) as clock:
        begin(clock)
        clock.run_for(30_000)
        with Clock(clock.port) as host:
            before = host.live()
        assert (before["state"], before["seat"], before["turn"]) == ("running", 1, 1)
        clock.kill()
    with VirtualClock(image, stepped=True) as clock, Clock(clock.port) as host:
        after = host.live()
        assert host.who["device"] == clock.device_id
        assert (after["state"], after["reason"], after["game"]) == ("paused", "power", before["game"])
        assert 0 <= before["used_ms"] - after["used_ms"] <= 10_000


def test_the_image_is_a_littlefs_with_the_pico_s_geometry(tmp_path: Path) -> None:
    image = tmp_path / "clock.img"
    with VirtualClock(image, stepped=True) as clock:
        begin(clock)
    files = littlefs.LittleFS(block_size=4096, block_count=352, prog_size=256, mount=False)
    files.context.buffer[:] = image.read_bytes()
    files.mount()
    (log,) = files.listdir("/logs")
    assert log.startswith("0000") and log.endswith(".log")


def test_mpremote_lists_and_copies_a_log_in_maintenance(tmp_path: Path) -> None:
    with VirtualClock(tmp_path / "clock.img", stepped=True) as clock:
        begin(clock)
        clock.press("PAUSE", at=clock.now_ms + 1000)
        clock.hold("PAUSE", 3500, at=clock.now_ms + 2000)
        clock.run_for(7000)
        for button in "CAA":  # the arbiter's menu: more, the end, "out"
            clock.press(button, at=clock.now_ms + 1000)
            clock.run_for(2000)
        with Clock(clock.port) as host:
            assert host.live()["state"] == "ended"
            host.maintenance()
        clock.wait_for(lambda: clock.last("maintenance"))

        def mpremote(*words: str) -> str:
            command = [sys.executable, "-m", "mpremote", "connect", clock.port, *words]
            result = subprocess.run(command, capture_output=True, text=True, timeout=60)
            assert result.returncode == 0, result
            return result.stdout

        (name,) = [line.split()[1] for line in mpremote("ls", ":logs").splitlines() if ".log" in line]
        copy = tmp_path / name
        mpremote("cp", f":logs/{name}", str(copy))
        assert mpremote("cat", f":logs/{name}") == copy.read_text(encoding="utf-8")
        assert copy.read_text(encoding="utf-8").startswith("0 0 new {")
        mpremote("reset")
        clock.wait_for(lambda: [event for event in clock.events if event.words == ("0",)])
        with Clock(clock.port) as host:
            assert len(host.logs()) == 1
            assert host.live()["state"] in ("setup", "ended")


@pytest.mark.parametrize("way", ["display", "jump"])
def test_a_fault_of_the_board_is_told_and_the_clock_goes_on(way: str, tmp_path: Path) -> None:
    with VirtualClock(tmp_path / "clock.img", stepped=True) as clock:
        begin(clock)
        if way == "display":
            clock.fail_display()
        else:
            clock.jump(3 * 3_600_000)
        clock.run_for(1000)
        with Clock(clock.port) as host:
            status = host.status()
            assert status["trouble"] == {"display": "tr_display", "jump": "tr_time_jump"}[way]
            assert status["state"] == {"display": "running", "jump": "paused"}[way]


def test_a_copy_of_an_image_is_the_same_clock(tmp_path: Path) -> None:
    with VirtualClock(tmp_path / "one.img", stepped=True) as clock:
        name = clock.device_id
    shutil.copy(tmp_path / "one.img", tmp_path / "two.img")
    with VirtualClock(tmp_path / "two.img", stepped=True) as clock:
        assert clock.device_id == name
