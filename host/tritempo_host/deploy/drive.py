"""The drive that a Pico shows while BOOTSEL was held as it was plugged in: found, and given a UF2 file."""

import errno
import os
import string
import sys
from dataclasses import dataclass
from pathlib import Path

from tritempo_host.deploy.problems import DeployProblem
from tritempo_host.spoken import reason

INFO = "INFO_UF2.TXT"
# Board-ID in that file -> the chip.
CHIPS = {"RPI-RP2": "RP2040", "RP2350": "RP2350"}
LABELS = Path("/dev/disk/by-label")
MOUNTS = Path("/proc/mounts")
NAME = "tritempo.uf2"
PIECE = 64 * 1024
# What the system says of a drive that went away as its last block arrived: the Pico has restarted, all is well.
VANISHED = {errno.EIO, errno.ENODEV, errno.ENXIO, errno.ENOENT, errno.EINVAL, errno.ENOTCONN, errno.EBADF}


@dataclass(frozen=True)
class Drive:
    path: Path
    chip: str


def find(given: Path | None = None) -> Drive:
    """The one drive there is, or the given one.

    Raises DeployProblem: `no_drive`, `two_drives`, `drive_not_mounted`, `drive_no_permission`, `not_a_drive`.
    """
    if given is not None:
        try:
            drive = _drive(given)
        except PermissionError as error:
            raise DeployProblem("drive_no_permission", drive=given) from error
        if drive is None:
            raise DeployProblem("not_a_drive", drive=given, info=INFO)
        return drive
    drives, closed = [], []
    for place in _places():
        try:
            drive = _drive(place)
        except PermissionError:
            closed.append(place)  # nearly always /boot/efi, which only root may read
        else:
            drives += [drive] if drive is not None else []
    if len(drives) > 1:
        raise DeployProblem("two_drives", drives=", ".join(str(drive.path) for drive in drives))
    if drives:
        return drives[0]
    for place in closed:
        if place.name.startswith(tuple(CHIPS)):
            raise DeployProblem("drive_no_permission", drive=place)
    for label in CHIPS:
        if (LABELS / label).exists():
            raise DeployProblem("drive_not_mounted", device=LABELS / label)
    raise DeployProblem("no_drive")


def _places() -> list[Path]:
    """Where a drive may be."""
    if sys.platform == "win32":
        return [Path(f"{letter}:\\") for letter in string.ascii_uppercase[3:]]
    if sys.platform == "darwin":
        return sorted(Path("/Volumes").glob("*"))
    try:
        lines = MOUNTS.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return []
    mounts = [line.split(" ") for line in lines]
    return [Path(_unescaped(fields[1])) for fields in mounts if len(fields) > 2 and fields[2] in ("vfat", "msdos")]


def _unescaped(text: str) -> str:
    """A path of /proc/mounts, where a space is \\040."""
    for sign in " \t\n\\":
        text = text.replace(f"\\{ord(sign):03o}", sign)
    return text


def _drive(place: Path) -> Drive | None:
    """The drive of a Pico at a place; None: there is none. Raises PermissionError."""
    try:
        text = (place / INFO).read_text(encoding="ascii", errors="replace")
    except PermissionError:
        raise
    except OSError:
        return None
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if key.strip() == "Board-ID" and value.strip() in CHIPS:
            return Drive(place, CHIPS[value.strip()])
    return None


def copy(data: bytes, drive: Drive) -> None:
    """Writes a UF2 file to the drive, all the way. That the drive goes away at the end is how it should be.

    Whether the Pico has taken it is known when its serial port appears. Raises DeployProblem `drive_full`,
    `drive_no_permission`, `drive_not_written`.
    """
    try:
        with (drive.path / NAME).open("wb") as file:
            for start in range(0, len(data), PIECE):
                file.write(data[start : start + PIECE])
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise DeployProblem("drive_full", drive=drive.path) from error
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise DeployProblem("drive_no_permission", drive=drive.path) from error
        if error.errno not in VANISHED:
            raise DeployProblem("drive_not_written", drive=drive.path, why=reason(error)) from error
