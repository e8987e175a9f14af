"""The virtual clock's face in a terminal: the display's pixels, lights with their brightness, the small buttons."""

from collections.abc import Callable
from dataclasses import dataclass

from rich.align import Align
from rich.console import Group, RenderableType
from rich.text import Text

from tritempo_host import picture

NEEDED = (78, 23)  # columns and rows of the small face
ROOMY = (132, 40)  # from here on the display is drawn with half blocks, twice as large

GLASS = "#bfe8ff on #05070a"
FRAME = "#5a6470"
DARK, LIT = (78, 66, 44), (255, 190, 70)
SMALL = {"PAUSE": (150, 34, 34), "TRUMP": (140, 116, 20)}
SMALL_HELD = {"PAUSE": (255, 90, 90), "TRUMP": (255, 225, 80)}
SHADES = " ░▒▓█"


@dataclass(frozen=True)
class Face:
    """All that is to be seen at one moment."""

    frame: bytes  # 1024 bytes, or none yet
    lights: tuple[int, ...]
    seats: int
    held: frozenset[str]
    sounding: bool
    port: str
    speed: float
    note: str = ""  # something to say where the keys are told


def draw(face: Face, size: tuple[int, int], colour: bool, say: Callable[..., str]) -> RenderableType:
    """The face for a terminal of `size` (columns, rows). `say`: the words of the area "clock"."""
    columns, rows = size
    if columns < NEEDED[0] or rows < NEEDED[1]:
        return Text(say("too_small", columns=NEEDED[0], rows=NEEDED[1]))
    buffer = face.frame or bytes(picture.WIDTH * picture.HEIGHT // 8)
    roomy = columns >= ROOMY[0] and rows >= ROOMY[1]
    lines = picture.half_blocks(buffer) if roomy else picture.braille(buffer)
    width = len(lines[0])
    if face.note:
        foot = Text(face.note, style="bold", no_wrap=True, overflow="ellipsis")
    else:
        foot = Text(say("keys", seats=" ".join("1234"[: face.seats])), style="dim", no_wrap=True)
    parts = [_title(face, width + 2), display(lines), _buttons(face, colour), foot]
    return Align.center(Group(*(Align.center(part) for part in parts)), vertical="middle", height=rows)


def _title(face: Face, width: int) -> Text:
    left = Text.assemble((" Tritempo", "bold"), ("  ♪" if face.sounding else "   ", "bold #ffbe46"))
    speed = "" if face.speed == 1 else f"×{face.speed:g}   "
    right = Text(f"{speed}{face.port} ", style="dim")
    return Text.assemble(left, " " * max(1, width - left.cell_len - right.cell_len), right, no_wrap=True)


def display(lines: list[str]) -> Text:
    """The picture's lines in a frame."""
    edge = "─" * len(lines[0])
    box = Text(f"╭{edge}╮\n", style=FRAME, no_wrap=True)
    for line in lines:
        box.append("│", style=FRAME).append(line, style=GLASS).append("│\n", style=FRAME)
    return box.append(f"╰{edge}╯", style=FRAME)


def _buttons(face: Face, colour: bool) -> Text:
    """Three rows: the lit seat buttons, then PAUSE and TRUMP."""
    wide = 14 if face.seats < 4 else 11
    levels = (face.lights + (0,) * face.seats)[: face.seats]
    caps = [
        _cap(f"{number + 1} {name}", wide, _mix(level), level, name in face.held)
        for number, (name, level) in enumerate(zip("ABCD", levels, strict=False))
    ]
    for name in SMALL:
        held = name in face.held
        caps.append(_cap(name, 9, (SMALL_HELD if held else SMALL)[name], 255 if held else 60, held))
    rows = Text(no_wrap=True)
    for row in range(3):
        for place, (label, width, rgb, level) in enumerate(caps):
            rows.append("    " if place == face.seats else "  " if place else "")
            _cap_row(rows, row, label.center(width), rgb, level, colour)
        rows.append("\n" if row < 2 else "")
    return rows


def _cap(label: str, width: int, rgb: tuple[int, int, int], level: int, held: bool) -> tuple:
    return (f"▼ {label} ▼" if held else label, width, rgb, level)


def _cap_row(rows: Text, row: int, label: str, rgb: tuple[int, int, int], level: int, colour: bool) -> None:
    if not colour:
        rows.append(label if row == 1 else SHADES[(level * 4 + 254) // 255] * len(label))
        return
    hue = f"rgb({rgb[0]},{rgb[1]},{rgb[2]})"
    if row == 1:
        rows.append(label, style=f"bold {'#201808' if sum(rgb) > 330 else '#c8c0b0'} on {hue}")
    else:
        rows.append(("▄" if row == 0 else "▀") * len(label), style=hue)


def _mix(level: int) -> tuple[int, int, int]:
    red, green, blue = (dark + (lit - dark) * level // 255 for dark, lit in zip(DARK, LIT, strict=True))
    return red, green, blue
