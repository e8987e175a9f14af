"""A backup's file: a zip whose last bytes are the SHA-256 of all bytes before them, so that one that was cut or changed
anywhere is known for what it is, and a manifest with the hash of each file in it, so that other programs can check.

    manifest.json     format, version, tournament, files: {name: {size, sha256}}
    entries.jsonl     what was written down, an entry a line, in order
    clocks.json       the clocks whose logs are here, with their keys
    logs/…            the raw logs of its games, byte for byte
"""

import hashlib
import io
import json
import os
import secrets
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

FORMAT, VERSION = "tritempo-tournament", 1
SEAL = b"tritempo sha256 "
MOST = 4 * 1024**3  # bytes unpacked: more than ten thousand logs
DATE = (1980, 1, 1, 0, 0, 0)  # the same content is the same file


class NotABackupError(Exception):
    """It is something else."""


class DamagedError(Exception):
    """It was a backup, and has been cut or changed; its argument says what of it."""


class NewerBackupError(Exception):
    """A later version of this program made it."""


def pack(about: Mapping[str, Any], files: Mapping[str, bytes]) -> bytes:
    """The bytes of a backup. `about`: more for the manifest."""
    listed = {name: {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()} for name, data in files.items()}
    manifest = {"format": FORMAT, "version": VERSION, **about, "files": listed}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in {"manifest.json": _json(manifest), **files}.items():
            info = zipfile.ZipInfo(name, DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
        archive.comment = SEAL + b"0" * 64
    body = out.getvalue()[:-64]
    return body + hashlib.sha256(body).hexdigest().encode()


def unpack(data: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """(manifest, files). Raises NotABackupError, DamagedError, NewerBackupError."""
    if not data.startswith(b"PK\x03\x04") or b"manifest.json" not in data[:100]:
        raise NotABackupError
    body, seal = data[:-64], data[-64:]
    if not body.endswith(SEAL) or hashlib.sha256(body).hexdigest().encode() != seal:
        raise DamagedError("seal")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(info.file_size for info in archive.infolist()) > MOST:
                raise DamagedError("size")
            files = {info.filename: archive.read(info) for info in archive.infolist()}
        manifest = json.loads(files.pop("manifest.json"))
        if manifest["format"] != FORMAT:
            raise NotABackupError
        if manifest["version"] > VERSION:
            raise NewerBackupError
        listed = manifest["files"]
        for name in {*listed, *files}:
            have = files.get(name)
            if have is None or name not in listed or hashlib.sha256(have).hexdigest() != listed[name]["sha256"]:
                raise DamagedError(name)
    except (KeyError, ValueError, TypeError, RecursionError, NotImplementedError, RuntimeError, EOFError) as error:
        raise DamagedError(repr(error)) from error
    except (zipfile.BadZipFile, zipfile.LargeZipFile, OSError) as error:
        raise DamagedError(str(error)) from error
    except Exception as error:
        if type(error).__module__ == "zlib":
            raise DamagedError(str(error)) from error
        raise
    return manifest, files


def create(path: Path, data: bytes) -> None:
    """A new file that is there whole or not at all, for its owner alone. Raises FileExistsError, OSError."""
    # another name each time: what a program that was killed has left may have any
    beside = path.with_name(f".{path.name[:200]}.{secrets.token_hex(4)}.tmp")
    descriptor = os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with os.fdopen(descriptor, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        _take_the_name(beside, path)
    finally:
        beside.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _take_the_name(beside: Path, path: Path) -> None:
    """A link, unlike a renaming, never writes over a file; on a stick, without links, it is looked at before."""
    try:
        path.hardlink_to(beside)
    except FileExistsError:
        raise
    except OSError:
        if path.exists():
            raise FileExistsError(str(path)) from None
        beside.rename(path)


def _sync_folder(folder: Path) -> None:
    """That the name is on the disk, too. Windows knows no such thing."""
    with suppress(OSError, AttributeError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True).encode()
