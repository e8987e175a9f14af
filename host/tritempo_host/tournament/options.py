"""The settings of a tournament: which there are, what each may be, whose words it rests on, how one is typed. Pure.

Three kinds, told apart by `of`: "rules" are readings of the rule set, "draw" settings of one of its draw systems
(called `draw_KEY` in a tournament), "ours" those of this program.
"""

from dataclasses import dataclass
from typing import Any

from tritempo_host.draws import SYSTEMS
from tritempo_host.rules import RULESETS

YES, NO = ("yes", "true", "on"), ("no", "false", "off")
ROUNDS = 100  # that are planned, at most
OURS = ("rounds", "system", "seed", "trumps", "control", "message", "double_entry")


@dataclass(frozen=True, slots=True)
class Option:
    """`choices`: the default first; None for any text. `article`: whose words it is about, "" where it is ours.
    `system`: the draw that it is of. `word`: (area, key) of its name; a choice has the same key and `_CHOICE`."""

    key: str
    of: str
    choices: tuple[Any, ...] | None
    word: tuple[str, str]
    article: str = ""
    system: str = ""

    @property
    def default(self) -> Any:
        return self.choices[0] if self.choices else None


def options(rules: str) -> list[Option]:
    """All settings of a tournament by these rules. Systems may share a key and differ in what it can be."""
    ruleset = RULESETS[rules]
    found = [
        Option(each.key, "rules", each.choices, ("scoring", f"setting_{rules}_{each.key}"), each.article)
        for each in ruleset.settings
    ]
    systems = [each for each in ruleset.draws if each in SYSTEMS]
    for system in systems:
        found += [
            Option(f"draw_{each.key}", "draw", each.choices, ("draws", f"setting_{each.key}"), each.article, system)
            for each in SYSTEMS[system].settings
            if each.key not in OURS  # the deal of the trumps is a setting of the tournament
        ]
    switch = (False, True)
    choices: dict[str, tuple[Any, ...]] = {"system": tuple(systems), "trumps": switch, "double_entry": switch}
    return found + [Option(key, "ours", choices.get(key), ("tournament", f"setting_{key}")) for key in OURS]


def known(rules: str) -> dict[str, tuple[Any, ...] | None]:
    """The choices of each setting by its key, the default first; None for any."""
    found: dict[str, tuple[Any, ...] | None] = {}
    for each in options(rules):
        before = found.get(each.key) or ()
        found[each.key] = None if each.choices is None else tuple(dict.fromkeys((*before, *each.choices)))
    return found


def typed(key: str, text: str, choices: tuple[Any, ...] | None) -> Any:
    """The value of a setting as somebody typed it. Raises ValueError for one that there is not."""
    if key == "rounds":
        if not (text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= ROUNDS):
            raise ValueError(text)
        return int(text)
    if choices is None:
        return text
    plain = text.casefold()
    for choice in choices:
        if isinstance(choice, bool):
            if plain in (YES if choice else NO):
                return choice
        elif str(choice).casefold() == plain:
            return choice
    raise ValueError(text)


def as_typed(value: Any) -> str:
    """As it would be typed."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
