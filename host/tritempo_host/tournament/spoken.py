"""Says to a person what was refused, asked, or written by somebody else meanwhile."""

from tritempo_host.tournament.checks import Doubt
from tritempo_host.tournament.refused import Conflict, Refused
from tritempo_host.words import speak


def said(what: Refused | Conflict | Doubt, lang: str) -> str:
    """One or two sentences: what, where, what to do."""
    say = speak("entries", lang)
    if isinstance(what, Conflict):
        return say("conflict", who=what.entry.who, entry=what.entry.number, at=f"{what.entry.at:%H:%M:%S} UTC")
    return say(f"doubt_{what.code}" if isinstance(what, Doubt) else what.code, **what.values)
