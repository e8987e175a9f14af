"""Teams, players and results from a CSV file, as drafts of entries: all of a file, or what is wrong in each line.

A line is a player, with the team beside them in events of teams; or a line is a team, with a column for each board.
A line of results is a player's game.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tritempo_host.tournament import bodies, checks, spreadsheet
from tritempo_host.tournament.entry import Draft
from tritempo_host.tournament.fold import sheet_of
from tritempo_host.tournament.refused import Refused
from tritempo_host.tournament.spreadsheet import Row, Sheetful, Wrong, WrongLines
from tritempo_host.tournament.state import Game, Player, Tournament

# what a column may be called, beside its own name; capitals, accents, spaces and points do not count
PEOPLE: dict[str, tuple[str, ...]] = {
    "name": (
        "nom",
        "nom i cognoms",
        "jugador",
        "jugadora",
        "jugador/a",
        "nume",
        "nume și prenume",
        "jucător",
        "player",
    ),
    "given": ("prenume", "nom de pila", "given name", "first name"),
    "surnames": ("cognoms", "cognom", "nume de familie", "surname", "last name", "family name"),
    "team": ("equip", "nom de l'equip", "echipa", "echipă"),
    "board": ("lloc", "tauler", "tablă", "tabla", "loc", "place"),
    "club": ("entitat", "club esportiu"),
    "rating": ("barruf", "rasccat", "elo", "punts", "cota"),
    "licence": ("llicència", "codi", "legitimație", "cod", "license", "id", "membership"),
}
OF_TEAMS = ("team", "board")  # fields that mean nothing where players play alone
THERE = ("team_there", "player_there")  # codes of lines that can be passed over


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file holds. `drafts`: to be written at once; `ignored`: headings that mean nothing here; `same`: lines
    or games that say what is there already; `columns`: (field, its heading as written); `left_out`: headings that are
    about teams, where there are none."""

    drafts: tuple[Draft, ...]
    ignored: tuple[str, ...]
    encoding: str
    separator: str
    same: int = 0
    columns: tuple[tuple[str, str], ...] = ()
    left_out: tuple[str, ...] = ()


def read_people(data: bytes, tournament: Tournament, passing: bool = False) -> Imported:
    """Teams and players. `passing`: lines of a team, or a player, who is there already are passed over, so that a file
    that has grown can be taken again; else they are wrong. Raises WrongLines with everything that is wrong."""
    boards = tournament.ruleset.boards
    columns = PEOPLE | {f"board {board}": (board,) for board in boards}
    sheet = spreadsheet.read(data, columns)
    if boards and {f"board {board}" for board in boards} <= sheet.fields:
        people = [each for row in sheet.rows for each in _team_in_a_line(row, boards)]
    else:
        people = [_person(row, sheet) for row in sheet.rows]
    drafts, wrong = _drafts(people, tournament, bool(boards))
    lines = len(wrong)
    wrong = [each for each in wrong if not (passing and each.code in THERE)]
    same = lines - len(wrong)
    if not people and not wrong:
        wrong.append(Wrong(1, "empty_file"))
    if wrong:
        raise WrongLines(wrong)
    of_teams = () if boards else OF_TEAMS
    columns_used = tuple(each for each in sheet.columns if each[0] not in of_teams)
    left_out = tuple(heading for field, heading in sheet.columns if field in of_teams)
    return Imported(tuple(drafts), sheet.ignored, sheet.encoding, sheet.separator, same, columns_used, left_out)


def _person(row: Row, sheet: Sheetful) -> tuple[int, dict[str, Any]]:
    """(line, body): in Romanian `nume` beside `prenume` is the surname; else `nom` beside `cognoms` the given name."""
    body: dict[str, Any] = dict(row.cells)
    given, name, surnames = body.pop("given", ""), body.pop("name", ""), body.pop("surnames", "")
    if "given" in sheet.fields and "surnames" not in sheet.fields:
        name, surnames = given, name
    elif "given" in sheet.fields:
        name = given or name
    body["name"] = f"{name} {surnames}".strip()
    if surnames:
        body["surnames"] = surnames
    return row.line, body


def _team_in_a_line(row: Row, boards: tuple[str, ...]) -> list[tuple[int, dict[str, Any]]]:
    more = {key: row.cells[key] for key in ("team", "club") if key in row.cells}
    if "team" not in more and "name" in row.cells:
        more["team"] = row.cells["name"]
    return [(row.line, more | {"name": row.cells.get(f"board {board}", ""), "board": board}) for board in boards]


