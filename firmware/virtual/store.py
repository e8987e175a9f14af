"""The board's file system: littlefs on the flash image, mounted as the Pico's is, at /flash instead of /.

A blank image is formatted. One that cannot be mounted is kept beside, as `IMAGE.damaged`, and formatted anew: a Pico
would do that too, but nobody's log is thrown away here.
"""

# The stubs want a block device to inherit a class that exists only in them.
# pyright: reportArgumentType=false

import binascii
import os

import vfs  # pyright: ignore[reportMissingModuleSource] (MicroPython's)

from virtual.flash import PROGRAM, Flash, Recorder

ROOT = "/flash"


class Store:
    """`flash_fd`: the image, open and locked; `image`: its path. `record`: a path or None. `cut()`: the power goes."""

    root = ROOT

    def __init__(self, flash_fd, image, record, now_ms, cut):
        self._recorder = Recorder(record, now_ms) if record else None
        file = open(flash_fd, "r+b")  # noqa: SIM115
        self.flash = Flash(file, self._recorder, cut)
        try:
            self._files = vfs.VfsLfs2(self.flash, progsize=PROGRAM)
        except OSError:
            _keep_damaged(file, image + ".damaged")
            vfs.VfsLfs2.mkfs(self.flash, progsize=PROGRAM)
            self._files = vfs.VfsLfs2(self.flash, progsize=PROGRAM)
        vfs.mount(self._files, ROOT)
        os.chdir(ROOT)

    def device_id(self):
        """16 hex digits that stay with the image, as a Pico's own number stays with the chip."""
        path = ROOT + "/device_id"
        try:
            with open(path) as file:
                return file.read().strip()
        except OSError:
            name = binascii.hexlify(os.urandom(8)).decode()
            with open(path, "w") as file:
                file.write(name + "\n")
            return name

    def free(self):
        """Free bytes."""
        numbers = os.statvfs(ROOT)
        return numbers[0] * numbers[3]

    def mark(self, text):
        """Notes in the record, if there is one, how far the app has come between two operations."""
        if self._recorder:
            self._recorder.mark(text)

    def alone(self):
        """Mounts the flash at / and nothing else, so that `mpremote` sees a Pico and not the host's files."""
        os.chdir("/")
        vfs.umount(ROOT)
        vfs.umount("/")
        vfs.mount(self._files, "/")

    def beside(self):
        """The app's view again: the flash at /flash, the program's own files in the host's tree."""
        os.chdir("/")
        vfs.umount("/")
        vfs.mount(vfs.VfsPosix(), "/")  # pyright: ignore[reportAttributeAccessIssue]
        vfs.mount(self._files, ROOT)
        os.chdir(ROOT)


def _keep_damaged(file, path):
    file.seek(0)
    first = file.read(PROGRAM)
    if not first.strip(b"\xff"):
        return
    with open(path, "wb") as copy:
        while first:
            copy.write(first)
            first = file.read(4096)
