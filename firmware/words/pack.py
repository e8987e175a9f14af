"""Packs words.txt into a module for each language, `tritempo/display/words_ca.py` and so on. How: `python pack.py`.

A line of words.txt is `key|Catalan|Romanian|English`, so that a translator sees the three side by side. The clock has
only its own language in memory. A test packs the words again and compares.
"""

from pathlib import Path

HERE = Path(__file__).parent
DISPLAY = HERE.parent / "tritempo" / "display"
LANGUAGES = ("ca", "ro", "en")
NAMES = {"ca": "Catalan", "ro": "Romanian", "en": "English"}
LINE = 100  # bytes of the text in a line of the source


def target(lang: str) -> Path:
    return DISPLAY / f"words_{lang}.py"


def source(lang: str) -> str:
    """The module of a language: its words as UTF-8, `\\nkey|word\\n…`."""
    column = 1 + LANGUAGES.index(lang)
    rows = [line.split("|") for line in (HERE / "words.txt").read_text(encoding="utf-8").splitlines()]
    text = "\n" + "".join(f"{row[0]}|{row[column]}\n" for row in rows)
    lines = []
    line = ""
    for byte in text.encode():
        line += chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else "\\n" if byte == 10 else f"\\x{byte:02x}"
        if len(line) > (LINE - 24 if byte == 10 else LINE):
            lines.append(line)
            line = ""
    lines.append(line)
    body = "".join(f'    b"{line}"\n' for line in lines if line)
    return (
        f'"""What the display says in {NAMES[lang]}. Made by firmware/words/pack.py from words.txt: do not edit."""\n\n'
        f"TABLE = (\n{body})\n"
    )


if __name__ == "__main__":
    for each in LANGUAGES:
        target(each).write_text(source(each), encoding="utf-8")