def _drafts(
    people: list[tuple[int, dict[str, Any]]], tournament: Tournament, by_teams: bool
) -> tuple[list[Draft], list[Wrong]]:
    wrong: list[Wrong] = []
    teams: dict[str, Draft] = {}
    first_lines: dict[str, int] = {}
    sizes: dict[str, int] = {}
    players: list[Draft] = []
    there = {bodies.same_name(team.name) for team in tournament.teams.values()}
    taken = {
        (bodies.same_name(each.name), bodies.same_name(_team_of(tournament, each)), bodies.same_name(each.club)): 0
        for each in tournament.players.values()
    }
    for line, body in people:
        if not by_teams:
            for field in OF_TEAMS:
                body.pop(field, None)
        try:
            player = bodies.checked("player", {"player": 1} | {k: v for k, v in body.items() if k != "team"})
            team = bodies.checked("team", {"team": 1, "name": body.get("team", "")})["name"] if by_teams else ""
        except Refused as refused:
            wrong.append(Wrong(line, refused.code, dict(refused.values)))
            continue
        del player["player"]
        key = bodies.same_name(team)
        if by_teams and key in there:
            wrong.append(Wrong(line, "team_there", {"team": team}))
            continue
        same = (bodies.same_name(player["name"]), key, bodies.same_name(player.get("club", "")))
        if same in taken:
            first = taken[same]
            wrong.append(
                Wrong(line, "player_again" if first else "player_there", {"name": player["name"], "line": first})
            )
            continue
        taken[same] = line
        if by_teams:
            club = {"club": player["club"]} if "club" in player else {}
            teams.setdefault(key, Draft("team", {"name": team} | club))
            first_lines.setdefault(key, line)
            sizes[key] = sizes.get(key, 0) + 1
            player["team_name"] = team
        players.append(Draft("player", player))
    needed = len(tournament.ruleset.boards)
    sound = all(each.code in THERE for each in wrong)
    wrong += [
        Wrong(first_lines[key], "team_size", {"team": teams[key].body["name"], "players": have, "needed": needed})
        for key, have in sizes.items()
        if have != needed and sound
    ]
    return [*teams.values(), *players], wrong


def _team_of(tournament: Tournament, player: Player) -> str:
    return "" if player.team is None else tournament.teams[player.team].name


RESULTS: Mapping[str, tuple[str, ...]] = {
    "round": ("ronda", "runda", "rundă"),
    "table": ("taula", "masa", "masă"),
    "seat": ("seient", "ordre", "torn", "loc", "ordine", "tură", "order", "turn"),
    "name": ("nom", "jugador", "jugadora", "jugador/a", "nume", "jucător", "player"),
    "score": ("punts", "puntuació", "puncte", "punctaj", "points"),
    "rack": ("faristol", "fitxes", "suport", "piese rămase", "tiles left"),
    "scrabbles": ("scrabble", "scrabbles"),
    "adjust": ("ajust", "ajustament", "ajustare", "adjustment"),
    "overtime": ("excés", "temps de més", "depășire", "over time"),
    "end": ("final", "acabament", "sfârșit", "ending"),
    "by": ("acaba", "qui", "cine", "who"),
    "full_turns": ("torns complets", "ture complete", "full turns"),
    "word": ("paraula", "millor paraula", "cuvânt", "cel mai bun cuvânt", "best word"),
}
MARKS = ("x", "1", "*", "si", "da", "yes", "true", "veritat")
BY_ENDS = ("out", "abandon", "flag", "three_wrong", "eliminated")  # somebody did it: see `Sheet.by`


def read_results(
    data: bytes, tournament: Tournament, ends: Mapping[str, str], round_number: int | None = None
) -> Imported:
    """Results, a player a line; which seat a line is says its seat, else its name, else its place among the lines of
    its table. `ends`: key of a way to end, by how it may be written, compared as headings are. `round_number`: where
    the file has no column for it.

    A result that is there already in the same words is passed over. Raises WrongLines with everything that is wrong.
    """
    sheet = spreadsheet.read(data, RESULTS)
    wrong: list[Wrong] = []
    games: dict[tuple[int, int], list[Row]] = {}
    for row in sheet.rows:
        try:
            number = round_number if "round" not in row.cells else _whole(row, "round")
            if number is None:
                raise _LineError("no_round")
            game = (number, _whole(row, "table"))
            if tournament.game(*game) is None:
                raise _LineError("unknown_game", round=game[0], table=game[1])
            games.setdefault(game, []).append(row)
        except _LineError as error:
            wrong.append(Wrong(row.line, error.code, error.values))
    drafts, same = [], 0
    for game, rows in games.items():
        try:
            draft = _result(tournament, *game, rows, ends)
            have = tournament.rounds[game[0]].games[game[1]].result
            if have is not None and sheet_of(draft.body) == have.sheet:
                same += 1
            elif have is not None:
                values = {"round": game[0], "table": game[1], "old": have.entry, "who": have.who}
                raise _LineError("result_there", **values)
            else:
                checks.result(tournament, draft.body, None)
                drafts.append(draft)
        except _LineError as error:
            wrong.append(Wrong(error.line or rows[0].line, error.code, error.values))
        except Refused as refused:
            wrong.append(Wrong(rows[0].line, refused.code, dict(refused.values)))
    if not games and not wrong:
        wrong.append(Wrong(1, "empty_file"))
    if wrong:
        raise WrongLines(wrong)
    return Imported(tuple(drafts), sheet.ignored, sheet.encoding, sheet.separator, same)


