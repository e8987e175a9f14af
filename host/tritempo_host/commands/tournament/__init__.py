"""`tritempo tournament`: a tournament from the list of teams to the final standings. One file for each command in it.

No rule of any game is here: `rules/` knows them, `draws/` draws, `tournament/` adds up, `store/` keeps. `_desk.py` has
what the commands share.
"""

import sys

import click

from tritempo_host.lazy import LazyGroup


@click.group(cls=LazyGroup, package=sys.modules[__name__])
def tournament() -> None:
    """A tournament: who takes part, draws, results, standings, and what goes out.

    Nothing that was written down is ever changed or deleted: a correction comes beside it, with who, when and why.
    Where the store has several tournaments the one that was made last is meant, or the one that --tournament names.
    """
