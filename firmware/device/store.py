"""The Pico's littlefs: MicroPython mounts it at / before the program begins."""

# The stubs of MicroPython lack these.
# pyright: reportAttributeAccessIssue=false

import binascii
import os

import machine
import rp2

try:
    import vfs  # pyright: ignore[reportMissingModuleSource]
except ImportError:
    vfs = os

ROOT = ""  # files of the clock are ROOT + "/name"
_PROGRAM = 256  # bytes, as MicroPython's own start mounts it (ports/rp2/modules/_boot.py)


def device_id():
    """16 hex digits: the number of the flash chip, which no other has."""
    return binascii.hexlify(machine.unique_id()).decode()


def free():
    """Free bytes."""
    numbers = os.statvfs("/")
    return numbers[0] * numbers[3]


def remount():
    """Mounts the flash anew: what littlefs remembers of a write that failed is forgotten. Raises OSError."""
    files = vfs.VfsLfs2(rp2.Flash(), progsize=_PROGRAM)  # first: a flash that cannot be read now keeps the old one
    vfs.umount("/")
    vfs.mount(files, "/")
