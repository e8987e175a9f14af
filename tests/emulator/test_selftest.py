"""`tritempo selftest` on the emulated clock, over its PTY: the real command and drivers, and a finger that obeys."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from emulator.firmware import deployed
from emulator.pico import Pico
from emulator.pty_line import PtyLine

WITHIN_S = 180
PRESSES = 3
LOOK_MS = 20  # a person looks for longer than a light's PWM takes to show its level
# Time is left out: the emulator's need not be the computer's.
STEPS = ("memory", "buttons", "lights", "display", "buzzer", "clock_module")
BUTTONS = ("A", "B", "C", "D", "PAUSE", "TRUMP")


class Builder:
    """Reads what the command says, presses what it asks for (or what `wired` says instead), and looks before a yes."""

    def __init__(self, pico: Pico, wired: dict[str, str]) -> None:
        self.pico = pico
        self.wired = {name: name for name in BUTTONS} | wired
        self.said = ""
        self.looked: list[tuple[str, Any]] = []
        self.stops_at = ""  # with Ctrl-C, when the command says this

    def hear(self, more: str) -> str:
        """The answers to what came."""
        done = len(self.said)
        self.said += more
        for asked in re.findall(r"Press (\w+) 3 times", self._new(done)):
            for n in range(PRESSES):
                self._bounce(self.wired[asked], 300 + 400 * n)
        answers = ""
        for _ in range(self._new(done).count("[y/n/r/x]")):
            self.pico.run_ms(LOOK_MS)
            self.looked.append((self.said[-200:], (self.pico.picture(), self.levels())))
            answers += "n\n" if "Try it again" in self.said[-120:] else "y\n"
        return answers

    def _new(self, done: int) -> str:
        return self.said[done:]

    def levels(self) -> list[int]:
        return [self.pico.light(seat) for seat in "ABCD"]

    def _bounce(self, button: str, in_ms: float) -> None:
        """Down for 120 ms; the contacts close for good after 3 ms, and open in one go."""
        self.pico.press(button, in_ms, 1.0)
        self.pico.press(button, in_ms + 3, 117.0)


def selftest(
    pico: Pico, tmp_path: Path, *only: str, wired: dict[str, str] | None = None, stops_at: str = ""
) -> tuple[dict, Builder, int]:
    """The result that is kept, who built it, and the exit code."""
    builder = Builder(pico, wired or {})
    builder.stops_at = stops_at
    options = [word for name in only or STEPS for word in ("--only", name)]
    environment = dict(os.environ, PYTHONUNBUFFERED="1", COLUMNS="200")
    with PtyLine(pico.chip, pico.usb, 1.0) as line:
        command = [
            "-m",
            "tritempo_host",
            "selftest",
            "--port",
            line.path,
            "--lang",
            "en",
            "-o",
            str(tmp_path),
            *options,
        ]
        with subprocess.Popen(
            [sys.executable, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
        ) as process:
            assert process.stdin and process.stdout
            os.set_blocking(process.stdout.fileno(), False)

            def converse() -> None:
                assert process.stdin and process.stdout
                answers = builder.hear((process.stdout.read() or b"").decode())
                if builder.stops_at and builder.stops_at in builder.said:
                    builder.stops_at = ""
                    process.send_signal(signal.SIGINT)
                elif answers:
                    process.stdin.write(answers.encode())
                    process.stdin.flush()

            try:
                line.serve(lambda: process.poll() is not None, WITHIN_S, converse)
            except TimeoutError:
                process.kill()
                raise AssertionError(builder.said) from None
            converse()
    kept = list(tmp_path.glob("*.json"))
    assert kept, builder.said
    return json.loads(kept[0].read_text(encoding="utf-8")), builder, process.returncode


def found(result: dict) -> dict[str, str]:
    return {f"{each['step']} {each['part']}".strip(): each["status"] for each in result["findings"]}


@pytest.mark.timeout(300)
def test_a_good_clock_passes(tmp_path: Path) -> None:
    pico = Pico(deployed(seats=4, display="sh1106"), display="sh1106")
    pico.run_ms(2000)
    result, builder, code = selftest(pico, tmp_path)
    assert code == 0, builder.said
    assert {status for name, status in found(result).items() if name != "clock_module"} == {"pass"}
    bounces = [
        each["figures"]["bounce_ms"] for each in result["findings"] if each["part"] in BUTTONS and each["figures"]
    ]
    assert len(bounces) == len(BUTTONS) and all(2 <= ms <= 4 for ms in bounces)
    full = next(look for said, look in builder.looked if "all dots on" in said)
    assert full[0] == bytes([0xFF]) * 1024
    first = next(look for said, look in builder.looked if "light of A on" in said)
    assert first[1][0] > 250 and not any(first[1][1:])


@pytest.mark.timeout(300)
def test_swapped_wires_and_a_missing_display_are_found(tmp_path: Path) -> None:
    pico = Pico(deployed())
    pico.display.unplug()
    pico.run_ms(2000)
    wired = {"PAUSE": "TRUMP", "TRUMP": "PAUSE"}
    result, builder, code = selftest(pico, tmp_path, "buttons", "display", wired=wired)
    assert code == 1, builder.said
    assert found(result)["display I2C"] == "fail"
    assert "wires of PAUSE and TRUMP are swapped" in builder.said


@pytest.mark.timeout(300)
def test_stopped_half_way_the_result_is_kept_and_the_clock_plays_again(tmp_path: Path) -> None:
    pico = Pico(deployed())
    pico.run_ms(2000)
    result, builder, code = selftest(pico, tmp_path, "memory", "buttons", stops_at="Press C")
    assert code == 130, builder.said
    assert result["stopped"] == "interrupted"
    assert found(result)["buttons B"] == "pass" and "buttons PAUSE" not in found(result)
    pico.run_ms(3000)
    with pico.link() as clock:
        assert clock.who["state"] == "setup"


@pytest.mark.timeout(300)
def test_a_clock_in_a_game_is_left_alone(tmp_path: Path) -> None:
    pico = Pico(deployed())
    pico.run_ms(2000)
    pico.tap("B", "B", then_ms=1000)
    pico.tap("A", then_ms=1000)
    with PtyLine(pico.chip, pico.usb, 1.0) as line:
        said = line.run(["-m", "tritempo_host", "selftest", "--port", line.path, "--lang", "en", "-o", str(tmp_path)])
    assert said.returncode == 1 and "a game is on" in said.stdout
    assert not list(tmp_path.iterdir())
    with pico.link() as clock:
        assert clock.who["state"] == "running"
