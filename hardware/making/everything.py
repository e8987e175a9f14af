"""All files that follow from board.toml, as (path, text)."""

from pathlib import Path

from making import draw_board, draw_case, page, parts_list, pins, template, wokwi
from making.read import Board

ROOT = Path(__file__).parent.parent.parent
GUIDE = ROOT / "docs" / "build.md"
HARDWARE = ROOT / "hardware"


def files(board: Board) -> dict[Path, str]:
    """Path -> what it must hold. The guide is read, and its marked blocks are filled."""
    return {
        ROOT / "firmware" / "device" / "pins.py": pins.module(board),
        GUIDE: page.filled(board, GUIDE.read_text(encoding="utf-8")),
        HARDWARE / "parts.csv": parts_list.text(board),
        HARDWARE / "diagram.json": wokwi.text(board),
        HARDWARE / "wiring-board.svg": draw_board.svg(board),
        HARDWARE / "wiring-case.svg": draw_case.svg(board),
        HARDWARE / "lid-3.svg": template.svg(board, 3),
        HARDWARE / "lid-4.svg": template.svg(board, 4),
    }
