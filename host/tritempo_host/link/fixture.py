"""The next game of a table, from what a person typed: checked here, so that what is wrong is said in his language."""

from collections.abc import Callable
from typing import Any

from tritempo.control import TRUMPS
from tritempo.requests import MAX_NAME
from tritempo_host import controls
from tritempo_host.problem import Problem
from tritempo_host.text import clean
from tritempo_host.words import catalogue, speak

Say = Callable[..., str]


def make(
    control: str | None,
    names: str | None,
    seats: int | None,
    round_number: int | None,
    table: int | None,
    holders: str | None,
    lang: str,
) -> dict[str, Any]:
    """What `Clock.send_fixture` takes. `names`: `A,B,C`; `holders`: `prorroga=2,salva=3`. Raises Problem."""
    say = speak("link", lang)
    players = [" ".join(name.split()) for name in names.split(",")] if names else []
    _check_names(players, seats, say)
    seats = seats or len(players) or None
    data = controls.load(control or "matam", seats, lang)
    seats = seats or int(data["seats"][0])
    return {
        "control": data,
        "seats": seats,
        "names": players,
        "round_number": round_number,
        "table": table,
        "holders": _holders(holders, data, seats, say),
    }


def told(made: dict[str, Any], lang: str) -> str:
    """`round 2, table 5; MàTaM; 3 players: Anna, Bernat, Carla; extra time: Bernat`."""
    say = speak("link", lang)
    names, seats = made["names"], made["seats"]
    number, table = ("-" if made[field] is None else made[field] for field in ("round_number", "table"))
    parts = [] if number == table == "-" else [say("sent_place", round=number, table=table)]
    parts.append(clean(str(made["control"]["name"].get(lang) or made["control"]["id"]), 60))
    parts.append(say("sent_players" if names else "sent_nameless", seats=seats, names=", ".join(names)))
    parts += [
        say("sent_holder", trump=_named(trump, lang), player=names[seat - 1] if names else seat)
        for trump, seat in made["holders"].items()
    ]
    return "; ".join(parts)


def _named(trump: str, lang: str) -> str:
    key = f"trump_{trump}"
    return speak("report", lang)(key) if key in catalogue("report") else trump


def _check_names(names: list[str], seats: int | None, say: Say) -> None:
    if names and seats and len(names) != seats:
        raise Problem(say("names_count", count=len(names), seats=seats))
    for n, name in enumerate(names, 1):
        shown = clean(name)
        if not name:
            raise Problem(say("name_empty", n=n))
        if clean(name, len(name)) != name:
            raise Problem(say("name_control", n=n, name=shown))
        if len(name) > MAX_NAME:
            raise Problem(say("name_long", n=n, name=shown, most=MAX_NAME))
        if name in names[: n - 1]:
            raise Problem(say("name_twice", name=shown))


def _holders(given: str | None, control: dict[str, Any], seats: int, say: Say) -> dict[str, int]:
    holders: dict[str, int] = {}
    for pair in given.split(",") if given else []:
        trump, _, number = pair.strip().partition("=")
        if trump not in TRUMPS or not (number.isascii() and number.isdecimal()):
            raise Problem(say("bad_holder", pair=clean(pair), trumps=", ".join(TRUMPS)))
        seat = int(number[:4])
        if trump in holders:
            raise Problem(say("holder_twice", trump=trump))
        if trump not in control["trumps"]:
            raise Problem(say("holder_no_trump", trump=trump, trumps=", ".join(control["trumps"]) or "-"))
        if not 1 <= seat <= seats:
            raise Problem(say("holder_no_seat", trump=trump, seat=seat, seats=seats))
        if seat in holders.values():
            raise Problem(say("holder_two_trumps", seat=seat))
        holders[trump] = seat
    return holders
