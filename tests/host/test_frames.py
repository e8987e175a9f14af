"""Frames of every awkward length, and very many of them, through a real line to the real firmware."""

from pathlib import Path

import pytest

from tritempo.wire import encode, message
from tritempo_host.link.client import Clock
from tritempo_host.virtual.clock import VirtualClock

LENGTHS = (63, 64, 65, 127, 128, 129, 255, 256, 257)  # around one, two and four packets of USB
IN_A_ROW = 10_000


@pytest.fixture(scope="module")
def clock(tmp_path_factory: pytest.TempPathFactory):
    folder: Path = tmp_path_factory.mktemp("frames")
    with VirtualClock(folder / "clock.img") as clock:
        yield clock


def padded(length: int) -> dict[str, str]:
    """The data of a request whose frame is so long."""
    bare = len(encode(1, message("live", {"x": ""})))
    return {"x": "y" * (length - bare)}


@pytest.mark.parametrize("length", LENGTHS)
def test_a_frame_of_each_length_is_answered(clock: VirtualClock, length: int):
    assert len(encode(1, message("live", padded(length)))) == length
    with Clock(clock.port) as host:
        for _ in range(20):
            assert host.ask("live", padded(length))["state"] == "setup"
        assert host.status()["dropped"] == 0


def test_ten_thousand_in_a_row_are_answered(clock: VirtualClock):
    with Clock(clock.port) as host:
        for i in range(IN_A_ROW):
            assert host.ask("live", padded(LENGTHS[i % len(LENGTHS)]))["state"] == "setup"
        assert host.status()["dropped"] == 0
