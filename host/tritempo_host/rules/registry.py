"""The list of rule sets. A new one is a file here and a line below."""

from tritempo_host.rules import matam
from tritempo_host.rules.ruleset import RuleSet

RULESETS: dict[str, RuleSet] = {each.id: each for each in (matam.MATAM,)}


def get(rules: str) -> RuleSet:
    """The rule set of this id. Raises KeyError."""
    return RULESETS[rules]
