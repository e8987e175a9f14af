"""Settings as a command line gives them: KEY=VALUE. Which there are the rule set, its draws and the tournament say."""

from collections.abc import Iterable
from typing import Any

from tritempo_host.draws import SYSTEMS
from tritempo_host.problem import Problem
from tritempo_host.rules import RULESETS
from tritempo_host.text import clean
from tritempo_host.words import speak

YES, NO = ("yes", "true", "on"), ("no", "false", "off")
# The tournament's own: what may stand there; None is any text.
OURS: dict[str, tuple[Any, ...] | None] = {
    "rounds": None,
    "system": None,
    "seed": None,
    "trumps": (False, True),
    "control": None,
}


def known(rules: str) -> dict[str, tuple[Any, ...] | None]:
    """All settings of a tournament by these rules: the choices that there are, the default first, or None for any."""
    ruleset = RULESETS[rules]
    found: dict[str, tuple[Any, ...] | None] = {each.key: each.choices for each in ruleset.settings}
    for system in ruleset.draws:
        if system in SYSTEMS:
            # the deal of the trumps is a setting of the tournament
            found |= {f"draw_{each.key}": each.choices for each in SYSTEMS[system].settings if each.key not in OURS}
    return found | OURS


def settings_of(rules: str, sets: Iterable[str], lang: str) -> dict[str, Any]:
    """The settings of `KEY=VALUE`, each checked; `KEY=` takes one back (None). Raises Problem."""
    say, there = speak("tournament", lang), known(rules)
    settings: dict[str, Any] = {}
    for each in sets:
        key, equals, text = (part.strip() for part in each.partition("="))
        if not equals:
            raise Problem(say("set_form", text=clean(each)))
        if key not in there:
            raise Problem(say("set_unknown", setting=clean(key), known=", ".join(there)))
        settings[key] = _value(key, text, rules, there[key], say) if text else None
    return settings


def _value(key: str, text: str, rules: str, choices: tuple[Any, ...] | None, say: Any) -> Any:
    if key == "rounds":
        choices = tuple(range(1, 101)) if not (text.isascii() and text.isdigit()) else (int(text),)
    if key == "system":
        choices = RULESETS[rules].draws
    if choices is None:
        return text
    plain = text.casefold()
    for choice in choices:
        if isinstance(choice, bool):
            if plain in (YES if choice else NO):
                return choice
        elif str(choice).casefold() == plain:
            return choice
    shown = "1-100" if key == "rounds" else ", ".join(map(written, choices))
    raise Problem(say("set_choice", setting=key, value=clean(text), choices=shown))


def written(value: Any) -> str:
    """As it would be typed."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
