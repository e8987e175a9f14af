"""Makes the state diagram in docs/clock.md from the transition table at the top of firmware/tritempo/game.py.

python docs/make_diagram.py          writes it
python docs/make_diagram.py --check  exits with 1 if it is not current (the tests do that)
"""

import re
import sys
from pathlib import Path

PAGE = Path(__file__).parent / "clock.md"
SOURCE = Path(__file__).parent.parent / "firmware" / "tritempo" / "game.py"
BLOCK = re.compile(r"(```mermaid\n).*?(```\n)", re.DOTALL)


def transitions() -> list[tuple[str, str, list[str]]]:
    """The rows of the table: state, input, the states that may follow."""
    lines = SOURCE.read_text(encoding="utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.split()[:3] == ["state", "input", "next"])
    rows = []
    for line in lines[start + 2 :]:
        if not line.strip():
            return rows
        if not line.startswith(" " * 8):  # else a remark goes on
            state, kind, following = re.split(r"\s{2,}", line.strip(), maxsplit=2)
            rows.append((state, kind, following.partition(": ")[0].split(", ")))
    raise ValueError(f"{SOURCE}: the transition table has no end")


def diagram() -> str:
    """The Mermaid text: an arrow for each pair of states, with all the inputs that lead along it."""
    arrows: dict[tuple[str, str], list[str]] = {}
    for state, kind, following in transitions():
        for target in following:
            arrows.setdefault((state, target), []).append(kind)
    lines = ["stateDiagram-v2", "    [*] --> setup"]
    lines += [f"    {state} --> {target}: {', '.join(kinds)}" for (state, target), kinds in arrows.items()]
    return "\n".join(lines) + "\n"


def main() -> int:
    page = PAGE.read_text(encoding="utf-8")
    current = BLOCK.sub(lambda found: found[1] + diagram() + found[2], page, count=1)
    if "--check" in sys.argv:
        if page != current:
            print(f"{PAGE.name} is not current: run python docs/make_diagram.py")
        return int(page != current)
    PAGE.write_text(current, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
