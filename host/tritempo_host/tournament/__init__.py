"""A tournament as an append-only list of entries; its state is a fold over them, and standings are computed from it.

Pure: no file, no database, no command line. `entry` is what is written down, `state` what it adds up to, `fold` how,
`checks` what is asked or refused before something is written, `standings` the order of entrants, `importing` CSV files.
"""

from tritempo_host.tournament.entry import KINDS, Draft, Entry
from tritempo_host.tournament.fold import fold
from tritempo_host.tournament.refused import Conflict, Refused
from tritempo_host.tournament.standings import standings
from tritempo_host.tournament.state import Game, Player, Result, Round, Team, Tournament

__all__ = [
    "KINDS",
    "Conflict",
    "Draft",
    "Entry",
    "Game",
    "Player",
    "Refused",
    "Result",
    "Round",
    "Team",
    "Tournament",
    "fold",
    "standings",
]
