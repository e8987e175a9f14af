"""What the board cannot find out about itself: /board.json, which `tritempo deploy` writes."""

import json

from device.panels import PANELS

DEFAULTS = {"seats": 3, "display": "ssd1306"}
SEATS = (3, 4)
LONGEST = 256  # bytes; a file of more is not ours


def options(path="/board.json"):
    """{"seats": 3 or 4, "display": a kind}. What is missing or makes no sense gives way to the default."""
    found = dict(DEFAULTS)
    try:
        with open(path) as file:
            kept = json.loads(file.read(LONGEST))
        if kept.get("seats") in SEATS:
            found["seats"] = kept["seats"]
        if kept.get("display") in PANELS:
            found["display"] = kept["display"]
    except (OSError, ValueError, AttributeError, TypeError):
        pass  # none, or spoilt
    return found
