"""The whole clock on a model of the Pico: a game by pin levels, its log, and what went wrong around it meanwhile."""

from pathlib import Path

from in_micropython import run

HERE = Path(__file__).parent
SPREAD_US = 1100  # a log's time is a whole ms; and the pins are looked at ten times in one


def test_every_press_of_a_game_has_its_own_time(tmp_path: Path) -> None:
    script = f"""
import sys
sys.path += [{str(HERE)!r}, {str(HERE.parent)!r}, {str(HERE.parent / "micropython")!r}]
import clock_game
"""
    ran = run(script, folder=tmp_path, heap="16m")
    said: dict[str, list[list[str]]] = {}
    for line in ran.stdout.splitlines():
        kind, *words = line.split(" ")
        said.setdefault(kind, []).append(words)
    assert said["complaint"] == [["None"]], ran.stdout + ran.stderr
    assert said["waited_us"] == [["0"]]
    assert said["answered"] == [["True"]]
    assert said["shown"] == [["True", "True"]]
    assert said["hearts"] == [["True"]]
    seats = [int(words[1]) for words in said["log"] if words[2] == "seat"]
    pressed = [int(words[0]) for words in said["press"]]
    assert len(seats) == len(pressed) == 61
    late = [1000 * ms - us for ms, us in zip(seats, pressed, strict=True)]
    assert max(late) - min(late) <= SPREAD_US
    assert not [words for words in said["log"] if words[2] in ("overflow", "jump", "crash") or "ignored" in words]
