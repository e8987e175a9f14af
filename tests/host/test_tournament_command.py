"""`tritempo tournament` as organisers and scripts use it: a whole event, odd input, and exit codes."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete
from click.testing import CliRunner, Result

from tritempo_host.cli import cli
from tritempo_host.commands.tournament import _desk
from tritempo_host.tournament import Tournament
from tritempo_host.tournament.importing import Imported, read_people
from tritempo_host.words import LANGUAGES, catalogue

PROGRAM = [sys.executable, "-m", "tritempo_host"]
BOARDS = "BGP"


class Office:
    """A store in a folder, and the commands given there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = folder / "store.db"

    def __call__(self, *words: object, code: int = 0, lang: str = "en", text: str | None = None) -> str:
        """Gives `tritempo tournament WORDS…`, which must end with `code`; returns what it said."""
        done = self.done(*words, lang=lang, text=text)
        assert done.exit_code == code, done.output
        assert isinstance(done.exception, SystemExit | None), done.exception
        assert "Traceback" not in done.output
        return done.output

    def done(self, *words: object, lang: str = "en", text: str | None = None) -> Result:
        args = ["tournament", *map(str, words), "--store", str(self.store), "--lang", lang]
        return CliRunner().invoke(cli, args, input=text, prog_name="tritempo")

    def json(self, *words: object) -> dict:
        return json.loads(self.done(*words, "--json").stdout)

    def teams(self, count: int = 9) -> Path:
        lines = ["team;name;rating"]
        lines += [f"Team {t};P{t}{b};{1500 - 10 * t - n}" for t in range(1, count + 1) for n, b in enumerate(BOARDS)]
        return self.file("teams.csv", "\n".join(lines))

    def file(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def sheets(self, number: int, tables: range = range(1, 10)) -> Path:
        lines = ["table,seat,score,scrabbles,end"]
        lines += [f"{t},{s},{300 + 10 * t + s},1,limit" for t in tables for s in (1, 2, 3)]
        return self.file(f"results-{number}.csv", "\n".join(lines))


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a MàTaM of nine teams in `store.db`, and its first round drawn in `drawn.db`."""
    made = Office(tmp_path_factory.mktemp("prepared"))
    made("new", "3r MàTaM", "--rules", "matam")
    made("import", made.teams())
    plain = made.store.read_bytes()
    made("draw", "--seed", "molins")
    made.store.rename(made.folder / "drawn.db")
    made.store.write_bytes(plain)
    return made.folder


@pytest.fixture
def office(prepared: Path, tmp_path: Path) -> Office:
    made = Office(tmp_path)
    shutil.copy(prepared / "store.db", made.store)
    return made


@pytest.fixture
def drawn(prepared: Path, tmp_path: Path) -> Office:
    made = Office(tmp_path)
    shutil.copy(prepared / "drawn.db", made.store)
    return made


# A whole event


def test_a_day_from_the_teams_to_the_site(office: Office):
    said = ""
    for number in range(1, 6):
        assert 'seed "molins"' in office("draw", "--seed", "molins")
        assert "games 9" in office("result", office.sheets(number))
        said = office("close")
        assert f"Round {number} is closed" in said and "snapshots" in said
        assert ("It was the last" in said) == (number == 5), "MM: nine teams play five rounds"
    assert "final standings" in office("standings")
    lines = office.json("standings")
    assert lines[0]["rank"] == 1 and len(lines) == 9
    assert sum(line["values"]["trevols"] for line in lines) == 5 * 27
    assert "index.html" in {path.name for path in _site(office).iterdir()}
    assert "up to date" in office("export", "site", "-o", office.folder / "site")


def _site(office: Office) -> Path:
    office("export", "site", "-o", office.folder / "site")
    return office.folder / "site"


def test_the_same_seed_draws_the_same_round(office: Office, tmp_path: Path):
    (tmp_path / "other").mkdir()
    other = Office(tmp_path / "other")
    other("new", "Another", "--rules", "matam")
    other("import", other.teams())
    drawn = [each.json("draw", "--seed", "molins", "--trumps")["draw"] for each in (office, other)]
    assert drawn[0] == drawn[1] and drawn[0]["tables"][0]["trumps"]
    assert office.json("show", "--round", 1)["draw"]["seed"] == "molins"


def test_an_import_counts_what_it_brought_and_not_what_came_meanwhile(office: Office, monkeypatch: pytest.MonkeyPatch):
    def read(data: bytes, tournament: Tournament) -> Imported:
        office("add", "Meanwhile", "--player", "A", "--player", "B", "--player", "C")
        return read_people(data, tournament)

    monkeypatch.setattr("tritempo_host.commands.tournament.import_.read_people", read)
    said = office.json("import", office.file("one.csv", "team;name\nLate;Zoe\nLate;Ana\nLate;Bea"))
    assert (said["teams"], said["players"]) == (1, 3)


def test_decimals_are_written_as_the_language_does(tmp_path: Path):
    office = Office(tmp_path)
    office("new", "Open", "--rules", "romania")
    office("import", office.file("two.csv", "name,rating\nAna,100.5\nIon,90"))
    office("draw", "--seed", "x")
    said = office("result", "--table", 1, "--scores", "405,315", "--end", "interrupted", "--yes", lang="ro")
    assert "0,562" in said and "0.562" not in said
    assert "100,5" in office("show", "--entrants", lang="ca") and "100.5" in office("show", "--entrants")


def test_without_a_seed_it_is_that_of_the_round_before(office: Office):
    first = office.json("draw")["draw"]["seed"]
    office("result", office.sheets(1))
    office("close")
    assert first and office.json("draw")["draw"]["seed"] == first


def test_the_page_for_organisers_shows_files_that_can_be_read(tmp_path: Path):
    page = (Path(__file__).parents[2] / "docs" / "organisers.md").read_text(encoding="utf-8")
    teams, results = re.findall(r"```\n((?:equip|taula);[^`]+)```", page)
    office = Office(tmp_path)
    office("new", "x", "--rules", "matam")
    others = "".join(f"T{t};P{t}{b};1\n" for t in range(8) for b in BOARDS)
    assert "teams 9, players 27" in office("import", office.file("teams.csv", teams + others))
    office("draw", "--seed", "x")
    games = office.json("show", "--round", 1)["games"]
    game = next(each for each in games if each["table"] == 5)
    for written, name in zip(("Anna Vidal", "David Roca", "Elena Font"), game["names"], strict=True):
        results = results.replace(written, name)
    office("result", office.file("results.csv", results))
    sheet = office.json("show", "--table", 5)["history"][0]["sheet"]
    assert (sheet["scores"], sheet["racks"], sheet["end"], sheet["by"]) == ([412, 388, 350], [0, 5, 3], "out", 0)


def test_a_dry_run_writes_nothing(office: Office):
    before = office.json("show")["last"]
    assert "nothing was written down" in office("draw", "--seed", "x", "--dry-run")
    assert office.json("show")["last"] == before


def test_one_result_by_hand_with_its_history(drawn: Office):
    said = drawn("result", "--table", 5, "--scores", "412,388,350", "--racks", "0,5,3", "--end", "out", "--by", 1)
    assert "420" in said and "still missing, table: 1, 2, 3, 4, 6, 7, 8, 9." in said
    drawn("result", "--table", 5, "--scores", "412,398,350", "--why", "misread", "--who", "Anna")
    game = drawn.json("show", "--table", 5)
    assert [each["sheet"]["scores"] for each in game["history"]] == [[412, 388, 350], [412, 398, 350]]
    # what was not corrected is as it was
    assert game["history"][1]["sheet"]["racks"] == [0, 5, 3] and game["history"][1]["sheet"]["by"] == 0
    assert (game["history"][1]["who"], game["history"][1]["why"]) == ("Anna", "misread")
    assert "misread" in drawn("show", "--table", 5) and "misread" in drawn("show", "--entries")


def test_undo_shows_what_it_takes_back_and_the_undo_is_taken_back_too(drawn: Office):
    drawn("result", "--table", 1, "--scores", "400,300,200", "--end", "limit")
    said = drawn("undo", code=1)
    assert "result, round 1, table 1: 400, 300, 200" in said and "--yes" in said
    assert "Taken back" in drawn("undo", "--yes")
    assert drawn.json("show", "--table", 1)["history"] == []
    drawn("undo", drawn.json("show")["last"], "--yes")
    assert len(drawn.json("show", "--table", 1)["history"]) == 1


def test_what_others_build_on_is_not_taken_back(drawn: Office):
    drawn("result", "--table", 1, "--scores", "400,300,200", "--end", "limit")
    draw = next(e["number"] for e in drawn.json("show", "--entries") if e["kind"] == "draw")
    assert "builds on it" in drawn("undo", draw, "--yes", code=1)


# People at a terminal


@pytest.mark.parametrize(
    ("lang", "answer", "done"),
    [
        ("en", "y", True),
        ("ca", "sí", True),
        ("ro", "da", True),
        ("ca", "", False),
        ("en", "n", False),
        ("ro", "nu", False),
    ],
)
def test_at_a_terminal_it_asks(drawn: Office, lang: str, answer: str, done: bool, monkeypatch: pytest.MonkeyPatch):
    class Terminal:
        @staticmethod
        def isatty() -> bool:
            return True

        @staticmethod
        def readline() -> str:
            return f"{answer}\n"

    monkeypatch.setattr(_desk, "sys", type("Sys", (), {"stdin": Terminal, "stdout": sys.stdout}))
    said = drawn("draw", "1", "--seed", "y", code=0 if done else 1, lang=lang)
    assert catalogue("entries")["draw_again"][lang].format(round=1)[:20] in said
    assert (drawn.json("show", "--round", 1)["draw"]["seed"] == "y") == done


def test_a_script_has_to_say_yes(drawn: Office):
    assert "--yes" in drawn("draw", "1", "--seed", "y", code=1)
    drawn("draw", "1", "--seed", "y", "--yes")
    assert "Not closed yet" in drawn("draw", "2", code=1)


# Odd input


def test_an_empty_tournament(tmp_path: Path):
    office = Office(tmp_path)
    office("new", "Empty", "--rules", "romania")
    assert "Nobody takes part yet" in office("draw", code=1)
    assert "Nobody takes part yet" in office("standings")
    assert office.json("standings") == []
    assert "No round has been drawn yet" in office("show")
    for words in (["close"], ["result", "--table", 1, "--scores", "1,2", "--end", "out"], ["show", "--round", 1]):
        assert "No round has been drawn yet" in office(*words, code=1)
    assert "There is nothing to undo" in office("undo", "--yes", code=1)
    office("export", "json", "-o", tmp_path / "empty.json")
    assert json.loads((tmp_path / "empty.json").read_text(encoding="utf-8"))["entries"]


def test_no_tournament_and_no_store(tmp_path: Path):
    office = Office(tmp_path)
    office("standings", code=1)
    assert not office.store.exists()
    office("new", "One", "--rules", "ebre")
    assert 'There is no tournament "two"' in office("show", "--tournament", "two", code=1)


def test_of_several_the_last_is_meant_or_the_one_that_is_named(office: Office):
    office("new", "Second", "--rules", "wespa")
    assert office.json("show")["name"] == "Second"
    assert office.json("show", "--tournament", "3r")["name"] == "3r MàTaM"
    assert [each["slug"] for each in office.json("list")] == ["3r-matam", "second"]


WRONG = [
    (["result", "--table", 99, "--scores", "1,2,3", "--end", "limit"], 1, "There is no table 99"),
    (["result", "--table", 1, "--scores", "1,2", "--end", "limit"], 1, "so many players"),
    (["result", "--table", 1, "--scores", "1,2,3,4", "--end", "limit"], 1, "so many players"),
    (["result", "--table", 1, "--scores", "1,x,3", "--end", "limit"], 2, "not whole numbers"),
    (["result", "--table", 1, "--scores", "1,2,3"], 1, "How did it end?"),
    (["result", "--table", 1, "--scores", "1,2,3", "--end", "flag"], 1, "No game of this rule set ends"),
    (["result", "--table", 1, "--scores", "1,2,3", "--end", "out", "--by", 4], 1, "sit 3"),
    (["result", "--table", 1, "--end", "out"], 1, "the points are missing"),
    (["result", "--table", 1, "--scores", "1,2,3", "--end", "limit", "--from-log"], 1, "no log of this game"),
    (["result"], 2, "Of which table?"),
    (["result", "absent.csv"], 1, "cannot be read"),
    (["result", "absent.csv", "--table", 1], 2, "not both"),
    (["close"], 1, "cannot be closed"),
    (["close", 7], 1, "has not been drawn"),
    (["reopen", 1, "--why", "x"], 1, "is not closed"),
    (["reopen", 1], 1, "--why"),
    (["draw", 4], 1, "round 2 comes before"),
    (["draw", 1, "--system", "swiss", "--trumps", "--yes"], 1, "no trumps"),
    (["show", "--entrant", 77], 1, "There is no entrant 77"),
    (["absent", 77], 1, "There is no entrant 77"),
    (["withdraw", 77], 1, "There is no entrant 77"),
    (["withdraw", 1, "--back"], 1, "had not withdrawn"),
    (["penalty", 1, "--kind", "technical"], 1, "--why"),
    (["penalty", 1, "--kind", "points", "--why", "late"], 2, "--points"),
    (["penalty", 1, "--kind", "points", "--points", "x", "--why", "late"], 2, "not a number"),
    (["undo", 9999, "--yes"], 1, "There is no entry 9999"),
    (["log", "9f3a", "--none"], 1, "9f3a"),
    (["log", "--none"], 2, "Which log?"),
    (["set", "rounds"], 1, "KEY=VALUE"),
    (["set", "rounds=many"], 1, "1-100"),
    (["set", "colour=red"], 1, "There is no setting"),
    (["set", "points_with=luck"], 1, "bonus, game"),
    (["add"], 2, "name"),
    (["export", "csv", "-o", "-"], 2, "folder"),
    (["export", "json", "-o", "-", "--excel"], 2, "--excel"),
    (["export", "tsh", "-o", "x.t"], 1, ""),
    (["print", "trumps", "-o", "x.pdf"], 1, "No trumps were dealt in round 1"),
    (["print", "pairings", "-o", "x.pdf", "--small"], 2, "--small is for cards, sheets only"),
    (["print", "checkin", "-o", "x.pdf", "--round", 1], 2, "--round"),
    (["standings", "--after", 3], 1, "has not been drawn"),
    (["restore", "absent.zip"], 1, "absent.zip"),
]


@pytest.mark.parametrize(("words", "code", "said"), WRONG, ids=[" ".join(map(str, each[0])) for each in WRONG])
def test_what_cannot_be_is_one_sentence_and_writes_nothing(drawn: Office, words: list, code: int, said: str):
    before = drawn.json("show")["last"]
    assert said in drawn(*words, code=code)
    assert drawn.json("show")["last"] == before


@pytest.mark.parametrize("lang", ["ca", "ro"])
@pytest.mark.parametrize("words", [each[0] for each in WRONG[:12]], ids=lambda words: " ".join(map(str, words)))
def test_what_cannot_be_is_said_in_each_language(drawn: Office, words: list, lang: str):
    done = drawn.done(*words, lang=lang)
    assert done.exit_code and done.output != drawn.done(*words).output


def test_a_round_is_not_closed_twice_and_a_closed_one_is_not_changed(drawn: Office):
    drawn("result", drawn.sheets(1))
    drawn("close")
    assert "is closed" in drawn("close", 1, code=1)
    correction = ["result", "--round", 1, "--table", 1, "--scores", "301,302,303", "--why", "misread"]
    assert "Open it again first" in drawn(*correction, code=1)
    drawn("reopen", 1, "--why", "misread sheet")
    drawn(*correction)
    drawn("close")


def test_a_file_with_a_wrong_line_is_not_taken_at_all(drawn: Office):
    good = drawn.sheets(1).read_text(encoding="utf-8")
    bad = drawn.file("bad.csv", good + "\n10,1,300,1,limit\n9,4,x,1,limit")
    before = drawn.json("show")["last"]
    said = drawn("result", bad, code=1)
    assert "line 29" in said and "nothing was taken" in said and drawn.json("show")["last"] == before
    drawn("result", drawn.sheets(1))
    assert "There already, the same: 9" in drawn("result", drawn.sheets(1))


def test_a_file_of_a_thousand_wrong_lines_is_a_page(office: Office):
    bad = office.file("bad.csv", "team;name\n" + ";\n" * 3 + "\n".join("x;" for _ in range(1000)))
    said = office("import", bad, code=1)
    assert len(said.splitlines()) < 30 and "more lines: 980" in said


@pytest.mark.parametrize("name", ['O\'Brien "Bob"', "Ștefan Țurcanu", "l·l; a, b", "[bold]Núria[/bold]", "=1+1"])
def test_names_are_what_they_are(tmp_path: Path, name: str):
    office = Office(tmp_path)
    office("new", name, "--rules", "romania")
    office("add", name, "--rating", "1234,5", "--club", name)
    office("add", "Other")
    office("draw", "--seed", name)
    assert name in office("show", "--round", 1) and name in office("standings")
    assert office.json("show", "--entrants")["players"][0]["name"] == name
    office("export", "csv", "-o", tmp_path / "csv")
    assert office.json("show")["name"] == name


def test_a_name_with_hidden_characters_is_refused(office: Office):
    for name in ("Anna\u202eaixeuq", "Anna\x1b[31m"):
        said = office("add", name, code=1)
        assert "hidden" in said and "\x1b" not in said and "\u202e" not in said


def test_late_absent_withdrawn_and_back(office: Office):
    office("add", "Late", "--player", "L1=1500", "--player", "L2", "--player", "Núria Camps=1200,5")
    assert len(office.json("show", "--entrants")["teams"]) == 10
    assert "Absent from round 1: Late" in office("absent", 10)
    office("draw", "--seed", "x")
    assert all(10 not in match for match in office.json("show", "--round", 1)["draw"]["matches"])
    assert "from round 2" in office("withdraw", 10, "--why", "left")
    assert "from round 3" in office("withdraw", 10, "--back", "--from", 3)
    office("add", "Latest", "--change", 10)
    assert "10. Latest" in office("show", "--entrant", 10)
    assert "left" in office("show", "--entries")


def test_penalties_come_off_at_the_end(tmp_path: Path):
    office = Office(tmp_path)
    office("new", "Cupa", "--rules", "romania", "--rounds", 1)
    office("import", office.file("players.csv", "nume\nIoana\nVlad\n"))
    office("draw", "--seed", "x")
    for _ in range(3):
        office("penalty", 1, "--kind", "technical", "--why", "coeficient greșit")
    office("result", "--table", 1, "--scores", "400,380", "--racks", "0,7", "--end", "out", "--by", 1)
    before = {line["entrant"]: line["values"]["total"] for line in office.json("standings")}
    office("close")
    after = {line["entrant"]: line["values"]["total"] for line in office.json("standings")}
    assert before[2] == after[2] and before[1] != after[1]
    assert "coeficient" in office("show", "--entrant", 1)


# Copies, exports, and places that cannot be written


def test_a_backup_is_restored_elsewhere(drawn: Office, tmp_path: Path):
    drawn("result", drawn.sheets(1))
    drawn("backup", tmp_path / "copy.zip")
    (tmp_path / "elsewhere").mkdir()
    other = Office(tmp_path / "elsewhere")
    other("restore", tmp_path / "copy.zip")
    assert other.json("standings") == drawn.json("standings")
    assert other.json("show", "--entries") == drawn.json("show", "--entries")
    assert "copy.zip" in drawn("backup", tmp_path / "copy.zip", code=1)


FORMS = ["csv", "json", "turns"]


@pytest.mark.parametrize("form", FORMS)
def test_an_export_writes_over_nothing(drawn: Office, form: str):
    place = drawn.folder / form
    drawn("export", form, "-o", place)
    assert "nothing is written over" in drawn("export", form, "-o", place, code=1)


def test_two_player_events_go_out_for_other_programs(tmp_path: Path):
    office = Office(tmp_path)
    office("new", "Open", "--rules", "wespa", "--date", "2026-11-30")
    office("import", office.file("players.csv", "name\nAnna Puig\nBernat Soler\n"))
    office("draw", "--seed", "x")
    office("result", "--table", 1, "--scores", "400,380", "--racks", "0,7", "--end", "out", "--by", 1)
    office("close")
    for form in ("tsh", "tou"):
        office("export", form, "-o", tmp_path / form)
        assert (tmp_path / form).stat().st_size > 10


@pytest.mark.parametrize("paper", ["cards", "sheets", "pairings", "standings", "checkin"])
def test_a_paper_is_a_pdf_and_writes_over_nothing(drawn: Office, paper: str):
    place = drawn.folder / f"{paper}.pdf"
    drawn("print", paper, "-o", place)
    assert place.read_bytes().startswith(b"%PDF-")
    assert "nothing is written over" in drawn("print", paper, "-o", place, code=1)
    assert drawn.done("print", paper, "-o", "-").stdout_bytes == place.read_bytes()


UNWRITABLE = [["backup", "{}/copy.zip"], ["export", "json", "-o", "{}/x.json"], ["export", "csv", "-o", "{}/x"]]
UNWRITABLE += [["export", "site", "-o", "{}/site"]]


def test_the_results_of_a_round_are_a_paper_once_there_are_any(drawn: Office):
    assert "no result yet" in drawn("print", "results", "-o", drawn.folder / "none.pdf", code=1)
    drawn("result", "--table", 1, "--scores", "400,380,360", "--end", "limit")
    for option in ([], ["--by-name"], ["--large"]):
        assert drawn.done("print", "results", "-o", "-", *option).stdout_bytes.startswith(b"%PDF-")


@pytest.mark.parametrize("words", UNWRITABLE, ids=lambda words: " ".join(words[:2]))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_place_that_cannot_be_written_is_told(drawn: Office, words: list[str], lang: str):
    place = drawn.file("file", "")
    said = drawn(*(word.format(place) for word in words), code=1, lang=lang)
    assert str(place) in said.replace("\n", "")
    assert place.read_text(encoding="utf-8") == ""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
def test_a_round_is_closed_where_its_copy_cannot_be_made(drawn: Office):
    (drawn.folder / "snapshots").symlink_to("/proc")  # where not even root makes a file
    drawn("result", drawn.sheets(1))
    said = drawn("close")
    assert "The round is closed, but" in said and "backup" in said
    assert drawn.json("show")["rounds"]["1"]["closed"]


# As a program


def test_the_tables_fit_a_narrow_terminal(office: Office):
    office("add", "A team with a name that is as long as the longest that people give", "--club", "x" * 60)
    office("add", "Another")
    office("add", "And a third")
    rows = [f"{'Anna Maria de la Concepció Vilallonga i Puigdollers'} {n}" for n in range(9)]
    for n, name in enumerate(rows):
        office("add", name, "--to-team", 10 + n // 3)
    office("draw", "--seed", "x", "--trumps")
    office("result", "--table", 1, "--scores", "1,2,3", "--racks", "0,1,2", "--end", "out", "--by", 1, "--yes")
    for words in (
        ["show"],
        ["show", "--round", 1],
        ["show", "--table", 1],
        ["show", "--entrants"],
        ["standings"],
        ["show", "--entries"],
        ["set"],
        ["list"],
        ["show", "--entrant", 10],
        ["log"],
    ):
        for lang in LANGUAGES:
            lines = office(*words, lang=lang).splitlines()
            wide = [line for line in lines if len(line) > 80 and "  " in line]
            assert not wide, wide


LOOKS = [["show"], ["show", "--round", 1], ["show", "--table", 1], ["show", "--entrants"], ["show", "--entrant", 1]]
LOOKS += [["show", "--entries"], ["standings"], ["set"], ["log"], ["standings", "--players"]]


def test_every_command_gives_json(drawn: Office):
    for words in LOOKS:
        assert isinstance(json.loads(drawn.done(*words, "--json").stdout), dict | list)


def test_who_writes_is_the_computers_user_or_who_is_said(office: Office, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LOGNAME", "mireia")
    office("absent", 1, "--round", 3)
    office("absent", 2, "--round", 3, "--who", "Taula d'arbitratge")
    assert [each["who"] for each in office.json("show", "--entries")[-2:]] == ["mireia", "Taula d'arbitratge"]


def run(office: Office, *words: object, **more) -> subprocess.CompletedProcess[str]:
    command = [*PROGRAM, "tournament", *map(str, words), "--store", str(office.store), "--lang", "en"]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120, **more)


def test_as_a_process(drawn: Office):
    text = drawn.sheets(1).read_text(encoding="utf-8")
    done = run(drawn, "result", "-", input=text)
    assert (done.returncode, done.stderr) == (0, "") and "games 9" in done.stdout
    done = run(drawn, "close", 9)
    assert done.returncode == 1 and done.stderr.startswith("tritempo: Round 9") and done.stdout == ""


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_ctrl_c_while_it_asks_writes_nothing(drawn: Office):
    """The program presses Ctrl-C itself when the question stands there."""
    program = """
import signal, sys
from tritempo_host.cli import main

class Terminal:
    isatty = staticmethod(lambda: True)
    readline = staticmethod(lambda: signal.raise_signal(signal.SIGINT) or "")

sys.stdin = Terminal()
main()
"""
    command = [sys.executable, "-c", program, "tournament", "draw", "1", "--store", str(drawn.store), "--lang", "en"]
    before = drawn.json("show")["last"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 128 + signal.SIGINT and "Stopped." in done.stderr and "Traceback" not in done.stderr
    assert drawn.json("show")["last"] == before


# Completion


def completions(line: str) -> list[str]:
    *words, last = line.removeprefix("tritempo ").split(" ")
    complete = BashComplete(cli, {}, "tritempo", "_TRITEMPO_COMPLETE")
    return [each.value for each in complete.get_completions(words, last)]


def test_the_shell_completes_commands_options_and_names(office: Office, monkeypatch: pytest.MonkeyPatch):
    assert completions("tritempo tour") == ["tournament"]
    assert completions("tritempo tournament st") == ["standings"]
    assert {"import", "list", "set", "log"} <= set(completions("tritempo tournament "))
    assert not [each for each in completions("tritempo tournament ") if each.startswith("_") or each.endswith("_")]
    assert "--scrabbles" in completions("tritempo tournament result --scr")
    assert completions("tritempo tournament new x --rules mat") == ["matam"]
    monkeypatch.setenv("TRITEMPO_STORE", str(office.store))
    assert completions("tritempo tournament show --tournament ") == ["3r-matam"]
    monkeypatch.setenv("TRITEMPO_STORE", "/nowhere/at.all")
    assert completions("tritempo tournament show --tournament ") == []


def test_the_program_completes():
    env = {"_TRITEMPO_COMPLETE": "bash_complete", "COMP_WORDS": "tritempo tour", "COMP_CWORD": "1"}
    program = "import sys; sys.argv[0] = 'tritempo'; from tritempo_host.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ, **env})
    assert (done.returncode, done.stdout, done.stderr) == (0, "plain,tournament\n", "")


def test_no_command_of_the_tournament_knows_a_rule():
    """Numbers of the rules have no business here: bonuses, trèvols, coefficients, minutes."""
    for path in (Path(_desk.__file__).parent).glob("*.py"):
        assert not re.search(r"\b(33|21|63|0\.02|1\.530|1\.667|3600)\b", path.read_text(encoding="utf-8")), path
