"""The Pico's flash as an image file: 352 blocks of 4096, erased to 0xFF, programmed by clearing bits.

The file is written without a buffer, so a killed process leaves exactly the operations that were done. For tests, an
operation can fail, the power can go at one of them, and all of them can be recorded.
"""

import struct

BLOCK = 4096
BLOCKS = 352
PROGRAM = 256  # what the rp2 port gives littlefs as its smallest program
ERASED = b"\xff" * PROGRAM

# An operation in a record: kind, block, offset, length of the data after it, ms. `recording.py` on the host reads it.
HEADER = "<BHHHI"
ERASE, PROGRAMMED, MARK = 0, 1, 2


class Recorder:
    """Writes each operation, and marks of what the app had done between them, to a file on the host."""

    def __init__(self, path, now_ms):
        self._file = open(path, "wb")
        self._now_ms = now_ms

    def write(self, kind, block, offset, data):
        self._file.write(struct.pack(HEADER, kind, block, offset, len(data), self._now_ms()) + data)
        self._file.flush()

    def mark(self, text):
        self.write(MARK, 0, 0, text.encode())


class Flash:
    """A block device for VfsLfs2. Errors go to littlefs as negative numbers, as its own drivers give them."""

    def __init__(self, file, recorder, cut):
        self._file = file
        self._recorder = recorder
        self._cut = cut  # takes the power away; does not return
        self.fail_errno = 0  # every program and erase fails with this
        self.cut_in = 0  # the power goes at the n-th program or erase from now; 0: never
        self.cut_torn = False  # that one is then half done

    def readblocks(self, block, buffer, offset=0):
        self._file.seek(block * BLOCK + offset)
        self._file.readinto(buffer)
        return 0

    def writeblocks(self, block, buffer, offset=None):
        if offset is None:  # the whole-block interface, which erases first; littlefs does not use it
            self.ioctl(6, block)
            offset = 0
        return self._operate(PROGRAMMED, block, offset, bytes(buffer))

    def ioctl(self, request, argument):
        if request == 4:
            return BLOCKS
        if request == 5:
            return BLOCK
        if request == 6:
            return self._operate(ERASE, argument, 0, b"")
        return 0

    def _operate(self, kind, block, offset, data):
        if self.fail_errno:
            return -self.fail_errno
        if self.cut_in:
            self.cut_in -= 1
            if not self.cut_in:
                if self.cut_torn:
                    self._do(kind, block, offset, data[: len(data) // 2], BLOCK // 2)
                self._cut()
        self._do(kind, block, offset, data, BLOCK)
        if self._recorder:
            self._recorder.write(kind, block, offset, data)
        return 0

    def _do(self, kind, block, offset, data, erase_length):
        start = block * BLOCK + offset
        self._file.seek(start)
        if kind == ERASE:
            for _ in range(erase_length // PROGRAM):
                self._file.write(ERASED)
            return
        there = self._file.read(len(data))
        if there != ERASED[: len(data)] and there.strip(b"\xff"):
            # Programming clears bits and cannot set them.
            data = bytes(old & new for old, new in zip(there, data))
        self._file.seek(start)
        self._file.write(data)
