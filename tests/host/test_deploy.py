"""`tritempo deploy`: with the real mpremote over a real PTY, and a virtual clock's flash in the place of a Pico's."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import littlefs
import pytest
from click.testing import CliRunner, Result

from device import options as on_the_clock
from device.panels import PANELS
from fake_clock import FakeClock
from pty_clock import PtyClock
from tritempo_host.cli import cli
from tritempo_host.commands import deploy as command
from tritempo_host.deploy import install, prompt, reach, screen
from tritempo_host.deploy.board import DEFAULTS, DISPLAYS, SEATS, Board, check_micropython
from tritempo_host.deploy.build import BLOCK, Build
from tritempo_host.deploy.install import deploy
from tritempo_host.deploy.problems import DeployProblem
from tritempo_host.link.client import Clock
from tritempo_host.link.problems import Refused
from tritempo_host.virtual.clock import VirtualClock
from tritempo_host.words import LANGUAGES, catalogue, speak

PORT = "/dev/ttyACM0"


def made(version: str = "1.0") -> Build:
    """A firmware that no clock could run, of some pieces."""
    return Build(version, {"main.mpy": os.urandom(7000), "part/one.mpy": b"1" * 300}, b"loader", b"# Tritempo\n")


class Watcher:
    """Remembers the stages. `at`: what to do when a piece has been sent."""

    def __init__(self, at: Callable[[int], object] = lambda pieces: None) -> None:
        self.stages: list[str] = []
        self.pieces = self.total = self.bytes = 0
        self._at = at

    def stage(self, name: str) -> None:
        self.stages.append(name)

    def sending(self, total: int) -> None:
        self.total = total

    def moved(self, size: int) -> None:
        self.pieces += 1
        self.bytes += size
        self._at(self.pieces)


@pytest.fixture
def flash(tmp_path: Path) -> Path:
    return tmp_path / "clock.img"


@pytest.fixture
def clock(flash: Path) -> Iterator[VirtualClock]:
    with VirtualClock(flash) as clock:
        yield clock


@contextlib.contextmanager
def files_of(flash: Path) -> Iterator[littlefs.LittleFS]:
    """The files on a clock's flash; what is changed there stays."""
    files = littlefs.LittleFS(block_size=BLOCK, block_count=352, prog_size=256, read_size=256, mount=False)
    files.context.buffer[:] = flash.read_bytes()
    files.mount()
    yield files
    flash.write_bytes(files.context.buffer)


def read(flash: Path, name: str) -> bytes:
    with files_of(flash) as files, files.open(name, "rb") as file:
        return file.read()


def write(flash: Path, name: str, data: bytes) -> None:
    with files_of(flash) as files, files.open(name, "wb") as file:
        file.write(data)


def listed(flash: Path, folder: str = "/") -> set[str]:
    with files_of(flash) as files:
        return set(files.listdir(folder))


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["deploy", *words], env={"COLUMNS": "120", "LC_ALL": "C"})


# What arrives


def test_a_firmware_arrives_whole_and_all_else_stays(clock: VirtualClock, flash: Path):
    with Clock(clock.port) as host:
        host.send_fixture("matam", 3, names=["Anna", "Bernat", "Carla"])
        key, logs = host.key(), host.logs()
    build, watcher = made(), Watcher()
    outcome = deploy(clock.port, build, watcher, {"seats": 4, "display": "sh1106"}, virtual=True)
    assert (outcome.already, outcome.sent, outcome.kept) == (False, len(build.pack), False)
    assert watcher.stages == ["ask", "look", "send", "check", "restart"]
    assert watcher.total == watcher.bytes == len(build.pack)
    with Clock(clock.port) as host:
        assert (host.key(), host.logs()[0]["game"]) == (key, logs[0]["game"])
    clock.close()
    assert read(flash, "/firmware/a.pack") == build.pack
    assert read(flash, "/firmware/loader.mpy") == build.loader
    assert read(flash, "/main.py") == build.main
    assert read(flash, "/firmware/current") == f"a {build.id} 3\n".encode()
    assert json.loads(read(flash, "/board.json")) == {"seats": 4, "display": "sh1106"}
    assert {"key", "logs"} <= listed(flash) and listed(flash, "/firmware") == {"a.pack", "loader.mpy", "current"}


