"""Everything of a tournament: the tables agree with the tournament, and the JSON file makes it again."""

import json
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from export.patient import few
from export.tournaments import BEGAN, TEAMS, Written, matam, pairs
from tritempo_host.export.table import Table, read_csv
from tritempo_host.export.tables import Whole, tables
from tritempo_host.export.trouble import CannotHoldError
from tritempo_host.export.whole import csv_files, read_json, whole_json
from tritempo_host.tournament import Draft
from tritempo_host.tournament.matching import LogFacts, match
from tritempo_host.tournament.standings import standings
from tritempo_host.words import LANGUAGES


def by_name(made: Written) -> dict[str, Table]:
    return {each.name: each for each in tables(Whole(made.tournament, made.entries))}


def corrected() -> Written:
    """One of everything that can be written down."""
    made = matam()
    first = next(e.number for e in made.entries if e.kind == "result")
    body = dict(made.entries[first - 1].body)
    made.add(Draft("result", {**body, "scores": [1, 2, 3], "replaces": first}, "a sum was wrong"))
    made.add(Draft("close", {"round": 1}), Draft("note", {"text": "the heating is off", "round": 1}))
    made.add(Draft("penalty", {"entrant": 2, "kind": "points", "points": "1/2", "round": 1}, "late"))
    made.add(Draft("withdraw", {"entrant": 6}), Draft("absent", {"entrant": 5, "round": 3}))
    return made


def test_headings_are_there_even_if_nothing_else_is():
    made = Written("matam")
    for name, data in csv_files(Whole(made.tournament, made.entries)).items():
        columns, rows = read_csv(data)
        assert len(set(columns)) == len(columns) and all(columns), name
        assert name in ("tournament.csv", "entries.csv") or rows == []


def test_results_have_what_the_rules_make_of_them():
    rows = [dict(zip(t.columns, row, strict=True)) for t in [by_name(corrected())["results"]] for row in t.rows]
    assert len(rows) == 2 * 6 * 3
    assert [(row["score"], row["final"], row["place"], row["bonus"]) for row in rows[:3]] == [
        (1, 1, 3, 9),
        (2, 2, 2, 21),
        (3, 3, 1, 33),
    ]
    assert [row["word"] for row in rows[:3]] == [None, "l·l", "=1+1"]
    assert Counter(row["place"] for row in rows) == {1: 12, 2: 12, 3: 12}


def test_history_keeps_what_was_corrected():
    made = corrected()
    made.add(Draft("undo", {"entry": made.entries[-1].number}))
    rows = [dict(zip(t.columns, row, strict=True)) for t in [by_name(made)["history"]] for row in t.rows]
    of_table_1 = [row for row in rows if (row["round"], row["table"], row["seat"]) == (1, 1, 1)]
    assert [(row["state"], row["why"]) for row in of_table_1] == [("replaced", None), ("counts", "a sum was wrong")]
    assert of_table_1[1]["replaces"] == of_table_1[0]["entry"]


def test_a_result_that_was_taken_back_is_called_so():
    made = matam(rounds=1)
    made.add(Draft("undo", {"entry": made.entries[-1].number}))
    rows = [dict(zip(t.columns, row, strict=True)) for t in [by_name(made)["history"]] for row in t.rows]
    assert [row["state"] for row in rows[-3:]] == ["taken back"] * 3
    assert len(by_name(made)["results"].rows) == 5 * 3


def test_standings_are_those_of_the_tournament_after_every_round():
    made = corrected()
    rows = [dict(zip(t.columns, row, strict=True)) for t in [by_name(made)["standings"]] for row in t.rows]
    for number in (1, 2):
        mine = [row for row in rows if row["after_round"] == number]
        theirs = standings(made.tournament, number)
        assert [(row["rank"], row["team"], row["trevols"]) for row in mine] == [
            (line.rank, line.entrant, line.values["trevols"]) for line in theirs
        ]


def test_who_is_away_is_said():
    made = corrected()
    away = {row[0]: row[-1] for row in by_name(made)["teams"].rows}
    assert away == {**dict.fromkeys(range(1, 6)), 6: "3-"}
    made.add(Draft("back", {"entrant": 6, "from": 5}))
    assert by_name(made)["teams"].rows[-1][-1] == "3-4"
    assert by_name(made)["absences"].rows == ((3, 5, made.tournament.name_of(5)),)


