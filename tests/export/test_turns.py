"""Turn times as a table: what the summary says, a row a turn, with or without a tournament."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from export.patient import few
from export.tournaments import Written, matam
from host.logs import KEY, PlayedLog
from host.rounds import matam_round
from tritempo_host.audit import audit
from tritempo_host.export.turns import COLUMNS, Timed, seating, turn_table
from tritempo_host.summary import Summary, summarise


def summary(log: PlayedLog) -> Summary:
    found = audit(log.data, KEY)
    assert found.header and found.game
    return summarise(found.header, found.lines, found.game)


def test_a_row_a_turn_with_the_times_of_the_summary():
    made = summary(matam_round())
    rows = turn_table([Timed("9f3a", made)]).objects()
    assert len(rows) == len(made.turns)
    for row, turn in zip(rows, made.turns, strict=True):
        assert (row["turn"], row["seat"], row["used_ms"], row["overrun_ms"]) == (
            turn.n,
            turn.seat,
            turn.used_ms,
            turn.overrun_ms,
        )
        # a turn's time and its pauses fill it from its start to its end, to the millisecond
        assert row["used_ms"] + row["paused_ms"] == row["end_ms"] - row["start_ms"]
    assert rows[0]["name"] == "Anna Puig" and rows[0]["tournament"] is None and rows[0]["player"] is None
    assert (rows[0]["round"], rows[0]["table"], rows[0]["log"]) == (2, 5, "9f3a")


@few
@given(st.integers(0, 10**6))
def test_the_sums_are_those_of_the_summary(seed: int):
    made = summary(matam_round(seed))
    rows = turn_table([Timed("9f3a", made)]).objects()
    for seat in made.seats:
        assert sum(row["used_ms"] for row in rows if row["seat"] == seat.seat) == seat.used_ms
        assert sum(row["mark"] == "lost" for row in rows if row["seat"] == seat.seat) == seat.lost
    assert sum(len(row["trumps"]) for row in rows) == len(made.trumps)
    assert sum(row["challenge"] is not None for row in rows) == sum(p.came in ("valid", "invalid") for p in made.pauses)


def test_marks_trumps_and_challenges():
    rows = {row["turn"]: row for row in turn_table([Timed("9f3a", summary(matam_round()))]).objects()}
    assert rows[5]["mark"] == "refused" and rows[5]["challenge"] == "invalid"
    assert rows[11]["mark"] == "play" and rows[11]["challenge"] == "valid"
    assert rows[8]["trumps"] == ["prorroga"] and rows[8]["allowance_ms"] == 240_000
    assert rows[14]["mark"] == "lost" and rows[14]["overrun_ms"] == 11_400
    assert {row["kind"] for row in rows.values()} == {"base", "again", "retry"}


def test_in_csv_there_are_no_decimals_and_no_gaps():
    made = turn_table([Timed("9f3a", summary(matam_round()))])
    columns, *rows = csv.reader(io.StringIO(made.csv().decode(), newline=""))
    assert tuple(columns) == COLUMNS
    assert all(cell.isdigit() for row in rows for name, cell in zip(columns, row, strict=True) if name.endswith("_ms"))


def tournament() -> Written:
    return matam(rounds=1)


def test_of_a_tournament_it_says_who_sat_where():
    made = tournament()
    game = made.tournament.game(1, 5)
    assert game
    names = [made.tournament.players[player].name for player in game.players]
    log = summary(matam_round(names=[names[2], names[0], names[1]]))
    rows = turn_table([Timed("9f3a", log, (1, 5))], made.tournament).objects()
    first = rows[0]
    assert (first["tournament"], first["round"], first["match"], first["table"], first["board"]) == (
        "Open de Molins",
        1,
        2,
        5,
        "G",
    )
    assert (first["seat"], first["player"], first["name"]) == (1, game.players[2], names[2])
    assert first["team_name"] == made.tournament.teams[game.entrants[2]].name


NAMES = [
    (("B1 Țurcanu", "B2 Țurcanu", "B3 Țurcanu"), (1, 4, 7)),
    (("b3 turcanu", "B1 ȚURCANU", "B2  Țurcanu"), (7, 1, 4)),
    (("", "", ""), (1, 4, 7)),
    (("B1 Țur…", "B2", "Somebody"), (1, 4, None)),
    (("B", "", "B3 Țurcanu"), (None, None, 7)),
]


@pytest.mark.parametrize(("names", "players"), NAMES)
def test_who_sits_where(names: tuple[str, ...], players: tuple[int | None, ...]):
    made = tournament().tournament
    game = made.game(1, 1)
    assert game and seating(made, game, names) == players


def test_a_log_without_a_game_says_what_it_knows_itself():
    rows = turn_table([Timed("9f3a", summary(matam_round()), None)], tournament().tournament).objects()
    assert (rows[0]["round"], rows[0]["table"], rows[0]["match"], rows[0]["player"]) == (2, 5, None, None)


def test_no_logs_is_a_table_of_headings():
    assert turn_table([]).csv().decode() == ",".join(COLUMNS) + "\r\n"
