"""The power goes at every flash operation of real deploys: the clock starts, old or new, whole, and its logs are there.

The deploys are the host's own, over a real PTY, with the virtual clock's flash as the target; the starts are those of
the /main.py and the loader that it put there, in MicroPython.
"""

import json
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import littlefs
import pytest

from device import pins
from in_micropython import run
from tritempo_host.deploy.build import Build, compile_all
from tritempo_host.deploy.install import deploy
from tritempo_host.virtual.clock import VirtualClock

Pair = tuple[Build, Build, bytes]
LOADER = Path(__file__).parents[2] / "firmware" / "loader"
LOG = "logs/000001-9f3a66c1.log"
# Several modules, some in a package, one of them imported late; and more than a block of flash.
SOURCES = {
    "main.py": """
import machine
import one
from package import two

PADDING = {padding!r}

def run(build, then):
    machine.seen([{mark!r}, one.MARK, two.MARK], build)
    then.pop()()
    from package import late
    machine.said.append(late.MARK)
""",
    "one.py": "MARK = {mark!r}\n",
    "package/__init__.py": "",
    "package/two.py": "MARK = {mark!r}\nMORE = {padding!r}\n",
    "package/late.py": "MARK = {mark!r}\n",
}
HANGING = {**SOURCES, "main.py": SOURCES["main.py"].replace("then.pop()()", "pass")}
LIT = f"lit: {list(pins.LIGHTS)}"
BROKEN = f"RuntimeError('this firmware is broken',), {LIT}"
PADDING = "Nothing lasts, nothing is finished, and nothing is perfect. " * 60


class Nobody:
    def stage(self, name: str) -> None: ...

    def sending(self, total: int) -> None: ...

    def moved(self, size: int) -> None: ...


def firmware(mark: str, folder: Path, loader: str = "", sources: dict[str, str] = SOURCES) -> Build:
    """A firmware that says what it is. `loader`: put behind the loader's text, so that it is another one."""
    place = folder / f"sources-{mark}"
    paths = {}
    for name, text in sources.items():
        paths[name] = place / name
        paths[name].parent.mkdir(parents=True, exist_ok=True)
        paths[name].write_text(text.format(mark=mark, padding=f"{mark}: {PADDING}"), encoding="utf-8")
    other = place / "loader.py"
    other.write_text((LOADER / "loader.py").read_text(encoding="utf-8") + loader, encoding="utf-8")
    return compile_all(paths, other, LOADER / "main.py", version=mark)


def says(build: Build) -> list[str]:
    """What a whole firmware says of itself when it is started."""
    return [build.version] * 3 + [build.id, build.version]


@dataclass
class Flash:
    """An image, and what is done on it."""

    path: Path

    @classmethod
    def new(cls, folder: Path) -> "Flash":
        files = _mounted(None)
        files.mkdir("/logs")
        with files.open(LOG, "wb") as log:
            log.write(b"a log\n")
        flash = cls(folder / "clock.img")
        flash.path.write_bytes(files.context.buffer)
        return flash

    def deploy(self, build: Build, options: dict[str, Any] | None = None) -> Path:
        """The host's own deploy. Returns the recording of what it did on the flash."""
        recording = self.path.with_suffix(".recording")
        with VirtualClock(self.path, record=recording) as clock:
            deploy(clock.port, build, Nobody(), options, virtual=True)
        return recording

    def starts(self, recording: Path | None = None, before: bytes | None = None, *how: str) -> list[list[Any]]:
        """Starts it after each operation of a recording done on the image `before`; then as it is.

        What such a start writes to the flash stays.
        """
        image = self.path
        if before is not None:
            image = self.path.with_suffix(".before")
            image.write_bytes(before)
        script = Path(__file__).parent / "loader_starts.py"
        done = run(script, str(image), str(recording or "-"), str(self.path), *how, heap="16m")
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout)

    def change(self, name: str, data: bytes | None) -> None:
        """Writes a file on the flash, or takes it away."""
        files = _mounted(self.path.read_bytes())
        if data is None:
            files.remove(name)
        else:
            with files.open(name, "wb") as file:
                file.write(data)
        self.path.write_bytes(files.context.buffer)

    def read(self, name: str) -> bytes:
        files = _mounted(self.path.read_bytes())  # must outlive what it opens
        with files.open(name, "rb") as file:
            return file.read()


def _mounted(image: bytes | None) -> littlefs.LittleFS:
    files = littlefs.LittleFS(block_size=4096, block_count=352, prog_size=256, read_size=256, mount=image is None)
    if image is not None:
        files.context.buffer[:] = image
        files.mount()
    return files


@pytest.fixture
def flash(tmp_path: Path) -> Flash:
    return Flash.new(tmp_path)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """Two firmwares, and the flash of a clock on which the first was deployed, then the second."""
    folder = tmp_path_factory.mktemp("pair")
    old, new = firmware("1.0", folder), firmware("1.1", folder)
    flash = Flash.new(folder)
    deployed(flash, old)
    deployed(flash, new)
    return old, new, flash.path.read_bytes()


