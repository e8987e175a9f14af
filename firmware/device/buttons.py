"""Changes of pins in, edges out: the first edge of a press counts at once, what bounces after it does not. Pure.

A button that moves makes an edge, with the time of that change. Then it is deaf for DEAF_US, a little more than 10 ms;
after them its level decides: if it is not what the last edge said, that is the next edge, and its time is when the
button moved last. So a press has no latency, a press of 10 ms counts, and bounce of up to 10 ms counts once, at the
release, too (OneButton #67, ezButton #8: several presses from one click). An edge cannot get lost as long as there is a
level.
"""

DEAF_US = 10_300  # 10 ms, and three samples of the pins


class Buttons:
    """`count` buttons. A pin is high as long as its button is up; one that is down from the start has an edge.

    Times are in us and never fall. Edges are appended, in order, as (us, index of the button, is it down).
    """

    def __init__(self, count):
        self._count = count
        self.levels = self._said = (1 << count) - 1  # what the pins are, and what the edges have said
        self.deaf = 0  # a bit for each button that is: then an edge may come without a change
        self._deaf_until = [0] * count
        self._moved = [0] * count
        self._last_us = 0  # of the edges so far

    def change(self, t_us, levels, edges):
        """The pins have changed to `levels`."""
        if self.deaf:
            self.settle(t_us, edges)
        changed = levels ^ self.levels
        self.levels = levels
        button = 0
        while changed:
            if changed & 1:
                self._moved[button] = t_us
                if not self.deaf >> button & 1:
                    self._edge(button, edges)
            changed >>= 1
            button += 1

    def settle(self, now_us, edges):
        """Time has passed: of the buttons that hear again, the levels decide. Needless while none is `deaf`."""
        for button in range(self._count):
            bit = 1 << button
            if self.deaf & bit and now_us >= self._deaf_until[button]:
                self.deaf ^= bit
                if (self.levels ^ self._said) & bit:
                    self._edge(button, edges)
                    if now_us >= self._deaf_until[button]:
                        self.deaf ^= bit

    def _edge(self, button, edges):
        bit = 1 << button
        t_us = self._moved[button]
        if t_us < self._last_us:
            t_us = self._last_us
        self._last_us = t_us
        self._said ^= bit
        self.deaf |= bit
        self._deaf_until[button] = t_us + DEAF_US
        edges.append((t_us, button, not self._said & bit))
