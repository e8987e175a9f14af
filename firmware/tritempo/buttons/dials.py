"""The values that a dialog lets choose one by one: which there are, where the dial begins, how each is shown.

On a Pico this is in memory only while somebody dials (tritempo.unload).
"""

from tritempo.buttons.seating import orders
from tritempo.control import ANY_SEATS, LANGUAGES, PRESETS
from tritempo.presets import changes

TIME_STEP_MS = 5000
TIME_MOST_MS = 3600000  # an hour given or taken at once is a slip of the finger
SOUND_LEVELS = (0, 1, 2, 3)
LANGUAGE_NAMES = {"ca": "Català", "ro": "Română", "en": "English"}


def choices(dial, settings, picked):
    """All values of a dial, in order: anything that can be indexed. Never empty."""
    buttons = settings.get("buttons", 3)
    if dial == "control":
        return [name for name in PRESETS if seats_of(name, buttons)]
    if dial == "seats":
        return seats_of(picked["control"], buttons)
    if dial == "lang":
        return LANGUAGES
    if dial == "sound":
        return SOUND_LEVELS
    if dial == "rotation":
        return orders(buttons)
    return range(-TIME_MOST_MS, TIME_MOST_MS + 1, TIME_STEP_MS)


def begin(dial, values, settings, picked):
    """Where the dial stands at first: at no time, at the setting, at what was chosen before, or at its beginning."""
    if dial == "time":
        return len(values) // 2
    for chosen in (settings.get(dial), picked.get(dial)):
        for i in range(len(values)):
            if values[i] == chosen:
                return i
    return 0


def turned(dial, values, place, by):
    """The dial's next place: round and round, but for time, which has two ends."""
    if dial == "time":
        return max(0, min(len(values) - 1, place + by))
    return (place + by) % len(values)


def seats_of(control_id, buttons):
    """The numbers of seats that a preset allows and that the clock has buttons for."""
    return [number for number in changes(control_id).get("seats", ANY_SEATS) if number <= buttons]


def shown(dial, value, settings, picked):
    """A value as people read it; for time with the number of its seat."""
    if dial == "control":
        return changes(value)["name"][settings.get("lang", "ca")]
    if dial == "lang":
        return LANGUAGE_NAMES[value]
    if dial == "rotation":
        buttons = settings.get("buttons", 3)
        return "-".join([each for each in value if buttons == 4 or each != "D"])
    if dial == "time":
        seconds = abs(value) // 1000
        sign = "-" if value < 0 else "+"
        return "{}: {}{}:{:02d}".format(picked.get("seat"), sign, seconds // 60, seconds % 60)
    return str(value)
