"""Finding clocks, and the commands that talk to them: `tritempo ports`, `status` and `send`."""

import json
import time
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result
from serial.tools import list_ports

from fake_clock import FakeClock
from pty_clock import PtyClock
from tritempo.wire import Decoder
from tritempo_host.cli import cli
from tritempo_host.link import find, problems
from tritempo_host.link.tables import remaining


def usb(device: str, vid: int | None, pid: int | None, description: str | None = "Board in FS mode") -> SimpleNamespace:
    return SimpleNamespace(device=device, vid=vid, pid=pid, description=description)


@pytest.fixture
def plug(monkeypatch):
    """Says which serial ports this computer has; none until it is called."""

    def plug(*ports: SimpleNamespace) -> None:
        monkeypatch.setattr(list_ports, "comports", lambda: list(ports))

    plug()
    return plug


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, [*args], env={"COLUMNS": "120", "LC_ALL": "C"})


# Finding


def test_picos_come_first(plug):
    plug(
        usb("/dev/ttyS0", None, None, None),
        usb("/dev/ttyUSB0", 0x0403, 0x6001),
        usb("/dev/ttyACM1", 0x2E8A, 0x0005),
        usb("/dev/ttyACM0", 0x2E8A, 0x0005),
        usb("/dev/ttyACM2", 0x2E8A, 0x0003),  # a Pico in its boot loader is no clock
    )
    assert [(each.port, each.board) for each in find.candidates()] == [
        ("/dev/ttyACM0", True),
        ("/dev/ttyACM1", True),
        ("/dev/ttyACM2", False),
        ("/dev/ttyS0", False),
        ("/dev/ttyUSB0", False),
    ]
    assert find.boards() == ["/dev/ttyACM0", "/dev/ttyACM1"]


def test_probe():
    fake = FakeClock()
    with PtyClock(fake) as device:
        assert find.probe(device.path) == fake.hello()


def test_a_foreign_device_gets_a_few_hellos_and_nothing_else():
    with PtyClock(None) as device:
        start = time.monotonic()
        assert find.probe(device.path) is None
        assert time.monotonic() - start < 0.6
        frames = Decoder().feed(bytes(device.heard))
        assert [payload for _, payload in frames] == [b"hello"] * find.PROBE_TRIES
        assert len(device.heard) < 100


def test_a_port_that_cannot_be_opened_is_a_problem(tmp_path):
    with pytest.raises(problems.NoSuchPort):
        find.probe(str(tmp_path / "ttyACM0"))


def test_all_ports_are_asked_at_once(plug):
    fakes = [FakeClock(), FakeClock(state="running")]
    with PtyClock(None) as silent, PtyClock(fakes[0]) as one, PtyClock(fakes[1]) as two, PtyClock(None) as other:
        start = time.monotonic()
        found = find.look([silent.path, one.path, "/dev/none", two.path, other.path])
        assert time.monotonic() - start < 2 * 0.45
    assert [each.hello for each in found] == [None, fakes[0].hello(), None, fakes[1].hello(), None]
    kinds = [type(each.problem) for each in found]
    assert kinds == [problems.NotAClock, type(None), problems.NoSuchPort, type(None), problems.NotAClock]
    assert find.look([]) == []


def test_clocks_are_the_boards_that_answer_or_the_ports_that_are_named(plug):
    fake = FakeClock()
    with PtyClock(fake) as device, PtyClock(None) as other:
        plug(usb(device.path, 0x2E8A, 0x0005), usb(other.path, 0x2E8A, 0x0005))
        assert [each.port for each in find.clocks()] == [device.path]
        named = find.clocks([other.path, device.path, device.path])
        assert [(each.port, each.hello) for each in named] == [(other.path, None), (device.path, fake.hello())]


# tritempo ports


def test_ports_without_a_clock_says_what_to_do(plug):
    for lang, word in {"ca": "cap rellotge", "ro": "niciun ceas", "en": "No clock"}.items():
        result = run("ports", "--lang", lang)
        assert result.exit_code == 0
        assert word in result.output
    assert json.loads(run("ports", "--json").output) == []


