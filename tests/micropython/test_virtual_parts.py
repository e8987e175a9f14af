"""The virtual board's parts, one by one, inside real MicroPython."""

import struct
from pathlib import Path

import pytest

from in_micropython import run


def said(script: str, folder: Path, *args: str) -> list[str]:
    """What a script prints, in lines; it must not complain."""
    result = run(script, *args, folder=folder, heap="4m")
    assert "Traceback" not in result.stdout and not result.stderr, result.stdout + result.stderr
    return result.stdout.splitlines()


PICO = 1 << 30  # the Pico's ticks_us wraps there
MINUTE = 60_000_000
WIDENED = [
    # id, first reading, later readings, sum in us at the end, jumped us
    ("runs", 1000, [1500, 2500], 1500, 0),
    ("wraps", PICO - 10, [PICO - 1, 0, 9, 10], 20, 0),
    ("wraps again and again", 0, [i * PICO // 7 % PICO for i in range(1, 22)], sum([PICO // 7] * 21), 0),
    ("stands", 77, [77, 77], 0, 0),
    ("steps back", 500_000, [400_000, 400_500], 500, -100_000),
    ("steps back over the wrap", 100, [PICO - 100, 0], 100, -200),
    ("slept four minutes", 0, [4 * MINUTE], 4 * MINUTE, 0),
    ("slept six minutes", 0, [6 * MINUTE, 6 * MINUTE + 5], 5, 6 * MINUTE),
]


@pytest.mark.parametrize(
    ("first", "readings", "total", "jumped"), [case[1:] for case in WIDENED], ids=[case[0] for case in WIDENED]
)
def test_ticks_are_widened(first: int, readings: list[int], total: int, jumped: int, tmp_path: Path) -> None:
    script = f"""
from tritempo.ticks import Widener
widener = Widener({first}, {PICO})
for reading in {readings}:
    widener.widen(reading)
print(widener.total_us, widener.jumped_us)
"""
    sum_us, jumped_us = (int(word) for word in said(script, tmp_path)[0].split())
    assert abs(sum_us - total) <= 21  # the sevenths of a period are rounded down
    assert jumped_us == jumped


def test_a_stamp_before_the_wrap_is_told_after_it(tmp_path: Path) -> None:
    script = f"""
from tritempo.ticks import Widener
widener = Widener({PICO - 1000}, {PICO})
widener.widen(500)
print(widener.total_us, widener.at({PICO - 400}), widener.at(700))
"""
    assert said(script, tmp_path) == ["1500 600 1700"]


def test_live_time_runs_at_its_speed_and_leaves_jumps_out(tmp_path: Path) -> None:
    script = """
from virtual.timing import LiveTime
host = [5_000_000]
live = LiveTime(2_000, lambda: host[0])
def after(us):
    host[0] += us
    return live.now_ms()
print(after(0), after(1_000_000), live.stamp_ms(host[0] - 250_000))
live.set_speed(60_000)
print(after(0), after(1_000_000), live.real_us(60))
live.jump(-7_200_000)
print(after(0), live.take_jump_ms(), live.take_jump_ms(), after(1_000_000))
live.jump(7_200_000)
print(after(0), live.take_jump_ms(), after(1_000_000))
print(live.stamp_ms(host[0] - 90_000_000) == live.now_ms())
"""
    assert said(script, tmp_path) == [
        "0 2000 1500",
        "2000 62000 1000",
        "62000 -7200000 0 122000",
        "122000 7200000 182000",
        "True",
    ]


def test_edges_come_in_order_and_never_inside_time_that_was_played(tmp_path: Path) -> None:
    script = """
from virtual.buttons import Edges
edges = Edges()
edges.add(300, "B", True)
edges.add(100, "A", True)
edges.add(300, "C", True)
print(edges.next_ms(), edges.take(99), edges.take(300))
edges.add(250, "A", False)
print(edges.next_ms(), edges.take(300), edges.take(301), edges.next_ms())
"""
    assert said(script, tmp_path) == [
        "100 [] [(100, 'A', True), (300, 'B', True), (300, 'C', True)]",
        "301 [] [(301, 'A', False)] None",
    ]


def test_only_so_many_edges_wait(tmp_path: Path) -> None:
    script = """
from virtual.buttons import QUEUE, Edges
edges = Edges()
print(QUEUE, all(edges.add(1000 + i, "A", True) for i in range(QUEUE)), edges.add(500, "B", True), edges.lost)
print(edges.next_ms(), len(edges.take(1009)), edges.add(500, "B", True), edges.lost)
"""
    assert said(script, tmp_path) == ["128 True False 1", "1000 10 True 1"]


FLASH = """
import sys
from virtual.flash import Flash, Recorder
with open(sys.argv[1], "wb") as file:
    file.write(b"\\xff" * 4096 * 352)
file = open(sys.argv[1], "r+b")
class Cut(Exception):
    pass
def cut():
    raise Cut()
flash = Flash(file, Recorder(sys.argv[2], lambda: 77), cut)
def read(block, offset, length):
    buffer = bytearray(length)
    flash.readblocks(block, buffer, offset)
    return bytes(buffer)
"""


def test_flash_programs_by_clearing_bits_and_erases_whole_blocks(tmp_path: Path) -> None:
    script = (
        FLASH
        + """
print(flash.ioctl(4, 0), flash.ioctl(5, 0))
print(flash.writeblocks(3, b"\\x0f" * 256, 512), flash.writeblocks(3, b"\\xf5" * 256, 512))
print(read(3, 511, 3), read(3, 767, 2))
print(flash.ioctl(6, 3), read(3, 512, 2), read(351, 4094, 2))
"""
    )
    image, record = tmp_path / "flash", tmp_path / "record"
    assert said(script, tmp_path, str(image), str(record)) == [
        "352 4096",
        "0 0",
        r"b'\xff\x05\x05' b'\x05\xff'",
        r"0 b'\xff\xff' b'\xff\xff'",
    ]
    header = struct.Struct("<BHHHI")
    assert record.read_bytes()[: header.size] == header.pack(1, 3, 512, 256, 77)


def test_flash_fails_as_it_is_told_and_loses_power_at_the_right_operation(tmp_path: Path) -> None:
    script = (
        FLASH
        + """
flash.fail_errno = 30
print(flash.writeblocks(0, b"\\0" * 256, 0), flash.ioctl(6, 0), read(0, 0, 1))
flash.fail_errno = 0
flash.cut_in = 2
print(flash.writeblocks(0, b"\\0" * 256, 0))
try:
    flash.writeblocks(1, b"\\0" * 256, 0)
except Cut:
    print("cut", read(0, 255, 2), read(1, 0, 1))
flash.cut_in, flash.cut_torn = 1, True
try:
    flash.writeblocks(2, b"\\0" * 256, 0)
except Cut:
    print("torn", read(2, 127, 2))
"""
    )
    assert said(script, tmp_path, str(tmp_path / "flash"), str(tmp_path / "record")) == [
        r"-30 -30 b'\xff'",
        "0",
        r"cut b'\x00\xff' b'\xff'",
        r"torn b'\x00\xff'",
    ]


PANEL = """
import io
from virtual.panel import Panel, PanelGone
class File(io.IOBase):
    def __init__(self):
        self.room, self.sent, self.come = 0, b"", []
    def read(self, count):
        return self.come.pop(0) if self.come else None
    def write(self, data):
        count = min(self.room, len(data))
        self.room -= count
        self.sent += data[:count]
        return count or None
    def ioctl(self, *_):
        return 0
"""


def test_a_panel_that_does_not_read_gets_the_newest_and_costs_bounded_memory(tmp_path: Path) -> None:
    script = (
        PANEL
        + """
pipe = File()
panel = Panel(pipe, lossless=False)
panel.send("ready", "0")
for number in range(10_000):
    panel.send("frame", str(number))
    panel.send("lights", str(number))
    panel.send("sound", str(number))
print(pipe.sent, panel.backlog, len(panel._queue) < 80)
pipe.room = 100_000
panel.flush()
lines = pipe.sent.decode().split("\\n")
print(lines[0], lines.count("frame 9999"), lines.count("lights 9999"), "frame 9998" in lines, lines[-2], panel.backlog)
"""
    )
    assert said(script, tmp_path) == ["b'' True True", "ready 0 1 1 False sound 9999 False"]


def test_a_panel_reads_lines_in_any_pieces_and_ends_with_its_supervisor(tmp_path: Path) -> None:
    script = (
        PANEL
        + """
pipe = File()
panel = Panel(pipe, lossless=False)
pipe.come = [b"un", b"til 5\\nedge A", None, b" 1 at 7\\n", None, b""]
print(panel.read_lines(), panel.read_lines())
try:
    panel.read_lines()
except PanelGone:
    print("gone")
"""
    )
    assert said(script, tmp_path) == ["[['until', '5']] [['edge', 'A', '1', 'at', '7']]", "gone"]