def test_the_next_one_goes_beside_it_and_keeps_the_options(clock: VirtualClock, flash: Path):
    old, new = made(), made("1.1")
    deploy(clock.port, old, Watcher(), {"seats": 4}, virtual=True)
    outcome = deploy(clock.port, new, Watcher(), {"display": "ssd1309"}, virtual=True)
    assert outcome.options == {"seats": 4, "display": "ssd1309"}
    clock.close()
    assert read(flash, "/firmware/a.pack") == old.pack and read(flash, "/firmware/b.pack") == new.pack
    assert read(flash, "/firmware/current") == f"b {new.id} 3\n".encode()
    assert json.loads(read(flash, "/board.json")) == {"seats": 4, "display": "ssd1309"}


def test_what_is_there_already_is_not_sent_again(clock: VirtualClock, flash: Path):
    build = made()
    deploy(clock.port, build, Watcher(), virtual=True)
    watcher = Watcher()
    outcome = deploy(clock.port, build, watcher, {"seats": 4}, virtual=True)
    assert outcome.already and not watcher.pieces
    clock.close()
    assert json.loads(read(flash, "/board.json")) == {"seats": 4}
    assert "b.pack" not in listed(flash, "/firmware")


def test_another_program_gives_way_only_when_asked_and_a_copy_stays(clock: VirtualClock, flash: Path):
    clock.close()
    write(flash, "/main.py", b"print('lamp')\n")
    with VirtualClock(flash) as clock:
        with pytest.raises(DeployProblem) as caught:
            deploy(clock.port, made(), Watcher(), replace=False, virtual=True)
        assert caught.value.key == "foreign"
        assert deploy(clock.port, made(), Watcher(), virtual=True).kept
    assert read(flash, "/main.py") == made().main
    assert read(flash, "/main.py.old") == b"print('lamp')\n"


@pytest.mark.parametrize("name", ["/firmware", "/firmware/a.pack/", "/board.json/", "/firmware/loader.mpy/"])
def test_what_lies_in_the_way_is_put_aside(name: str, clock: VirtualClock, flash: Path):
    """A file where a folder has to be, or the other way round."""
    clock.close()
    with files_of(flash) as files:
        if name.endswith("/"):
            files.makedirs(name.rstrip("/"), exist_ok=True)
        else:
            with files.open(name, "wb") as file:
                file.write(b"mine")
    build = made()
    with VirtualClock(flash) as clock:
        deploy(clock.port, build, Watcher(), {"seats": 4}, virtual=True)
    assert read(flash, "/firmware/a.pack") == build.pack
    folder, _, last = name.rstrip("/").rpartition("/")
    assert f"{last}.old" in listed(flash, folder or "/")


# What stops it


def test_a_flash_that_is_too_full_is_said_before_anything_is_written(clock: VirtualClock, flash: Path):
    clock.close()
    with files_of(flash) as files, files.open("/logs/000009-9f3a66c1.log", "wb") as file:
        file.write(b"x" * (BLOCK * 336))
    with VirtualClock(flash) as clock:
        with pytest.raises(DeployProblem) as caught:
            deploy(clock.port, made(), Watcher(), virtual=True)
        assert caught.value.key == "no_room"
        needed, free = int(caught.value.values["needed"]), int(caught.value.values["free"])
        assert free < needed <= 44
        with Clock(clock.port) as host:
            assert host.hello()["state"] == "setup"
    assert "firmware" not in listed(flash) and "000009-9f3a66c1.log" in listed(flash, "/logs")


