"""Without an image the emulated tests are skipped, and the word says what to set. This runs in every suite."""

import subprocess
import sys
from pathlib import Path

import pytest

from emulator import image

TESTS = Path(__file__).parent.parent


def test_nothing_set_names_the_variable_and_the_page(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(image.VARIABLE, raising=False)
    why = image.why_not() or ""
    assert image.VARIABLE in why
    assert "docs/emulator.md" in why
    assert (TESTS.parent / "docs" / "emulator.md").is_file()
    with pytest.raises(RuntimeError, match=image.VARIABLE):
        image.path()


def test_a_path_to_nothing_and_to_something_else_are_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv(image.VARIABLE, str(tmp_path / "none.uf2"))
    assert "cannot be read" in (image.why_not() or "")
    other = tmp_path / "other.uf2"
    other.write_text("not one")
    monkeypatch.setenv(image.VARIABLE, str(other))
    assert "no UF2" in (image.why_not() or "")


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
