"""A real host program at the emulated Pico's serial line, and one time for both: so its own share is told as well.

`PtyLine` lets a program run in real time beside a chip that is slower than a real one: what the program sleeps or
computes then looks shorter than it is. Here chip and program take turns. While the program runs the chip stands, and
then has the CPU time that the program has used; while the program waits the chip goes on (`timed_program.py`). Other
programs on the computer change nothing in it.
"""

import socket
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from emulator.across import Across
from emulator.chip import Chip
from emulator.timed_program import NOW, SPENT_AND_WAITS
from emulator.usb import Usb

STEP_MS = 0.1
MOST_S = 60  # a program that waits longer, in emulated time, waits in vain
PROGRAM = Path(__file__).with_name("timed_program.py")


@dataclass(frozen=True)
class Run:
    """What a program said, and its times in emulated ms: until its first byte on the line, from that byte to the last
    one, and from its start to its end. Its start is that of Python."""

    said: str
    start_ms: float
    line_ms: float
    whole_ms: float


class TimedLine:
    """`run` starts a program with the port's path among its words, as `{port}`."""

    def __init__(self, chip: Chip, usb: Usb) -> None:
        self._chip, self._usb = chip, usb

    def run(self, *command: str) -> Run:
        """Raises AssertionError, with what it said, if the program fails."""
        across, begun_ms = Across(self._chip, self._usb), self._chip.now_ms
        ours, its = socket.socketpair()
        with tempfile.TemporaryDirectory() as folder, ours, its, tempfile.TemporaryFile("w+") as said:
            # By another name: mpremote asks a PTY, which it knows by its path, in a quicker way than a Pico's port.
            port = Path(folder) / "ttyACM0"
            port.symlink_to(across.path)
            words = [word.replace("{port}", str(port)) for word in command]
            with subprocess.Popen(
                [sys.executable, str(PROGRAM), str(its.fileno()), *words],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                pass_fds=[its.fileno()],
            ) as process:
                its.close()
                while message := ours.recv(SPENT_AND_WAITS.size):
                    self._pass(across, *SPENT_AND_WAITS.unpack(message))
                    if self._chip.now_ms > begun_ms + 1000 * MOST_S:
                        process.kill()
                        break
                    ours.sendall(NOW.pack(self._chip.now_ms / 1000))
            across.carry()
            said.seek(0)
            words_said = said.read()
        across.close()
        assert process.returncode == 0, words_said
        first_ms, last_ms = across.first_ms or begun_ms, across.last_ms or begun_ms
        return Run(words_said, first_ms - begun_ms, last_ms - first_ms, self._chip.now_ms - begun_ms)

    def _pass(self, across: Across, spent_s: float, most_s: float, for_bytes: bool) -> None:
        """The time for which the program was busy, and then that for which it waits."""
        busy_until = self._chip.now_ms + 1000 * spent_s
        until = busy_until + 1000 * min(most_s, MOST_S)
        came = across.carry()
        while (left := until - self._chip.now_ms) > 1e-6:
            busy_left = busy_until - self._chip.now_ms
            if busy_left <= 1e-6 and for_bytes and came:
                return
            self._chip.run_ms(min(STEP_MS, busy_left if busy_left > 1e-6 else left))
            came = across.carry() or came
