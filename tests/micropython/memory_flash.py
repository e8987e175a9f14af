"""A flash in memory with the geometry of a Pico, for scripts in MicroPython: it can be cut off, and it can fail."""

# The stubs want a block device to inherit a class that exists only in them.
# pyright: reportArgumentType=false, reportMissingModuleSource=false

import vfs

from tritempo.reader import Reader
from tritempo.session import Session

BLOCK, BLOCKS, PROGRAM = 4096, 352, 256


def never() -> int:
    return 0


def fetched(session, log):
    """A log as the host would fetch it, in one piece."""
    buffer = bytearray(session.logbook.size(log))
    reader = Reader(session.logbook)
    count = reader.into(log, 0, memoryview(buffer))
    reader.end()
    return bytes(buffer[:count])


class PowerCutError(Exception):
    pass


class Overlaid:
    """An image (another one, or a bytearray) with some blocks replaced."""

    def __init__(self, image, over):
        self._image = image
        self._over = over

    def __getitem__(self, part):
        block = self._over.get(part.start // BLOCK)
        if block is None:
            return self._image[part]
        return block[part.start % BLOCK : part.start % BLOCK + part.stop - part.start]


class Flash:
    """A block device over an image that it does not change: what is written lies over it. Records its operations."""

    def __init__(self, image):
        self._image = image
        self._over = {}
        self.operations = []
        self.cut_at = None  # the power goes at this operation
        self.failing = never  # called before each operation: an errno to fail with, or 0

    def _block(self, block):
        if block not in self._over:
            self._over[block] = bytearray(self._image[block * BLOCK : (block + 1) * BLOCK])
        return self._over[block]

    def readblocks(self, block, buffer, offset=0):
        if block in self._over:
            buffer[:] = self._over[block][offset : offset + len(buffer)]
        else:
            start = block * BLOCK + offset
            buffer[:] = self._image[start : start + len(buffer)]

    def writeblocks(self, block, buffer, offset=0):
        return self._operate(block, offset, bytes(buffer))

    def ioctl(self, request, argument):
        if request == 4:
            return BLOCKS
        if request == 5:
            return BLOCK
        return self._operate(argument, 0, None) if request == 6 else 0

    def leave(self, session):
        """Unmounts, and returns the image as it was just before: what is closed now must not reach the flash."""
        self.cut_at = None
        self.failing = never
        image = Overlaid(self._image, {block: bytes(data) for block, data in self._over.items()})
        if session:
            session.logbook.close()
        vfs.umount("/flash")
        return image

    def _operate(self, block, offset, data):
        if len(self.operations) == self.cut_at:
            raise PowerCutError()
        error = self.failing()
        if error:
            return -error
        self.operations.append((block, offset, data))
        apply(self._block(block), offset, data)
        return 0


def apply(block, offset, data, torn=False):
    """Programs `data` (bits can only be cleared) or erases (None) in a block; `torn`: only the first half of it."""
    if data is None:
        length = BLOCK // 2 if torn else BLOCK
        block[:length] = b"\xff" * length
        return
    if torn:
        data = data[: len(data) // 2]
    for i in range(len(data)):
        block[offset + i] &= data[i]


def mounted(flash):
    """A session on the flash, which can mount it anew as a board does."""

    def mount():
        vfs.mount(vfs.VfsLfs2(flash, progsize=PROGRAM), "/flash")

    def remount():
        vfs.umount("/flash")
        mount()

    mount()
    return Session("/flash", "device", None, remount)
