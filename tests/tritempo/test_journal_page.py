"""docs/journal.md: its example is a real log, and its lists are those of the program."""

import re
from pathlib import Path

from tritempo import codes, control, journal
from tritempo.control import Control, preset
from tritempo.game import Game
from tritempo.replay import Replay

PAGE = (Path(__file__).parents[2] / "docs" / "journal.md").read_text(encoding="utf-8")
KEY = bytes(range(32))
HEADER = {
    "format": 1,
    "device": "e6614c311b7a5c2f",
    "firmware": "0.1.0",
    "game": "9f3a66c1",
    "round": 2,
    "table": 5,
    "names": ["Anna", "Bernat", "Carla"],
    "seats": 3,
    "holders": {"salva": 2},
    "control": preset("matam"),
    "wall": "2026-11-30T10:00:00Z",
}
INPUTS = [
    (0, "seat", 1),
    (45_000, "seat", 2),
    (45_200, "seat", 2),
    (170_000, "pause"),
    (171_300, "reason", "challenge"),
    (190_000, "verdict", "invalid"),
    (195_000, "trump", "salva"),
    (210_000, "seat", 3),
    (211_500, "mark", "pass"),
]


def example() -> str:
    """The log of the example, made by the program. Paste it into the page when the format changes."""
    game = Game(Control(preset("matam"), 3), HEADER["holders"])
    writer = journal.Writer(KEY)
    lines = [writer.start(HEADER)]
    for t, kind, *args in INPUTS:
        game.pass_until(t)
        lines += [writer.auto(*record) for record in game.take_records()]
        why = game.input(t, kind, *args)
        lines.append(writer.input(t, kind, tuple(args), why))
    return b"".join(lines).decode()


def rows_after(heading: str) -> list[str]:
    section = PAGE[PAGE.index(heading) :]
    return re.findall(r"^\| `([^`]+)`", section[: section.index("\n#", 1)], re.MULTILINE)


def test_the_example_is_a_log_that_passes_the_audit():
    text = PAGE.rpartition("```\n")[0].rpartition("```\n")[2]
    assert text == example()
    reading = journal.read(text.encode(), KEY)
    assert reading.fault is None
    replay = Replay(reading.header)
    for line in reading.lines[1:]:
        replay.take(line)
    assert replay.game.state == "running"


def test_the_page_lists_every_word():
    assert tuple(rows_after("### Inputs")) == (*journal.INPUTS,)
    assert sorted(rows_after("### Automatic")) == sorted("*" + word for word in journal.AUTOMATIC)
    section = PAGE[PAGE.index("### Inputs") : PAGE.index("### Automatic")]
    for word in (*codes.ENDS, *control.TRUMPS, *control.PAUSES, *codes.MARKS_BY_HAND[1:]):
        assert f"`{word}`" in section, word
