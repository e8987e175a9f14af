"""Every code that can be refused, asked or found wrong in a line has its sentence."""

import re
from pathlib import Path

import pytest

from tritempo_host.tournament.entering import FACTS, ROWS
from tritempo_host.tournament.entry import KINDS
from tritempo_host.words import LANGUAGES, catalogue

HOST = Path(__file__).parents[2] / "host" / "tritempo_host"
MINE = [
    HOST / "tournament" / f"{name}.py"
    for name in ("fold", "checks", "writing", "drawing", "drawing_up", "entering", "bodies", "importing")
]
MINE += [
    HOST / "tournament" / f"{name}.py" for name in ("closing", "disagreeing", "outdated", "changing", "changing_told")
]
MINE += [HOST / "tournament" / "spreadsheet.py", HOST / "store" / "backup.py", HOST / "store" / "tournaments.py"]
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in MINE)
WORDS = catalogue("entries")
CODES = {
    *re.findall(r'(?:Refused|_known)\(\s*(?:[\w.]+,\s*[\w\[\]".]+,\s*)?"(\w+)"', SOURCE),
    *re.findall(r'(?:Question|Remark)\(\s*"(\w+)"', SOURCE),
    *(f"typed_{code}" for code in re.findall(r'_note\([^)]*?, [^)]*?, "(\w+)"', SOURCE)),
    *(f"typed_field_{each}" for each in (*ROWS, *FACTS)),
    *(f"doubt_{code}" for code in re.findall(r'Doubt\(\s*"(\w+)"', SOURCE)),
    *(f"field_{code}" for code in re.findall(r'ValueError\(f?"(\w+)', SOURCE) if code not in ("zone", "numbers")),
    *(f"field_{code}" for code in ("missing", "unknown")),
    *re.findall(r'say\("(\w+)"', SOURCE),
    *(f"kind_{kind}" for kind in KINDS),
}


def test_the_codes_were_found() -> None:
    assert {"round_has_results", "unknown_team", "doubt_high", "field_control", "backup_damaged"} <= CODES


@pytest.mark.parametrize("code", sorted(CODES))
def test_each_code_has_its_sentence_in_all_languages(code: str) -> None:
    assert all(WORDS[code][lang] for lang in LANGUAGES)


@pytest.mark.parametrize("code", sorted(set(re.findall(r'(?:Wrong\([^"\n]*|_LineError\()"(\w+)"', SOURCE))))
def test_each_code_of_a_line_has_its_sentence(code: str) -> None:
    assert f"line_{code}" in WORDS or code in WORDS


@pytest.mark.parametrize("key", sorted(WORDS))
def test_the_three_languages_name_the_same_values(key: str) -> None:
    fields = [set(re.findall(r"{(\w+)}", WORDS[key][lang])) for lang in LANGUAGES]
    assert fields[0] == fields[1] == fields[2]
