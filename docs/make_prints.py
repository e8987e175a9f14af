"""Makes the pictures of docs/prints.md: the papers of a made-up tournament.

python docs/make_prints.py [FOLDER]    writes prints-*.png (else to docs/pictures)
"""

import io
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from PIL import Image, ImageOps  # noqa: E402

from export.sites import matam, romania  # noqa: E402
from tritempo_host.export.prints.content import Content  # noqa: E402
from tritempo_host.export.prints.press import pictures  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
PPI = 78


def papers() -> dict[str, tuple[str, dict[str, Any], str]]:
    """By the picture's name: template, what stands on it, language."""
    event = matam(rounds=2)
    number = event.draw()
    ca, ro = Content(event.t, "ca"), Content(romania(rounds=2).t, "ro")
    return {
        "cards": ("cards", {"size": "a6", **ca.cards(number, None, False)}, "ca"),
        "sheet": ("sheets", {"size": "a4", **ca.sheets(number, None)}, "ca"),
        "sheet-ro": ("sheets", {"size": "a5", **ro.sheets(2, None)}, "ro"),
        "pairings": ("pairings", {"size": "a4", **ca.pairings(number, False)}, "ca"),
        "standings": ("standings", {"size": "a4", **ca.standings(None)}, "ca"),
        "checkin": ("checkin", ca.checkin(), "ca"),
    }


def main(folder: Path) -> None:
    for name, (template, data, lang) in papers().items():
        first = pictures(template, data, lang, PPI)[0]
        with Image.open(io.BytesIO(first)) as image:
            framed = ImageOps.expand(image.convert("RGB"), 1, "#bbb")
        framed.quantize(128).save(folder / f"prints-{name}.png", optimize=True)
        print(folder / f"prints-{name}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES)
