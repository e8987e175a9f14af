"""A match with the real firmware: fixtures sent, games played by presses, logs synced and matched, results proposed."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from host.table_clocks import load, make_tournament
from tournament.rooms import NAMES
from tritempo_host.cli import cli
from tritempo_host.link import Clock
from tritempo_host.report.proposed import figure
from tritempo_host.rules.ruleset import Sheet
from tritempo_host.store import open_store
from tritempo_host.store.played import differences, matching_of, proposal_of
from tritempo_host.store.tournaments import Tournaments
from tritempo_host.tournament import Draft
from tritempo_host.tournament.comparison import compare
from tritempo_host.tournament.fixtures import names_of
from tritempo_host.tournament.fold import body_of
from tritempo_host.tournament.matching import Matching
from tritempo_host.virtual.clock import VirtualClock

TURN_MS = 50_000


@pytest.fixture
def place(tmp_path: Path) -> Path:
    make_tournament(tmp_path / "store.db", rounds=2)
    return tmp_path / "store.db"


@pytest.fixture
def clocks(tmp_path: Path) -> Iterator[list[VirtualClock]]:
    room = [VirtualClock(tmp_path / f"clock{n}.img", stepped=True, lang="en") for n in range(3)]
    # In the order of their ids, in which they get the tables.
    yield sorted(room, key=lambda clock: clock.device_id)
    for clock in room:
        clock.close()


def tritempo(place: Path, clocks: list[VirtualClock], *command: str) -> Result:
    ports = [part for clock in clocks for part in ("--port", clock.port)]
    return CliRunner().invoke(cli, [*command, "--store", str(place), "--lang", "en", "--json", *ports])


def send(place: Path, clocks: list[VirtualClock], *options: str) -> list[str]:
    """What came of each clock, by table."""
    result = tritempo(place, clocks, "fixtures", "send", *options)
    return [row["how"] for row in json.loads(result.stdout)["clocks"]]


def sync(place: Path, clocks: list[VirtualClock]) -> None:
    assert tritempo(place, clocks, "sync").exit_code == 0


def press(clock: VirtualClock, after_ms: int, *buttons: str) -> None:
    """The first after so long, each next a second later."""
    for n, button in enumerate(buttons):
        clock.press(button, at=clock.now_ms + (1000 if n else after_ms))
        clock.run_for((1000 if n else after_ms) + 200)


def play(clock: VirtualClock, turns: int, slow: int | None = None) -> None:
    """A game of so many turns: the last player goes out. `slow`: the number of a turn that is lost on time."""
    press(clock, 20_000, "A")
    for turn in range(1, turns + 1):
        if turn == slow:
            clock.hold("ABC"[turn % 3], 3700, at=clock.now_ms + 130_000)
            clock.run_for(130_000 + 4000)
        elif turn < turns:
            press(clock, TURN_MS, "ABC"[turn % 3])
    press(clock, TURN_MS, "PAUSE", "TRUMP", "A")
    with Clock(clock.port) as link:
        assert (link.live()["state"], link.live()["reason"]) == ("ended", "out")


def matched(place: Path) -> Matching:
    with open_store(place, "en") as store:
        there = Tournaments(store, "en")
        return matching_of(store, there.entries(there.find()))


def test_a_match_from_its_draw_to_its_results(place, clocks):
    assert send(place, clocks, "--round", "1") == ["sent", "sent", "sent"]
    for n, clock in enumerate(clocks):
        play(clock, turns=7 + n, slow=5 if n == 1 else None)
    assert send(place, clocks, "--round", "1") == ["played", "played", "played"]
    sync(place, clocks)

    found = matched(place)
    places = sorted(found.matches, key=lambda each: each.game or (0, 0))
    assert [(each.game, each.how, each.doubts) for each in places] == [
        ((1, table), "fixture", ()) for table in (1, 2, 3)
    ]
    assert found.without_log == ((2, 1), (2, 2), (2, 3))

    with open_store(place, "en") as store:
        there = Tournaments(store, "en")
        listed = there.find()
        tournament = there.load(listed)
        for game in tournament.games(1):
            log = found.log_of((1, game.table))
            assert log is not None
            made = proposal_of(store, tournament, game, log.log.id)
            assert made is not None
            assert (made.end, made.by, made.doubts) == ("out", (6 + game.table - 1) % 3, ())
            if game.table == 2:
                figures = [figure(each, "en", names_of(tournament, game)) for each in made.figures]
                assert "Eva Sala: turns lost on time: 1 (turn 5). [MG 30]" in figures
            sheet = made.onto(Sheet((300, 280, 260), "limit"))
            there.append(listed, [Draft("result", body_of(1, game.table, sheet))], "ana")
            assert compare(made, sheet) == []
        tournament = there.load(listed)
        assert differences(store, tournament, found) == {}
        first = tournament.rounds[1].games[1]
        wrong = body_of(1, 1, Sheet((300, 280, 260), "limit"), replaces=first.history[-1].entry)
        after = there.append(listed, [Draft("result", wrong, "a slip")], "ana").tournament
        assert [
            (place, [each.code for each in doubts]) for place, doubts in differences(store, after, found).items()
        ] == [((1, 1), ["entered_end"])]
        there.append(listed, [Draft("close", {"round": 1})], "ana")

    assert send(place, clocks) == ["sent", "sent", "sent"]
    assert {table: sent.device for (number, table), sent in load(place).sent.items() if number == 1} == {
        table: sent.device for (number, table), sent in load(place).sent.items() if number == 2
    }


def test_a_fixture_that_a_clock_has_is_taken_once_also_after_a_power_cut(place, clocks, tmp_path):
    [clock] = clocks[:1]
    assert send(place, [clock]) == ["sent"]
    clock.kill()
    with VirtualClock(clock.flash, stepped=True, lang="en") as again:
        with Clock(again.port) as link:
            fixture = link.live()["fixture"]
            assert link.send_fixture("matam", 3, names=NAMES[:3], round_number=2, table=1, fixture_id=fixture)
            assert len(link.logs()) == 1
        assert send(place, [again]) == ["again"]


def test_a_clock_that_dies_in_the_middle_and_the_one_that_takes_over(place, clocks):
    """Two logs for a game: the whole one is proposed, and both are told of."""
    broken, spare = clocks[:2]
    assert send(place, [broken], "--round", "1") == ["sent"]
    press(broken, 20_000, "A")
    press(broken, TURN_MS, "B")
    assert send(place, [spare], "--round", "1", "--assign", f"{spare.port}=1") == ["sent"]
    play(spare, turns=5)
    sync(place, [broken, spare])
    found = matched(place)
    assert sorted([doubt.code for doubt in each.doubts] for each in found.games[1, 1]) == [
        ["two_clocks"],
        ["unfinished", "two_clocks"],
    ]
    chosen = found.log_of((1, 1))
    assert chosen is not None
    assert chosen.log.device == spare.device_id


def test_a_game_of_strangers_at_a_table_of_the_same_number(place, clocks):
    """Set up by hand on a tournament's clock, between two rounds."""
    [clock] = clocks[:1]
    assert send(place, [clock], "--round", "1") == ["sent"]
    with Clock(clock.port) as link:
        link.send_fixture("matam", 3, names=["Xavi", "Yago", "Zoe"], round_number=1, table=1)
    play(clock, turns=4)
    sync(place, [clock])
    found = matched(place)
    assert [(each.game, each.how) for each in found.matches] == [(None, "unplayed"), (None, "none")]
    assert [each.log.names[0] for each in found.without_game] == ["Xavi"]
