"""The edges of the buttons, each with the time of the edge itself, in order, until the app asks for them."""

# A Pico's ring of edges has this many places: those that come when it is full are lost, and counted.
RING = 32
# So many may wait here, most of them for their time to come: a panel that queues more at once is told so.
QUEUE = 128


class Edges:
    """Edges given with any time come out in order of time, and never earlier than what the app has already played.

    The app reads the time, takes the edges up to it, and lets time pass up to it. An edge that reached us late, stamped
    inside time that has passed, would contradict records already made (a flag, say): it counts one ms after.
    """

    def __init__(self):
        self._waiting = []  # (t_ms, button, down), in order
        self._played_ms = -1
        self.lost = 0

    def add(self, t_ms, button, down):
        """True; False if there is no place for it: then it is lost, and counted."""
        if len(self._waiting) >= QUEUE:
            self.lost += 1
            return False
        t_ms = max(t_ms, self._played_ms + 1)
        place = len(self._waiting)
        while place and self._waiting[place - 1][0] > t_ms:
            place -= 1
        self._waiting.insert(place, (t_ms, button, down))
        return True

    def take(self, until_ms):
        """The edges with t <= until_ms; that much time counts as played from now on."""
        count = 0
        while count < len(self._waiting) and self._waiting[count][0] <= until_ms:
            count += 1
        taken, self._waiting = self._waiting[: min(count, RING)], self._waiting[count:]
        self.lost += count - len(taken)
        self._played_ms = max(self._played_ms, until_ms)
        return taken

    def next_ms(self):
        """The time of the first edge that waits, or None."""
        return self._waiting[0][0] if self._waiting else None
