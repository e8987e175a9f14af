"""A growing table of packed integers: what a game of 600 inputs remembers must fit in a Pico beside all the rest."""

import struct

CHUNK = 16
# What a Pico has as a number and not as an object: 12 days in ms.
MOST = (1 << 30) - 1


class Rows:
    """Rows of integers packed by a format of the struct module ("BBq").

    They lie in pieces of 16 rows, so that growing never copies and never needs a long stretch of free memory: one
    array for each column ran out of it at 300 turns on a 96 KB heap that was half empty. Pieces that were cut off
    are written over, not freed.

    A number of 64 bits (q) takes 32 as long as there is none in the table that needs more.

    `found`: for a reader, what it has found out from the rows; None again as soon as they have changed.
    """

    def __init__(self, form):
        self._wide = "<" + form
        self._form = self._wide.replace("q", "i")
        self._size = struct.calcsize(self._form)
        self._chunks = []
        self.count = 0
        self.found = None

    def add(self, *values):
        """Adds a row."""
        i = self.count
        if i // CHUNK == len(self._chunks):
            self._chunks.append(bytearray(CHUNK * self._size))
        self.found = None
        if self._form != self._wide and (max(values) > MOST or min(values) < -MOST):
            self._widen()
        self.count = i + 1
        struct.pack_into(self._form, self._chunks[i // CHUNK], i % CHUNK * self._size, *values)

    def row(self, i):
        """Row `i` as a tuple; also of a row that was cut off and not yet written over."""
        return struct.unpack_from(self._form, self._chunks[i // CHUNK], i % CHUNK * self._size)

    def cell(self, i, column):
        return self.row(i)[column]

    def set(self, i, *values):
        """Writes row `i` over."""
        self.found = None
        if self._form != self._wide and (max(values) > MOST or min(values) < -MOST):
            self._widen()
        struct.pack_into(self._form, self._chunks[i // CHUNK], i % CHUNK * self._size, *values)

    def put(self, i, column, value):
        values = list(self.row(i))
        values[column] = value
        self.set(i, *values)

    def cut(self, count):
        """Keeps the first `count` rows."""
        self.found = None
        self.count = count

    def _widen(self):
        """From now on each number has the bits of its form. Rows that were cut off stay, too: an undo reads them."""
        size = struct.calcsize(self._wide)
        wide = []
        for chunk in self._chunks:
            copy = bytearray(CHUNK * size)
            for i in range(CHUNK):
                struct.pack_into(self._wide, copy, i * size, *struct.unpack_from(self._form, chunk, i * self._size))
            wide.append(copy)
        self._chunks = wide
        self._form = self._wide
        self._size = size
