"""Says to a person what was refused, asked, or written by somebody else meanwhile."""

from collections.abc import Iterable, Mapping
from typing import Any

from tritempo_host.tournament.checks import Doubt
from tritempo_host.tournament.entering import Mistyped
from tritempo_host.tournament.refused import Conflict, Refused, Remark
from tritempo_host.tournament.spreadsheet import Wrong, heading
from tritempo_host.words import LANGUAGES, catalogue, speak


def said(what: Refused | Conflict | Doubt | Wrong | Remark | Mistyped, lang: str) -> str:
    """One or two sentences: what, where, what to do."""
    say = speak("entries", lang)
    if isinstance(what, Conflict):
        return say("conflict", who=what.entry.who, entry=what.entry.number, at=f"{what.entry.at:%H:%M:%S} UTC")
    if isinstance(what, Wrong):
        key = f"line_{what.code}" if f"line_{what.code}" in catalogue("entries") else what.code
        return say("line", line=what.line, what=say(key, **_spoken(what.values, lang)))
    if isinstance(what, Mistyped):
        field = say(f"typed_field_{what.field}")
        place = field if what.seat is None else say("typed_at", field=field, **what.values)
        return say("typed", place=place, what=say(f"typed_{what.code}", **what.values))
    return say(f"doubt_{what.code}" if isinstance(what, Doubt) else what.code, **_spoken(what.values, lang))


def _spoken(values: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """The values with what is a code among them in words: why a rule set refuses a sheet, an entry's kind and fields, a
    draw's system; the rounds that are open, with their tables; who is drawn, with theirs; the results that were
    corrected."""
    out, say = dict(values), speak("entries", lang)
    if "open" in values:
        out["open"] = ", ".join(
            say("draw_open", round=number, tables=", ".join(map(str, tables))) if tables else str(number)
            for number, tables in values["open"].items()
        )
    if "drawn" in values:
        out["drawn"] = ", ".join(
            say("away_at", name=name, tables=", ".join(map(str, tables))) if tables else say("away_bye", name=name)
            for name, tables in values["drawn"]
        )
    if "corrected" in values:
        out["corrected"] = "; ".join(
            say("outdated_at", round=number, tables=", ".join(map(str, tables)))
            for number, tables in values["corrected"]
        )
    codes = (
        *(("reason", "scoring", "sheet_{}"), ("kind", "entries", "kind_{}"), ("system", "draws", "system_{}")),
        ("field", "entries", "called_{}"),
    )
    for field, area, key in codes:
        word = key.format(values.get(field))
        if field in values and word in catalogue(area):
            out[field] = speak(area, lang)(word)
    within, _, key = str(values.get("field", "")).rpartition(".")
    if within == "settings" and f"setting_{key}" in catalogue("tournament"):
        out["field"] = speak("tournament", lang)(f"setting_{key}")
    return out


def end_word(end: str, lang: str) -> str:
    """A way to end in words; one that nobody knows as it is written."""
    return catalogue("scoring").get(f"end_{end}", {}).get(lang, end)


def end_words(ends: Iterable[str]) -> dict[str, str]:
    """{how a way to end may be written, in any language, compared as headings are: its key}."""
    words = catalogue("scoring")
    out = {heading(end): end for end in ends}
    for end in ends:
        for lang in LANGUAGES:
            if f"end_{end}" in words:
                out.setdefault(heading(words[f"end_{end}"][lang]), end)
    return out
