"""The pictures of the display in docs/pictures, as the clock shows them: `python tests/pictures.py` makes them anew.

For each language a sheet of all screens (docs/screens.md). What is on it has gone the whole way: drawn by the firmware
on its own canvas inside MicroPython, sent by its own driver, and read from the model of the controller. A test makes
the sheets anew and compares each pixel, so a sheet is what the code draws now.
"""

from pathlib import Path
from typing import Any

from PIL import Image

import golden
from scenes import groups
from tritempo.control import LANGUAGES
from tritempo.display.font import TEXT
from tritempo_host import picture

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
HEADLINES = {
    "setup": "Setup",
    "ready": "Ready",
    "turn": "A turn",
    "overrun": "Time is up",
    "cards": "Trumps",
    "pause": "Pauses",
    "verdict": "Challenges",
    "arbiter": "The arbiter",
    "end": "How does it end?",
    "ended": "Ended",
    "trouble": "Trouble",
    "ignored": "Ignored presses",
}
FEW = ("running", "overrun", "challenge", "salva", "last-hand", "ended")  # of README.md

# The sheets' colours: their places in a palette.
WHITE, INK, DARK, LIT, EDGE = range(5)
PALETTE = (255, 255, 255, 60, 60, 60, 5, 7, 10, 201, 236, 255, 156, 198, 221)
DOT = 3  # pixels of the sheet for a dot of the display; its last row and column are the grid that an OLED shows
FRAME = 2 * DOT
WIDTH, HEIGHT = picture.WIDTH * DOT + 2 * FRAME, picture.HEIGHT * DOT + 2 * FRAME
COLUMNS = 4
GAP = 16
CAPTION_HEIGHT, HEADLINE_HEIGHT = 36, 60

Place = tuple[int, int]  # x, y on a sheet


def path(lang: str) -> Path:
    return FOLDER / f"screens-{lang}.png"


def places() -> tuple[dict[str, Place], dict[str, Place], int]:
    """(where each screen is on a sheet, where each group's headline is, the height of the sheet)."""
    screens: dict[str, Place] = {}
    headlines: dict[str, Place] = {}
    y = GAP
    for group, scenes in groups():
        headlines[group] = GAP, y
        y += HEADLINE_HEIGHT
        for i, (name, _) in enumerate(scenes):
            screens[name] = GAP + i % COLUMNS * (WIDTH + GAP), y + i // COLUMNS * (HEIGHT + CAPTION_HEIGHT)
        y += -(-len(scenes) // COLUMNS) * (HEIGHT + CAPTION_HEIGHT)
    return screens, headlines, y


def sheet(shown: dict[str, bytes]) -> Any:
    """All screens of a language, each with its name, as a Pillow image."""
    screens, headlines, height = places()
    whole = blank(COLUMNS * (WIDTH + GAP) + GAP, height)
    for group, place in headlines.items():
        whole.paste(line(HEADLINES[group], 4), (place[0], place[1] + 8))
    for name, (x, y) in screens.items():
        whole.paste(screen(shown[name]), (x, y))
        whole.paste(line(name, 2), (x + FRAME, y + HEIGHT + 4))
    return whole


def few(shown: dict[str, bytes]) -> Any:
    """The six screens of README.md, three in a row."""
    whole = blank(3 * (WIDTH + GAP) - GAP, 2 * (HEIGHT + GAP) - GAP)
    for i, name in enumerate(FEW):
        whole.paste(screen(shown[name]), (i % 3 * (WIDTH + GAP), i // 3 * (HEIGHT + GAP)))
    return whole


def read(sheet: Any) -> dict[str, bytes]:
    """The display's memory as a sheet shows it: {scene: MONO_VLSB}. The other way round of `sheet`."""
    found = {}
    for name, (left, top) in places()[0].items():
        buffer = bytearray(picture.WIDTH * picture.HEIGHT // 8)
        for y in range(picture.HEIGHT):
            for x in range(picture.WIDTH):
                lit = sheet.getpixel((left + FRAME + x * DOT, top + FRAME + y * DOT)) == LIT
                buffer[y // 8 * picture.WIDTH + x] |= lit << y % 8
        found[name] = bytes(buffer)
    return found


def blank(width: int, height: int, colour: int = WHITE) -> Any:
    image = Image.new("P", (width, height), colour)
    image.putpalette(PALETTE)
    return image


def screen(buffer: bytes) -> Any:
    """One screen in its frame."""
    lines = []
    for row in picture.pixels(buffer):
        line = b"".join(bytes((LIT, LIT, EDGE)) if lit else bytes((DARK,) * DOT) for lit in row)
        lines += [line, line, line.replace(bytes((LIT,)), bytes((EDGE,)))]
    framed = blank(WIDTH, HEIGHT, DARK)
    dots = Image.frombytes("P", (picture.WIDTH * DOT, picture.HEIGHT * DOT), b"".join(lines))
    framed.paste(dots, (FRAME, FRAME))
    return framed


def line(text: str, scale: int) -> Any:
    """Text in the clock's own font, which is the same on every machine."""
    data, width, rows, _ = TEXT.laid(text)
    written = blank(width, rows)
    for x in range(width):
        for y in range(rows):
            if data[y // 8 * width + x] >> y % 8 & 1:
                written.putpixel((x, y), INK)
    return written.resize((width * scale, TEXT.rows * scale), Image.Resampling.NEAREST)


def write() -> None:
    for lang in LANGUAGES:
        shown = golden.shown(lang)
        sheet(shown).save(path(lang), optimize=True)
        print(path(lang))
        if lang == "en":
            few(shown).save(FOLDER / "display.png", optimize=True)


if __name__ == "__main__":
    write()
