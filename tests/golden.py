"""The pictures of all screens, kept as text. `python tests/golden.py` writes them anew; then look at the diff."""

from pathlib import Path

from paper import Paper
from scenes import all_scenes
from tritempo.display import screens
from tritempo_host import picture

GOLDEN = Path(__file__).parent / "tritempo" / "golden" / "screens.txt"


def drawn(table) -> bytes:
    """The display of a table, as its buffer."""
    paper = Paper()
    screens.draw(paper, *table.shown())
    return paper.buffer


def gallery() -> dict[str, list[str]]:
    """Every scene as lines of braille."""
    return {name: picture.braille(drawn(make())) for name, make in all_scenes().items()}


def read() -> dict[str, list[str]]:
    scenes: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in GOLDEN.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            lines = scenes[line[2:]] = []
        elif line:
            lines.append(line)
    return scenes


def write() -> None:
    GOLDEN.parent.mkdir(exist_ok=True)
    text = "".join(f"# {name}\n" + "\n".join(lines) + "\n\n" for name, lines in gallery().items())
    GOLDEN.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
