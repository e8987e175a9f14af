"""The layers of the scoring (docs/architecture.md): each part imports what is below it, and the pure ones nothing that
touches a file, a database or a terminal."""

import ast
from pathlib import Path

import pytest

HOST = Path(__file__).parents[2] / "host" / "tritempo_host"
# part -> the parts of ours that it may import, beside itself
BELOW = {
    "rules": {"draws"},
    "draws": {"rules", "words"},
    "tournament": {"rules", "draws", "summary", "words", "text"},
}
OUTSIDE = {"click", "sqlalchemy", "alembic", "rich", "serial", "sqlite3", "socket", "subprocess"}
FILES = [(part, path) for part in BELOW for path in sorted((HOST / part).rglob("*.py"))]


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "tritempo_host":
            names |= {f"tritempo_host.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


@pytest.mark.parametrize(("part", "path"), FILES, ids=[f"{part}/{path.name}" for part, path in FILES])
def test_each_part_imports_what_is_below_it(part: str, path: Path) -> None:
    names = imported(path)
    ours = {name.split(".")[1] for name in names if name.startswith("tritempo_host.")}
    assert ours <= BELOW[part] | {part}
    assert not {name.partition(".")[0] for name in names} & OUTSIDE


def test_the_store_is_above_the_tournament() -> None:
    assert all("tritempo_host.store" not in name for _, path in FILES for name in imported(path))
