"""`tritempo fixtures send`: every clock gets its table, once, whatever is plugged in, pulled, or being played."""

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from host.table_clocks import TableClock, load, make_tournament, plugged_in, write
from pty_clock import PtyClock
from tournament.rooms import NAMES, draw_body
from tritempo_host.cli import cli
from tritempo_host.link.fixtures_plan import plan
from tritempo_host.link.fixtures_send import meet, send
from tritempo_host.store import open_store
from tritempo_host.tournament import Draft

WIDTH = 100


@pytest.fixture
def place(tmp_path: Path) -> Path:
    make_tournament(tmp_path / "store.db", rounds=2)
    return tmp_path / "store.db"


def run(place: Path, ports: list[str], *options: str) -> Result:
    given = [part for port in ports for part in ("--port", port)]
    command = ["fixtures", "send", "--store", str(place), "--lang", "en", *given, *options]
    return CliRunner(env={"COLUMNS": str(WIDTH)}).invoke(cli, command)


def said(place: Path, ports: list[str], *options: str) -> tuple[dict[str, Any], int]:
    result = run(place, ports, "--json", *options)
    return json.loads(result.stdout), result.exit_code


def hows(answer: dict[str, Any]) -> dict[str, tuple[int | None, str]]:
    return {row["port"]: (row["table"], row["how"]) for row in answer["clocks"]}


def result_of(table: int, number: int = 1) -> Draft:
    return Draft("result", {"round": number, "table": table, "scores": [3, 2, 1], "end": "limit"})


def test_each_clock_gets_its_table(place):
    clocks = [TableClock(3), TableClock(1), TableClock(2)]
    with plugged_in(*clocks) as ports:
        answer, code = said(place, ports)
    assert (code, answer["bare"]) == (0, [])
    assert hows(answer) == {ports[0]: (3, "sent"), ports[1]: (1, "sent"), ports[2]: (2, "sent")}
    told = clocks[1].fixtures[0]
    assert (told["round"], told["table"], told["names"], told["control"]["id"]) == (2, 1, list(NAMES[:3]), "matam")
    assert [what for what, *_ in clocks[1].told] == ["time", "fixture"]


def test_sent_again_it_does_no_harm_and_writes_nothing_more(place):
    clocks = [TableClock(n) for n in (1, 2, 3)]
    with plugged_in(*clocks) as ports:
        said(place, ports)
        last = load(place).last
        answer, code = said(place, ports)
    assert code == 0
    assert {how for _, how in hows(answer).values()} == {"again"}
    assert [len(clock.fixtures) for clock in clocks] == [1, 1, 1]
    assert load(place).last == last


def test_the_same_clock_stays_at_the_same_table(place):
    clocks = [TableClock(n) for n in (1, 2, 3)]
    with plugged_in(*clocks) as ports:
        said(place, ports, "--round", "1", "--assign", f"{ports[0]}=3")
        for clock in clocks:
            clock.state = "ended"
        answer, code = said(place, ports)
    assert code == 0
    assert hows(answer) == {ports[0]: (3, "sent"), ports[1]: (1, "sent"), ports[2]: (2, "sent")}


def test_more_clocks_than_sockets_are_told_in_turns(place):
    with plugged_in(TableClock(1), TableClock(2)) as ports:
        answer, code = said(place, ports)
    assert (code, answer["bare"]) == (1, [3])
    with plugged_in(TableClock(3)) as ports:
        answer, code = said(place, ports)
    assert (code, answer["bare"], hows(answer)) == (0, [], {ports[0]: (3, "sent")})


def test_more_clocks_than_tables(place):
    with plugged_in(*(TableClock(n) for n in range(1, 5))) as ports:
        answer, code = said(place, ports)
        result = run(place, ports)
    assert (code, hows(answer)[ports[3]]) == (0, (None, "spare"))
    assert f"Clocks without a table: {ports[3]}" in result.stderr


