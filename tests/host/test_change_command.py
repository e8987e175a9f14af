"""`tritempo tournament change`: a drawn round is changed by hand from the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from desk.desks import load, write
from desk.played_rounds import drawn
from host.test_round_remarks_command import tell
from tritempo_host.tournament import Draft
from tritempo_host.tournament.entry import changes

LATE = Draft("player", {"name": "Late Larry", "from": 1})


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


def seats(store: Path, slug: str, table: int) -> tuple[int, ...]:
    return load(store, slug).rounds[1].games[table].players


def test_two_change_places_and_show_says_so_with_the_reason(store: Path) -> None:
    slug = drawn(store, "romania", 8)
    (one, first), (_, two) = seats(store, slug, 1), seats(store, slug, 3)
    dry = tell(store, "change", "--swap", f"{one},{two}", "--dry-run")
    assert "nothing was written down" in dry and seats(store, slug, 1) == (one, first)
    said = tell(store, "change", 1, "--swap", f"{one},{two}", "--why", "cousins", "--yes")
    told = f"Changed by hand: Player {one} and Player {two} have changed places. Reason: cousins."
    assert told in said and "New cards and sheets are needed: table 1, 3." in said
    assert seats(store, slug, 1) == (two, first)
    assert told in tell(store, "show", "--round", 1) and told in tell(store, "show", "--round", 1, "--explain")
    assert "changed by hand" in tell(store, "show", "--entries")
    tell(store, "undo", "--yes")
    assert "Changed by hand" not in tell(store, "show", "--round", 1) and seats(store, slug, 1) == (one, first)


def test_a_draw_that_is_only_looked_at_says_that_the_round_was_changed_since(store: Path) -> None:
    slug = drawn(store, "romania", 8)
    look = ("draw", 1, "--dry-run", "--seed", "molins")
    assert "changed by hand" not in tell(store, *look)
    tell(store, "change", "--swap", ",".join(map(str, seats(store, slug, 1))), "--why", "cousins", "--yes")
    said = tell(store, *look)
    assert "Round 1 was changed by hand after this draw" in said and "Reason: cousins." in said
    assert "these changes are gone" in tell(store, "draw", 1, "--seed", "molins", "--yes")


def test_who_comes_late(store: Path) -> None:
    slug = drawn(store, "wespa", 7)
    write(store, slug, LATE)
    assert "a new table 4" in tell(store, "change", "--late", 8, "--why", "train", "--yes")
    slug = drawn(store, "ebre", 7)
    write(store, slug, LATE)
    assert "comes to table 2" in tell(store, "change", "--late", 8, "--table", 2, "--why", "train", "--yes")
    assert seats(store, slug, 2)[3] == 8


def test_it_asks_and_a_script_has_to_say_yes(store: Path) -> None:
    slug = drawn(store, "matam")
    said = tell(store, "change", "--tables", "1,4", "--why", "stairs", code=1)
    assert "Change round 1 like this?" in said and not changes(load(store, slug).rounds[1].draw)


def test_as_data(store: Path) -> None:
    slug = drawn(store, "ebre", 8)
    found: dict[str, Any] = json.loads(
        tell(store, "change", "--tables", "1,2", "--why", "x", "--json", "--yes").partition("? ")[2]
    )
    assert found["draw"]["explain"][-1]["code"] == "changed_tables" and found["remarks"] == ["change_papers"]
    assert len(found["entries"]) == 1 and len(changes(load(store, slug).rounds[1].draw)) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Say one change"),
        (["--swap", "1,2", "--late", 3], "Say one change"),
        (["--swap", "1,2", "--table", 3], "Say one change"),
        (["--swap", "1,2,3"], "Two numbers are needed"),
        (["--swap", "1,99", "--why", "x"], "There is no entrant 99."),
        (["--swap", "1,2"], "Say why the round is changed"),
        (["--tables", "1,9", "--why", "x"], "There is no table 9 in round 1."),
        ([2, "--swap", "1,2", "--why", "x"], "Round 2 has not been drawn."),
        (["--late", 3, "--why", "x"], "in the draw of round 1 already"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_writes_nothing(store: Path, words: list[object], said: str) -> None:
    slug = drawn(store, "romania", 8)
    last = load(store, slug).last
    assert said in tell(store, "change", *words, "--yes", code=1)
    for lang in ("ca", "ro"):
        tell(store, "change", *words, "--yes", code=1, lang=lang)
    assert load(store, slug).last == last


def test_a_number_that_no_computer_takes_is_no_number(store: Path) -> None:
    drawn(store, "romania", 8)
    assert "is not whole numbers" in tell(store, "change", "--swap", "1" * 5000 + ",2", "--why", "x", code=2)


def test_with_a_result_it_is_refused(store: Path) -> None:
    slug = drawn(store, "romania", 8)
    write(store, slug, Draft("result", {"round": 1, "table": 4, "scores": [400, 300], "end": "out"}))
    assert "has results already" in tell(store, "change", "--swap", "1,2", "--why", "x", "--yes", code=1)
