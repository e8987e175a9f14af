"""Papers for the hall: cards for the tables, score sheets, trumps to deal out, posters, the list of who is there. PDF.

`papers` is the door; `content` says what stands on a paper, as data; `press` sets it with typst. A name reaches typst
as data and is never markup. No rule of any game is here: ends, columns and fields are the rule set's.
"""

from tritempo_host.export.prints.papers import (
    checkin_list,
    pairings,
    results_poster,
    score_sheets,
    standings_poster,
    table_cards,
    trump_slips,
)

__all__ = [
    "checkin_list",
    "pairings",
    "results_poster",
    "score_sheets",
    "standings_poster",
    "table_cards",
    "trump_slips",
]
