"""An entry of the history in one line: what was written down."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tritempo_host.text import clean
from tritempo_host.tournament.entry import Entry, changes
from tritempo_host.tournament.spoken import end_word
from tritempo_host.tournament.state import Tournament
from tritempo_host.words import catalogue, speak

LONGEST = 60  # characters of a text in it


def told(entry: Entry, tournament: Tournament, lang: str) -> str:
    """What an entry says, with names as they are now."""
    say, body = speak("tournament", lang), entry.body
    values: dict[str, Any] = {
        "round": body.get("round"),
        "table": body.get("table"),
        "from": body.get("from"),
        "entry": body.get("entry"),
        "name": _name(entry.kind, body, tournament),
        "text": clean(str(body.get("text", "")), LONGEST),
        "log": clean(str(body.get("log", "")), LONGEST),
        "device": clean(str(body.get("device", "")), LONGEST),
        "seed": clean(str(body.get("seed", "")), LONGEST),
        "scores": ", ".join(map(str, body.get("scores", ()))),
        "end": end_word(str(body.get("end", "")), lang),
        "kind": say(f"kind_{body['kind']}")
        if f"kind_{body.get('kind')}" in catalogue("tournament")
        else body.get("kind"),
        "points": body.get("points", ""),
        "at": _clock(body.get("at")),
        "settings": _settings(body),
    }
    key = f"entry_{entry.kind}"
    if entry.kind in ("team", "player") and not body.get("add"):
        key = f"{key}_changed"
    if entry.kind == "result" and body.get("replaces") is not None:
        key, values["old"] = f"{key}_corrected", body["replaces"]
    if entry.kind == "draw" and changes(body):
        key = f"{key}_changed"
    if entry.kind == "log" and body.get("round") is None:
        key = f"{key}_parted" if body.get("part") else f"{key}_none"
    return say(key, **values)


def _name(kind: str, body: Mapping[str, Any], tournament: Tournament) -> str:
    if kind in ("created", "settings", "team", "player") and body.get("name"):
        return clean(str(body["name"]), LONGEST)
    there = tournament.entrants
    number: int = body.get("entrant", 0)
    if body.get("player") is not None:
        there, number = tournament.players, body["player"]
    elif body.get("team") is not None:
        there, number = tournament.teams, body["team"]
    return clean(there[number].name, LONGEST) if number in there else str(number)


def _settings(body: Mapping[str, Any]) -> str:
    given = {key: body[key] for key in ("date", "place") if key in body} | dict(body.get("settings", {}))
    return clean(", ".join(f"{key}={'' if value is None else value}" for key, value in given.items()), LONGEST)


def _clock(moment: Any) -> str:
    """The time of day here, of a moment that was written down."""
    return f"{datetime.fromisoformat(str(moment)).astimezone():%H:%M}" if moment else ""
