"""A session: a game and its log together, over boots. What the board's time says, the log says."""

import json
import random

import pytest

import random_games
from log_part import part
from tritempo import journal, keeper
from tritempo.control import preset
from tritempo.kept import Kept
from tritempo.replay import Replay
from tritempo.session import BEAT_MS, Session

MATAM = {"control": preset("matam"), "seats": 3, "round": 2, "table": 5, "names": ["Anna", "Bernat", "Carla"]}


def session(root, wall=None, heart=None) -> Session:
    return Session(str(root), "virtual-1", wall, heart=heart)


def log_of(one: Session) -> journal.Reading:
    return journal.read(part(one.logbook, one.log, 0, 1_000_000), one.key)


def audited(one: Session) -> Replay:
    reading = log_of(one)
    assert reading.fault is None
    replay = Replay(reading.header)
    for line in reading.lines[1:]:
        replay.take(line)
    return replay


def test_the_header_says_what_was_played(tmp_path):
    one = session(tmp_path, wall=lambda: 1_796_000_000)
    assert one.new(5000, dict(MATAM, holders={"salva": 2})) is None
    header = log_of(one).header
    assert header["device"] == "virtual-1"
    assert (header["round"], header["table"], header["names"]) == (2, 5, ["Anna", "Bernat", "Carla"])
    assert header["holders"] == {"salva": 2}
    assert header["control"] == preset("matam")
    assert header["wall"] == "2026-11-30T00:53:20Z"
    assert one.view(5000)["state"] == "ready"


def test_the_header_has_the_id_of_the_fixture_that_was_sent(tmp_path):
    one = session(tmp_path)
    one.new(5000, dict(MATAM, id="morning-r2-t5-1a2b3c4d"))
    header = log_of(one).header
    assert header is not None
    assert header["fixture"] == "morning-r2-t5-1a2b3c4d"


def test_a_game_set_up_at_the_buttons_has_no_fixture(tmp_path):
    one = session(tmp_path)
    one.new(5000, MATAM)
    assert "fixture" not in (log_of(one).header or {"fixture": None})


def test_the_games_axis_begins_with_the_game(tmp_path):
    one = session(tmp_path)
    one.new(5000, MATAM)
    one.input(7000, "seat", 1)
    one.input(52_000, "seat", 2)
    assert [(line.t, line.word) for line in log_of(one).lines] == [(0, "new"), (2000, "seat"), (47_000, "seat")]


@pytest.mark.parametrize(
    ("state", "allowed"), [("ready", True), ("running", False), ("paused", False), ("ended", True)]
)
def test_a_new_game_only_where_none_is_on(tmp_path, state, allowed):
    one = session(tmp_path)
    one.new(0, MATAM)
    before = one.game
    if state != "ready":
        one.input(0, "seat", 1)
    if state == "paused":
        one.input(1000, "pause")
    if state == "ended":
        one.input(1000, "end", "draw")
    assert one.new(2000, MATAM) == (None if allowed else "state")
    assert (one.game is not before) == allowed
    assert len(list(one.logbook.list())) == (2 if allowed else 1)


@pytest.mark.parametrize(
    ("inputs", "ends_with"),
    [([], "replaced"), ([("round_start",)], "replaced"), ([("seat", 1), ("end", "out")], "end")],
)
def test_a_game_that_was_never_played_says_so_in_its_log(tmp_path, inputs, ends_with):
    one = session(tmp_path)
    one.new(0, MATAM)
    for number, each in enumerate(inputs):
        one.input(1000 * number, *each)
    with pytest.raises(ValueError, match="too long"):
        one.new(4000, dict(MATAM, names=["x" * 5000, "b", "c"]))  # it stays, and its log says nothing yet
    one.new(5000, MATAM)
    reading = journal.read(part(one.logbook, 1, 0, 1_000_000), one.key)
    assert reading.fault is None
    assert [line.word for line in reading.lines].count("replaced") == (ends_with == "replaced")
    assert reading.lines[-1].word == ends_with


