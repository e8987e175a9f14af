"""The pictures of the display in docs/pictures, drawn by the display's own code: `python tests/pictures.py`."""

from pathlib import Path
from typing import Any

import golden
from scenes import all_scenes
from tritempo_host import picture

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
SCALE = 3
GAP = 12
# File name -> the scenes on it, in rows of three.
SHEETS = {
    "display": ("running", "overrun", "challenge", "salva", "last-hand", "ended"),
}


def sheet(names: tuple[str, ...], lang: str = "en") -> Any:
    """A Pillow image with several screens, three in a row."""
    from PIL import Image

    scenes = all_scenes(lang)
    screens = [picture.image(golden.drawn(scenes[name]()), SCALE) for name in names]
    width, height = screens[0].size
    columns = min(3, len(screens))
    rows = -(-len(screens) // columns)
    whole = Image.new("RGB", (columns * (width + GAP) - GAP, rows * (height + GAP) - GAP), "#ffffff")
    for i, screen in enumerate(screens):
        whole.paste(screen, (i % columns * (width + GAP), i // columns * (height + GAP)))
    return whole


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, scenes in SHEETS.items():
        sheet(scenes).quantize(16).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    write()
