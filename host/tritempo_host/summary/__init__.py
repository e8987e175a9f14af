"""What happened in a game, computed from its log each time: turns, totals, pauses, trumps, and what is unusual.

`summarise(header, lines, game)` gives a `Summary`. Nothing here is stored or rounded: whole
milliseconds and points all through.
"""

from tritempo_host.summary.build import summarise
from tritempo_host.summary.model import Summary

__all__ = ["Summary", "summarise"]