def deployed(flash: Flash, build: Build) -> None:
    """Puts a firmware on it and starts it once: it is trusted."""
    flash.deploy(build)
    assert flash.starts()[-1][2] == [says(build), True]


def check_every_cut(starts: list[list[Any]], allowed: list[Any], last: Build) -> None:
    wrong = [one for one in starts if one[2][0] not in allowed or one[3][0] not in allowed or not one[2][1]]
    assert wrong == []
    # Once the new one has been started, it stays.
    began = [one[2][0] == says(last) for one in starts]
    assert began[-1] and began == sorted(began)
    assert all(one[3] == one[2] for one in starts)


def test_cut_at_every_operation_of_the_first_deploy(flash: Flash, tmp_path: Path):
    build = firmware("1.0", tmp_path)
    before = flash.path.read_bytes()
    recording = flash.deploy(build, {"seats": 4})
    starts = flash.starts(recording, before)
    check_every_cut(starts, ["bare", says(build)], build)
    assert len(starts) > 60
    assert json.loads(flash.read("/board.json")) == {"seats": 4}


def test_cut_at_every_operation_of_later_deploys(flash: Flash, tmp_path: Path):
    builds = [firmware("1.0", tmp_path), firmware("1.1", tmp_path, "# another\n"), firmware("1.2", tmp_path, "X = 1\n")]
    deployed(flash, builds[0])
    for old, new in pairwise(builds):
        before = flash.path.read_bytes()
        recording = flash.deploy(new)
        check_every_cut(flash.starts(recording, before), [says(old), says(new)], new)


def test_a_damaged_firmware_is_replaced_whenever_the_power_goes(flash: Flash, tmp_path: Path):
    old, new = firmware("1.0", tmp_path), firmware("1.1", tmp_path)
    deployed(flash, old)
    deployed(flash, new)
    flash.change("/firmware/b.pack", flash.read("/firmware/b.pack")[:-1])
    before = flash.path.read_bytes()
    recording = flash.deploy(new)
    check_every_cut(flash.starts(recording, before), [says(old), says(new)], new)


