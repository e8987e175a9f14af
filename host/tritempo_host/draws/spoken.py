"""Says to a person how a draw came about, and why one cannot be made."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tritempo_host.draws.model import CannotDrawError, Step
from tritempo_host.words import catalogue, speak

Name = Callable[[int], str]
ONE = ("first", "other", "entrant", "gone", "new", "bye")  # fields of a step that are an entrant
SEVERAL = ("order", "teams")  # that are entrants, in an order
NOBODY = "–"


def explain(steps: Iterable[Step | Mapping[str, Any]], name_of: Name, lang: str) -> list[str]:
    """A sentence a step; `name_of` gives the name of an entrant by its number.

    Steps may be what was kept of them as data. One that this version has no words for is left out.
    """
    words, said = catalogue("draws"), []
    for step in steps:
        code: str = step.code if isinstance(step, Step) else step["code"]
        values: Mapping[str, Any] = step.values if isinstance(step, Step) else step.get("values", {})
        if f"step_{code}" in words:
            said.append(speak("draws", lang)(f"step_{code}", **_shown(values, name_of, lang)))
    return said


def refused(error: CannotDrawError, name_of: Name, lang: str, commands: bool = False) -> str:
    """Why the draw cannot be made, and what to do. `commands`: with the command that does it, for who types some."""
    given: Mapping[str, Any] = error.values
    values = {key: name_of(value) if key in ONE else value for key, value in given.items()}
    say = speak("draws", lang)
    if error.code in ("few_teams", "five"):
        values["setting"] = say(f"setting_{error.code}")
    sentences = [say(f"cannot_{error.code}", **values)]
    if commands and f"command_{error.code}" in catalogue("draws"):
        sentences.append(say(f"command_{error.code}"))
    return " ".join(sentences)


def card(trump: str, lang: str) -> str:
    """What a trump is called at the table; one that is not known by its key."""
    return catalogue("draws").get(f"card_{trump}", {}).get(lang, trump)


def _shown(values: Mapping[str, Any], name_of: Name, lang: str) -> dict[str, object]:
    say = speak("draws", lang)

    def names(numbers: Iterable[int], between: str = ", ") -> str:
        return between.join(name_of(number) if number else NOBODY for number in numbers)

    shown: dict[str, object] = {}
    for key, value in values.items():
        if key in ONE:
            shown[key] = name_of(value)
        elif key in SEVERAL and isinstance(value, Sequence):
            shown[key] = names(value)
        elif key == "numbered":
            shown[key] = ", ".join(str(n) if name_of(n) == str(n) else f"{n} {name_of(n)}" for n in value)
        elif key == "groups":
            shown[key] = "; ".join(names(group) for group in value)
        elif key == "places":
            shown[key] = ", ".join("-".join(map(str, group)) for group in value)
        elif key == "numbers":
            shown[key] = ", ".join(map(str, value))
        elif key == "cards":
            shown[key] = ", ".join(card(each, lang) for each in value)
        elif key in ("met", "club"):
            shown[key] = say(f"why_{key}", names=names(value)) if value else ""
        else:
            shown[key] = value
    return shown