def test_nothing_of_the_old_game_goes_on(tmp_path):
    """A timer of the old game must not flag in the new one (known fault of other clocks)."""
    one = session(tmp_path)
    one.new(0, MATAM)
    one.input(0, "seat", 1)
    one.input(119_000, "end", "aborted")
    one.new(119_500, MATAM)
    assert one.advance(500_000) == []
    assert one.view(500_000)["state"] == "ready"


def test_a_round_that_started_in_setup_has_run_since(tmp_path):
    """clock.md: round_start in setup; the game that begins later has its round clock running."""
    one = session(tmp_path)
    assert one.round_start(10_000) is None
    assert one.round_start(11_000) == "state"
    one.new(70_000, MATAM)
    assert one.view(70_000)["round_left_ms"] == 3_540_000
    assert [(line.t, line.word) for line in log_of(one).lines] == [(0, "new"), (0, "round_start")]
    one.advance(70_000)
    one.input(70_000, "seat", 1)
    assert log_of(one).lines[-1].t == 60_000
    assert audited(one).due == []


def test_a_host_that_repeats_itself_does_not_fill_the_log(tmp_path):
    one = session(tmp_path)
    one.new(0, MATAM)
    assert one.round_start(1000) is None
    for now in range(2000, 3000):
        assert one.round_start(now) == "state"
    one.input(4000, "seat", 1)
    assert one.round_start(5000) == "state"
    assert [line.word for line in log_of(one).lines] == ["new", "round_start", "seat"]


def test_a_round_start_means_nothing_to_a_control_without_one(tmp_path):
    one = session(tmp_path)
    one.round_start(10_000)
    one.new(70_000, dict(MATAM, control=preset("manresa-torn")))
    assert [line.word for line in log_of(one).lines] == ["new"]
    assert one.round_start(71_000) == "state"


def test_an_edge_that_comes_late_counts_at_the_first_open_millisecond(tmp_path):
    one = session(tmp_path)
    one.new(0, MATAM)
    one.input(0, "seat", 1)
    assert [record[1] for record in one.advance(120_001)] == ["warn", "flag"]
    one.input(119_000, "seat", 2)
    assert log_of(one).lines[-1].t == 120_001
    assert audited(one).due == []


def test_after_a_power_cut_the_game_is_paused_with_the_times_of_the_last_record(tmp_path):
    one = session(tmp_path)
    one.new(1000, MATAM)
    one.input(1000, "seat", 1)
    one.flush(1000)
    one.input(46_000, "seat", 2)
    one.flush(46_000)
    one.advance(50_000)
    two = session(tmp_path)
    assert two.resume(200)
    view = two.view(10_000)
    assert (view["state"], view["reason"], view["seat"], view["used_ms"]) == ("paused", "power", 2, 1)
    two.flush(200)
    two.input(20_200, "resume")
    two.input(25_200, "seat", 3)
    assert [turn["used_ms"] for turn in two.game.turns()] == [45_000, 5001]
    assert audited(two).due == []


def test_a_heartbeat_bounds_what_a_cut_costs_in_the_players_favour(tmp_path):
    one = session(tmp_path)
    one.new(0, MATAM)
    one.input(0, "seat", 1)
    one.flush(0)
    for now in range(0, 100_001, 50):
        one.advance(now)
        one.beat(now)
    two = session(tmp_path)
    two.resume(0)
    used = two.view(0)["used_ms"]
    assert 100_000 - BEAT_MS - 100 <= used <= 100_000


def test_records_between_the_last_line_and_the_heartbeat_come_back(tmp_path):
    one = session(tmp_path)
    one.new(0, MATAM)
    one.input(0, "seat", 1)
    one.flush(0)
    one.advance(130_000)  # warning and flag, which the flash never saw
    one.beat(130_000)
    two = session(tmp_path)
    two.resume(0)
    assert [line.word for line in log_of(two).lines] == ["new", "seat", "warn", "flag", "power"]
    assert audited(two).due == []


