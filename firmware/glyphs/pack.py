"""Packs the drawings text.txt and digits.txt into `tritempo/display/glyphs.py`: `python firmware/glyphs/pack.py`.

The drawings are for people; the Pico has no RAM to spare for them, so it gets bytes. A test packs them again and
compares, so a drawing that was changed but not packed is noticed.
"""

from pathlib import Path

HERE = Path(__file__).parent
TARGET = HERE.parent / "tritempo" / "display" / "glyphs.py"
TEXT_ROWS = 11
NAMES = {"SP": " "}

Glyph = list[str]  # its rows from the top, of "." and "#"


def read_blocks(path: Path) -> list[dict[str, Glyph]]:
    """The blocks of a drawing, each a dict from character to rows. Raises ValueError where it is drawn wrong."""
    blocks: list[dict[str, Glyph]] = []
    names: list[str] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        words = line.split()
        if line.startswith(": "):
            names = [NAMES.get(word, word) for word in words[1:]]
            blocks.append({name: [] for name in names})
        elif words and set(line) <= set(".# "):
            if len(words) != len(names):
                raise ValueError(f"{path.name}, line {number}: {len(words)} glyphs, but {len(names)} are named")
            for name, row in zip(names, words, strict=True):
                blocks[-1][name].append(row)
    for name, rows in ((name, rows) for block in blocks for name, rows in block.items()):
        if len({len(row) for row in rows}) != 1:
            raise ValueError(f"{path.name}: the rows of {name!r} are not equally wide")
    return blocks


def columns(rows: Glyph) -> bytes:
    """A glyph in the display's own order (MONO_VLSB): 8 rows a page, a byte a column, the top row in bit 0."""
    packed = bytearray()
    for top in range(0, len(rows), 8):
        page = rows[top : top + 8]
        for x in range(len(rows[0])):
            packed.append(sum(1 << y for y, row in enumerate(page) if row[x] == "#"))
    return bytes(packed)


def bytes_literal(data: bytes) -> str:
    """The source of a bytes object, in lines that fit."""
    lines = []
    for i in range(0, len(data), 24):
        escapes = "".join(f"\\x{byte:02x}" for byte in data[i : i + 24])
        lines.append(f'    b"{escapes}"\n')
    return "(\n" + "".join(lines) + ")"


def text_literal(characters: str) -> str:
    """The source of a string, in lines that fit."""
    lines = []
    for i in range(0, len(characters), 64):
        escaped = characters[i : i + 64].replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'    "{escaped}"\n')
    return "(\n" + "".join(lines) + ")" if len(lines) > 1 else lines[0].strip()


def table(glyphs: dict[str, Glyph], prefix: str) -> str:
    """Three constants: the characters, where each starts (in columns, two bytes, low one first), and the columns."""
    starts, data, at = bytearray(), bytearray(), 0
    for rows in glyphs.values():
        starts += at.to_bytes(2, "little")
        data += columns(rows)
        at += len(rows[0])
    starts += at.to_bytes(2, "little")
    return (
        f"{prefix}_CHARACTERS = {text_literal(''.join(glyphs))}\n"
        f"{prefix}_STARTS = {bytes_literal(starts)}\n"
        f"{prefix}_COLUMNS = {bytes_literal(data)}\n"
    )


def source() -> str:
    """The text of glyphs.py."""
    text: dict[str, Glyph] = {}
    for block in read_blocks(HERE / "text.txt"):
        text.update(block)
    figures: dict[int, dict[str, Glyph]] = {}
    for block in read_blocks(HERE / "digits.txt"):
        figures.setdefault(len(next(iter(block.values()))), {}).update(block)
    in_order = dict(sorted(text.items()))
    parts = [
        '"""The glyphs as bytes, packed by firmware/glyphs/pack.py from the drawings there. Change those."""\n',
        f"TEXT_ROWS = {TEXT_ROWS}\n" + table(in_order, "TEXT"),
        *(table(glyphs, f"FIGURES_{height}") for height, glyphs in sorted(figures.items())),
    ]
    return "\n".join(parts)


if __name__ == "__main__":
    TARGET.write_text(source(), encoding="utf-8")
