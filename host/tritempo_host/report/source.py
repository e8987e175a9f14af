"""Finds the log that a person means: a file, or one of the store by the beginning of its game's id."""

import hashlib
from pathlib import Path

from tritempo.journal import read
from tritempo_host.audit import audit, seals
from tritempo_host.problem import Problem
from tritempo_host.report.case import Case, make_case
from tritempo_host.store import open_store
from tritempo_host.store.examine import examine
from tritempo_host.words import speak


def open_case(name: str, store: str | None, lang: str) -> Case:
    """The case of the log `name`, audited. `store` is the store's place, None for the usual one. Raises Problem."""
    path = Path(name)
    return _from_file(path, store, lang) if path.is_file() else _from_store(name, store, lang)


def _from_store(name: str, place: str | None, lang: str) -> Case:
    with open_store(place, lang, create=False) as store:
        record = store.find_log(name)
    return make_case(examine(record), record.stored.name, record.stored.sha256, lang)


def _from_file(path: Path, place: str | None, lang: str) -> Case:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Problem(speak("report", lang)("cannot_read", file=path, why=error.strerror)) from None
    return make_case(audit(data, _key(data, place, lang)), path.name, hashlib.sha256(data).hexdigest(), lang)


def _key(data: bytes, place: str | None, lang: str) -> bytes | None:
    """The key of the clock that the log says it is from, if the store knows one; better one that seals it."""
    header = read(data[: data.find(b"\n") + 1]).header
    if header is None:
        return None
    try:
        with open_store(place, lang, create=False) as store:
            keys = [key for key, _ in store.keys(header["device"])]
    except Problem:
        if place is not None:
            raise  # a store that was asked for by name must be there
        return None
    return next((key for key in keys if seals(key, data)), keys[0] if keys else None)
