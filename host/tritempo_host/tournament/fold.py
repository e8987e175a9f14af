"""Adds entries up to a tournament: one small function a kind.

What is refused here is what cannot be: a result for a game that does not exist, a game of players who are not there.
What the rules or good sense say of a *new* entry is in `checks`: an old one counts for ever, whatever a later version
of this program would say of it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from typing import Any

from tritempo_host.rules.registry import RULESETS
from tritempo_host.rules.ruleset import Sheet
from tritempo_host.tournament import closing
from tritempo_host.tournament.entry import Entry, changes, undone
from tritempo_host.tournament.refused import Refused
from tritempo_host.tournament.state import (
    Arrival,
    Checked,
    Game,
    LogLink,
    Note,
    Penalty,
    Player,
    Result,
    Round,
    Sent,
    Start,
    Team,
    Tournament,
)


def fold(entries: Iterable[Entry]) -> Tournament:
    """The tournament that all entries make. Raises Refused for the first that cannot be; its `entry` says which."""
    entries = list(entries)
    out = undone(entries)
    tournament = Tournament()
    for entry in entries:
        _count(tournament, entry)
        if entry.number not in out:
            _apply(tournament, entry)
    return tournament


def apply(tournament: Tournament, entry: Entry) -> None:
    """Adds one entry more, that takes nothing back (after an `undo` or `reopen` fold everything anew)."""
    _count(tournament, entry)
    _apply(tournament, entry)


def _apply(tournament: Tournament, entry: Entry) -> None:
    handler = HANDLERS.get(entry.kind)
    if handler is None:
        raise Refused("unknown_kind", kind=entry.kind, entry=entry.number)
    try:
        handler(tournament, entry, entry.body)
    except Refused as refused:
        refused.values.setdefault("entry", entry.number)
        raise
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError) as error:
        raise Refused("bad_entry", entry=entry.number, kind=entry.kind, why=repr(error)) from error


def _count(tournament: Tournament, entry: Entry) -> None:
    """Numbers are never given twice, also if who had one was taken back: names on paper would become wrong."""
    tournament.last = max(tournament.last, entry.number)
    if entry.kind == "team" and isinstance(entry.body.get("team"), int):
        tournament.teams_ever = max(tournament.teams_ever, entry.body["team"])
    if entry.kind == "player" and isinstance(entry.body.get("player"), int):
        tournament.players_ever = max(tournament.players_ever, entry.body["player"])


Body = Mapping[str, Any]


def _created(t: Tournament, _entry: Entry, body: Body) -> None:
    if t.rules:
        raise Refused("created_twice")
    if body["rules"] not in RULESETS:
        raise Refused("unknown_rules", rules=body["rules"], known=", ".join(RULESETS))
    t.name, t.rules, t.uid = body["name"], body["rules"], body.get("uid", "")
    t.date, t.place = body.get("date", ""), body.get("place", "")
    t.settings = dict(body.get("settings", {}))


def _settings(t: Tournament, _entry: Entry, body: Body) -> None:
    t.name, t.date, t.place = body.get("name", t.name), body.get("date", t.date), body.get("place", t.place)
    for key, value in body.get("settings", {}).items():
        if value is None:
            t.settings.pop(key, None)
        else:
            t.settings[key] = value


def _team(t: Tournament, _entry: Entry, body: Body) -> None:
    number = body["team"]
    if body.get("add"):
        if number in t.teams:
            raise Refused("team_twice", team=number)
        t.teams[number] = Team(number, body["name"], body.get("club", ""), body.get("from", 1))
        return
    team = _known(t.teams, number, "unknown_team", team=number)
    team.name, team.club = body.get("name", team.name), body.get("club", team.club)
    team.entered = body.get("from", team.entered)


def _player(t: Tournament, _entry: Entry, body: Body) -> None:
    number = body["player"]
    if body.get("add"):
        if number in t.players:
            raise Refused("player_twice", player=number)
        t.players[number] = Player(number, body["name"], entered=body.get("from", 1))
    player = _known(t.players, number, "unknown_player", player=number)
    if body.get("team") is not None:
        _known(t.teams, body["team"], "unknown_team", team=body["team"])
    player.name, player.club = body.get("name", player.name), body.get("club", player.club)
    player.team, player.board = body.get("team", player.team), body.get("board", player.board)
    player.licence, player.entered = body.get("licence", player.licence), body.get("from", player.entered)
    player.surnames = body.get("surnames", player.surnames)
    if "rating" in body:
        player.rating = None if body["rating"] is None else Fraction(str(body["rating"]))


def _withdraw(t: Tournament, _entry: Entry, body: Body) -> None:
    number, start = body["entrant"], body["from"]
    _known(t.entrants, number, "unknown_entrant", entrant=number)
    if t.is_gone(number, start):
        raise Refused("gone_already", entrant=number, round=start)
    t.gone.setdefault(number, []).append((start, None))


def _back(t: Tournament, _entry: Entry, body: Body) -> None:
    number, until = body["entrant"], body["from"]
    _known(t.entrants, number, "unknown_entrant", entrant=number)
    if not t.is_gone(number, until):
        raise Refused("not_gone", entrant=number, round=until)
    t.gone[number] = [(start, end if end is not None and end <= until else until) for start, end in t.gone[number]]


def _arrived(t: Tournament, entry: Entry, body: Body) -> None:
    number = body["entrant"]
    _known(t.entrants, number, "unknown_entrant", entrant=number)
    if number in t.arrived:
        raise Refused("arrived_already", entrant=number, name=t.name_of(number))
    t.arrived[number] = Arrival(entry.number, entry.at, entry.who)


def _absent(t: Tournament, _entry: Entry, body: Body) -> None:
    number, when = body["entrant"], body["round"]
    _known(t.entrants, number, "unknown_entrant", entrant=number)
    if (number, when) in t.absences:
        raise Refused("absent_already", entrant=number, round=when)
    t.absences.add((number, when))


def _draw(t: Tournament, entry: Entry, body: Body) -> None:
    number = body["round"]
    old = t.rounds.get(number)
    if old and any(game.result for game in old.games.values()):
        tables = [table for table, game in sorted(old.games.items()) if game.result]
        raise Refused("round_has_results", round=number, tables=_listed(tables))
    if old and old.closed:
        raise Refused("round_closed", round=number)
    games: dict[int, Game] = {}
    for row in body["tables"]:
        players = tuple(row["players"])
        for player in players:
            _known(t.players, player, "unknown_player", player=player)
        table = row["table"]
        if table in games:
            raise Refused("table_twice", table=table, round=number)
        trumps = {int(seat): name for seat, name in (row.get("trumps") or {}).items()}
        entrants = tuple(t.entrant_of(player) for player in players)
        game = Game(number, table, row.get("match", table), row.get("board"), players, entrants, trumps, entry.number)
        games[table] = _untouched(game, old, body)
    seated = [player for game in games.values() for player in game.players]
    if len(set(seated)) != len(seated):
        raise Refused("player_at_two_tables", player=_first_twice(seated), round=number)
    matches, bye = tuple(tuple(match) for match in body["matches"]), tuple(body.get("bye", ()))
    for entrant in (*bye, *(each for match in matches for each in match)):
        _known(t.entrants, entrant, "unknown_entrant", entrant=entrant)
    _let_go_of_logs(t, number, games)
    t.rounds[number] = Round(number, entry.number, body, matches, bye, games)
    t.rests_on[entry.number] = _as_drawn(t.rounds[number])


def _untouched(game: Game, old: Round | None, body: Body) -> Game:
    """The game as it was drawn first, if the draw is the one before with changes by hand (`changing`) that leave this
    table alone: its clock and its papers go on to be those of this game."""
    before = old.games.get(game.table) if old else None
    if before is None or not changes(body):
        return game
    now = replace(game, drawn=before.drawn)
    return now if now == replace(before, history=[], checked=None) else game


def _let_go_of_logs(t: Tournament, number: int, games: Mapping[int, Game]) -> None:
    """A log that a person gave to a game is not that of who sits there after another draw."""
    before = t.rounds.get(number)
    for name, link in list(t.logs.items()):
        if before is not None and link.round == number and link.table is not None:
            now = games.get(link.table)
            if now is None or now.players != before.games[link.table].players:
                del t.logs[name]


def _as_drawn(round_: Round) -> tuple[object, ...]:
    """Who meets whom in a round, and where."""
    return round_.matches, round_.bye, tuple((table, *_seated(game)) for table, game in sorted(round_.games.items()))


def _seated(game: Game) -> tuple[object, ...]:
    return game.players, game.entrants


def _start(t: Tournament, entry: Entry, body: Body) -> None:
    """A later one of the round counts in the place of this one; a new draw has not begun."""
    number = body["round"]
    round_ = _known(t.rounds, number, "unknown_round", round=number)
    if round_.closed:
        raise Refused("round_closed", round=number)
    clocks = bool(body.get("clocks"))
    round_.started = Start(entry.number, datetime.fromisoformat(body["at"]), body.get("length_ms"), clocks)
    t.rests_on[entry.number] = round_.entry


def _result(t: Tournament, entry: Entry, body: Body) -> None:
    game = _game(t, body)
    if t.rounds[game.round].closed:
        raise Refused("round_closed", round=game.round)
    have, replaces = game.result, body.get("replaces")
    if have and replaces is None:
        raise Refused("result_there", round=game.round, table=game.table, old=have.entry, who=have.who)
    if replaces is not None and (have is None or have.entry != replaces):
        raise Refused("result_other", round=game.round, table=game.table, old=have.entry if have else "–")
    sheet = sheet_of(body)
    counts = {len(each) for each in (sheet.racks, sheet.overtime_ms, sheet.adjust, sheet.scrabbles) if each}
    if len(sheet.scores) != len(game.players) or counts - {len(game.players)}:
        raise Refused("seats", round=game.round, table=game.table, players=len(game.players))
    words = tuple(body.get("words", ()))
    game.checked = None
    game.history.append(Result(entry.number, entry.at, entry.who, entry.why, sheet, words))
    t.rests_on[entry.number] = _seated(game)


def _checked(t: Tournament, entry: Entry, body: Body) -> None:
    game = _game(t, body)
    place = {"round": game.round, "table": game.table}
    if t.rounds[game.round].closed:
        raise Refused("round_closed", round=game.round)
    if game.result is None or game.result.entry != body["entry"]:
        raise Refused("checked_other", **place)
    game.checked = Checked(entry.number, entry.at, entry.who)


def _log(t: Tournament, entry: Entry, body: Body) -> None:
    name = body["log"]
    if body.get("part"):
        t.logs.pop(name, None)
    elif body.get("round") is None:
        t.logs[name] = LogLink(entry.number, name, None, None)
    else:
        game = _game(t, body)
        t.logs[name] = LogLink(entry.number, name, game.round, game.table)
        t.rests_on[entry.number] = game.players


def _sent(t: Tournament, entry: Entry, body: Body) -> None:
    """Nothing builds on it, so that a draw can be taken back though clocks have it."""
    t.sent[body["round"], body["table"]] = Sent(entry.number, entry.at, body["device"], body["fixture"])


def _penalty(t: Tournament, entry: Entry, body: Body) -> None:
    player = body.get("player")
    if player is not None:
        _known(t.players, player, "unknown_player", player=player)
    entrant = body["entrant"] if player is None else t.entrant_of(player)
    _known(t.entrants, entrant, "unknown_entrant", entrant=entrant)
    points = Fraction(str(body.get("points", 0)))
    t.penalties.append(Penalty(entry.number, entrant, body["kind"], points, body.get("round"), player, entry.why))


def _note(t: Tournament, entry: Entry, body: Body) -> None:
    t.notes.append(Note(entry.number, entry.at, entry.who, body["text"], body.get("round"), body.get("table")))


def _close(t: Tournament, entry: Entry, body: Body) -> None:
    number = body["round"]
    if refused := closing.refusal(t, number):
        raise refused
    t.rounds[number].closed = entry.number
    t.rests_on[entry.number] = _as_drawn(t.rounds[number])


def _nothing(_t: Tournament, _entry: Entry, _body: Body) -> None:
    """What takes back has done its work before anything was added up."""


HANDLERS: dict[str, Callable[[Tournament, Entry, Body], None]] = {
    "created": _created,
    "settings": _settings,
    "team": _team,
    "player": _player,
    "withdraw": _withdraw,
    "back": _back,
    "arrived": _arrived,
    "absent": _absent,
    "draw": _draw,
    "start": _start,
    "result": _result,
    "checked": _checked,
    "log": _log,
    "sent": _sent,
    "penalty": _penalty,
    "note": _note,
    "close": _close,
    "reopen": _nothing,
    "undo": _nothing,
}


def sheet_of(body: Body) -> Sheet:
    """The sheet in a result's body. Raises KeyError, TypeError, ValueError for what is none."""
    return Sheet(
        scores=_whole(body["scores"]),
        end=body["end"],
        by=body.get("by"),
        racks=_whole(body.get("racks", ())),
        overtime_ms=_whole(body.get("overtime_ms", ())),
        adjust=_whole(body.get("adjust", ())),
        scrabbles=_whole(body.get("scrabbles", ())),
        absent=_whole(body.get("absent", ())),
        full_turns=body.get("full_turns"),
    )