def test_ports_shows_the_clocks(plug):
    fake = FakeClock(state="running")
    hello = fake.hello()
    fake.hello = lambda: {
        **hello,
        "board": "pico[bold]",
        "firmware": "0.1.0",
        "flash_free": 1_400_000,
    }
    with PtyClock(fake) as device, PtyClock(None) as other:
        plug(usb(device.path, 0x2E8A, 0x0005), usb(other.path, 1, 1))
        shown = run("ports", "--lang", "ca").output
        for word in (
            device.path,
            hello["device"],
            "pico[bold]",
            "0.1.0",
            "es juga",
            "1367 KB",
        ):
            assert word in shown
        assert other.path not in shown
        assert not device.heard.count(b"hello", 40)

        shown = run("ports", "--all").output
        assert device.path in shown
        assert other.path not in shown

        listed = json.loads(run("ports", "--port", other.path, "--port", device.path, "--json", "--lang", "en").output)
        assert [each["port"] for each in listed] == [other.path, device.path]
        assert listed[0]["hello"] is None
        assert "no Tritempo clock answers" in listed[0]["problem"]
        assert listed[1] == {"port": device.path, "hello": fake.hello(), "problem": None}

        silent = run("ports", "--port", other.path, "--lang", "en")
        assert "no Tritempo clock answers" in silent.stderr and silent.stdout == ""


# One way for a program: what is said of clocks is on standard output, also of those that fail, and the exit code tells


@pytest.mark.parametrize("command", ["ports", "status", "sync", "send"])
def test_a_clock_that_fails_is_in_the_json_and_the_exit_code(plug, command, tmp_path):
    options = ["--store", str(tmp_path / "store.db")] if command == "sync" else ["--table", "5"] * (command == "send")
    result = run(command, *options, "--port", "/dev/none", "--json", "--lang", "ca")
    told = json.loads(result.stdout)
    clock = told["clocks"][0] if command == "sync" else told if command == "send" else told[0]
    assert result.exit_code == 1 and result.stderr == ""
    assert clock["port"] == "/dev/none" and "no hi ha cap port amb aquest nom" in clock["problem"]
    in_words = run(command, *options, "--port", "/dev/none", "--lang", "ca")
    assert in_words.exit_code == 1
    assert "no hi ha cap port amb aquest nom" in " ".join(in_words.output.split())


@pytest.mark.parametrize(("command", "code"), [("ports", 0), ("status", 1), ("sync", 1), ("send", 1)])
def test_without_a_clock_there_is_json_all_the_same(plug, command, code, tmp_path):
    options = ["--store", str(tmp_path / "store.db")] if command == "sync" else ["--start"] * (command == "send")
    result = run(command, *options, "--json", "--lang", "en")
    told = json.loads(result.stdout)
    assert result.exit_code == code and not list(tmp_path.iterdir())
    if command == "send":
        assert "No clock was found" in told["problem"]
    else:
        assert (told["clocks"] if command == "sync" else told) == []


@pytest.mark.parametrize("command", ["ports", "status", "sync", "send"])
def test_a_port_cannot_play_tricks_on_the_terminal(plug, command, tmp_path):
    options = ["--store", str(tmp_path / "store.db")] if command == "sync" else ["--start"] * (command == "send")
    assert "\x1b" not in run(command, *options, "--port", "/dev/no\x1b[31mne").output


# tritempo status


def live_clock() -> FakeClock:
    fake = FakeClock(state="paused")
    fake.live = lambda: {
        "state": "paused",
        "reason": "challenge",
        "round": 2,
        "table": 5,
        "names": ["Anna", "Ștefan [x]", "Núria"],
        "seat": 2,
        "turn": 8,
        "hand": 3,
        "left_ms": 61_001,
        "round_left_ms": -500,
        "log": 12,
    }
    fake.status = lambda: {"trouble": "tr_flash_full"}
    return fake


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("ca", ["R2 T5", "en pausa: impugnació", "Ștefan [x]", "1:02", "3 / 8", "+0:00", "memòria plena"]),
        ("ro", ["R2 M5", "în pauză: contestație", "Ștefan [x]", "1:02", "3 / 8", "+0:00", "memorie plină"]),
        ("en", ["R2 T5", "paused: challenge", "Ștefan [x]", "1:02", "3 / 8", "+0:00", "storage full"]),
    ],
)
def test_status_shows_the_game(plug, lang, expected):
    with PtyClock(live_clock()) as device:
        result = run("status", "--port", device.path, "--lang", lang)
    assert result.exit_code == 0
    for word in expected:
        assert word in result.output