def test_ctrl_c_in_the_middle_leaves_the_clock_at_play(clock: VirtualClock, flash: Path):
    old = made()
    deploy(clock.port, old, Watcher(), virtual=True)

    def stop(pieces: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        deploy(clock.port, made("1.1"), Watcher(stop), virtual=True)
    with Clock(clock.port) as host:
        assert host.hello()["state"] == "setup"
    clock.close()
    assert read(flash, "/firmware/current") == f"a {old.id} 0\n".encode()


def test_the_cable_pulled_in_the_middle(clock: VirtualClock):
    with pytest.raises(DeployProblem) as caught:
        deploy(clock.port, made(), Watcher(lambda pieces: clock.kill()), virtual=True)
    assert caught.value.key == "prompt_gone"


def test_flash_that_takes_nothing_more(clock: VirtualClock):
    with pytest.raises(DeployProblem) as caught:
        deploy(clock.port, made(), Watcher(lambda pieces: clock.fail_flash(5)), virtual=True)
    assert caught.value.key == "prompt_failed" and "EIO" in caught.value.message
    with Clock(clock.port) as host:
        assert host.hello()["state"] == "setup"


def test_flash_that_does_not_give_back_what_it_took(clock: VirtualClock, monkeypatch: pytest.MonkeyPatch):
    send = prompt.Prompt.send
    monkeypatch.setattr(prompt.Prompt, "send", lambda self, data, progress: send(self, data[:-1] + b"?", progress))
    with pytest.raises(DeployProblem) as caught:
        deploy(clock.port, made(), Watcher(), virtual=True)
    assert caught.value.key == "not_whole"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_virtual_clock_is_no_target_for_people(lang: str, clock: VirtualClock):
    for more in ((), ("--check",)):
        result = run("--port", clock.port, "--lang", lang, *more)
        assert (result.exit_code, result.output) == (
            1,
            f"tritempo: {speak('deploy', lang)('virtual', port=clock.port)}\n",
        )


def test_a_game_is_not_disturbed(monkeypatch: pytest.MonkeyPatch):
    class Playing(FakeClock):
        def hello(self) -> dict[str, Any]:
            return super().hello() | {"board": "pico", "firmware": "0.9", "build": "1f2e3d4c", "flash_free": 8192}

    fake = Playing(state="running")
    with PtyClock(fake) as line:
        with pytest.raises(Refused):
            deploy(line.path, made(), Watcher())
        result = run("--port", line.path)
        assert (result.exit_code, "a game is on" in result.output) == (1, True)
        result = run("--port", line.path, "--check")
        assert result.exit_code == 0 and "1f2e3d4c. A game is on" in result.output and "8 KB" in result.output
        result = run("--port", line.path, "--check", "--json")
        assert json.loads(result.output)[0]["playing"] is True
    assert fake.told == []


@pytest.mark.parametrize("free", [None, "much", [8], -1.5])
def test_a_hello_with_a_room_that_is_no_number_is_told_all_the_same(free: Any):
    assert screen.playing(PORT, {"flash_free": free}, made(), "en")[-1] == "  free flash: ? KB"


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(prompt, "READ_S", 0.05)
    monkeypatch.setattr(prompt, "ENTER_S", 0.1)
    monkeypatch.setattr(install, "CHANCES", 1)
    with PtyClock(None) as line:
        result = run("--port", line.path)
        assert result.exit_code == 1 and "neither a clock nor MicroPython answers" in result.output
    result = run("--port", line.path)
    assert result.exit_code == 1 and "there is no such port" in result.output


def test_the_command_stopped_by_ctrl_c(clock: VirtualClock, tmp_path: Path):
    """As a person does it: the signal, at a moment of the transfer."""
    program = tmp_path / "deploy.py"
    program.write_text(
        "import sys\n"
        "from tritempo_host import cli\n"
        "from tritempo_host.commands import deploy\n"
        "from tritempo_host.deploy import screen\n"
        "install = deploy.install\n"
        "deploy.install = lambda *args, **more: install(*args, **more, virtual=True)\n"
        "moved = screen.Bar.moved\n"
        "def tell(self, size):\n"
        "    print('moved', flush=True)\n"
        "    moved(self, size)\n"
        "screen.Bar.moved = tell\n"
        "cli.main()\n"
    )
    command = [sys.executable, str(program), "deploy", "--port", clock.port, "--lang", "en"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout and process.stdout.readline() == "moved\n"
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130 and "Traceback" not in said
    with Clock(clock.port) as host:
        assert host.hello()["state"] == "setup"


# What is on a board


def found(**other: Any) -> dict[str, Any]:
    """What `who` and `look` say of a Pico with a sound clock."""
    slots = {"a": slot("aaaaaaaa"), "b": slot("bbbbbbbb")}
    return {
        "name": "micropython",
        "version": [1, 28, 0, ""],
        "mpy": 0x1306,
        "platform": "rp2",
        "machine": "Raspberry Pi Pico with RP2040",
        "free": 800 * 1024,
        "main": "00",
        "ours": True,
        "loader": "00",
        "pointer": ["a", "aaaaaaaa", 0],
        "slots": slots,
        "options": None,
    } | other


def slot(build: str | None, whole: bool = True) -> dict[str, Any]:
    return {"version": build and "0.1.0", "build": build, "whole": whole, "size": 90_000 if build else 0}


NONE = slot(None, whole=False)


@pytest.mark.parametrize(
    ("other", "key"),
    [
        ({}, None),
        ({"version": [1, 24, 0]}, None),
        ({"version": [1, 28, 1]}, None),
        ({"version": [1, 23, 9]}, "other_micropython"),
        ({"version": [1, 29, 0, "preview"]}, "other_micropython"),
        ({"version": [2, 0, 0]}, "other_micropython"),
        ({"mpy": 0x1307}, "other_micropython"),
        ({"platform": "esp32", "machine": "Generic ESP32"}, "not_a_pico"),
        ({"name": "circuitpython"}, "not_a_pico"),
    ],
)
def test_what_micropython_it_takes(other: dict[str, Any], key: str | None):
    if key is None:
        check_micropython(found(**other), PORT)
        return
    with pytest.raises(DeployProblem) as caught:
        check_micropython(found(**other), PORT)
    assert caught.value.key == key


class OtherPrompt:
    """The prompt of a MicroPython that lacks half of what the loader imports."""

    def __init__(self) -> None:
        self.restarts = 0

    def who(self) -> dict[str, Any]:
        return found(version=[1, 19, 1])

    def load(self) -> None:
        raise AssertionError("it cannot run that")

    def restart(self) -> None:
        self.restarts += 1


def test_an_old_micropython_is_told_by_its_version_and_not_by_what_it_lacks(monkeypatch: pytest.MonkeyPatch):
    old = OtherPrompt()
    monkeypatch.setattr(install, "_enter", lambda *_: (old, None))
    with pytest.raises(DeployProblem) as caught:
        deploy(PORT, made(), Watcher())
    assert (caught.value.key, caught.value.values["version"], old.restarts) == ("other_micropython", "1.19.1", 1)


def test_ctrl_c_on_the_way_to_the_prompt_starts_the_clock_anew(clock: VirtualClock, monkeypatch: pytest.MonkeyPatch):
    """The clock has given way already: nobody but this command can start it."""
    enter = prompt.SerialTransport.enter_raw_repl
    tries = []

    def stop(self: Any, *args: Any, **more: Any) -> None:
        enter(self, *args, **more)
        tries.append(1)
        if len(tries) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(prompt.SerialTransport, "enter_raw_repl", stop)
    with pytest.raises(KeyboardInterrupt):
        deploy(clock.port, made(), Watcher(), virtual=True)
    with Clock(clock.port) as host:
        assert host.hello()["state"] == "setup"


@pytest.mark.parametrize(
    ("pointer", "a", "b", "running", "kept"),
    [
        (["a", "aaaaaaaa", 0], slot("aaaaaaaa"), NONE, None, "a"),
        (["b", "bbbbbbbb", 0], slot("aaaaaaaa"), slot("bbbbbbbb"), None, "b"),
        (["b", "bbbbbbbb", 2], slot("aaaaaaaa"), slot("bbbbbbbb"), None, "a"),  # on its trial, and not known to be well
        (["b", "bbbbbbbb", 2], slot("aaaaaaaa"), slot("bbbbbbbb"), "bbbbbbbb", "b"),
        (["b", "bbbbbbbb", 2], slot("aaaaaaaa", whole=False), slot("bbbbbbbb"), None, "b"),
        (["b", "bbbbbbbb", 0], slot("aaaaaaaa"), slot("bbbbbbbb", whole=False), None, "a"),
        ([None, None, 0], NONE, slot("bbbbbbbb"), None, "b"),
        ([None, None, 0], NONE, NONE, None, None),
        (["a", "aaaaaaaa", 0], slot("aaaaaaaa", whole=False), slot("bbbbbbbb", whole=False), None, None),
    ],
)
def test_which_slot_is_kept(pointer: list[Any], a: dict[str, Any], b: dict[str, Any], running: str, kept: str):
    assert Board(found(pointer=pointer, slots={"a": a, "b": b})).in_use(running) == kept


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (None, {}),
        ('{"seats": 4, "display": "sh1106"}', {"seats": 4, "display": "sh1106"}),
        ('{"seats": 5, "display": "lcd", "more": 1}', {}),
        ('{"seats": [4]}', {}),
        ("[4]", {}),
        ('{"seats"', {}),
    ],
)
def test_what_options_it_has(text: str | None, options: dict[str, Any]):
    assert Board(found(options=text)).options == options


