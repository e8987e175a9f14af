"""Makes the card for the table, one page of A5 in each language: what each button does.

python docs/cards/make_cards.py [FOLDER]    writes card-ca.pdf, card-ro.pdf and card-en.pdf (else to build/cards)
python docs/cards/make_cards.py --previews  writes docs/pictures/card-LANG.png too

The sentences are in words.toml; the words on the clock's display that they name come from the firmware's own list, the
times from its own numbers, and the display in the drawing is drawn by its own code. Nothing is written twice. The same
words give the same file, byte for byte: it carries no date.
"""

import io
import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any, Literal

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "firmware")]

import font_source_sans_pro  # noqa: E402
import typst  # noqa: E402
from PIL import Image  # noqa: E402

import golden  # noqa: E402
from scenes import all_scenes  # noqa: E402
from tritempo.buttons import dialog_parts, dialogs, holds  # noqa: E402
from tritempo.control import LANGUAGES  # noqa: E402
from tritempo.display import words  # noqa: E402
from tritempo_host import picture  # noqa: E402
from tritempo_host.text import DECIMAL  # noqa: E402

HERE = Path(__file__).parent
BUILD = ROOT / "build" / "cards"
PREVIEWS = ROOT / "docs" / "pictures"
FONTS = [Path(font_source_sans_pro.__file__).parent / "files"]
PREVIEW_PPI = 120
SCENE = "pause"  # what the display shows in the drawing
PIECE = re.compile(r"\{([a-z_0-9]+)\}|<([A-Z]+)>")

TIMES_MS = {
    "hold": dialogs.MENU_HOLD_MS,
    "question": dialog_parts.TIMEOUT_MS,
    "cards": dialog_parts.CARDS_TIMEOUT_MS,
    **{f"mark_{n}": ms for n, ms in enumerate(holds.STEPS_MS, 1)},
}


def catalogue() -> dict[str, dict[str, dict[str, str]]]:
    """words.toml: {section: {key: {language: text}}}."""
    return tomllib.loads((HERE / "words.toml").read_text(encoding="utf-8"))


def pieces(text: str, lang: str) -> list[dict[str, str]]:
    """A sentence as text, keys (words on the display, said in `lang`) and buttons, in order. Raises KeyError."""
    out: list[dict[str, str]] = []
    at = 0
    for found in PIECE.finditer(text):
        out.append({"kind": "text", "text": text[at : found.start()]})
        key, button = found.groups()
        if key is not None and key not in words.keys():  # noqa: SIM118 (a function of ours)
            raise KeyError(f"{key}: no such word on the display")
        out.append({"kind": "key", "text": words.word(lang, key)} if key else {"kind": "button", "text": button})
        at = found.end()
    return [piece for piece in [*out, {"kind": "text", "text": text[at:]}] if piece["text"]]


def seconds(ms: int, lang: str) -> str:
    """1500 -> `1.5`, 3000 -> `3`."""
    return f"{ms / 1000:g}".replace(".", DECIMAL[lang])


def content(lang: str) -> dict[str, Any]:
    """All that stands on the card of a language, as card.typ takes it."""
    times = {f"%{name}%": seconds(ms, lang) for name, ms in TIMES_MS.items()}

    def timed(text: str) -> str:
        return re.sub("%[a-z_0-9]+%", lambda found: times[found[0]], text)

    said = catalogue()
    rows = [timed(row[lang]).split("|") for row in said["row"].values()]
    light = [each[lang].split("|") for each in said["light"].values()]
    return {
        "lang": lang,
        "names": {button: name[lang] for button, name in said["name"].items()},
        **{key: timed(text[lang]) for key, text in said["text"].items()},
        "rows": [{"what": what, "how": pieces(how, lang)} for what, how in rows],
        "light": [{"how": how, "means": means} for how, means in light],
        "picture": drawing(golden.drawn(all_scenes(lang)[SCENE]())),
    }


def drawing(buffer: bytes) -> str:
    """A picture of the display as SVG: a run of lit pixels is one rectangle."""
    lit = []
    for y, row in enumerate(picture.pixels(buffer)):
        line = "".join("#" if pixel else "." for pixel in row)
        lit += [f"M{run.start()} {y}h{len(run[0])}v1h-{len(run[0])}z" for run in re.finditer("#+", line)]
    size = f"{picture.WIDTH} {picture.HEIGHT}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}"><path fill="#c9ecff" d="{"".join(lit)}"/></svg>'
    )


def make(lang: str, form: Literal["pdf", "png"] = "pdf") -> bytes:
    """The card of a language: a PDF, or with `form` png a picture."""
    made = typst.compile(
        HERE / "card.typ",
        root=HERE,
        font_paths=FONTS,
        ignore_system_fonts=True,
        sys_inputs={"card": json.dumps(content(lang), ensure_ascii=False)},
        format=form,
        ppi=PREVIEW_PPI,
    )
    if not isinstance(made, bytes):  # a list of pages
        raise ValueError(f"the card in {lang} does not fit on one page")
    return made


def main(args: list[str]) -> None:
    previews = "--previews" in args
    folder = next((Path(arg) for arg in args if not arg.startswith("-")), BUILD)
    folder.mkdir(parents=True, exist_ok=True)
    for lang in LANGUAGES:
        path = folder / f"card-{lang}.pdf"
        path.write_bytes(make(lang))
        print(path)
        if previews:
            with Image.open(io.BytesIO(make(lang, "png"))) as image:
                image.convert("RGB").quantize(128).save(PREVIEWS / f"card-{lang}.png", optimize=True)


if __name__ == "__main__":
    main(sys.argv[1:])
