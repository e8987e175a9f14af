"""The flash image as a file on the host: made blank, and locked for the one clock that uses it."""

import contextlib
import fcntl
import os
import stat
import time
from pathlib import Path

from tritempo_host.spoken import SpokenProblem, reason

BLOCK = 4096
BLOCKS = 352
SIZE = BLOCK * BLOCKS
# A clock whose supervisor was killed ends by itself within moments; a second start waits so long for it.
PATIENCE_S = 2.0


def open_locked(path: Path) -> int:
    """Opens (or makes) an image and locks it. The lock lives as long as the descriptor, in whichever process.

    Raises Problem when another clock has it, when the file is something else, or when it cannot be made.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK, 0o644)  # a pipe or a device may wait
    except OSError as error:
        raise SpokenProblem("image_not_opened", flash=path, why=reason(error)) from error
    try:
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode):
            raise SpokenProblem("image_not_a_file", flash=path)
        _lock(descriptor, path)
        size = os.fstat(descriptor).st_size
        if size == 0:
            _make_blank(descriptor, path)
        elif size != SIZE:
            raise SpokenProblem("image_size", flash=path, size=size, right=SIZE)
    except BaseException:
        os.close(descriptor)
        raise
    with contextlib.suppress(OSError):
        _holder(path).write_text(f"{os.getpid()}\n", encoding="ascii")
    return descriptor


def _make_blank(descriptor: int, path: Path) -> None:
    """All of it or nothing: half an image would be something else at the next start."""
    try:
        written = 0
        while written < SIZE:
            written += os.pwrite(descriptor, b"\xff" * (SIZE - written), written)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.ftruncate(descriptor, 0)
        raise SpokenProblem("image_not_made", flash=path, why=reason(error), size=SIZE) from error


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
            holder = int(_holder(path).read_text(encoding="ascii"))
        except (OSError, ValueError):
            raise SpokenProblem("image_in_use_by_another", flash=path) from None
        raise SpokenProblem("image_in_use", flash=path, holder=holder)


def _holder(path: Path) -> Path:
    return path.with_name(path.name + ".pid")