@pytest.mark.parametrize("spoilt", [b"", b"bbbbbbbb 90000 0123456789abcdef", b"\xff\xff", b"x" * 20_000])
def test_a_heartbeat_that_is_not_this_games_counts_nothing(tmp_path, spoilt):
    one = session(tmp_path)
    one.new(0, MATAM)
    one.input(0, "seat", 1)
    one.flush(0)
    (tmp_path / "beat").write_bytes(spoilt)
    two = session(tmp_path)
    two.resume(0)
    assert two.view(0)["used_ms"] == 1


def test_a_heartbeat_of_another_game_or_key_counts_nothing(tmp_path):
    one = session(tmp_path)
    one.new(0, MATAM)
    one.input(0, "seat", 1)
    one.flush(0)
    for game, key in (("00000000", one.key), (one.header["game"], bytes(32))):
        one.keeper.beat(game, 90_000, key)
        assert Kept(str(tmp_path)).last_beat(one.header["game"], one.key) == 0
    one.keeper.beat(one.header["game"], 90_000, one.key)
    assert Kept(str(tmp_path)).last_beat(one.header["game"], one.key) == 90_000


class Heart:
    """A memory for heartbeats, as the EEPROM of a clock module is one."""

    def __init__(self):
        self.data: bytes | None = None
        self.out = False

    def beat(self, data):
        if self.out:
            raise OSError(5, "no module")
        self.data = data

    def last(self):
        if self.out:
            raise OSError(5, "no module")
        return self.data


def begun(root, heart) -> Session:
    one = session(root, heart=heart)
    one.new(0, MATAM)
    one.input(0, "seat", 1)
    one.flush(0)
    return one


def beaten(one, now):
    one.advance(now + 1)
    one.beat(now + 1)


def used_after_a_cut(root, heart):
    two = session(root, heart=heart)
    assert two.resume(0)
    return two.view(0)["used_ms"]


def test_a_heart_takes_the_place_of_the_heartbeats_file(tmp_path):
    heart = Heart()
    beaten(begun(tmp_path, heart), 90_000)
    assert heart.data is not None and len(heart.data) <= 32
    assert not (tmp_path / "beat").exists()
    assert used_after_a_cut(tmp_path, heart) == 90_001
    assert used_after_a_cut(tmp_path, None) < 1000  # taken out: the lines of the log count


@pytest.mark.parametrize(("first", "then"), [(True, False), (False, True)])
def test_the_later_of_heart_and_file_counts(tmp_path, first, then):
    """A module that was put in between two boots, or taken out and put in again."""
    heart = Heart()
    one = begun(tmp_path, heart)
    for now, there in ((50_000, first), (90_000, then)):
        heart.out = not there
        beaten(one, now)
    heart.out = False
    assert used_after_a_cut(tmp_path, heart) == 90_001


def test_a_heart_that_fails_gives_way_to_the_file(tmp_path):
    heart = Heart()
    heart.out = True
    beaten(begun(tmp_path, heart), 90_000)
    assert used_after_a_cut(tmp_path, heart) == 90_001


@pytest.mark.parametrize("name", ["torn", "other clock", "other game", "empty", "never written", "nothing"])
def test_a_heart_that_is_not_this_games_counts_nothing(tmp_path, name):
    heart = Heart()
    one = begun(tmp_path, heart)
    game = one.header["game"]
    one.keeper.beat(game, 90_000, one.key)
    whole = heart.data
    if name == "torn":
        heart.data = whole[:7] + b"\xff" * 13
    elif name == "other clock":
        one.keeper.beat(game, 90_000, bytes(32))
    elif name == "other game":
        one.keeper.beat("00000000", 90_000, one.key)
    else:
        heart.data = {"empty": b"", "never written": b"\xff" * 32, "nothing": None}[name]
    assert used_after_a_cut(tmp_path, heart) == 1


