"""The demo is the whole way: a game by its buttons on the real firmware, a power cut, sync, audit and report."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import littlefs
import pytest
from click.testing import CliRunner

from tritempo_host.cli import cli
from tritempo_host.demo import papers
from tritempo_host.demo.run import Demo, fresh_folder
from tritempo_host.demo.screen import Screen
from tritempo_host.demo.story import story
from tritempo_host.problem import Problem
from tritempo_host.store import open_store
from tritempo_host.store.tournaments import Tournaments
from tritempo_host.tournament import Entry, Tournament, fold, standings
from tritempo_host.tournament.importing import read_people
from tritempo_host.words import LANGUAGES, catalogue, speak

TRITEMPO = [sys.executable, "-m", "tritempo_host"]


class Notebook(Screen):
    """A screen that keeps the story: (ms since turn 1 began, key, values)."""

    def __init__(self, lang: str) -> None:
        super().__init__(speak("demo", lang))
        self.told: dict[str, tuple[int, dict[str, object]]] = {}

    def event(self, t_ms: int, key: str, **values: object) -> None:
        assert key not in self.told
        self.told[key] = (t_ms, values)
        super().event(t_ms, key, **values)


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> tuple[Path, dict[str, tuple[int, dict[str, object]]]]:
    """The demo's folder after a run, and what it told."""
    folder = fresh_folder(tmp_path_factory.mktemp("demo") / "out", "en")
    notebook = Notebook("ro")
    demo = Demo(folder, "ro", notebook)
    try:
        demo.begin()
        demo.play()
        notebook.told["language"] = (0, {"clock": clock_language(folder)})
        demo.fetch()
        demo.fetch()  # twice does nothing twice
        demo.results()
        demo.more_rounds()
        demo.report()
        demo.site()
    finally:
        demo.close()
    return folder, notebook.told


def clock_language(folder: Path) -> str:
    """In which language the clock itself shows the game's end."""
    image = bytearray((folder / "clock-1.img").read_bytes())
    files = littlefs.LittleFS(block_size=4096, block_count=352, prog_size=256, mount=False)
    files.context.buffer[:] = image
    files.mount()
    with files.open("/settings", "r") as file:
        return json.loads(file.read())["lang"]


def morning(folder: Path) -> Tournament:
    with open_store(folder / "tritempo.db") as store:
        kept = Tournaments(store)
        return kept.load(kept.find())


def log_of(folder: Path, device: str) -> str:
    with open_store(folder / "tritempo.db") as store:
        (log,) = [log for log in store.logs() if log.device == device]
    return log.game


