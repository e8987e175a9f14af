"""The real host programs on the emulated Pico's serial line: deploy, sync, mpremote in maintenance."""

import hashlib
import json
import sqlite3
from pathlib import Path

import pytest

from emulator import files, firmware
from emulator.pico import Pico
from emulator.players import Players
from emulator.pty_line import PtyLine
from emulator.repl import execute, interrupt
from emulator.table import logs, up

pytestmark = pytest.mark.timeout(900)
TRITEMPO = ("-m", "tritempo_host")
MPREMOTE = ("-m", "mpremote", "connect")
# At most as fast as real: programs on the host have their own patience.
SPEED = 1.0


def blank() -> Pico:
    """MicroPython as it is after its first start, at its prompt."""
    pico = Pico()
    pico.chip.run_until(lambda: pico.usb.enumerated, 2000)
    pico.run_ms(300)
    return pico


def test_deploy_makes_a_clock_of_a_pico_with_micropython():
    pico = blank()
    with PtyLine(pico.chip, pico.usb, SPEED) as line:
        done = line.run([*TRITEMPO, "deploy", "--port", line.path, "--seats", "4", "--lang", "en", "--json"], 300)
        assert done.returncode == 0, done.stdout
        [result] = json.loads(done.stdout[done.stdout.index("[") :])
        assert not result["already"]
        checked = line.run([*TRITEMPO, "deploy", "--port", line.path, "--check", "--lang", "en"], 120)
    assert checked.returncode == 0, checked.stdout
    assert result["build"] in checked.stdout
    there = files.read(pico.flash.image())
    assert json.loads(there["/board.json"])["seats"] == 4
    with pico.link() as clock:
        assert clock.who["build"] == result["build"]
        assert clock.who["state"] == "setup"


def test_deploy_is_refused_during_a_game_and_changes_nothing():
    at = Players(up(Pico(firmware.deployed())))
    at.begin()
    at.wait(500)
    before = files.read(at.pico.flash.image())
    with PtyLine(at.pico.chip, at.pico.usb, SPEED) as line:
        done = line.run([*TRITEMPO, "deploy", "--port", line.path, "--lang", "en"], 120)
    assert done.returncode == 1, done.stdout
    after = files.read(at.pico.flash.image())
    assert {path: data for path, data in after.items() if path.startswith("/firmware")} == {
        path: data for path, data in before.items() if path.startswith("/firmware")
    }
    at.press("A")
    with at.pico.link() as clock:
        assert clock.live()["turn"] == 2


def test_sync_fetches_a_game_that_goes_on_and_the_end_of_it(tmp_path: Path):
    at = Players(up(Pico(firmware.deployed())))
    at.begin()
    for _ in range(3):
        at.press("A", then_ms=700)
    store = tmp_path / "store.db"
    sync = [*TRITEMPO, "sync", "--store", str(store), "--lang", "en", "--port"]
    with PtyLine(at.pico.chip, at.pico.usb, SPEED) as line:
        done = line.run([*sync, line.path], 120)
        assert done.returncode == 0, done.stdout
        at.press("A", then_ms=700)
        at.press("PAUSE", then_ms=700)
        at.press("TRUMP", then_ms=700)
        at.mirror.follow(at.clock_ms())
        at.press("ABC"[at.mirror.words().index("out")], then_ms=1500)
        done = line.run([*sync, line.path], 120)
    assert done.returncode == 0, done.stdout
    [data] = logs(at.pico.flash.image()).values()
    with sqlite3.connect(store) as database:
        kept = [row for (row,) in database.execute("select sha256 from logs")]
    assert kept == [hashlib.sha256(data).hexdigest()]
    with at.pico.link() as clock:
        assert clock.logs()[0]["acked"]


def test_maintenance_gives_the_line_to_mpremote_and_the_clock_comes_back():
    pico = up(Pico(firmware.deployed()))
    with pico.link() as clock:
        clock.maintenance()
    pico.run_ms(3000)
    with PtyLine(pico.chip, pico.usb, SPEED) as line:
        listed = line.run([*MPREMOTE, line.path, "resume", "ls"], 60)
        assert listed.returncode == 0, listed.stdout
        assert "main.py" in listed.stdout
        copied = line.run([*MPREMOTE, line.path, "resume", "exec", "import os; print(os.listdir('/logs'))"], 60)
        assert copied.returncode == 0, copied.stdout
        # The watchdog is off: a person may take his time.
        pico.run_ms(20_000)
        assert pico.chip.resets == 0
        line.run([*MPREMOTE, line.path, "reset"], 60)
    up(pico)
    assert pico.chip.resets == 1
    with pico.link() as clock:
        assert clock.who["state"] == "setup"


def test_pause_and_trump_at_power_on_leave_the_prompt():
    """A way in, whatever the firmware does."""
    pico = Pico(firmware.deployed())
    pico.edge("PAUSE", True)
    pico.edge("TRUMP", True)
    pico.chip.run_until(lambda: pico.usb.enumerated, 2000)
    pico.run_ms(500)
    interrupt(pico.chip, pico.usb)
    assert execute(pico.chip, pico.usb, "print(6 * 7)") == "42\r\n"
