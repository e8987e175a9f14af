"""Sets a paper with typst, from a template and data. The same data give the same bytes: no date is written.

The font is Source Sans Pro, which comes with us, so that a paper looks the same on each computer. Only where a name has
letters that it lacks (Hebrew, Chinese, emoji) the computer's own fonts help out.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tritempo_host.export.prints.letters import letters_of
from tritempo_host.problem import Problem
from tritempo_host.words import speak

TEMPLATES = Path(__file__).parent / "templates"
REGULAR = "SourceSansPro-Regular.ttf"


def pdf(template: str, data: Mapping[str, Any], lang: str) -> bytes:
    """The paper. Raises Problem where typst or the font is missing on this computer."""
    return _set(template, data, lang, format="pdf")


def pictures(template: str, data: Mapping[str, Any], lang: str, ppi: float) -> list[bytes]:
    """Its pages as PNG files, to look at."""
    made = _set(template, data, lang, format="png", ppi=ppi)
    return made if isinstance(made, list) else [made]


def _set(template: str, data: Mapping[str, Any], lang: str, **how: Any) -> Any:
    try:
        import font_source_sans_pro
        import typst
    except ImportError as error:
        raise Problem(speak("prints", lang)("no_typst", package=error.name or "typst")) from None
    folder = Path(font_source_sans_pro.__file__).parent / "files"
    return typst.compile(
        TEMPLATES / f"{template}.typ",
        root=TEMPLATES,
        font_paths=_fonts(folder, _lacks(folder, data)),
        sys_inputs={"paper": json.dumps({"lang": lang, **data}, ensure_ascii=False)},
        pdf_tags=False,
        **how,
    )


@cache
def _fonts(folder: Path, others: bool) -> Any:
    """Looked for once: the folders of a computer's fonts are large. `others`: those of the computer, too."""
    import typst

    return typst.Fonts(include_system_fonts=others, include_embedded_fonts=others, font_paths=[folder])


def _lacks(folder: Path, data: object) -> bool:
    """Whether something is to be written that our font cannot write."""
    return not _letters(folder).issuperset(ord(letter) for text in _texts(data) for letter in text)


@cache
def _letters(folder: Path) -> frozenset[int]:
    return letters_of((folder / REGULAR).read_bytes())


def _texts(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for value in data.values():
            yield from _texts(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _texts(value)
