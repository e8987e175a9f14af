"""How bright each seat's light is, and the rhythms that say the same without colour.

On turn: on. Under the first warning: a slow blink. Below zero: a fast one. Paused: the seat on turn breathes. Before a
turn: the seat that comes next blinks slowly. At the end: a short chase around the table, then dark.
"""

from tritempo.buttons.seating import SEAT_BUTTONS, button_of

FULL = 255
SLOW_MS = 1000
FAST_MS = 400  # 2.5 Hz: quicker than the slow blink at a glance, slower than the 3 Hz that can harm people
BREATH_MS = 3000
BREATH_STEP_MS = 60  # as often as it needs to be smooth
BREATH_LOW = 6
CHASE_STEP_MS = 120
CHASE_ROUNDS = 3
DARK = (0, 0, 0, 0)


def levels(v, now_ms):
    """(level, …) by seat, 0 to 255. `v`: a view, or None where there is no game; `now_ms`: any running clock.

    A blink follows the time that it tells of, so it begins lit, and goes in step with the seconds on the display.
    """
    if v is None:
        return DARK
    lit = [0] * v["seats"]
    state = v["state"]
    if state == "ended":
        step = v["since_ms"] // CHASE_STEP_MS
        if step < CHASE_ROUNDS * len(lit):
            lit[step % len(lit)] = FULL
    elif state == "paused":
        lit[seat_in_question(v) - 1] = breath(now_ms)
    elif state == "running":
        lit[v["seat"] - 1] = _on_turn(v)
    elif blink(v["since_ms"], SLOW_MS):
        lit[v["next_seat"] - 1] = FULL
    return tuple(lit)


def still_ms(v):
    """Milliseconds, 1 or more, for which the levels of this view stay, if nothing happens; None: for good."""
    if v is None:
        return None
    if v["state"] == "ended":
        chasing = v["since_ms"] < CHASE_ROUNDS * v["seats"] * CHASE_STEP_MS
        return CHASE_STEP_MS - v["since_ms"] % CHASE_STEP_MS if chasing else None
    if v["state"] == "paused":
        return BREATH_STEP_MS
    if v["state"] == "running":
        left_ms = v["left_ms"]
        if left_ms is None or not (left_ms < 0 or v["low"]):
            return None  # the warning and zero come with records
        if left_ms < 0:
            return FAST_MS // 2 - (-1 - left_ms) % (FAST_MS // 2)
        return SLOW_MS // 2 - -left_ms % (SLOW_MS // 2)
    return SLOW_MS // 2 - v["since_ms"] % (SLOW_MS // 2)


def by_clock(v):
    """Whether the levels depend on `now_ms` alone, as long as nothing happens: then they need no new view."""
    return v is not None and v["state"] == "paused"


def by_button(levels_by_seat, order, buttons):
    """Brightness by button, A first, of `buttons` of them. `order`: the seating (tritempo.buttons.seating)."""
    out = [0] * buttons
    for i, level in enumerate(levels_by_seat):
        if level:  # most are dark
            button = SEAT_BUTTONS.index(button_of(i + 1, order))
            if button < buttons:  # a seat more than buttons has no light
                out[button] = level
    return out


def lit_button(levels):
    """Which button's light is on, by number; None: none is."""
    for i in range(len(levels)):
        if levels[i]:
            return i
    return None


def alone(order, buttons):
    """For each seat the brightness by button when its light is the only one, on."""
    return [tuple(by_button([0] * seat + [FULL], order, buttons)) for seat in range(len(SEAT_BUTTONS))]


def seat_in_question(v):
    """The seat that a pause is about: on turn, or with no turn running the next one, or the one that went out."""
    if v["under"] == "ended":
        return v["last_seat"]
    return v["seat"] or v["next_seat"]


def blink(ms, period_ms):
    """Whether a blink that began `ms` ago is lit."""
    return ms % period_ms < period_ms // 2


def overrun_lit(v):
    """Whether the fast blink of a turn below zero is lit; the display turns over with it."""
    return blink(-1 - v["left_ms"], FAST_MS)


def breath(now_ms):
    """Up and down in a curve that the eye sees as even."""
    phase = now_ms % BREATH_MS
    rising = min(phase, BREATH_MS - phase) * FULL // (BREATH_MS // 2)
    return BREATH_LOW + (FULL - BREATH_LOW) * rising * rising // (FULL * FULL)


def _on_turn(v):
    left_ms = v["left_ms"]
    if left_ms is None:
        return FULL
    if left_ms < 0:
        return FULL if overrun_lit(v) else 0
    if v["low"]:
        # Lit in the first half of each second that is shown.
        return FULL if blink(-left_ms, SLOW_MS) else 0
    return FULL
