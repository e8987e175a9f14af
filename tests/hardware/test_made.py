"""What is made from hardware/board.toml is current, and the same each time."""

import csv
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from making.check import checked
from making.costs import total
from making.everything import files
from making.page import filled
from making.problem import BoardProblem
from making.read import SOURCE

ROOT = Path(__file__).parent.parent.parent
BOARD = checked(SOURCE.read_text(encoding="utf-8"))
FILES = files(BOARD)


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_what_is_made_is_current(path: Path):
    assert path.read_bytes() == FILES[path].encode("utf-8"), "run `make hardware`"


def test_the_command_checks():
    done = subprocess.run(
        [sys.executable, ROOT / "hardware" / "make.py", "--check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_it_is_the_same_each_time():
    assert files(BOARD) == FILES


def test_the_pins_of_the_firmware():
    """The names and values that firmware/device is written against."""
    names: dict[str, object] = {}
    exec(FILES[ROOT / "firmware" / "device" / "pins.py"], names)
    assert {name: value for name, value in names.items() if name.isupper()} == {
        "I2C": 0,
        "SDA": 0,
        "SCL": 1,
        "BUTTONS": ("A", "B", "C", "D", "PAUSE", "TRUMP"),
        "FIRST_BUTTON": 2,
        "LIGHTS": (10, 11, 12, 13),
        "BUZZER": 15,
    }


def test_the_parts_list_adds_up():
    rows = list(csv.DictReader((ROOT / "hardware" / "parts.csv").read_text(encoding="utf-8-sig").splitlines()))
    parts = [row for row in rows if row["belongs to"] != "sum"]
    sums = {row["part"].partition(":")[0]: float(row["sum EUR"]) for row in rows if row["belongs to"] == "sum"}
    for build in BOARD.builds:
        cost = sum(float(row["price EUR"]) * int(row[f"quantity: {build.name}"]) for row in parts)
        assert round(cost, 2) == sums[build.name] == total(BOARD, build)
    for row in parts:
        assert round(float(row["price EUR"]) * int(row["quantity"]), 2) == float(row["sum EUR"])
        assert row["alternative 1"] and row["alternative 2"]


# From docs.wokwi.com: the parts that the diagram uses, and their pins.
WOKWI = {
    "wokwi-pi-pico": {*(f"GP{n}" for n in range(23)), "GP26", "GP27", "GP28", "VSYS", "VBUS", "3V3"}
    | {f"GND.{n}" for n in range(1, 9)},
    "board-ssd1306": {"GND", "VCC", "SCL", "SDA"},
    "wokwi-ds1307": {"GND", "5V", "SDA", "SCL", "SQW"},
    "wokwi-buzzer": {"1", "2"},
    "wokwi-resistor": {"1", "2"},
    "wokwi-led": {"A", "C"},
    "wokwi-pushbutton": {"1.l", "1.r", "2.l", "2.r"},
}


def test_the_simulators_diagram_joins_pins_that_exist():
    diagram = json.loads(FILES[ROOT / "hardware" / "diagram.json"])
    kinds = {part["id"]: part["type"] for part in diagram["parts"]}
    assert len(kinds) == len(diagram["parts"])
    wired = set()
    for start, end, _, path in diagram["connections"]:
        assert path == []
        for name in (start, end):
            part, _, pin = name.partition(":")
            assert pin in WOKWI[kinds[part]], name
            wired.add(part)
    assert wired == set(kinds)
    keys = [part["attrs"]["key"] for part in diagram["parts"] if "key" in part["attrs"]]
    assert len(keys) == len(set(keys)) == 6


def test_the_simulators_diagram_has_the_pins_of_the_board():
    pairs = {frozenset(row[:2]) for row in json.loads(FILES[ROOT / "hardware" / "diagram.json"])["connections"]}
    for pin in BOARD.pins:
        assert any(f"pico:GP{pin.gpio}" in pair for pair in pairs), pin


def _texts(svg: str) -> list[tuple[str, float, float, float, float]]:
    """(text, left, right, top, bottom) of each text of a drawing, by a rough width of its letters."""
    found = []
    for tag, body in re.findall(r"<text ([^>]*)>(.*?)</text>", svg, re.DOTALL):
        value = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        text = re.sub("<[^>]*>", "", body).strip()
        if not text:
            continue
        x, y, size = float(value["x"]), float(value["y"]), float(value["font-size"])
        width = 0.55 * size * len(text)
        left = {"start": x, "middle": x - width / 2, "end": x - width}[value.get("text-anchor", "start")]
        found.append((text, left, left + width, y - 0.8 * size, y))
    return found


@pytest.mark.parametrize("name", ["wiring-board.svg", "wiring-case.svg"])
def test_no_text_of_a_drawing_lies_on_another(name: str):
    texts = _texts(FILES[ROOT / "hardware" / name])
    assert len(texts) > 30
    for place, (text, left, right, top, bottom) in enumerate(texts):
        for other, left2, right2, top2, bottom2 in texts[:place]:
            assert right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top, (text, other)


@pytest.mark.parametrize("name", ["wiring-board.svg", "wiring-case.svg"])
def test_the_drawings_name_every_clamp(name: str):
    drawn = [text for text, *_ in _texts(FILES[ROOT / "hardware" / name])]
    for number in range(1, 25):
        assert str(number) in drawn


@pytest.mark.parametrize("seats", [3, 4])
def test_the_holes_leave_room_for_each_other(seats: int):
    lid = BOARD.lid
    rims = [(x, lid.seats_y, lid.seat_rim / 2) for x in lid.seats(seats)]
    rims += [(x, lid.small_y, lid.small_rim / 2) for x in lid.small_x.values()]
    assert len(lid.seats(seats)) == seats
    for place, (x, y, radius) in enumerate(rims):
        assert radius <= x <= lid.width - radius and radius <= y <= lid.depth - radius
        for x2, y2, radius2 in rims[:place]:
            assert (x - x2) ** 2 + (y - y2) ** 2 > (radius + radius2 + 5) ** 2
    width, height = max(lid.windows.values())
    for x, y, radius in rims:
        dx = max(0, abs(x - lid.display_at[0]) - width / 2)
        dy = max(0, abs(y - lid.display_at[1]) - height / 2)
        assert dx * dx + dy * dy > (radius + 5) ** 2


def test_a_guide_that_leaves_a_step_out_is_found():
    guide = (ROOT / "docs" / "build.md").read_text(encoding="utf-8")
    assert filled(BOARD, guide) == guide
    with pytest.raises(BoardProblem, match="no wires of the step lights"):
        filled(BOARD, guide.replace("<!-- made: wires lights -->", "<!-- made: light -->"))
    with pytest.raises(BoardProblem, match="'colours', which nothing here makes"):
        filled(BOARD, guide.replace("<!-- made: light -->", "<!-- made: colours -->"))


def test_the_wire_that_is_to_be_bought_has_the_colours_of_the_wires():
    colours = {wire.colour for wire in BOARD.wires}
    assert len(colours) == 8 and any("in eight colours" in part.name for part in BOARD.parts), colours


def test_the_guide_speaks_of_clamps_and_pins_that_are_so():
    """What the guide says by hand: which two clamps of a button to measure, where 5 V is, how many clamps."""
    guide = (ROOT / "docs" / "build.md").read_text(encoding="utf-8")
    at = {wire.end: wire.start.partition(".")[2] for wire in BOARD.wires if wire.start.startswith("clamp.")}
    assert f"between clamps {at['a.COM']} and {at['a.NO']}" in guide.replace("\n", " ")
    assert f"B ({at['b.COM']} and {at['b.NO']}), C ({at['c.COM']} and {at['c.NO']})" in guide.replace("\n", " ")
    assert f"PAUSE ({at['pause.1']} and {at['pause.2']}), TRUMP ({at['trump.1']} and {at['trump.2']})" in guide
    assert f"5 V at clamps {at['a.LED+']}, {at['b.LED+']}, {at['c.LED+']}" in guide
    assert f"clamps {at['a.LED-']}, {at['b.LED-']} and {at['c.LED-']}" in guide
    assert f"clamp {at['display.VCC']} to clamp {at['display.SCL']}" in guide
    assert f"clamp {at['display.VCC']} to clamp {at['display.SDA']}" in guide
    assert f"{BOARD.light.resistor_ohm} Ω resistor" in guide and f"{BOARD.light.most_ma} mA is the most" in guide
    assert f"{BOARD.lid.width} x {BOARD.lid.depth} mm" in guide
