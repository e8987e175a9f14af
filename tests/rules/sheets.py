"""Games for the tests of the rule sets: a few words make a sheet, its score and what the standings are made from."""

from collections.abc import Mapping, Sequence
from typing import Any

from tritempo_host.rules import RULESETS
from tritempo_host.rules.ruleset import Played, RuleSet, Sheet


def game(
    rules: RuleSet | str,
    entrants: Sequence[int],
    sheet: Sheet,
    place: tuple[int, int, int] = (1, 1, 1),
    settings: Mapping[str, Any] | None = None,
) -> Played:
    """A game that counts; `place`: round, match, table. Players are their own entrants, or stand for their teams."""
    rules = RULESETS[rules] if isinstance(rules, str) else rules
    entrants = tuple(entrants)
    return Played(*place, entrants, entrants, sheet, rules.score(sheet, settings or {}))
