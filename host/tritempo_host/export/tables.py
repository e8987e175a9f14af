"""The tables of a whole tournament, one function each: what the program knows, and what the rules make of it.

docs/exports.md explains each column.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tritempo_host.export.table import Table, table
from tritempo_host.rules.ruleset import Played, Sheet
from tritempo_host.tournament.entry import Entry, undone
from tritempo_host.tournament.fold import sheet_of
from tritempo_host.tournament.matching import Matching
from tritempo_host.tournament.standings import played, player_standings, standings
from tritempo_host.tournament.state import Game, Tournament


@dataclass(frozen=True, slots=True)
class Whole:
    """What goes out: a tournament, its entries, and which logs are whose (None: nobody has looked)."""

    tournament: Tournament
    entries: Sequence[Entry]
    logs: Matching | None = None


def tables(whole: Whole) -> list[Table]:
    """All tables, in the order in which a reader would want them."""
    t = whole.tournament
    games = {(game.round, game.table): game for game in played(t)}
    made = [
        _tournament(t),
        *([_teams(t)] if t.by_teams else []),
        _players(t),
        _rounds(t),
        _draws(t),
        _games(t),
        _results(t, games),
        *([_matches(t, list(games.values()))] if t.ruleset.match else []),
        _standings(t),
        *([_player_standings(t)] if t.by_teams else []),
        _history(whole),
        _absences(t),
        _penalties(t),
        _notes(t),
        _entries(whole),
    ]
    return [*made, _logs(whole.logs)] if whole.logs is not None else made


# Who takes part


def _tournament(t: Tournament) -> Table:
    facts = [("name", t.name), ("rules", t.rules), ("date", t.date), ("place", t.place)]
    settings = {**t.ruleset.chosen(t.rule_settings), **t.settings}
    return table(
        "tournament", ("key", "value"), facts + [(f"setting {key}", settings[key]) for key in sorted(settings)]
    )


def _teams(t: Tournament) -> Table:
    rows = [
        (team.number, team.name, team.club or None, team.entered, _away(t, team.number))
        for _, team in sorted(t.teams.items())
    ]
    return table("teams", ("team", "team_name", "club", "from_round", "withdrawn"), rows)


def _players(t: Tournament) -> Table:
    rows = [
        (
            *(player.number, player.name, player.team, _team_name(t, player.number), player.board),
            *(player.club or None, player.rating, player.licence or None, player.entered),
            None if t.by_teams else _away(t, player.number),
        )
        for _, player in sorted(t.players.items())
    ]
    columns = ("player", "name", "team", "team_name", "board", "club", "rating", "licence", "from_round", "withdrawn")
    return table("players", columns, rows)


def _away(t: Tournament, entrant: int) -> str | None:
    """The rounds of an entrant who withdrew: `3-` for good, `3-4` with a return in the fifth."""
    spans = [f"{start}-{'' if until is None else until - 1}" for start, until in t.gone.get(entrant, ())]
    return " ".join(spans) or None


def _team_name(t: Tournament, player: int) -> str | None:
    team = t.players[player].team
    return t.teams[team].name if team in t.teams else None


# What is played


def _rounds(t: Tournament) -> Table:
    rows = [
        (
            *(number, each.draw.get("system"), each.seed, len(each.matches), len(each.games)),
            *(len(each.games) - len(each.missing), each.closed is not None, list(each.bye)),
        )
        for number, each in sorted(t.rounds.items())
    ]
    columns = ("round", "system", "seed", "matches", "tables", "results", "closed", "bye")
    return table("rounds", columns, rows)


SEAT = ("round", "match", "table", "board", "seat", "player", "name", "team", "team_name")


def _seat(t: Tournament, game: Game, seat: int) -> Sequence[Any]:
    player = game.players[seat]
    team = t.players[player].team
    return (
        *(game.round, game.match, game.table, game.board, seat + 1),
        *(player, t.players[player].name, team, _team_name(t, player)),
    )


def _draws(t: Tournament) -> Table:
    rows = [
        (*_seat(t, game, seat), game.trumps.get(seat + 1)) for game in t.games() for seat in range(len(game.players))
    ]
    return table("draws", (*SEAT, "trump"), rows)


def _games(t: Tournament) -> Table:
    rows = []
    for game in t.games():
        sheet = game.sheet
        by = None if sheet is None or sheet.by is None else sheet.by + 1
        rows.append(
            (
                *(game.round, game.match, game.table, game.board, len(game.players)),
                *((sheet.end, by, sheet.full_turns) if sheet else (None, None, None)),
                len(game.history),
            )
        )
    columns = ("round", "match", "table", "board", "seats", "end", "ended_by", "full_turns", "times_entered")
    return table("games", columns, rows)


SHEET = ("score", "rack", "overtime_ms", "adjust", "scrabbles", "absent", "word")


def _sheet(sheet: Sheet, words: Sequence[str], seat: int) -> Sequence[Any]:
    def at(values: Sequence[Any]) -> Any:
        return values[seat] if seat < len(values) else None

    return (
        *(at(sheet.scores), at(sheet.racks), at(sheet.overtime_ms), at(sheet.adjust), at(sheet.scrabbles)),
        *(seat in sheet.absent, at(words) or None),
    )


def _results(t: Tournament, games: Mapping[tuple[int, int], Played]) -> Table:
    """`final`, `place`, `bonus` and `points` are the rules' own of a game; a match of which tables are missing counts
    for nobody yet, but its games have theirs."""
    rows = []
    for game in t.games():
        if game.result is None:
            continue
        counted = games.get((game.round, game.table))
        score = counted.score if counted else t.ruleset.score(game.result.sheet, t.rule_settings)
        for seat in range(len(game.players)):
            worth = (score.final[seat], score.places[seat], score.bonus[seat], score.points[seat])
            rows.append((*_seat(t, game, seat), *_sheet(game.result.sheet, game.result.words, seat), *worth))
    return table("results", (*SEAT, *SHEET, "final", "place", "bonus", "points"), rows)


def _matches(t: Tournament, games: Sequence[Played]) -> Table:
    match = t.ruleset.match
    assert match is not None
    grouped: dict[tuple[int, int], list[Played]] = {}
    for game in games:
        if game.table:
            grouped.setdefault((game.round, game.match), []).append(game)
    rows, values = [], ()
    for (number, group), together in sorted(grouped.items()):
        for entrant, line in match(together, t.rule_settings).items():
            values = values or tuple(line)
            rows.append((number, group, entrant, t.name_of(entrant), *(line[key] for key in values)))
    return table("matches", ("round", "match", "team", "team_name", *values), rows)


# What comes of it


def _standings(t: Tournament) -> Table:
    """After each round that has results, the last one at the end of the table."""
    columns = (*t.ruleset.columns, *t.ruleset.facts)
    who = ("team", "team_name") if t.by_teams else ("player", "name")
    rows = [
        (number, line.rank, line.entrant, t.name_of(line.entrant), *_values(columns, line.values), line.parted_by)
        for number in _with_results(t)
        for line in standings(t, number)
    ]
    return table("standings", ("after_round", "rank", *who, *columns, "parted_by"), rows)


def _values(columns: Sequence[str], values: Mapping[str, Any]) -> Iterator[Any]:
    for column in columns:
        yield values.get(column)


def _player_standings(t: Tournament) -> Table:
    rows = [
        (
            *(number, line.rank, line.player, t.players[line.player].name, t.players[line.player].team),
            *(_team_name(t, line.player), line.games, line.points, line.final, line.scrabbles, line.firsts),
        )
        for number in _with_results(t)
        for line in player_standings(t, number)
    ]
    columns = ("after_round", "rank", "player", "name", "team", "team_name", "games", "points", "final", "scrabbles")
    return table("player_standings", (*columns, "firsts"), rows)


def _with_results(t: Tournament) -> list[int]:
    return [number for number, each in sorted(t.rounds.items()) if len(each.missing) < len(each.games) or each.bye]


# What was written down


def _history(whole: Whole) -> Table:
    """Every result that was ever entered, also those that were corrected or taken back: a row a seat."""
    t, out, rows = whole.tournament, undone(whole.entries), []
    counts = {game.result.entry for game in t.games() if game.result}
    for entry in whole.entries:
        if entry.kind != "result":
            continue
        sheet, words, body = sheet_of(entry.body), entry.body.get("words", ()), entry.body
        state = "counts" if entry.number in counts else "taken back" if entry.number in out else "replaced"
        rows += [
            (
                *(entry.number, entry.at, entry.who, entry.why, state, body.get("replaces")),
                *(body["round"], body["table"], seat + 1, *_sheet(sheet, words, seat)),
                *(sheet.end, None if sheet.by is None else sheet.by + 1),
            )
            for seat in range(len(sheet.scores))
        ]
    columns = ("entry", "at", "who", "why", "state", "replaces", "round", "table", "seat", *SHEET, "end", "ended_by")
    return table("history", columns, rows)


def _absences(t: Tournament) -> Table:
    rows = [(number, entrant, t.name_of(entrant)) for entrant, number in sorted(t.absences, key=lambda a: (a[1], a[0]))]
    return table("absences", ("round", "entrant", "name"), rows)


def _penalties(t: Tournament) -> Table:
    rows = [(p.entry, p.entrant, t.name_of(p.entrant), p.player, p.kind, p.points, p.round, p.why) for p in t.penalties]
    return table("penalties", ("entry", "entrant", "name", "player", "kind", "points", "round", "why"), rows)


def _notes(t: Tournament) -> Table:
    rows = [(note.entry, note.at, note.who, note.text, note.round, note.table) for note in t.notes]
    return table("notes", ("entry", "at", "who", "text", "round", "table"), rows)


def _entries(whole: Whole) -> Table:
    out = undone(whole.entries)
    rows = [(e.number, e.at, e.who, e.kind, dict(e.body), e.why, out.get(e.number)) for e in whole.entries]
    return table("entries", ("entry", "at", "who", "kind", "body", "why", "taken_back_by"), rows)


def _logs(matching: Matching) -> Table:
    """The logs that have to do with this tournament: a store keeps those of all years."""
    rows = [
        (
            *(match.log.id, match.log.device, match.log.game, *(match.game or (None, None)), match.how),
            *([doubt.code for doubt in match.doubts], match.log.verdict, match.log.state, match.log.turns),
        )
        for match in matching.concerning
    ]
    columns = ("log", "clock", "game", "round", "table", "how", "doubts", "verdict", "state", "turns")
    return table("logs", columns, rows)
