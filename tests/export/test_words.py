"""words/export.toml: every sentence that can be asked for is there, in three languages, and none is left over."""

import re
import string
from pathlib import Path

import tritempo_host
from tritempo_host.export.annotate import FITS
from tritempo_host.words import LANGUAGES, catalogue

HOST = Path(tritempo_host.__file__).parent
SOURCES = [*(HOST / "export").glob("*.py"), HOST / "commands" / "gcg.py", HOST / "commands" / "turns.py"]


def named() -> set[str]:
    """The keys in the sources, and those that are put together: of a turn's mark, and of what it was in a file."""
    text = "".join(file.read_text(encoding="utf-8") for file in SOURCES)
    found = set(re.findall(r'(?:refuse|Trouble|say|"en"\)|lang\))\(\s*"(\w+)"', text))
    found |= set(re.findall(r'"(gcg_other_seat|gcg_other_kind|gcg_no_more)"', text))
    kinds = {kind for fitting in FITS.values() for kind in fitting}
    told = {mark for mark, fitting in FITS.items() if mark and set(fitting) < kinds}
    return found | {f"gcg_{kind}" for kind in kinds} | {f"mark_{mark}" for mark in told}


def test_every_sentence_is_there_and_none_is_left_over():
    assert named() == catalogue("export").keys()


def test_every_sentence_has_three_forms_with_the_same_fields():
    def fields(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    for key, forms in catalogue("export").items():
        assert sorted(forms) == sorted(LANGUAGES), key
        assert len({frozenset(fields(form)) for form in forms.values()}) == 1, key