def test_records_that_the_cut_left_out_are_written_before_the_power(tmp_path):
    """The input was written, and the plug pulled before what followed from it at once."""
    one = session(tmp_path)
    one.new(0, dict(MATAM, control=dict(preset("matam"), round_ms=10_000)))
    for now in (0, 20_000, 21_000, 22_000, 23_000, 24_000):
        one.advance(now)
        one.input(now, "seat", 1)
    one.input(25_000, "seat", 1)
    one.flush(25_000)
    path = tmp_path / "logs" / f"000001-{one.header['game']}.log"
    lines = path.read_bytes().splitlines(keepends=True)
    assert b"*end round_limit" in lines[-1] or b"*end round_limit" in lines[-2]
    end = next(i for i, line in enumerate(lines) if b"*end" in line)
    path.write_bytes(b"".join(lines[:end]))
    two = session(tmp_path)
    two.resume(0)
    assert two.view(0)["state"] == "ended"


@pytest.mark.parametrize("seed", range(8))
def test_a_cut_after_any_line_leaves_an_honest_log(tmp_path, seed):
    """Whatever line was the last that the flash had, the game that comes back and goes on passes the audit."""
    rng = random.Random(seed)
    control, seats = random_games.CONTROLS[sorted(random_games.CONTROLS)[seed % len(random_games.CONTROLS)]]
    (tmp_path / "whole").mkdir()
    one = session(tmp_path / "whole")
    one.new(0, {"control": dict(control, round_ms=min(control["round_ms"], 90_000)), "seats": seats})
    now = 0
    for _ in range(25):
        now += rng.choice([600, 7000, 20_000])
        one.advance(now)
        one.input(now, *random_games.choose_input(rng, seats))
        one.flush(now)
    lines = part(one.logbook, one.log, 0, 1_000_000).splitlines(keepends=True)
    key = (tmp_path / "whole" / "key").read_text()
    for cut in range(1, len(lines) + 1):
        root = tmp_path / str(cut)
        (root / "logs").mkdir(parents=True)
        (root / "key").write_text(key)
        (root / "logs" / f"000001-{one.header['game']}.log").write_bytes(b"".join(lines[:cut]))
        two = session(root)
        assert two.resume(0)
        two.input(100_000, "seat", 1)
        two.input(101_000, "undo")
        assert audited(two).due == [], cut


def test_what_was_cut_off_a_log_is_noted_in_it(tmp_path):
    one = session(tmp_path)
    one.new(0, MATAM)
    one.input(0, "seat", 1)
    one.flush(0)
    path = tmp_path / "logs" / f"000001-{one.header['game']}.log"
    path.write_bytes(path.read_bytes() + b"\xff" * 33)
    two = session(tmp_path)
    two.resume(0)
    assert [(line.word, *line.args) for line in log_of(two).lines[1:]] == [("seat", 1), ("cut", 33), ("power",)]


def test_a_flash_that_fails_is_tried_again_only_after_a_while(tmp_path, monkeypatch):
    one = session(tmp_path)
    one.new(0, MATAM)
    tries = []
    monkeypatch.setattr(one.logbook, "flush", lambda: tries.append(1))
    for now in range(0, 12_000, 100):
        one.flush(now)
    assert len(tries) == 3  # at 0, 5 and 10 s


def test_small_files_are_replaced_at_one_stroke(tmp_path, monkeypatch):
    """What is being written lies beside the old one until it is whole: a cut leaves one of the two."""
    one = session(tmp_path)
    one.keep_setting("lang", "ro")

    def refuse(old, new):
        raise OSError(5, "flash")

    monkeypatch.setattr(keeper.os, "rename", refuse)
    one.keep_setting("lang", "en")
    assert session(tmp_path).settings["lang"] == "ro"


def test_an_ended_game_comes_back_ended_and_its_log_stays_as_it_is(tmp_path):
    one = session(tmp_path)
    one.new(0, MATAM)
    one.input(0, "seat", 1)
    one.input(5000, "end", "out")
    one.flush(5000)
    one.logbook.acknowledge(1, one.logbook.size(1))
    two = session(tmp_path)
    assert two.resume(0)
    assert two.view(0)["state"] == "ended"
    assert next(iter(two.logbook.list()))["acked"]
    assert two.logbook.waiting == 0
    two.input(1000, "pause", "challenge")
    two.flush(1000)
    assert not next(iter(two.logbook.list()))["acked"]


