"""The flash image as a file on the host: made blank, and locked for the one clock that uses it."""

import contextlib
import fcntl
import os
import time
from pathlib import Path

from tritempo_host.problem import Problem

BLOCK = 4096
BLOCKS = 352
SIZE = BLOCK * BLOCKS
# A clock whose supervisor was killed ends by itself within moments; a second start waits so long for it.
PATIENCE_S = 2.0


def open_locked(path: Path) -> int:
    """Opens (or makes) an image and locks it. The lock lives as long as the descriptor, in whichever process.

    Raises Problem when another clock has it, or when the file is something else.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise Problem(f"The flash image {path} cannot be opened: {error.strerror}.") from error
    try:
        _lock(descriptor, path)
        size = os.fstat(descriptor).st_size
        if size == 0:
            os.pwrite(descriptor, b"\xff" * SIZE, 0)
        elif size != SIZE:
            raise Problem(f"{path} is not a clock's flash image: it has {size} bytes instead of {SIZE}.")
    except BaseException:
        os.close(descriptor)
        raise
    with contextlib.suppress(OSError):
        _holder(path).write_text(f"{os.getpid()}\n", encoding="ascii")
    return descriptor


def forget_holder(path: Path) -> None:
    """Takes the note that we have the image away, at a clean end. Another process may have it by now: not its note."""
    with contextlib.suppress(OSError):
        if _holder(path).read_text(encoding="ascii") == f"{os.getpid()}\n":
            _holder(path).unlink()


def _lock(descriptor: int, path: Path) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() < deadline:
                time.sleep(0.02)
                continue
        try:
            holder = f"process {_holder(path).read_text(encoding='ascii').strip()}"
        except OSError:
            holder = "another process"
        raise Problem(f"{path} is in use by {holder}, a virtual clock. End that one, or take another --flash file.")


def _holder(path: Path) -> Path:
    return path.with_name(path.name + ".pid")
