"""Finds the log that a person means: a file, or one of the store by the beginning of its game's id."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tritempo_host.audit import LARGEST, Finding, audit, named_device
from tritempo_host.problem import Problem
from tritempo_host.report.case import Case, make_case
from tritempo_host.spoken import spoken_language
from tritempo_host.store import open_if_there, open_store
from tritempo_host.store.examine import examine
from tritempo_host.text import clean
from tritempo_host.words import LANGUAGES, speak

KEY_BYTES = 32


class Key(click.ParamType):
    """A clock's key on the command line."""

    name = "HEX"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> bytes:
        try:
            key = bytes.fromhex(value)
        except ValueError:
            key = b""
        if len(key) != KEY_BYTES:
            self.fail(speak("store", spoken_language())("verify_bad_key"), param, ctx)
        return key


def takes_log(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the argument and options that say which log: `log`, `store`, `key` and `lang`."""
    for option in (
        click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the locale."),
        click.option("--key", type=Key(), help="For a file: its clock's key, else the one that the store knows."),
        click.option("--store", help="Where the store is: a file, or a database's URL."),
        click.argument("log"),
    ):
        command = option(command)
    return command


def open_case(log: str, store: str | None, key: bytes | None, lang: str) -> Case:
    """The case of a log, audited. `store` is the store's place, None for the usual one. Raises Problem."""
    path = Path(log)
    try:
        there = path.is_file()
    except OSError as error:  # in a folder that may not be looked into
        raise Problem(speak("report", lang)("cannot_read", file=clean(log, 400), why=error.strerror)) from None
    return _from_file(path, store, key, lang) if there else _from_store(log, store, lang)


def _from_store(name: str, place: str | None, lang: str) -> Case:
    with open_store(place, lang, create=False) as store:
        record = store.find_log(name)
    return make_case(examine(record), record.stored.name, record.stored.sha256, lang)


def _from_file(path: Path, place: str | None, key: bytes | None, lang: str) -> Case:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)  # the audit refuses a longer one
    except OSError as error:
        raise Problem(speak("report", lang)("cannot_read", file=clean(str(path), 400), why=error.strerror)) from None
    trusted = True
    device = named_device(data)
    store = None if key or device is None else open_if_there(place, lang)
    if store and device:
        with store:
            key, trusted = store.key_for(device, data)
    found = audit(data, key)
    found = found if trusted else found.with_findings(Finding("key_changed"))
    return make_case(found, path.name, hashlib.sha256(data).hexdigest(), lang)
