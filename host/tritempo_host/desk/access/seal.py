"""The store's secret, of which all is made that has to be told from a forgery: what forms carry, the salt of PINs.

It is in the store, so that a form that is open in a browser can be sent after the server began anew.
"""

import hashlib
import hmac
import secrets

from sqlalchemy.orm import Session as Rows

from tritempo_host.problem import Problem
from tritempo_host.store import Store
from tritempo_host.store.models import DeskSecret

NAME = "desk"


class Seal:
    """May be used from any thread."""

    def __init__(self, store: Store) -> None:
        self._secret = _read_secret(store)

    def csrf(self, token: str) -> str:
        """What a form carries that is shown to who has this token."""
        return hmac.new(self.key("csrf"), token.encode(), hashlib.sha256).hexdigest()[:40]

    def key(self, purpose: str) -> bytes:
        """A secret for one purpose, from which those for others cannot be told."""
        return hmac.new(self._secret, purpose.encode(), hashlib.sha256).digest()


def _read_secret(store: Store) -> bytes:
    try:
        with store.reading() as rows:
            row = rows.get(DeskSecret, NAME)
            if row is not None:
                return bytes(row.value)
        return store.write(_make_secret)
    except Problem:
        return secrets.token_bytes(32)  # a store that can only be read


def _make_secret(rows: Rows) -> bytes:
    row = rows.get(DeskSecret, NAME)
    if row is None:
        row = DeskSecret(name=NAME, value=secrets.token_bytes(32))
        rows.add(row)
        rows.flush()
    return bytes(row.value)
