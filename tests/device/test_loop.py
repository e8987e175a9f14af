"""The app's loop with a display that takes its time: no press waits for a picture (shairport-sync-mqtt-display #29)."""

from pathlib import Path

from in_micropython import run

HERE = Path(__file__).parent

BEGIN = f"""
import sys
sys.path += [{str(HERE)!r}, {str(HERE.parent)!r}]
import app
from slow_board import SlowBoard

board = SlowBoard(sys.argv[1])
clock = app.App(board)

def until(ms):
    while board.ms < ms:
        clock.step()
        clock.idle()

def tap(button):
    board.coming += [(board.ms + 1, button, True), (board.ms + 81, button, False)]
    until(board.ms + 1000)

clock.session.new(board.ms, {{"control": app.preset("matam"), "seats": 3}})
clock.dialogs.begin(clock.session.game.control)
until(board.ms + 1000)
"""


def said(script: str, folder: Path) -> list[str]:
    ran = run(BEGIN + script, str(folder / "flash"), folder=folder, heap="2m")
    assert ran.returncode == 0 and "Traceback" not in ran.stdout, ran.stdout + ran.stderr
    return ran.stdout.split()


def test_a_press_at_any_moment_of_a_picture_has_its_light_at_once(tmp_path):
    """Two presses in a row, at every distance: the second finds the first one's picture half drawn, or half sent."""
    waits = said(
        """
tap("A")
seat = 1
for distance in range(750, 870, 3):
    for ms in (1000, distance):
        at = board.ms + ms - 1000 + 1000
        board.coming += [(at, "ABC"[seat - 1], True), (at + 30, "ABC"[seat - 1], False)]
        seat = seat % 3 + 1
        before = len(board.lit)
        until(at + 1)
        while len(board.lit) == before:
            clock.step()
            clock.idle()
        print(board.lit[before][0] - at)
        if ms == 1000:
            until(at + 600)
assert not board.complaints and clock.session.game.ended_turns.count == 80
""",
        tmp_path,
    )
    assert len(waits) == 80
    assert max(int(wait) for wait in waits) <= 6, waits


def test_a_press_while_the_first_picture_is_drawn_does_not_stop_it(tmp_path):
    """A whole picture is drawn at once there, and nobody asks for edges meanwhile."""
    found = said(
        """
board.coming += [(board.ms, "A", True), (board.ms + 30, "A", False)]
clock.show.all(board.ms)
print(clock.show.busy)
""",
        tmp_path,
    )
    assert found == ["False"]


def test_a_wire_that_picks_up_noise_stops_neither_time_nor_log(tmp_path):
    found = said(
        """
class Noise(SlowBoard):
    moved = True

tap("A")
board.__class__ = Noise
until(board.ms + 120000)
print(clock.session.logbook.changed, clock.session.game.records.count > 0)
""",
        tmp_path,
    )
    assert found == ["False", "True"]


def test_the_log_is_written_when_the_picture_is_shown_or_soon_after(tmp_path):
    delays = said(
        """
tap("A")
at = board.ms + 100
board.coming += [(at, "A", True), (at + 30, "A", False)]
until(at + 1)
shown = written = None
while written is None:
    clock.step()
    if shown is None and board.controller.picture() == bytes(board.canvas.buffer) and not clock.show.painter.busy:
        shown = board.ms
    if not clock.session.logbook.changed:
        written = board.ms
    clock.idle()
print(written - at, shown is not None)
""",
        tmp_path,
    )
    assert 10 <= int(delays[0]) <= 130 and delays[1] == "True"


def test_no_turn_of_the_loop_looks_at_the_game_twice(tmp_path):
    """Each look takes a Pico more than a millisecond: presses with their releases, and what they ask."""
    looks = said(
        """
looked = 0
view = clock.session.view

def counted(now):
    global looked
    looked += 1
    return view(now)

clock.session.view = counted
most = 0
for button in ("A", "PAUSE", "PAUSE", "TRUMP", "TRUMP", "B", "PAUSE", "A", "B"):
    board.coming += [(board.ms + 1, button, True), (board.ms + 1, button, False)]
    end = board.ms + 700
    while board.ms < end:
        looked = 0
        clock.step()
        most = max(most, looked)
        clock.idle()
print(most, clock.session.game.history.count)
""",
        tmp_path,
    )
    assert looks[0] == "1" and int(looks[1]) > 3, looks
