"""Where there is no image every test of the emulated Pico is skipped, and each says what to set."""

from pathlib import Path

import pytest

from emulator import image

HERE = Path(__file__).parent
WITHOUT_IMAGE = "test_without_image.py"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    why = image.why_not()
    for item in items:
        if why and HERE in item.path.parents and item.path.name != WITHOUT_IMAGE:
            item.add_marker(pytest.mark.skip(reason=why))
