"""The index of the logs on the flash, packed: a season's logs must not need a long stretch of free memory at boot."""

from tritempo.rows import Rows

NUMBER, GAME, SIZE, ACKED = range(4)


class Index:
    """What is known of each log file, in order of the logs' numbers: number, game id, size on flash, acknowledged.

    A game id is 8 hex digits, kept as a number.
    """

    def __init__(self):
        self._rows = Rows("IIIB")
        self.changes = 0  # how often something has changed

    @property
    def count(self):
        return self._rows.count

    def put(self, number, game, size, acked):
        """Adds a log, or changes what is known of it."""
        self.changes += 1
        rows = self._rows
        i = self._place(number)
        if i == rows.count or rows.cell(i, NUMBER) != number:
            rows.add(0, 0, 0, 0)
            for after in range(rows.count - 1, i, -1):
                rows.set(after, *rows.row(after - 1))
        rows.set(i, number, int(game, 16), size, acked)

    def drop(self, number):
        self.changes += 1
        rows = self._rows
        for i in range(self._place(number), rows.count - 1):
            rows.set(i, *rows.row(i + 1))
        rows.cut(rows.count - 1)

    def get(self, number) -> tuple | None:
        """(number, game, size, acked) of a log, or None."""
        i = self._place(number)
        return self.at(i) if i < self.count and self._rows.cell(i, NUMBER) == number else None

    def at(self, i):
        """The same of the i-th oldest log; i may count from the end."""
        number, game, size, acked = self._rows.row(i if i >= 0 else self.count + i)
        return number, "{:08x}".format(game), size, bool(acked)

    def _place(self, number):
        """Where that log is, or belongs. Looked for from the end: new logs come there, and are asked for most."""
        i = self._rows.count
        while i and self._rows.cell(i - 1, NUMBER) >= number:
            i -= 1
        return i
