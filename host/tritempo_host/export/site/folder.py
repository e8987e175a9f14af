"""Puts a site into a folder: whole pages only, never a link to a page that is not there, nothing of others touched.

All pages are first written beside their places, in a folder whose name begins with a dot, and reach the disk there.
Then each is renamed into its place: first those that are new, which nothing leads to yet, then those that take the
place of older ones, and at last what is no longer part of the site goes. A program that is killed in between leaves
pages of which each is whole, and each link from the first page on leads somewhere; the next writing finishes the work.
Where there was no folder, it appears with all pages in it.

A marker file says which files are ours. A file that it does not name is never written over or removed.
"""

import contextlib
import json
import os
import re
import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path

MARKER = ".tritempo-site.json"
# What a page of ours may be called: a marker that names anything else is not believed.
OURS = re.compile(r"(?:[a-z]{2}/)?[a-z][a-z0-9-]{0,60}\.(?:html|css)")


class OthersError(Exception):
    """A file stands in the way that is not ours. `name` is its place in the folder."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class OtherSiteError(Exception):
    """The folder holds the site of another tournament. `title` is what that is called."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.title = title


def write_folder(folder: Path, pages: Mapping[str, str], identity: str, title: str) -> list[str]:
    """Makes `folder` hold these pages (name: text).

    `identity` tells a tournament from others, `title` is what people call it. Returns the names of the files that are
    new or changed. Raises OthersError, OtherSiteError, and OSError; the folder is then as it was, or holds some pages
    of the old site and some of the new, each whole.
    """
    folder = folder.resolve()  # through a link: into what it names
    new = {name: text.encode() for name, text in pages.items()}
    assert all(OURS.fullmatch(name) for name in new), sorted(new)
    if not os.path.lexists(folder):
        _make(folder, new, identity, title)
        return list(new)
    old = _owned(folder, identity)
    for name in new:
        path = folder / name
        if name not in old and os.path.lexists(path):
            raise OthersError(name)
        if os.path.lexists(path.parent) and not path.parent.is_dir():
            raise OthersError(path.parent.name)
    have = {name: _read(folder / name) for name in new}
    changed = sorted((name for name in new if have[name] != new[name]), key=lambda name: have[name] is not None)
    gone = [name for name in old if name not in new]
    if not changed and not gone:
        return []
    _replace(folder, {name: new[name] for name in changed}, gone, [*new, *gone], _marker(new, identity, title))
    return changed


def _make(folder: Path, new: Mapping[str, bytes], identity: str, title: str) -> None:
    """A folder that was not there, in one step."""
    beside = _aside(folder.parent, f".{folder.name[:100]}.")
    try:
        for name, data in new.items():
            _write(beside / name, data)
        _write(beside / MARKER, _marker(new, identity, title))
        _settle()
        beside.rename(folder)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise


def _replace(folder: Path, changed: Mapping[str, bytes], gone: list[str], both: list[str], marker: bytes) -> None:
    stage = _aside(folder, ".tritempo-site.")
    try:
        for name, data in changed.items():
            _write(stage / name, data)
        # While old and new stand side by side all of them are ours.
        parts = json.loads(marker)
        _write(stage / "both", _json({**parts, "files": sorted(set(both))}))
        _write(stage / MARKER, marker)
        _settle()
        (stage / "both").replace(folder / MARKER)
        for name in changed:
            (folder / name).parent.mkdir(exist_ok=True)
            (stage / name).replace(folder / name)
        for name in gone:
            (folder / name).unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # others have something in it
                if "/" in name:
                    (folder / name).parent.rmdir()
        (stage / MARKER).replace(folder / MARKER)
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def _aside(folder: Path, start: str) -> Path:
    """A new folder, to be read by whoever may read others (which tempfile's may not)."""
    path = folder / f"{start}{secrets.token_hex(4)}"
    path.mkdir()
    return path


def _owned(folder: Path, identity: str) -> list[str]:
    """The files that the marker says are ours, and clears away what a killed program left. Raises OtherSiteError."""
    data = _read(folder / MARKER)  # raises NotADirectoryError where `folder` is a file
    try:
        marker = json.loads(data or b"{}")
        files = [name for name in marker.get("files", []) if isinstance(name, str) and OURS.fullmatch(name)]
        known = marker.get("tournament")
        title = marker.get("title")
    except (ValueError, AttributeError):
        return []
    if known is not None and known != identity:
        raise OtherSiteError(str(title))
    if known is not None:
        for stage in folder.glob(".tritempo-site.*"):
            if stage.is_dir() and not stage.is_symlink():
                shutil.rmtree(stage, ignore_errors=True)
    return files


def _marker(new: Mapping[str, bytes], identity: str, title: str) -> bytes:
    return _json({"made_by": "tritempo", "tournament": identity, "title": title, "files": sorted(new)})


def _json(parts: object) -> bytes:
    return (json.dumps(parts, ensure_ascii=False, indent=1) + "\n").encode()


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as out:
        out.write(data)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _settle() -> None:
    """All that was written reaches the disk: at once, for file by file takes a minute for a thousand players.

    Windows cannot be asked for that; there a power cut just now can cost pages, which the next writing makes again.
    """
    if hasattr(os, "sync"):
        os.sync()
