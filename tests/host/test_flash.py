"""`tritempo flash`: UF2 files made here, and folders in the place of a Pico's drive."""

import errno
import os
import struct
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tritempo_host.cli import cli
from tritempo_host.commands import flash as command
from tritempo_host.deploy import drive, reach, uf2
from tritempo_host.deploy.drive import Drive
from tritempo_host.deploy.problems import DeployProblem
from tritempo_host.words import LANGUAGES, catalogue, speak

RP2040, RP2350_ARM, RP2350_RISCV, ABSOLUTE, ESP32 = 0xE48BFF56, 0xE48BFF59, 0xE48BFF5A, 0xE48BFF57, 0x1C5F21B0
RP2 = "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n"
RP2350 = "UF2 Bootloader v1.0\r\nModel: Raspberry Pi RP2350\r\nBoard-ID: RP2350\r\n"


def block(number: int, total: int, family: int = RP2040, flags: int = 0x2000) -> bytes:
    head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, flags, 0x10000000 + 256 * number, 256, number, total, family)
    return head + bytes(476) + struct.pack("<I", 0x0AB16F30)


def image(total: int = 4, family: int = RP2040) -> bytes:
    return b"".join(block(number, total, family) for number in range(total))


# As images for the RP2350 begin: a block by itself, which says it is one of two.
ERRATUM = block(0, 2, ABSOLUTE)


@pytest.mark.parametrize(
    ("data", "chip", "problem"),
    [
        pytest.param(image(), "RP2040", None, id="for the Pico"),
        pytest.param(image(), None, None, id="for any"),
        pytest.param(ERRATUM + image(family=RP2350_ARM), "RP2350", None, id="for the Pico 2"),
        pytest.param(image(family=RP2350_RISCV), "RP2350", None, id="for the Pico 2's other cores"),
        pytest.param(image() + image(family=RP2350_ARM), "RP2350", None, id="for both"),
        pytest.param(image(family=RP2350_ARM), "RP2040", "uf2_other_chip", id="Pico 2's for a Pico"),
        pytest.param(image(), "RP2350", "uf2_other_chip", id="Pico's for a Pico 2"),
        pytest.param(image(family=ESP32), None, "uf2_no_pico", id="for something else"),
        pytest.param(ERRATUM, None, "uf2_no_pico", id="nothing but the erratum"),
        pytest.param(b"".join(block(n, 2, 0, 0) for n in range(2)), None, "uf2_no_pico", id="for nobody"),
        pytest.param(image()[:-512], None, "uf2_cut_off", id="a block short"),
        pytest.param(image()[512:], None, "uf2_cut_off", id="the first block is missing"),
        pytest.param(image()[:-1], None, "uf2_cut_off", id="a byte short"),
        pytest.param(block(0, 3) + block(0, 3) + block(2, 3), None, "uf2_cut_off", id="one twice, one missing"),
        pytest.param(block(0, 2) + block(1, 3), None, "not_uf2", id="two images"),
        pytest.param(block(5, 2), None, "not_uf2", id="a block too many"),
        pytest.param(image()[:512] + bytes(512), None, "not_uf2", id="zeros in it"),
        pytest.param(image()[:508] + bytes(4) + image()[512:], None, "not_uf2", id="a block without its end"),
        pytest.param(b"", None, "not_uf2", id="empty"),
        pytest.param(b"<!DOCTYPE html>", None, "not_uf2", id="a page"),
        pytest.param(b"PK\x03\x04" + bytes(508), None, "not_uf2", id="an archive"),
    ],
)
def test_what_file_it_is(data: bytes, chip: str | None, problem: str | None, tmp_path: Path):
    path = tmp_path / "image.uf2"
    path.write_bytes(data)
    if problem is None:
        assert uf2.check(path, chip) == data
        return
    with pytest.raises(DeployProblem) as caught:
        uf2.check(path, chip)
    assert caught.value.key == problem


@pytest.mark.parametrize("name", ["missing.uf2", "."])
def test_a_file_that_cannot_be_read(name: str, tmp_path: Path):
    with pytest.raises(DeployProblem) as caught:
        uf2.check(tmp_path / name)
    assert caught.value.key == "uf2_not_read"


# The drive


