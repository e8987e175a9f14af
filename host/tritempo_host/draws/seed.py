"""Chance that anybody can repeat: SHA-256 of the seed, what is drawn, and a counter (docs/draws.md has worked numbers).

The n-th number of a stream is the first 8 bytes, the highest first, of SHA-256 of `SEED|LABEL|n`, n from 0. A number
below m: the next number of the stream that is below the largest multiple of m, modulo m. A shuffle is that of Fisher
and Yates: for i from the last place down to the second, a number below i + 1 tells the place to swap with, places
counted from 0.
"""

import hashlib
import unicodedata
from collections.abc import Iterable
from typing import TypeVar

from tritempo_host.draws.model import CannotDrawError

T = TypeVar("T")
SPAN = 2**64  # how many values a number of the stream can have
LONGEST_SEED = 200  # characters


def seed_text(text: str) -> str:
    """A seed as it counts: composed (NFC), single spaces, none at the ends. Capitals count.

    Raises CannotDrawError for one that is empty, too long or cannot be written as UTF-8.
    """
    seed = " ".join(unicodedata.normalize("NFC", text).split())
    if not seed:
        raise CannotDrawError("seed_empty")
    if len(seed) > LONGEST_SEED:
        raise CannotDrawError("seed_long", most=LONGEST_SEED)
    if any("\ud800" <= character <= "\udfff" for character in seed):
        raise CannotDrawError("seed_broken")
    return seed


class Chance:
    """The stream of one label: each thing that is drawn has a stream of its own, so that none depends on another."""

    def __init__(self, seed: str, label: str) -> None:
        """`label`: what is drawn, such as `molinenc/teams`. Raises CannotDrawError for a seed that is none."""
        self.label = label
        self._begin = hashlib.sha256(f"{seed_text(seed)}|{label}|".encode())
        self._count = 0

    def number(self) -> int:
        """The next number of the stream, 0 to 2**64 - 1."""
        done = self._begin.copy()
        done.update(str(self._count).encode())
        self._count += 1
        return int.from_bytes(done.digest()[:8], "big")

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1, each as likely as the others. `limit` is at least 1."""
        enough = SPAN - SPAN % limit
        while (number := self.number()) >= enough:
            pass
        return number % limit

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in an order by chance; each order is as likely as the others."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