def test_logs_are_listed_with_their_games():
    made = matam(rounds=1)
    log = LogFacts(id="e661/9f3a", device="e661", game="9f3a", round=9, table=9)
    matching = match([log], [], {})
    whole = Whole(made.tournament, made.entries, matching)
    assert tables(whole)[-1].objects() == [
        {
            "log": "e661/9f3a",
            "clock": "e661",
            "game": "9f3a",
            "round": None,
            "table": None,
            "how": "none",
            "doubts": ["no_table"],
            "verdict": "sound",
            "state": "ended",
            "turns": None,
        }
    ]
    assert "logs.csv" in csv_files(whole)


@pytest.mark.parametrize("excel", [False, True])
def test_odd_names_survive_in_csv(excel: bool):
    made = matam(rounds=0)
    columns, rows = read_csv(csv_files(Whole(made.tournament, made.entries), excel)["teams.csv"])
    names = [row[columns.index("team_name")] for row in rows]
    assert names == [" ".join(name.split()) for name in TEAMS]


@pytest.mark.parametrize("made", [corrected(), matam(), Written("ebre")], ids=["all kinds", "two rounds", "empty"])
def test_the_json_file_makes_the_tournament_again(made: Written):
    entries, tournament = read_json(whole_json(Whole(made.tournament, made.entries)))
    assert entries == made.entries
    assert tournament == made.tournament


@pytest.mark.parametrize("rules", ["wespa", "manresa", "romania"])
def test_two_players_at_a_table(rules: str):
    made = pairs(rules, ("Puig, Anna", "Roca, Pere", "Ștefan, Ion"), [[(1, 2, 400, 350)], [(3, 1, 300, 300)]])
    found = by_name(made)
    assert found["rounds"].objects()[0]["bye"] == [3]
    assert {row["after_round"] for row in found["standings"].objects()} == {1, 2}
    assert "matches" not in found and "teams" not in found
    assert read_json(whole_json(Whole(made.tournament, made.entries)))[1] == made.tournament


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "json_not"),
        ("[]", "json_not"),
        ('{"format": "other"}', "json_not"),
        ('{"format": "tritempo tournament", "version": 2}', "json_version"),
        ('{"format": "tritempo tournament", "version": 1}', "json_entry"),
        ('{"format": "tritempo tournament", "version": 1, "entries": [{}]}', "json_entry"),
        ('{"format": "tritempo tournament", "version": 1, "entries": [7]}', "json_entry"),
        ('{"format": "tritempo tournament", "version": 1, "entries": 7}', "json_entry"),
    ],
)
def test_what_is_no_such_file_is_said(text: str, code: str):
    with pytest.raises(CannotHoldError, match=code) as error:
        read_json(text)
    assert all(error.value.spoken(lang) for lang in LANGUAGES)


def test_an_entry_that_cannot_be_is_said_with_its_number():
    made = matam(rounds=1)
    data = json.loads(whole_json(Whole(made.tournament, made.entries)))
    data["entries"][-1]["body"]["table"] = 99
    with pytest.raises(CannotHoldError) as error:
        read_json(json.dumps(data))
    assert str(len(made.entries)) in error.value.spoken("en")


NAME = st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=30)


@few
@given(st.lists(NAME, min_size=3, max_size=3), NAME, st.integers(0, 10**6))
def test_any_name_survives_in_json_and_csv(names: list[str], why: str, micro: int):
    made = matam(rounds=1, teams=[f"{n}{name}" for n, name in enumerate(names)])
    at = BEGAN.replace(microsecond=micro % 10**6)
    made.entries[-1] = replace(made.entries[-1], why=why, at=at)
    entries, tournament = read_json(whole_json(Whole(made.tournament, made.entries)))
    assert entries == made.entries
    files = csv_files(Whole(tournament, entries), excel=True)
    columns, rows = read_csv(files["teams.csv"])
    assert [row[columns.index("team_name")] for row in rows] == [team.name for team in tournament.teams.values()]
