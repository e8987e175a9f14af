"""Says what matching, proposals and comparisons found: one sentence each. Words: words/matching.toml."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tritempo_host.text import clean, clock
from tritempo_host.tournament.matching import LogDoubt, Match, Place
from tritempo_host.tournament.proposal import Figure
from tritempo_host.tournament.state import Game, Tournament
from tritempo_host.words import catalogue, speak

SEATS = {"seat": "name", "other": "other"}  # a value that is a seat, and the field that its name fills


def how(match: Match, lang: str) -> str:
    """How a log found its game, or why it has none."""
    return speak("matching", lang)(f"how_{match.how}")


def doubt(found: LogDoubt, lang: str, names: Sequence[str] = ()) -> str:
    """One sentence. `names`: of the game's players, in the order of the draw; without them seats are numbers."""
    values: dict[str, Any] = {key: _shown(value) for key, value in found.values.items()}
    values |= {field: _name(found.values[key], names) for key, field in SEATS.items() if key in found.values}
    if found.code == "flagged":
        values["verdict"] = speak("audit", lang)(f"verdict_{found.values['verdict']}")
    if found.code == "end_unknown":
        values["end"] = _end("report", str(found.values["end"]), lang)
    if found.code == "entered_end":
        values |= {key: _end("scoring", str(found.values[key]), lang) for key in ("entered", "log")}
    if found.code == "entered_by":
        values |= {key: _name(found.values[key], names) for key in ("entered", "log")}
    if "ms" in found.values:
        values["time"] = clock(found.values["ms"])
    return speak("matching", lang)(f"doubt_{found.code}", **values)


def figure(found: Figure, lang: str, names: Sequence[str] = ()) -> str:
    """One sentence, with the numbers of the turns that show it and the article that it rests on."""
    say = speak("matching", lang)
    values: dict[str, Any] = dict(found.values)
    code = found.code
    if found.what == "end":
        values["end"] = _end("scoring", str(found.value), lang)
        code = "end" if found.seat is None else "end_by"
    if found.seat is not None:
        values["name"] = _name(found.seat, names)
    if found.what == "order":
        values["names"] = ", ".join(_name(seat, names) for seat in found.value)
    if found.what in ("overtime", "overran"):
        values["time"] = clock(values["ms"])
    if found.what == "given":
        values["time"] = clock(abs(found.value))
    text = say(f"why_{code}", **values)
    if found.turns:
        key = "figure_turn" if len(found.turns) == 1 else "figure_turns"
        text = say(key, text=text.rstrip("."), turns=", ".join(map(str, found.turns))) + "."
    return say("figure_article", text=text, article=found.article) if found.article else text


def doubts(found: Iterable[LogDoubt], lang: str, names: Sequence[str] = ()) -> list[str]:
    return [doubt(each, lang, names) for each in found]


def unlike(tournament: Tournament, found: Mapping[Place, Iterable[LogDoubt]], lang: str) -> list[str]:
    """Where results say something else than the logs of their games, each sentence with its round and table."""
    say, lines = speak("tournament", lang), []
    for (number, table), differences in found.items():
        names = names_of(tournament, tournament.rounds[number].games[table])
        place = say("place", round=number, table=table)
        lines += [f"{place}: {doubt(each, lang, names)}" for each in differences]
    return lines


def names_of(tournament: Tournament, game: Game) -> list[str]:
    return [tournament.players[each].name for each in game.players]


def _end(area: str, end: str, lang: str) -> str:
    key = f"end_{end}"
    return speak(area, lang)(key) if key in catalogue(area) else end


def _name(seat: int, names: Sequence[str]) -> str:
    return clean(names[seat]) if seat < len(names) else str(seat + 1)


def _shown(value: Any) -> Any:
    """Names and ids of logs are strangers' texts: they must not be able to play tricks on a terminal."""
    if isinstance(value, tuple):
        return ", ".join(clean(str(each), 60) for each in value)
    return clean(value, 60) if isinstance(value, str) else "-" if value is None else value
