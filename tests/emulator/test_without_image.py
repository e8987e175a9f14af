"""Without an image the emulated tests are skipped, and the word says what to set. This runs in every suite."""

import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from emulator import image

TESTS = Path(__file__).parent.parent
RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59


def uf2(blocks: int, family: int) -> bytes:
    """An image of nothing, so many blocks long."""
    made = b""
    for number in range(blocks):
        head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0x10000000, 256, number, blocks, family)
        made += head.ljust(508, b"\0") + struct.pack("<I", 0x0AB16F30)
    return made


def test_nothing_set_names_the_variable_and_the_page(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(image.VARIABLE, raising=False)
    why = image.why_not() or ""
    assert image.VARIABLE in why
    assert "docs/emulator.md" in why
    assert (TESTS.parent / "docs" / "emulator.md").is_file()
    with pytest.raises(RuntimeError, match=image.VARIABLE):
        image.path()


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
@pytest.mark.parametrize("target", ["emulator-test", "emulator-bench"])
def test_make_says_it_before_it_installs_anything(target: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """In a folder without a .venv, where the set-up alone would take a minute."""
    for name in (image.VARIABLE, "MAKELEVEL", "MAKEFLAGS", "MFLAGS"):  # a make in a `make test` talks of folders, too
        monkeypatch.delenv(name, raising=False)
    makefile = shutil.copy(TESTS.parent / "Makefile", tmp_path)
    done = subprocess.run(["make", "-f", makefile, target], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stdout.strip() == image.why_not()
    assert [each.name for each in tmp_path.iterdir()] == ["Makefile"]


def test_a_path_to_nothing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv(image.VARIABLE, str(tmp_path / "none.uf2"))
    assert "none.uf2: cannot be read" in (image.why_not() or "")


@pytest.mark.parametrize(
    ("data", "word"),
    [
        pytest.param(b"not one", "is no UF2 file", id="something else"),
        pytest.param(b"UF2\n", "is no UF2 file", id="no more than its beginning"),
        pytest.param(uf2(4, RP2040)[:-512], "not all there", id="cut off"),
        pytest.param(uf2(4, RP2350), "another chip (RP2350)", id="a Pico 2's"),
        pytest.param(uf2(4, 0x1234), "chip of no Pico", id="for something else"),
    ],
)
def test_a_file_that_the_chip_cannot_run_is_said(
    data: bytes, word: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    """And not run into: an image for another chip looks like a hung clock."""
    other = tmp_path / "other.uf2"
    other.write_bytes(data)
    monkeypatch.setenv(image.VARIABLE, str(other))
    why = image.why_not() or ""
    assert why.startswith(f"{image.VARIABLE}: {other}") and word in why


def test_an_image_for_the_chip_is_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    right = tmp_path / "right.uf2"
    right.write_bytes(uf2(4, RP2040))
    monkeypatch.setenv(image.VARIABLE, str(right))
    assert image.no_image() is None


def test_the_skip_says_it_and_the_benchmark_ends_with_it():
    """As `make test` shows it; and what is asked for by name fails instead of passing over it."""
    without = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(TESTS)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "emulator/test_chip.py"]
    skipped = subprocess.run(command, cwd=TESTS, env=without, capture_output=True, text=True)
    assert f"set {image.VARIABLE}" in skipped.stdout
    assert "skipped" in skipped.stdout and "passed" not in skipped.stdout
    bench = subprocess.run(
        [sys.executable, "-m", "emulator.image"], cwd=TESTS, env=without, capture_output=True, text=True
    )
    assert bench.returncode == 1
    assert f"set {image.VARIABLE}" in bench.stderr