def damage(flash: Flash, name: str, how: str) -> None:
    if how == "gone":
        flash.change(name, None)
    elif how == "empty":
        flash.change(name, b"")
    elif how == "cut off":
        data = flash.read(name)
        flash.change(name, data[: len(data) // 2])
    else:
        flash.change(name, how.encode())


@pytest.mark.parametrize("how", ["gone", "empty", "cut off", "junk", "tritempo 1.1 0123 7\nmain.mpy 0 9\nx"])
def test_without_a_usable_pack_the_other_slot_is_started_and_stays(how: str, flash: Flash, pair: Pair):
    old, new, image = pair
    flash.path.write_bytes(image)
    assert flash.read("/firmware/current") == f"b {new.id} 0\n".encode()
    damage(flash, "/firmware/b.pack", how)
    ((_, _, first, again),) = flash.starts()
    assert first == again == [says(old), True]
    assert flash.read("/firmware/current") == f"a {old.id} 0\n".encode()


@pytest.mark.parametrize("how", ["gone", "empty", "junk", "c 01234567 0\n", "a 0123\n", "a 01234567 x\n", "\xff\xfe\n"])
def test_with_a_spoilt_pointer_a_whole_slot_is_started(how: str, flash: Flash, pair: Pair):
    _, new, image = pair
    flash.path.write_bytes(image)
    damage(flash, "/firmware/a.pack", "cut off")
    damage(flash, "/firmware/current", how)
    ((_, _, first, again),) = flash.starts()
    assert first == again == [says(new), True]


def test_a_new_firmware_that_raises_gives_way_to_the_one_before(flash: Flash, tmp_path: Path):
    old, new = firmware("1.0", tmp_path), firmware("1.1", tmp_path)
    deployed(flash, old)
    flash.deploy(new)
    ((_, _, first, again),) = flash.starts(None, None, "fails=1.1")
    assert first == again == [says(old), True]


def test_a_new_firmware_that_cannot_be_imported_gives_way_and_leaves_no_module(flash: Flash, tmp_path: Path):
    old = firmware("1.0", tmp_path)
    sources = {**SOURCES, "main.py": "import one\nfrom package import two\nimport missing\n"}
    deployed(flash, old)
    flash.deploy(firmware("1.1", tmp_path, sources=sources))
    ((_, _, first, again),) = flash.starts()
    assert first == again == [says(old), True]


def test_a_new_firmware_that_hangs_has_two_starts(flash: Flash, tmp_path: Path):
    """The power goes (or the watchdog barks) before it has come up: its `then` is never called."""
    old = firmware("1.0", tmp_path)
    hangs = firmware("1.1", tmp_path, sources=HANGING)
    deployed(flash, old)
    flash.deploy(hangs)
    ((_, _, first, second),) = flash.starts()
    assert first == second == [says(hangs), True]
    ((_, _, third, fourth),) = flash.starts()
    assert third == fourth == [says(old), True]


# A firmware that is trusted raises before it has come up


def points_to(flash: Flash, slot: str, build: Build, trial: int) -> bool:
    return flash.read("/firmware/current") == f"{slot} {build.id} {trial}\n".encode()


def test_a_trusted_firmware_that_raises_once_is_started_again_and_stays(flash: Flash, pair: Pair):
    _, new, image = pair
    flash.path.write_bytes(image)
    ((_, _, first, again),) = flash.starts(None, None, "fails=1.1:1")
    assert first == again == [says(new), True]
    assert points_to(flash, "b", new, 0)


def test_a_trusted_firmware_that_raises_twice_gives_way_to_the_one_before(flash: Flash, pair: Pair):
    old, _, image = pair
    flash.path.write_bytes(image)
    ((_, _, first, again),) = flash.starts(None, None, "fails=1.1:2")
    assert first == again == [says(old), True]
    assert points_to(flash, "a", old, 0)


def test_one_that_is_alone_ends_at_the_prompt_and_is_trusted_again_when_it_comes_up(flash: Flash, tmp_path: Path):
    build = firmware("1.0", tmp_path)
    deployed(flash, build)
    ((_, _, first, again),) = flash.starts(None, None, "fails=1.0")
    assert first == again == [BROKEN, True]
    tried = flash.path.read_bytes()
    assert flash.starts(None, None, "fails=1.0")[-1][2:] == [[BROKEN, True]] * 2
    assert flash.path.read_bytes() == tried, "a watchdog may start it every 8 s: that must not wear the flash out"
    ((_, _, first, again),) = flash.starts()
    assert first == again == [says(build), True]
    assert points_to(flash, "a", build, 0)


def test_where_both_raise_it_ends_at_the_prompt_and_not_in_a_circle(flash: Flash, pair: Pair):
    old, _, image = pair
    flash.path.write_bytes(image)
    ((_, _, first, again),) = flash.starts(None, None, "fails=1.0", "fails=1.1")
    assert first == again == [BROKEN, True]
    assert points_to(flash, "a", old, -1)
    tried = flash.path.read_bytes()
    assert flash.starts(None, None, "fails=1.0", "fails=1.1")[-1][2:] == [[BROKEN, True]] * 2
    assert flash.path.read_bytes() == tried
    ((_, _, first, again),) = flash.starts(None, None, "fails=1.1")
    assert first == again == [says(old), True]
    assert points_to(flash, "a", old, 0)


def test_where_the_other_cannot_be_imported_it_ends_at_the_prompt_and_not_in_a_circle(flash: Flash, tmp_path: Path):
    """It is whole, so it seems a chance."""
    other = firmware("1.0", tmp_path, sources={**SOURCES, "main.py": "import missing\n"})
    new = firmware("1.1", tmp_path)
    flash.deploy(other)
    flash.deploy(new)
    ((_, _, first, again),) = flash.starts(None, None, "fails=1.1")
    assert first == again == [BROKEN, True]


def test_after_a_spoilt_pointer_there_is_still_another(flash: Flash, pair: Pair):
    _, new, image = pair
    flash.path.write_bytes(image)
    damage(flash, "/firmware/current", "gone")
    ((_, _, first, again),) = flash.starts(None, None, "fails=1.0")
    assert first == again == [says(new), True]


@pytest.mark.parametrize("fails", [("fails=1.1",), ("fails=1.0", "fails=1.1")])
def test_a_deploy_gets_in_after_any_failure(fails: tuple[str, ...], flash: Flash, pair: Pair, tmp_path: Path):
    flash.path.write_bytes(pair[2])
    flash.starts(None, None, *fails)
    newer = firmware("1.2", tmp_path)
    flash.deploy(newer)
    ((_, _, first, again),) = flash.starts(None, None, *fails)
    assert first == again == [says(newer), True]


def test_a_first_firmware_that_hangs_is_tried_for_ever(flash: Flash, tmp_path: Path):
    hangs = firmware("1.0", tmp_path, sources=HANGING)
    flash.deploy(hangs)
    for _ in range(3):
        ((_, _, first, second),) = flash.starts()
        assert first == second == [says(hangs), True]


def test_nothing_whole_ends_at_the_prompt(flash: Flash, pair: Pair):
    flash.path.write_bytes(pair[2])
    damage(flash, "/firmware/a.pack", "cut off")
    damage(flash, "/firmware/b.pack", "cut off")
    ((_, _, first, again),) = flash.starts()
    assert "Error" in first[0] and first == again and first[1]
    assert LIT in first[0]


def test_two_buttons_down_at_power_on_start_nothing(flash: Flash, pair: Pair):
    flash.path.write_bytes(pair[2])
    ((_, _, first, again),) = flash.starts(None, None, "held")
    assert first == again == [None, True]
