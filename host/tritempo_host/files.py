"""Writes files for people whole or not at all, and never over something that cannot be had back."""

import contextlib
import os
import stat
from pathlib import Path


class NotAPageError(Exception):
    """There is a file of this name that is no page, and so not ours to write over."""


def create(path: Path, data: str | bytes) -> None:
    """A new file; text as UTF-8. Raises FileExistsError, and OSError for a failure, which leaves nothing behind."""
    with path.open("xb") as out:
        try:
            out.write(data.encode() if isinstance(data, str) else data)
            out.flush()
        except OSError:
            path.unlink(missing_ok=True)
            raise


def write_page(path: Path, text: str) -> None:
    """A page of HTML, in the place of an older one if there is one.

    It is written beside and then renamed, so that a failure leaves what there was. Raises NotAPageError for a file that
    holds anything else (a log, a store), and OSError.
    """
    path = path.resolve()  # through a link: to what it names
    data = text.encode()
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and not stat.S_ISREG(mode):  # a pipe, a terminal; for a folder this is an error
        path.write_bytes(data)
        return
    if mode is not None and not _is_page(path):
        raise NotAPageError(str(path))
    replace(path, data)


def replace(path: Path, data: bytes) -> None:
    """A file in the place of another, or a new one: written beside and then renamed, so that a failure leaves what
    there was. Raises OSError."""
    path = path.resolve()  # through a link: to what it names
    beside = path.with_name(f".{path.name[:200]}.{os.getpid()}.tmp")
    try:
        with beside.open("xb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        if path.exists():
            beside.chmod(stat.S_IMODE(path.stat().st_mode))
        beside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def _is_page(path: Path) -> bool:
    """Whether a file is a page of HTML, or empty."""
    with path.open("rb") as file:
        start = file.read(256).removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    return start.startswith((b"<!doctype html", b"<html")) or not start
