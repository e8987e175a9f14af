"""A growing table of small integers, packed into arrays: what a game of 600 inputs remembers must fit in a Pico."""

from array import array


class Rows:
    """Rows of integers, one array a column. `codes` are the array module's type codes, one a column.

    Rows that were cut off are written over, never freed: MicroPython's arrays cannot shrink.
    """

    def __init__(self, codes):
        self._columns = [array(code) for code in codes]
        self.count = 0

    def add(self, *values):
        """Adds a row."""
        i = self.count
        for column, value in zip(self._columns, values):
            if i < len(column):
                column[i] = value
            else:
                column.append(value)
        self.count = i + 1

    def row(self, i):
        """Row `i` as a tuple; also of a row that was cut off and not yet written over."""
        return tuple(column[i] for column in self._columns)

    def cell(self, i, column):
        return self._columns[column][i]

    def put(self, i, column, value):
        self._columns[column][i] = value

    def cut(self, count):
        """Keeps the first `count` rows."""
        self.count = count