@pytest.fixture
def computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A computer without any drive and without any port. Drives are made by `plug`."""
    monkeypatch.setattr(drive.sys, "platform", "linux")
    monkeypatch.setattr(drive, "MOUNTS", tmp_path / "mounts")
    monkeypatch.setattr(drive, "LABELS", tmp_path / "labels")
    monkeypatch.setattr(command.find, "boards", list)
    (tmp_path / "labels").mkdir()
    (tmp_path / "mounts").write_text("/dev/sda1 / ext4 rw 0 0\nproc /proc proc rw 0 0\n")
    return tmp_path


def plug(computer: Path, name: str, info: str | None = RP2, kind: str = "vfat") -> Path:
    place = computer / name
    place.mkdir()
    if info is not None:
        (place / "INFO_UF2.TXT").write_bytes(info.encode())
    with (computer / "mounts").open("a") as mounts:
        mounts.write(f"/dev/sdb1 {str(place).replace(' ', chr(92) + '040')} {kind} rw,nosuid 0 0\n")
    return place


def why(given: Path | None = None) -> str:
    with pytest.raises(DeployProblem) as caught:
        drive.find(given)
    return caught.value.key


def test_the_drive_is_found_among_others(computer: Path):
    plug(computer, "USB STICK", None)
    plug(computer, "microbit", "DAPLink\nBoard ID: 9900\n")
    place = plug(computer, "RPI RP2", RP2350)
    assert drive.find() == Drive(place, "RP2350")


def test_which_drive(computer: Path):
    assert why() == "no_drive"
    plug(computer, "STICK", None)
    assert why() == "no_drive"
    (computer / "labels" / "RPI-RP2").touch()
    assert why() == "drive_not_mounted"
    first = plug(computer, "RPI-RP2")
    assert drive.find() == Drive(first, "RP2040")
    second = plug(computer, "RPI-RP21", RP2350)
    assert why() == "two_drives"
    assert drive.find(second) == Drive(second, "RP2350")
    assert why(computer / "STICK") == why(computer / "nowhere") == "not_a_drive"


def test_a_drive_that_may_not_be_read(computer: Path, monkeypatch: pytest.MonkeyPatch):
    plug(computer, "RPI-RP2")

    def refuse(self: Path, *_: Any, **__: Any) -> str:
        raise PermissionError(errno.EACCES, "no", str(self))

    monkeypatch.setattr(drive, "_places", lambda: [computer / "RPI-RP2"])
    monkeypatch.setattr(Path, "read_text", refuse)
    assert why() == why(computer / "RPI-RP2") == "drive_no_permission"


def test_another_drive_that_may_not_be_read_is_passed_over(computer: Path, monkeypatch: pytest.MonkeyPatch):
    """/boot/efi is of the same kind, comes first, and only root may look into it."""
    private = plug(computer, "efi", None)
    read_text = Path.read_text

    def read(self: Path, *args: Any, **more: Any) -> str:
        if private in self.parents:
            raise PermissionError(errno.EACCES, "no", str(self))
        return read_text(self, *args, **more)

    monkeypatch.setattr(Path, "read_text", read)
    assert why() == "no_drive"
    place = plug(computer, "RPI-RP2")
    assert drive.find() == Drive(place, "RP2040")


@pytest.mark.parametrize(("platform", "places"), [("win32", 23), ("darwin", None)])
def test_where_other_systems_have_it(platform: str, places: int | None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(drive.sys, "platform", platform)
    found = drive._places()
    assert places is None or len(found) == places


def test_a_system_without_a_list_of_mounts(computer: Path):
    (computer / "mounts").unlink()
    assert why() == "no_drive"


def test_all_of_it_is_copied(computer: Path):
    place = plug(computer, "RPI-RP2")
    data = image(700)
    drive.copy(data, Drive(place, "RP2040"))
    assert (place / drive.NAME).read_bytes() == data


@pytest.mark.parametrize(
    ("number", "problem"),
    [
        (errno.EIO, None),  # it has restarted
        (errno.ENODEV, None),
        (errno.ENOSPC, "drive_full"),
        (errno.EROFS, "drive_no_permission"),
        (errno.EACCES, "drive_no_permission"),
        (errno.EFBIG, "drive_not_written"),
    ],
)
def test_what_the_system_says_while_it_is_copied(
    number: int, problem: str | None, computer: Path, monkeypatch: pytest.MonkeyPatch
):
    place = plug(computer, "RPI-RP2")

    def fail(_descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(drive.os, "fsync", fail)
    if problem is None:
        drive.copy(image(), Drive(place, "RP2040"))
        return
    with pytest.raises(DeployProblem) as caught:
        drive.copy(image(), Drive(place, "RP2040"))
    assert caught.value.key == problem


# The command


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["flash", *words], env={"COLUMNS": "120", "LC_ALL": "C"})


@pytest.fixture
def pico(computer: Path, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """A Pico that starts MicroPython once the file is on its drive; what was then deployed to it, and how."""
    deployed: list[Any] = []
    monkeypatch.setattr(
        command, "wait_for_board", lambda before, _: "/dev/ttyACM9" if list(computer.glob("*/*.uf2")) else None
    )
    monkeypatch.setattr(command, "build", lambda: "the firmware")

    def put(*what: Any) -> dict[str, Any]:
        deployed.append(what)
        return {"lines": ["deployed"], "json": {}}

    monkeypatch.setattr(command, "put", put)
    return deployed


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_blank_pico_becomes_a_clock(lang: str, computer: Path, pico: list[Any]):
    place = plug(computer, "RPI-RP2")
    path = computer / "micropython.uf2"
    path.write_bytes(image())
    result = run(str(path), "--seats", "4", "--display", "sh1106", "--lang", lang)
    assert result.exit_code == 0, result.output
    say = speak("deploy", lang)
    expected = [say("flash_copying", drive=place, chip="RP2040"), say("flash_waiting"), "deployed"]
    assert result.output.splitlines() == expected
    assert (place / drive.NAME).read_bytes() == image()
    assert pico == [("/dev/ttyACM9", "the firmware", {"seats": 4, "display": "sh1106"}, True, lang)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("data", "drives", "boards", "key"),
    [
        (b"junk", ["RPI-RP2"], [], "not_uf2"),
        (image()[:-512], ["RPI-RP2"], [], "uf2_cut_off"),
        (image(), [], [], "no_drive"),
        (image(), [], ["/dev/ttyACM0"], "no_drive_but_board"),
        (image(), ["RPI-RP2", "RPI-RP22"], [], "two_drives"),
        (image(family=RP2350_ARM), ["RPI-RP2"], [], "uf2_other_chip"),
        (image(family=ESP32), ["RPI-RP2"], [], "uf2_no_pico"),
    ],
)
def test_what_stops_it_before_anything_is_written(
    data: bytes,
    drives: list[str],
    boards: list[str],
    key: str,
    lang: str,
    computer: Path,
    pico: list[Any],
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(command.find, "boards", lambda: boards)
    places = [plug(computer, name) for name in drives]
    path = computer / "micropython.uf2"
    path.write_bytes(data)
    result = run(str(path), "--lang", lang)
    pieces = catalogue("deploy")[key][lang].replace("}", "{").split("{")[::2]
    assert result.exit_code == 1 and all(piece in result.output for piece in pieces)
    assert pico == [] and not any((place / drive.NAME).exists() for place in places)


def test_a_pico_that_does_not_start(computer: Path, pico: list[Any], monkeypatch: pytest.MonkeyPatch):
    plug(computer, "RPI-RP2")
    path = computer / "micropython.uf2"
    path.write_bytes(image())
    monkeypatch.setattr(command, "wait_for_board", lambda before, _: None)
    result = run(str(path))
    assert result.exit_code == 1 and "did not start" in result.output and pico == []


def test_the_new_port_is_the_one_that_was_not_there(monkeypatch: pytest.MonkeyPatch):
    seen = iter([["/dev/a"], ["/dev/a"], ["/dev/a", "/dev/b"]])
    monkeypatch.setattr(reach.find, "boards", lambda: next(seen))
    monkeypatch.setattr(reach, "LOOK_S", 0)
    assert reach.wait_for_board(["/dev/a"], 10) == "/dev/b"
    monkeypatch.setattr(reach.find, "boards", lambda: ["/dev/a"])
    assert reach.wait_for_board(["/dev/a"], 0.01) is None
