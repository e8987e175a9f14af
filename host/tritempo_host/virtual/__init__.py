"""The virtual clock: starts the firmware under MicroPython's unix port, works its buttons and shows its lights.

`clock.VirtualClock` is the whole interface for tests, the demo and the commands. docs/virtual-clock.md tells how the
two processes talk.
"""

import importlib.util

from tritempo_host import micropython
from tritempo_host.spoken import SpokenProblem


def check_supported() -> None:
    """Raises Problem where a virtual clock cannot run: no MicroPython, or no pseudo-terminals (Windows)."""
    micropython.command("main.py")
    if importlib.util.find_spec("fcntl") is None:
        raise SpokenProblem("no_pty")