def test_the_options_are_those_that_the_clock_knows():
    assert set(DISPLAYS) == set(PANELS)
    assert (SEATS, DEFAULTS) == (on_the_clock.SEATS, on_the_clock.DEFAULTS)


def test_room_counts_the_slot_that_is_emptied():
    build = made()
    needed = (build.blocks + 8) * BLOCK
    board = Board(found(free=needed - 23 * BLOCK))
    board.check_room(build, "b", PORT)
    with pytest.raises(DeployProblem):
        Board(found(free=needed - 23 * BLOCK, slots={"a": slot("aaaaaaaa"), "b": NONE})).check_room(build, "b", PORT)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("board", "words"),
    [
        (found(), ["check_whole", "check_other"]),
        (found(pointer=[None, None, 0], slots={"a": NONE, "b": NONE}, main=None), ["check_none"]),
        (found(slots={"a": slot("aaaaaaaa", whole=False), "b": NONE}), ["check_damaged"]),
        (found(slots={"a": NONE, "b": slot("bbbbbbbb")}), ["check_whole", "check_fallback", "check_other"]),
        (found(ours=False), ["check_whole", "check_other", "check_foreign"]),
    ],
)
def test_check_says_what_is_there(board: dict[str, Any], words: list[str], lang: str):
    said = screen.found(PORT, Board(board), None, made(), lang)
    always = ["check_micropython", "options", "check_free"]
    starts = [catalogue("deploy")[key][lang].partition("{")[0] for key in [*words, *always]]
    assert said[0] == PORT and len(said) == 1 + len(starts)
    assert all(line.startswith(start) for line, start in zip(said[1:], starts, strict=True))
    assert screen.found_as_json(PORT, Board(board), None, made())["port"] == PORT