def test_a_clock_in_a_game_refuses_and_the_others_go_on(place):
    """The late table of the round before keeps its clock."""
    clocks = [TableClock(n) for n in (1, 2, 3)]
    with plugged_in(*clocks) as ports:
        said(place, ports, "--round", "1")
        clocks[1].state = "running"
        answer, code = said(place, ports)
        assert (code, hows(answer)[ports[1]]) == (1, (2, "playing"))
        assert [len(clock.fixtures) for clock in clocks] == [2, 1, 2]
        clocks[1].state = "ended"
        answer, code = said(place, ports)
    assert (code, hows(answer)[ports[1]]) == (0, (2, "sent"))
    assert [len(clock.fixtures) for clock in clocks] == [2, 2, 2]


def test_strangers_who_play_on_a_clock_keep_it_and_get_no_table(place):
    with plugged_in(TableClock(1, "running", fixture=None, table=1), TableClock(2)) as ports:
        answer, code = said(place, ports)
    assert hows(answer) == {ports[0]: (None, "spare"), ports[1]: (1, "sent")}
    assert (code, answer["bare"]) == (1, [2, 3])


@pytest.mark.parametrize(("state", "how"), [("running", "playing_it"), ("gap", "playing_it"), ("ended", "played")])
def test_a_game_that_is_played_or_over_is_not_set_up_again(place, state, how):
    clock = TableClock(1)
    with plugged_in(clock) as ports:
        said(place, ports)
        clock.state = state
        write(place, Draft("player", {"player": 1, "name": "Anna P."}))
        answer, _ = said(place, ports)
    assert hows(answer) == {ports[0]: (1, how)}
    assert len(clock.fixtures) == 1


def test_a_game_that_was_ended_by_mistake_can_be_set_up_again(place):
    clock = TableClock(1)
    with plugged_in(clock) as ports:
        said(place, ports)
        clock.state = "ended"
        answer, _ = said(place, ports, "--again")
    assert hows(answer) == {ports[0]: (1, "sent")}


def test_a_corrected_name_reaches_a_clock_that_waits(place):
    clock = TableClock(1)
    with plugged_in(clock) as ports:
        said(place, ports)
        write(place, Draft("player", {"player": 1, "name": "Anna P."}))
        said(place, ports)
    assert [data["names"][0] for data in clock.fixtures] == ["Anna Puig", "Anna P."]


def test_a_table_with_its_result_is_not_played_again(place):
    write(place, result_of(1, 2))
    with plugged_in(TableClock(1)) as ports:
        answer, code = said(place, ports)
    assert hows(answer) == {ports[0]: (2, "sent")}
    assert (code, answer["bare"]) == (1, [3])


def test_a_clock_whose_table_has_its_result_is_left_alone(place):
    clock = TableClock(1)
    with plugged_in(clock) as ports:
        said(place, ports)
        clock.state = "ended"
        write(place, result_of(1, 2))
        answer, _ = said(place, ports)
    assert hows(answer) == {ports[0]: (1, "done")}
    assert len(clock.fixtures) == 1


def test_a_clock_that_breaks_in_the_middle_of_a_round_is_replaced(place):
    broken, spare = TableClock(1), TableClock(2)
    with plugged_in(broken) as ports:
        said(place, ports)
    with plugged_in(spare) as ports:
        answer, _ = said(place, ports, "--assign", f"{ports[0]}=1")
        assert hows(answer) == {ports[0]: (1, "sent")}
    broken.state = "setup"
    with plugged_in(broken, spare) as ports:  # it has come to life, and the spare one has its table
        answer, _ = said(place, ports)
    assert hows(answer) == {ports[0]: (2, "sent"), ports[1]: (1, "again")}