def test_status_of_all_clocks_tells_those_that_fail(plug):
    fake = FakeClock()
    with PtyClock(fake) as device:
        plug(usb(device.path, 0x2E8A, 0x0005), usb("/dev/none", 0x2E8A, 0x0005))
        result = run("status", "--lang", "en")
    assert result.exit_code == 1
    assert "no game" in result.output
    assert "/dev/none: there is no such port" in result.output


def test_status_as_json(plug):
    fake = live_clock()
    with PtyClock(fake) as device:
        [row] = json.loads(run("status", "--port", device.path, "--json").output)
    said = {"hello": fake.hello(), "live": fake.live(), "status": fake.status()}
    assert row == {"port": device.path, **said, "problem": None}


def test_a_room_can_be_checked_before_the_round(plug):
    fake = FakeClock()
    ready = {"state": "ready", "round": 2, "table": 5, "names": ["Anna", "Ștefan", "Núria"], "seat": None}
    fake.live = lambda: {**ready, "control": "matam"}
    with PtyClock(fake) as device:
        shown = run("status", "--port", device.path, "--lang", "en").output
        assert "Anna, Ștefan, Núria" in shown and "matam" in shown and "control" in shown
        fake.live = lambda: ready
        shown = run("status", "--port", device.path, "--lang", "en").output
        assert "Anna, Ștefan, Núria" in shown and "control" not in shown


def test_status_of_a_newer_firmware_with_words_unknown_here(plug):
    fake = FakeClock()
    fake.live = lambda: {"state": "dreaming", "reason": "night", "seat": 9, "names": None, "turn": "x"}
    with PtyClock(fake) as device:
        assert "dreaming: night" in run("status", "--port", device.path).output


def test_status_without_a_clock(plug):
    result = run("status", "--lang", "en")
    assert result.exit_code == 1
    assert "No clock was found" in result.output


def test_a_narrow_terminal_gets_all_that_a_wide_one_does(plug):
    with PtyClock(live_clock()) as device:
        result = CliRunner().invoke(cli, ["status", "--port", device.path, "--lang", "en"], env={"COLUMNS": "30"})
    for word in (f"port: {device.path}", "table: R2 T5", "on turn: Ștefan [x]", "trouble: storage full"):
        assert word in result.output


@pytest.mark.parametrize(
    ("ms", "shown"),
    [(None, ""), (60_000, "1:00"), (59_001, "1:00"), (1, "0:01"), (0, "0:00"), (-1, "+0:00"), (-7_900, "+0:07")],
)
def test_time_left_is_shown_as_on_the_clock(ms, shown):
    assert remaining(ms) == shown


# tritempo send


def test_send_a_game_the_time_and_the_start(plug, tmp_path):
    fake = FakeClock()
    with PtyClock(fake) as device:
        plug(usb(device.path, 0x2E8A, 0x0005))
        result = run(
            *(
                "send",
                "--round",
                "2",
                "--table",
                "5",
                "--names",
                "Anna,  Ștefan,Núria",
                "--holders",
                "prorroga=2,salva=1",
            ),
            *("--start", "--time", "--lang", "en"),
        )
    assert result.exit_code == 0, result.output
    assert [line.split(": ")[0] for line in result.output.splitlines()] == [device.path] * 3
    game = result.output.splitlines()[1]
    assert "round 2, table 5; " in game and "3 players: Anna, Ștefan, Núria; " in game
    assert game.count("Ștefan") == game.count("Anna") == 2  # and who holds which trump
    assert [told[0] for told in fake.told] == ["time", "fixture", "round_start"]
    fixture = fake.told[1][1]
    assert fixture["names"] == ["Anna", "Ștefan", "Núria"]
    assert (fixture["round"], fixture["table"], fixture["seats"]) == (2, 5, 3)
    assert fixture["holders"] == {"prorroga": 2, "salva": 1}
    assert fixture["control"]["id"] == "matam"


@pytest.mark.parametrize(
    ("pin", "presses"), [("A,C,TRUMP", ["A", "C", "TRUMP"]), ("b, b ,a", ["B", "B", "A"]), ("none", None)]
)
def test_send_the_arbiters_code(plug, pin, presses):
    fake = FakeClock(state="running")  # at any moment
    with PtyClock(fake) as device:
        result = run("send", "--port", device.path, "--pin", pin, "--lang", "en")
    assert result.exit_code == 0, result.output
    assert fake.told == [("settings", {"pin": presses})]
    assert ("asks for no code" if presses is None else f"the code {pin}") in result.output


