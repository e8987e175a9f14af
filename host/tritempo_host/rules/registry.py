"""The list of rule sets. A new one is a file here and a line below."""

from tritempo_host.rules.cusca import CUSCA
from tritempo_host.rules.ebre import EBRE
from tritempo_host.rules.manresa import MANRESA
from tritempo_host.rules.matam import MATAM
from tritempo_host.rules.romania import ROMANIA
from tritempo_host.rules.ruleset import RuleSet
from tritempo_host.rules.wespa import WESPA

RULESETS: dict[str, RuleSet] = {each.id: each for each in (MATAM, MANRESA, EBRE, ROMANIA, CUSCA, WESPA)}


def get(rules: str) -> RuleSet:
    """The rule set of this id. Raises KeyError."""
    return RULESETS[rules]