def test_one_that_does_not_answer_does_not_keep_the_others(place):
    with plugged_in(None, TableClock(2)) as ports:
        answer, code = said(place, ports)
    assert hows(answer) == {ports[0]: (None, "failed"), ports[1]: (1, "sent")}
    assert code == 1
    assert "no Tritempo clock answers there" in answer["clocks"][1]["problem"]


def test_a_cable_that_is_pulled_between_meeting_and_telling(place):
    """The clock answers when it is asked what it has, and is gone when it is told."""
    line: list[PtyClock] = []

    class Pulled(TableClock):
        def fixture(self, data):
            threading.Thread(target=line[0].unplug).start()
            assert line[0]._ends.wait(10)  # from here on nothing is answered

    with PtyClock(Pulled(1)) as pulled, plugged_in(TableClock(2)) as ports:
        line.append(pulled)
        answer, code = said(place, [pulled.path, *ports])
    assert code == 1
    assert hows(answer) == {pulled.path: (1, "failed"), ports[0]: (2, "sent")}
    assert "connection was cut" in answer["clocks"][0]["problem"]
    assert set(load(place).sent) == {(2, 2)}


def test_killed_between_telling_and_writing_down(place):
    """The clock has its fixture and nobody knows: the next run finds it there and writes it down."""
    clock = TableClock(1)
    with plugged_in(clock) as ports:
        tournament = load(place)
        planned = plan(tournament, 2, "matinal", meet(ports))
        assert [each.how for each in send(planned.pairs)] == ["sent"]
        assert load(place).sent == {}
        answer, _ = said(place, ports)
    assert hows(answer) == {ports[0]: (1, "again")}
    assert load(place).sent[2, 1].device == clock.device
    assert len(clock.fixtures) == 1


def test_trumps_that_were_dealt_reach_the_clock(place):
    write(place, Draft("draw", draw_body(3, trumps={"1": "salva", "3": "canvi"})))
    clock = TableClock(1)
    with plugged_in(clock) as ports:
        said(place, ports)
    assert clock.fixtures[0]["holders"] == {"salva": 1, "canvi": 3}


def test_a_clock_that_gives_another_key_is_told_of_loudly_and_used(place):
    clock = TableClock(1)
    with open_store(place, "en") as store:
        store.meet(clock.device, b"k" * 32, "virtual", "0.1.0")
    with plugged_in(clock) as ports:
        answer, _ = said(place, ports)
        result = run(place, ports)
    assert answer["clocks"][0]["key_changed"]
    assert clock.device in result.stderr
    assert len(clock.fixtures) == 1


def test_two_ports_that_say_they_are_one_clock(place):
    with plugged_in(TableClock(1), TableClock(1)) as ports:
        result = run(place, ports)
    assert f"{ports[1]}: says that it is the same clock as {ports[0]}" in result.stderr or (
        f"{ports[0]}: says that it is the same clock as {ports[1]}" in result.stderr
    )


def test_a_time_control_of_ones_own(place, tmp_path):
    file = tmp_path / "dijous.toml"
    file.write_text('base = "matam"\nname = "Dijous"\nturn_ms = 90_000\n', encoding="utf-8")
    write(place, Draft("settings", {"settings": {"control": str(file)}}))
    clock = TableClock(1)
    with plugged_in(clock) as ports:
        first, _ = said(place, ports)
        file.write_text('base = "matam"\nname = "Dijous"\nturn_ms = 80_000\n', encoding="utf-8")
        second, _ = said(place, ports)
        file.unlink()
        result = run(place, ports)
    assert [data["control"]["turn_ms"] for data in clock.fixtures] == [90_000, 80_000]
    assert (hows(first)[ports[0]], hows(second)[ports[0]]) == ((1, "sent"), (1, "sent"))
    assert (result.exit_code, "dijous.toml" in result.stderr) == (1, True)


@pytest.mark.parametrize("assign", ["x", "=3", "/dev/x=", "/dev/x=three", "/dev/x=99999", "/dev/x=³"])
def test_what_is_no_assignment(place, assign):
    result = run(place, [], "--assign", assign)
    assert result.exit_code == 2
    assert "takes a port and a table" in result.stderr