@pytest.fixture(scope="module")
def shown(played) -> dict:
    """What `tritempo show --json` says of the game."""
    folder, _ = played
    tournament = morning(folder)
    done = subprocess.run(
        [*TRITEMPO, "show", log_of(folder, tournament.sent[1, 1].device), "--store", folder / "tritempo.db", "--json"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return json.loads(done.stdout)


def test_it_tells_of_everything_it_promises(played):
    told = played[1]
    assert set(told) == {
        *("begin", "valid", "void", "salva", "prorroga", "tornar", "flag", "undone", "plug", "back", "limit", "over"),
        "language",
    }
    assert told["back"][1]["seconds"] == 27
    assert str(told["back"][1]["port"]).startswith("/dev/")


def test_its_times_are_the_report_s(played, shown):
    told = {key: t_ms for key, (t_ms, _) in played[1].items()}
    start = shown["start_ms"]
    pauses = [pause["start_ms"] - start for pause in shown["pauses"]]
    assert [told["valid"], told["void"]] == pauses[:2]
    assert abs(told["back"] - (shown["power_cuts"][0] - start)) < 1000
    trumps = {trump["kind"]: trump["t"] - start for trump in shown["trumps"]}
    assert {kind: told[kind] for kind in trumps} == trumps
    assert told["begin"] == 0
    assert told["limit"] == 3_600_000
    assert told["over"] == shown["end_ms"] - start


def test_the_clock_speaks_as_the_demo_does(played):
    assert played[1]["language"][1] == {"clock": "ro"}


def test_every_line_has_its_words_in_three_languages():
    words = catalogue("demo")
    steps = iter(story())
    keys = {step[1:] for _, step in (next(steps) for _ in range(200)) if isinstance(step, str) and step[0] == "#"}
    assert keys and keys <= set(words)
    assert all(set(forms) == set(LANGUAGES) for forms in words.values())


def test_what_is_in_the_folder_stays_as_it_is(tmp_path: Path):
    mine = {name: f"{name} of a real tournament" for name in ("tritempo.db", "report.html", "clock.img")}
    (tmp_path / "demo-1").mkdir()
    for name, text in mine.items():
        (tmp_path / name).write_text(text)
        (tmp_path / "demo-1" / name).write_text(text)
    assert fresh_folder(tmp_path, "en") == tmp_path / "demo-2"
    assert fresh_folder(tmp_path, "en") == tmp_path / "demo-3"  # another demo at the same time
    for folder in (tmp_path, tmp_path / "demo-1"):
        assert {path.name: path.read_text() for path in folder.iterdir() if path.is_file()} == mine


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_folder_that_cannot_be_written_is_told(lang: str, tmp_path: Path):
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/tritempo")):
        result = CliRunner().invoke(cli, ["demo", "--lang", lang, "--folder", str(folder)])
        assert result.exit_code == 1 and isinstance(result.exception, SystemExit)
        assert "--folder" in result.output and str(folder) in result.output
    with pytest.raises(Problem):
        fresh_folder(tmp_path / "file", lang)


def test_the_log_is_sound_and_says_what_was_played(played, shown):
    text = json.dumps(shown, ensure_ascii=False)
    assert shown["audit"]["verdict"] == "sound"
    for name in names(played[0]):
        assert name in text
    for trump in ("prorroga", "tornar", "salva"):
        assert trump in text
    assert (shown["state"], shown["reason"]) == ("ended", "round_limit")


def names(folder: Path) -> list[str]:
    """Who play at table 1 of the first round."""
    tournament = morning(folder)
    return [tournament.players[each].name for each in tournament.rounds[1].games[1].players]


def test_the_report_is_one_whole_page(played):
    page = (played[0] / "report.html").read_text(encoding="utf-8")
    assert page.lower().startswith("<!doctype html>")
    assert page.rstrip().endswith("</html>")
    assert all(name in page for name in names(played[0]))
    assert "<script" not in page


def test_the_morning_is_a_whole_tournament(played):
    tournament = morning(played[0])
    assert len(tournament.teams) == 9 and len(tournament.players) == 27
    assert [round_.closed is not None for round_ in tournament.rounds.values()] == [True] * 5
    lines = standings(tournament)
    assert sum(Fraction(str(line.values["trevols"])) for line in lines) == 5 * 3 * 9
    assert lines[0].rank == 1 and len(lines) == 9


def test_the_sheets_of_the_match_have_what_its_clocks_say(played):
    games = morning(played[0]).rounds[1].games
    assert [games[table].sheet.end for table in (1, 2, 3)] == ["limit", "limit", "out"]
    assert games[3].sheet.by == 0


def test_no_two_teams_meet_twice_in_the_drawn_rounds(played):
    rounds = morning(played[0]).rounds
    pairs = [pair for n in range(1, 5) for match in rounds[n].matches for pair in combinations(sorted(match), 2)]
    assert len(pairs) == len(set(pairs)) == 36
    assert len(rounds[5].draw["repeats"]) == 9


def test_the_site_and_the_copy_are_there(played):
    folder = played[0]
    assert (folder / "site" / "index.html").read_text(encoding="utf-8").lower().startswith("<!doctype html>")
    assert (folder / "backup.zip").stat().st_size > 1000
    assert len(list((folder / "snapshots").iterdir())) == 5


def test_the_environment_is_as_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    for before in (None, "mine.db"):
        monkeypatch.delenv("TRITEMPO_STORE", raising=False)
        if before:
            monkeypatch.setenv("TRITEMPO_STORE", before)
        Demo(tmp_path, "en", Notebook("en")).close()
        assert os.environ.get("TRITEMPO_STORE") == before


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_papers_can_be_read_in_each_language(lang: str):
    tournament = fold([Entry(1, datetime.now(UTC), "test", "created", {"name": "x", "rules": "matam"})])
    found = read_people(papers.teams(lang).encode(), tournament)
    assert sum(draft.kind == "team" for draft in found.drafts) == 9
    assert sum(draft.kind == "player" for draft in found.drafts) == 27
    assert not found.ignored and all(draft.body.get("rating") for draft in found.drafts if draft.kind == "player")
