"""The rule sets stand alone, and count with whole numbers and fractions only."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HOST = Path(__file__).parents[2] / "host" / "tritempo_host"
RULES = sorted((HOST / "rules").glob("*.py"))
# Folder -> what of the host it may import.
ALLOWED = {"rules": {"rules"}, "cases": {"cases", "rules", "draws", "export"}}
FILES = [
    pytest.param(folder, file, id=f"{folder}/{file.name}")
    for folder in ALLOWED
    for file in (HOST / folder).glob("*.py")
]


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize(("folder", "file"), FILES)
def test_imports_point_one_way(folder: str, file: Path):
    ours = {name.split(".")[1] for name in imported(file) if name.startswith("tritempo_host.")}
    assert ours <= ALLOWED[folder]
    assert not any(name == "tritempo" or name.startswith("tritempo.") for name in imported(file))


@pytest.mark.parametrize("file", RULES, ids=[file.name for file in RULES])
def test_no_binary_fractions_no_files_and_no_chance(file: Path):
    tree = ast.parse(file.read_text(encoding="utf-8"))
    assert not [
        node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, float)
    ]
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not called & {"float", "round", "open", "print"}
    assert not {name.partition(".")[0] for name in imported(file)} & {
        "math",
        "random",
        "os",
        "pathlib",
        "datetime",
        "time",
    }