def test_a_table_that_the_round_does_not_have(place):
    with plugged_in(TableClock(1)) as ports:
        result = run(place, ports, "--assign", f"{ports[0]}=9")
    assert result.exit_code == 2
    assert "the round has no table 9" in result.stderr


def test_a_table_for_two_clocks(place):
    with plugged_in(TableClock(1), TableClock(2)) as ports:
        result = run(place, ports, "--assign", f"{ports[0]}=1", "--assign", f"{ports[1]}=1")
    assert result.exit_code == 2
    assert "one clock only" in result.stderr


def test_the_table_of_a_clock_that_does_not_answer_is_kept_for_it(place):
    with plugged_in(None, TableClock(2)) as ports:
        answer, code = said(place, ports, "--assign", f"{ports[0]}=1")
    assert hows(answer) == {ports[0]: (None, "failed"), ports[1]: (2, "sent")}
    assert (code, answer["bare"]) == (1, [1, 3])


def test_nothing_is_plugged_in(place, monkeypatch):
    monkeypatch.setattr("tritempo_host.link.find.boards", list)
    answer, code = said(place, [])
    assert (answer["clocks"], answer["bare"], code) == ([], [1, 2, 3], 1)
    assert "no clock" in run(place, []).stderr.lower()


@pytest.mark.parametrize("lang", ["ca", "ro", "en"])
def test_what_is_shown_fits_and_speaks(place, lang):
    write(
        place, *(Draft("player", {"player": n, "name": f"Maria de la Mercè Puigdefàbregas {n}"}) for n in range(1, 10))
    )
    with plugged_in(*(TableClock(n) for n in range(1, 5))) as ports:
        result = run(place, ports, "--lang", lang)
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= WIDTH
    assert "Puigdefàbregas 9" in " ".join(result.stdout.split())


def test_ctrl_c_while_a_clock_does_not_answer(place):
    """What was told before stays told and is written down; the one that is silent is not told; 130."""
    told, silent = threading.Event(), threading.Event()

    class First(TableClock):
        def fixture(self, data):
            super().fixture(data)
            told.set()

    class Silent(TableClock):
        def fixture(self, data):
            assert told.wait(60)
            silent.set()

    first, second = First(1), Silent(2)
    with (
        PtyClock(first) as one,
        PtyClock(second, back=lambda data: b"" if silent.is_set() else data) as two,
        fixtures_send(place, one.path, two.path) as program,
    ):
        assert silent.wait(60)
        program.send_signal(signal.SIGINT)
        out, _ = program.communicate(timeout=60)
    assert program.returncode == 130
    assert hows(json.loads(out)) == {one.path: (1, "sent"), two.path: (2, "stopped")}
    assert set(load(place).sent) == {(2, 1)}


def test_ctrl_c_while_clocks_are_asked_what_they_are(place):
    """Nothing is sent then, to nobody."""
    asked = threading.Event()

    def heard(data: bytes) -> bytes:
        asked.set()
        return b""

    clock = TableClock(1)
    with (
        PtyClock(clock) as one,
        PtyClock(TableClock(2), there=heard) as two,
        fixtures_send(place, one.path, two.path) as program,
    ):
        assert asked.wait(60)
        program.send_signal(signal.SIGINT)
        out, _ = program.communicate(timeout=60)
    assert (program.returncode, out) == (130, b"")
    assert clock.fixtures == []
    assert load(place).sent == {}


def fixtures_send(place: Path, *ports: str) -> subprocess.Popen[bytes]:
    """The command as a process of its own."""
    options = ["--store", str(place), "--lang", "en", "--json", *(part for port in ports for part in ("--port", port))]
    program = [sys.executable, "-m", "tritempo_host", "fixtures", "send", *options]
    return subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
