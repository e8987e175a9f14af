"""The import rule (docs/architecture.md): imports point one way, and the portable clock touches no hardware."""

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = {"tritempo", "device", "virtual", "loader", "app", "main", "tritempo_host"}
HARDWARE = {"machine", "rp2", "neopixel"}
# Folder or file -> what of ours it may import.
ALLOWED = {
    "firmware/tritempo": {"tritempo"},
    "firmware/virtual": {"tritempo", "virtual"},
    "firmware/device": {"tritempo", "device"},
    "firmware/app.py": {"tritempo"},
    "firmware/main.py": {"app", "device", "virtual"},
    "firmware/loader": {"loader"},
    "host/tritempo_host": {"tritempo", "tritempo_host"},
    "hardware": set(),
}


def imports(file: Path) -> set[str]:
    """The top-level names of all modules that a file imports, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} has a relative import: write it out"
            names.add((node.module or "").partition(".")[0])
    return names


def sources(place: str) -> list[Path]:
    path = ROOT / place
    return [path] if path.is_file() else sorted(path.rglob("*.py"))


CASES = [pytest.param(place, file, id=str(file.relative_to(ROOT))) for place in ALLOWED for file in sources(place)]


@pytest.mark.parametrize(("place", "file"), CASES)
def test_imports_point_one_way(place: str, file: Path):
    assert imports(file) & OURS <= ALLOWED[place]


# The virtual board is a board, too: it lends the REPL a `machine` that can be reset. The loader looks at two buttons.
BOARDS = {"device", "virtual", "loader"}


@pytest.mark.parametrize("file", [file for file in sources("firmware") if not BOARDS & set(file.parts)])
def test_only_the_boards_touch_hardware(file: Path):
    assert not imports(file) & HARDWARE


@pytest.mark.parametrize("file", sources("firmware"))
def test_one_core_and_no_threads(file: Path):
    """Flash writing hangs with a second core or thread about (MicroPython #8793, #16619, #7204)."""
    assert not imports(file) & {"_thread", "threading", "asyncio"}


def test_every_source_file_is_under_the_rule():
    ruled = {file for place in ALLOWED for file in sources(place)}
    tools = {  # they run when something is made
        file for place in ("firmware/glyphs", "firmware/words", "firmware/package.py") for file in sources(place)
    }
    assert {file for top in ("firmware", "host", "hardware") for file in (ROOT / top).rglob("*.py")} == ruled | tools


def test_the_portable_clock_needs_no_package():
    """What runs on a Pico is in the box of MicroPython: our distribution's dependencies are the host's."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    packages = {name.partition(">")[0].partition("=")[0].strip().lower() for name in project["dependencies"]}
    used = set().union(*(imports(file) for file in sources("firmware/tritempo")))
    assert not used & {"alembic", "click", "jinja2", "platformdirs", "serial", "rich", "sqlalchemy"}
    assert "sqlalchemy" in packages