class _LineError(Exception):
    def __init__(self, code: str, at: int | None = None, **values: object) -> None:
        super().__init__(code)
        self.code, self.line, self.values = code, at, values


def _result(tournament: Tournament, number: int, table: int, rows: list[Row], ends: Mapping[str, str]) -> Draft:
    game = tournament.rounds[number].games[table]
    by_seat = _seats(tournament, game, rows)
    body: dict[str, Any] = {"round": number, "table": table, "scores": [_whole(row, "score") for row in by_seat]}
    for field, key in (
        ("rack", "racks"),
        ("scrabbles", "scrabbles"),
        ("adjust", "adjust"),
        ("overtime", "overtime_ms"),
    ):
        if any(field in row.cells for row in rows):
            reading = _duration if field == "overtime" else _whole
            body[key] = [reading(row, field, 0) for row in by_seat]
    if any("word" in row.cells for row in rows):
        body["words"] = [row.cells.get("word", "") for row in by_seat]
    said = {row.cells["end"]: row for row in rows if "end" in row.cells}
    keys = {ends.get(spreadsheet.heading(word)) for word in said}
    if not said:
        raise _LineError("no_end", rows[0].line)
    if None in keys:
        word, row = next((word, row) for word, row in said.items() if ends.get(spreadsheet.heading(word)) is None)
        raise _LineError("unknown_end", row.line, end=word, known=", ".join(tournament.ruleset.ends))
    if len(keys) > 1:
        raise _LineError("two_ends", rows[0].line, ends=", ".join(said))
    body["end"] = keys.pop()
    marked = [seat for seat, row in enumerate(by_seat) if spreadsheet.heading(row.cells.get("by", "")) in MARKS]
    telling = [seat for seat, row in enumerate(by_seat) if "end" in row.cells]
    if marked:
        body["by"] = marked[0]
    elif body["end"] in BY_ENDS and len(telling) == 1 and len(by_seat) > 1:
        body["by"] = telling[0]
    turns = {_whole(row, "full_turns") for row in rows if "full_turns" in row.cells}
    if len(marked) > 1 or len(turns) > 1:
        raise _LineError("two_ends", rows[0].line, ends=", ".join(said))
    if turns:
        body["full_turns"] = turns.pop()
    return Draft("result", bodies.checked("result", body))


def _seats(tournament: Tournament, game: Game, rows: list[Row]) -> list[Row]:
    """The rows of a game in the order of play. Raises _LineError for a seat too many or too few."""
    names = {bodies.same_name(tournament.players[each].name): seat for seat, each in enumerate(game.players)}
    out: dict[int, Row] = {}
    for place, row in enumerate(rows):
        if "seat" in row.cells:
            seat = _whole(row, "seat") - 1
        elif "name" in row.cells:
            seat = names.get(bodies.same_name(row.cells["name"]), -1)
            if seat < 0:
                here = ", ".join(tournament.players[each].name for each in game.players)
                raise _LineError("not_at_table", row.line, name=row.cells["name"], table=game.table, names=here)
        elif len(game.players) == 1:
            seat = place
        else:
            raise _LineError("whose", row.line, table=game.table)
        if not 0 <= seat < len(game.players):
            raise _LineError("no_seat", row.line, table=game.table, seats=len(game.players))
        if seat in out:
            raise _LineError("seat_twice", row.line, table=game.table, line=out[seat].line)
        out[seat] = row
    if len(out) < len(game.players):
        raise _LineError("seats_missing", rows[-1].line, table=game.table, seats=len(game.players))
    return [out[seat] for seat in range(len(game.players))]


def _whole(row: Row, field: str, default: int | None = None) -> int:
    """A whole number, also as spreadsheets may write one: `12,0`, `−3`."""
    cell = row.cells.get(field)
    if cell is None:
        if default is None:
            raise _LineError("missing_cell", row.line, field=field)
        return default
    found = re.fullmatch(r"([+-]?\d{1,9})(?:[.,]0+)?", cell.replace("−", "-").replace(" ", ""), re.ASCII)
    if not found:
        raise _LineError("not_whole", row.line, field=field, cell=cell)
    return int(found[1])


def _duration(row: Row, field: str, default: int) -> int:
    """Milliseconds of `m:ss`, `h:mm:ss` or seconds."""
    cell = row.cells.get(field)
    if cell is None:
        return default
    if not re.fullmatch(r"\d{1,5}(:[0-5]?\d){0,2}", cell, re.ASCII):
        raise _LineError("not_time", row.line, field=field, cell=cell)
    seconds = 0
    for part in cell.split(":"):
        seconds = seconds * 60 + int(part)
    return seconds * 1000