@pytest.mark.parametrize("pin", ["A", "A,B,C,A", "A,B,PAUSE", "1234", ","])
def test_a_code_that_is_none_is_not_sent(plug, pin):
    result = run("send", "--port", "/dev/none", "--pin", pin, "--lang", "en")
    assert result.exit_code == 1
    assert "a code is three buttons" in result.output


def test_send_a_time_control_of_ones_own(plug, tmp_path):
    own = tmp_path / "blitz.toml"
    own.write_text('id = "blitz"\nturn_ms = 30_000\nseats = [2]\n', encoding="utf-8")
    fake = FakeClock()
    with PtyClock(fake) as device:
        result = run("send", "--port", device.path, "--control", str(own), "--json")
    assert result.exit_code == 0, result.output
    [(_, fixture)] = fake.told
    assert (fixture["control"]["id"], fixture["control"]["turn_ms"], fixture["seats"]) == ("blitz", 30_000, 2)
    told = json.loads(result.output)
    assert (told["port"], told["fixture"], told["problem"]) == (device.path, fixture["id"], None)
    assert told["game"]["control"] == fixture["control"]


@pytest.mark.parametrize(
    ("lang", "words"), [("ca", "3 jugadors, sense noms"), ("ro", "3 jucători, fără nume"), ("en", "without names")]
)
def test_send_says_what_it_did_not_send(plug, lang, words):
    with PtyClock(FakeClock()) as device:
        result = run("send", "--port", device.path, "--control", "matam", "--lang", lang)
    assert words in result.output and "{" not in result.output


def test_what_was_done_before_the_clock_refused_is_told(plug):
    fake = FakeClock(state="running")
    with PtyClock(fake) as device:
        result = run("send", "--port", device.path, "--time", "--table", "5", "--json", "--lang", "en")
    told = json.loads(result.stdout)
    assert result.exit_code == 1 and told["time"] and "fixture" not in told and "a game is on" in told["problem"]


@pytest.mark.parametrize(
    ("args", "word"),
    [
        ((), "nothing to send"),
        (("--names", "A,B"), "matam: "),
        (("--names", "A,B", "--seats", "3"), "names: 2, players: 3"),
        (("--names", "A,,C"), "name 2 is empty"),
        (("--names", ",,"), "name 1 is empty"),
        (("--names", "Anna,Anna,Anna"), "Anna is there twice"),
        (("--names", "A,B\x1b[31m,C"), "name 2 (B[31m) has invisible characters"),
        (("--names", "A,B,\u202ec"), "name 3 (c) has invisible characters"),
        (("--names", "A,B," + 41 * "c"), "name 3"),
        (("--holders", "prorroga=2,prorroga=3"), "prorroga is there twice"),
        (("--holders", "prorroga=2,salva=2"), "seat 2 has two trumps"),
        (("--holders", "prorroga=4"), "the seats are 1 to 3"),
        (("--holders", "prorroga=0"), "the seats are 1 to 3"),
        (("--control", "duplicat", "--holders", "salva=1"), "has no salva"),
        (("--control", "chess"), "chess"),
        (("--holders", "joker=1"), "joker=1"),
        (("--holders", "salva"), "salva"),
        (("--table", "1"), "No clock was found"),
        (("--time", "--port", "/dev/none"), "no such port"),
    ],
)
def test_send_errors_are_clear(plug, args, word):
    result = run("send", "--lang", "en", *args)
    assert result.exit_code == 1
    assert result.output.startswith("tritempo: ")
    assert word in result.output


def test_send_does_not_guess_between_two_clocks(plug):
    with PtyClock(FakeClock()) as one, PtyClock(FakeClock()) as two:
        plug(usb(one.path, 0x2E8A, 0x0005), usb(two.path, 0x2E8A, 0x0005))
        result = run("send", "--time", "--lang", "en")
    assert result.exit_code == 1
    assert one.path in result.output
    assert two.path in result.output


@pytest.mark.parametrize("lang", ["ca", "ro", "en"])
def test_send_to_a_game_that_is_on(plug, lang):
    fake = FakeClock(state="running")
    with PtyClock(fake) as device:
        result = run("send", "--port", device.path, "--table", "5", "--lang", lang)
    assert result.exit_code == 1
    assert {"ca": "s'hi està jugant", "ro": "se joacă", "en": "a game is on"}[lang] in result.output
    assert fake.told == []