def test_the_key_is_made_once(tmp_path):
    assert session(tmp_path).key == session(tmp_path).key
    assert len(session(tmp_path).key) == 32
    (tmp_path / "key").write_text("spoilt")
    assert len(session(tmp_path).key) == 32
    assert (tmp_path / "key.bad").read_text() == "spoilt"


def test_settings_are_kept(tmp_path):
    one = session(tmp_path)
    assert one.settings["lang"] == "ca"
    one.keep_setting("lang", "ro")
    assert session(tmp_path).settings["lang"] == "ro"
    (tmp_path / "settings").write_text("[")
    assert session(tmp_path).settings["lang"] == "ca"


def test_a_fixture_that_makes_no_header_leaves_the_game_before(tmp_path):
    one = session(tmp_path)
    one.new(0, MATAM)
    before = one.game
    with pytest.raises(ValueError, match="too long"):
        one.new(1000, dict(MATAM, names=["x" * 5000, "b", "c"]))
    assert one.game is before
    assert one.input(2000, "seat", 1) is None
    assert [line.word for line in log_of(one).lines] == ["new", "seat"]


SPOILT = [
    ("pin", 1234, None),
    ("pin", "AB", None),
    ("pin", ["A", "B", "E"], None),
    ("pin", ["A", "B", "TRUMP"], ["A", "B", "TRUMP"]),
    ("rotation", "AB", "ABCD"),
    ("rotation", "abcd", "ABCD"),
    ("rotation", None, "ABCD"),
    ("rotation", "BCDA", "BCDA"),
    ("sound", -1, 1),
    ("sound", "2", 1),
    ("sound", True, 1),
    ("sound", 0, 0),
    ("lang", "de", "ca"),
    ("lang", ["ca"], "ca"),
    ("lang", None, "ca"),
]


@pytest.mark.parametrize(("name", "kept", "used"), SPOILT)
def test_a_setting_that_makes_no_sense_gives_way(tmp_path, name, kept, used):
    (tmp_path / "settings").write_text(json.dumps({name: kept, "strange": 1}))
    settings = session(tmp_path).settings
    assert settings[name] == used
    assert set(settings) == {"lang", "rotation", "pin", "sound"}


@pytest.mark.parametrize("text", ["[" * 2000, "5", "null", "", "[]", '"lang"'])
def test_a_settings_file_that_is_none(tmp_path, text):
    (tmp_path / "settings").write_text(text)
    assert session(tmp_path).settings["lang"] == "ca"


@pytest.mark.parametrize("seed", range(30))
def test_random_games_with_power_cuts_pass_the_audit(tmp_path, seed):
    """The plug is pulled again and again: every log that results follows from its inputs."""
    rng = random.Random(seed)
    control, seats = random_games.CONTROLS[rng.choice(sorted(random_games.CONTROLS))]
    one = session(tmp_path)
    one.new(0, {"control": control, "seats": seats})
    one.flush(0)
    now = 0
    for _ in range(80):
        now += rng.choice([0, 1, 300, 501, 7000, 40_000])
        one.advance(now)
        one.beat(now)
        if rng.random() < 0.8:
            one.flush(now)
        kind, *args = random_games.choose_input(rng, seats)
        one.input(now, kind, *args)
        if rng.random() < 0.8:
            one.flush(now)
        if rng.random() < 0.05:
            one = session(tmp_path)
            now = rng.randint(0, 1000)
            assert one.resume(now)
            one.flush(now)
    assert audited(one).due == []
    assert audited(one).game.state == one.game.state


def test_a_long_log_that_comes_back_says_that_the_clock_is_alive(tmp_path):
    """The watchdog waits 8 s, and 64 lines take a Pico a quarter of a second: it hears of every 64."""
    one = session(tmp_path)
    one.new(0, MATAM)
    for turn in range(200):
        one.input(turn * 1000, "seat", turn % 3 + 1)
    one.flush(200_000)
    said = []
    assert session(tmp_path).resume(0, lambda: said.append(1))
    assert len(said) >= 200 // 64
