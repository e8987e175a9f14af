"""The rule sets, one file each: how a game is scored, how it ends, and who is ahead. All arithmetic is exact.

Nothing here reads a file, prints or knows of a tournament; `registry.py` lists the sets. What each rule says, and where
it can be read in more than one way, is in docs/rules.md.
"""

from tritempo_host.rules.registry import RULESETS, get

__all__ = ["RULESETS", "get"]
