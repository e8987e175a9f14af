"""Settings as a command line gives them: KEY=VALUE. Which there are `tournament.options` knows."""

from collections.abc import Iterable
from typing import Any

from tritempo_host.problem import Problem
from tritempo_host.text import clean
from tritempo_host.tournament.options import ROUNDS, as_typed, known, typed
from tritempo_host.words import speak


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
        try:
            settings[key] = typed(key, text, there[key]) if text else None
        except ValueError:
            shown = f"1-{ROUNDS}" if key == "rounds" else ", ".join(map(as_typed, there[key] or ()))
            raise Problem(say("set_choice", setting=key, value=clean(text), choices=shown)) from None
    return settings