# Afterwards


def test_a_clock_that_went_back_to_the_old_firmware_is_told(clock: VirtualClock, monkeypatch: pytest.MonkeyPatch):
    back = reach.Back(clock.port, {"build": "0ld0ld00", "firmware": "0.1.0"})
    monkeypatch.setattr(reach, "wait_for_clock", lambda port, came_from: back)
    monkeypatch.setattr(install, "check_micropython", lambda who, port: None)
    ask = reach.ask_for_prompt
    monkeypatch.setattr(reach, "ask_for_prompt", lambda port, virtual: ask(port, virtual=True))
    with pytest.raises(DeployProblem) as caught:
        deploy(clock.port, made(), Watcher())
    assert caught.value.key == "fell_back"


def test_a_clock_that_does_not_come_back_is_told():
    with PtyClock(None) as line, pytest.raises(DeployProblem) as caught:
        reach.wait_for_clock(line.path, None, patience_s=0.1)
    assert caught.value.key == "not_back"


def test_a_board_is_found_again_by_its_serial_number_whatever_its_port_is_called(monkeypatch: pytest.MonkeyPatch):
    class Usb:
        def __init__(self, device: str, serial_number: str) -> None:
            self.device, self.serial_number = device, serial_number

    with PtyClock(FakeClock()) as line, PtyClock(None) as other:
        monkeypatch.setattr(reach.list_ports, "comports", lambda: [Usb(PORT, "E66"), Usb(other.path, "E67")])
        assert reach.identity(PORT) == "E66"
        monkeypatch.setattr(reach.list_ports, "comports", lambda: [Usb(other.path, "E67"), Usb(line.path, "E66")])
        assert reach.wait_for_clock(PORT, "E66").port == line.path


# Which boards


def result_of(port: str, *_: Any) -> dict[str, Any]:
    return {"lines": [f"done {port}"], "json": {"port": port, "problem": None}}


@pytest.mark.parametrize(
    ("boards", "words", "code", "said"),
    [
        ([], (), 1, "no Pico with MicroPython"),
        (["/dev/x"], (), 0, "done /dev/x"),
        (["/dev/x", "/dev/y"], (), 1, "--port (/dev/x, /dev/y)"),
        (["/dev/x", "/dev/y"], ("--all",), 0, "done /dev/x\ndone /dev/y"),
        (["/dev/x"], ("--port", "/dev/z", "--port", "/dev/w"), 0, "done /dev/z\ndone /dev/w"),
    ],
)
def test_which_boards(boards: list[str], words: tuple[str, ...], code: int, said: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(command.find, "boards", lambda: boards)
    monkeypatch.setattr(command, "put", result_of)
    monkeypatch.setattr(command, "build", made)
    result = run(*words)
    assert result.exit_code == code and said in result.output


@pytest.mark.parametrize("words", [("--seats", "2"), ("--display", "lcd")])
def test_options_that_no_clock_has(words: tuple[str, ...]):
    assert run(*words).exit_code == 2


def test_every_sentence_has_its_three_forms_with_the_same_fields():
    for key, forms in catalogue("deploy").items():
        assert set(forms) == set(LANGUAGES), key
        fields = {lang: sorted(part.partition("}")[0] for part in text.split("{")[1:]) for lang, text in forms.items()}
        assert len({tuple(dict.fromkeys(each)) for each in fields.values()}) == 1, key
