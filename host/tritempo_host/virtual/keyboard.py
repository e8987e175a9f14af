"""Turns what a terminal says about keys into presses and releases of buttons.

A terminal tells of characters, never of a key that goes up. So a small letter or figure is a finger that comes down and
goes soon; kept down, the keyboard repeats it, and the finger stays as long as that goes on. With Shift the finger stays
until the same key again: the sure way to hold, for a mark or for the arbiter's menu.
Pure: characters and times (seconds) go in, edges come out.
"""

from dataclasses import dataclass

BUTTONS = {
    **dict.fromkeys("1a", "A"),
    **dict.fromkeys("2b", "B"),
    **dict.fromkeys("3c", "C"),
    **dict.fromkeys("4d", "D"),
    **dict.fromkeys(" p", "PAUSE"),
    "t": "TRUMP",
}
# Characters of one key nearer than this come from the keyboard's own repeat, not from a finger.
REPEAT_S = 0.12
# How long a finger stays to see whether the keyboard begins to repeat: longer than its first delay.
PATIENT_S = 0.7
FOR_EVER = float("inf")

Edge = tuple[str, bool, float]  # button, down, when (s)


@dataclass
class _Finger:
    button: str
    last_s: float
    stays: bool  # put there with Shift
    repeating: bool = False
    again_s: float | None = None  # another character: a press of its own, unless a third shows that it is the repeat


class Keyboard:
    """`stay_s`: how long a finger stays after one character. Shorter where time runs fast."""

    def __init__(self, stay_s: float = PATIENT_S) -> None:
        self._stay_s = stay_s
        self._fingers: dict[str, _Finger] = {}
        self._last: tuple[str, float] = ("", 0.0)

    @property
    def held(self) -> frozenset[str]:
        """The buttons that are down and stay so."""
        return frozenset(finger.button for finger in self._fingers.values() if finger.stays or finger.repeating)

    def key(self, character: str, now_s: float) -> list[Edge]:
        """The edges of a character; none for one that is no button's."""
        button = BUTTONS.get(character.lower())
        if button is None:
            return []
        edges = self.tick(now_s)
        repeated = self._last[0] == button and now_s - self._last[1] < REPEAT_S
        self._last = (button, now_s)
        finger = self._fingers.get(button)
        if finger:
            finger.last_s = now_s
            finger.repeating = finger.repeating or repeated
            finger.again_s = None if repeated else now_s
        elif not repeated:
            for other in list(self._fingers.values()):
                if not other.stays:
                    edges += self._let_go(other, now_s)
            self._fingers[button] = _Finger(button, now_s, stays=character.isupper())
            edges.append((button, True, now_s))
        return edges

    def tick(self, now_s: float) -> list[Edge]:
        """The edges that the passing of time brings. To be called at `next_s` at the latest."""
        edges: list[Edge] = []
        for finger in sorted(self._fingers.values(), key=self._due_s):
            while finger.button in self._fingers and self._due_s(finger) <= now_s:
                edges += self._move_on(finger, now_s)
        return edges

    def next_s(self) -> float | None:
        """When `tick` has something to do next; None: not before another key."""
        due_s = min(map(self._due_s, self._fingers.values()), default=FOR_EVER)
        return None if due_s == FOR_EVER else due_s

    def _due_s(self, finger: _Finger) -> float:
        if finger.again_s is not None:
            return finger.again_s + REPEAT_S
        if finger.repeating:
            return finger.last_s + REPEAT_S
        return FOR_EVER if finger.stays else finger.last_s + self._stay_s

    def _move_on(self, finger: _Finger, now_s: float) -> list[Edge]:
        if finger.again_s is None or finger.stays:
            return self._let_go(finger, now_s)
        again_s, finger.again_s = finger.again_s, None
        return [(finger.button, False, again_s), (finger.button, True, again_s)]

    def _let_go(self, finger: _Finger, now_s: float) -> list[Edge]:
        edges = [] if finger.again_s is None or finger.stays else self._move_on(finger, now_s)
        del self._fingers[finger.button]
        return [*edges, (finger.button, False, now_s)]
