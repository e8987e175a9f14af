"""The board's file system: littlefs on the flash image, mounted as the Pico's is, at /flash instead of /.

A blank image is formatted. One that cannot be mounted is kept beside, as `IMAGE.damaged` (`IMAGE.damaged-2`, ...),
and formatted anew: a Pico would do that too, but nobody's log is thrown away here.
"""

# The stubs want a block device to inherit a class that exists only in them.
# pyright: reportArgumentType=false

import binascii
import os

import vfs  # pyright: ignore[reportMissingModuleSource] (MicroPython's)

from virtual.flash import PROGRAM, Flash, Recorder

ROOT = "/flash"
ID_LENGTH = 16


class Store:
    """`flash_fd`: the image, open and locked; `image`: its path. `record`: a path or None. `cut()`: the power goes.

    `damaged`: what the name of the copy of a damaged image has after the image's; None if there was none.
    """

    root = ROOT

    def __init__(self, flash_fd, image, record, now_ms, cut):
        self._recorder = Recorder(record, now_ms) if record else None
        file = open(flash_fd, "r+b")
        self.flash = Flash(file, self._recorder, cut)
        self.damaged = None
        try:
            self._files = vfs.VfsLfs2(self.flash, progsize=PROGRAM)
        except OSError:
            copy = _keep_damaged(file, image + ".damaged")
            self.damaged = copy and copy[len(image) :]
            vfs.VfsLfs2.mkfs(self.flash, progsize=PROGRAM)
            self._files = vfs.VfsLfs2(self.flash, progsize=PROGRAM)
        vfs.mount(self._files, ROOT)
        os.chdir(ROOT)

    def device_id(self):
        """16 hex digits that stay with the image, as a Pico's own number stays with the chip.

        Anything else in their place is kept as `device_id.bad`, and the clock gets a new name.
        """
        path = ROOT + "/device_id"
        try:
            with open(path, "rb") as file:
                name = file.read(2 * ID_LENGTH).strip()
            if len(name) == ID_LENGTH and not name.strip(b"0123456789abcdef"):
                return name.decode()
        except OSError:
            pass  # a new image, or a folder of that name
        if _is_there(path):
            os.rename(path, _free_name(path + ".bad"))
        name = binascii.hexlify(os.urandom(ID_LENGTH // 2)).decode()
        with open(path, "w") as file:
            file.write(name + "\n")
        return name

    def free(self):
        """Free bytes."""
        numbers = os.statvfs(ROOT)
        return numbers[0] * numbers[3]

    def remount(self):
        """Mounts the flash anew: what littlefs remembers of a write that failed is forgotten. Raises OSError."""
        files = vfs.VfsLfs2(self.flash, progsize=PROGRAM)  # first: a flash that cannot be read now keeps the old one
        os.chdir("/")
        vfs.umount(ROOT)
        self._files = files
        vfs.mount(files, ROOT)
        os.chdir(ROOT)

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
    """Copies the image; returns the copy's path. None: it is blank, and there is nothing to keep."""
    if all(not piece.strip(b"\xff") for piece in _pieces(file)):
        return None
    path = _free_name(path)
    with open(path, "wb") as copy:
        for piece in _pieces(file):
            copy.write(piece)
    return path


def _pieces(file):
    file.seek(0)
    while True:
        piece = file.read(PROGRAM)  # small: after the imports the heap may have no larger piece left
        if not piece:
            return
        yield piece


def _free_name(path):
    """`path`, or the first of path-2, path-3, ... that is not there."""
    name, number = path, 1
    while _is_there(name):
        number += 1
        name = "%s-%d" % (path, number)
    return name


def _is_there(path):
    try:
        os.stat(path)
    except OSError:
        return False
    return True