def body_of(round_: int, table: int, sheet: Sheet, words: Sequence[str] = (), replaces: int | None = None) -> dict:
    """The body of a result's entry; what is empty is left out."""
    body: dict[str, Any] = {"round": round_, "table": table, "scores": list(sheet.scores), "end": sheet.end}
    for key in ("racks", "overtime_ms", "adjust", "scrabbles", "absent"):
        if getattr(sheet, key):
            body[key] = list(getattr(sheet, key))
    more = {"by": sheet.by, "full_turns": sheet.full_turns, "words": list(words) or None, "replaces": replaces}
    return body | {key: value for key, value in more.items() if value is not None}


def _whole(values: Iterable[Any]) -> tuple[int, ...]:
    values = tuple(values)
    if not all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        raise TypeError(values)
    return values


def _known(there: Mapping[int, Any], number: Any, code: str, **values: object) -> Any:
    try:
        return there[number]
    except KeyError:
        raise Refused(code, **values) from None


def _game(t: Tournament, body: Body) -> Game:
    game = t.game(body["round"], body["table"])
    if game is None:
        raise Refused("unknown_game", round=body["round"], table=body["table"])
    return game


def _first_twice(values: Sequence[int]) -> int:
    seen: set[int] = set()
    return next(value for value in values if value in seen or seen.add(value))


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
