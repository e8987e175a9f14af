"""Codes: how they are made, what a person may make of them when typing, and what is kept of them.

- The organiser's is of this run of the server only and in no file: 8 characters, made to be read aloud and typed.
- A link's is 20 of the same characters. It is never typed, so it is long enough for a plain hash.
- A PIN is 6 digits. Nobody can keep it from being tried but the limits (limits.py); its hash is slow so that whoever
  sees the store does not read it at a glance. All PINs of a store have one salt, so that one slow hash compares with
  all of them, however many tournaments there are.
"""

import hashlib
import hmac
import secrets
import threading

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without I, L, O, U: they are taken for others, or make words
MISREAD = str.maketrans("OIL", "011")
PIN_DIGITS = 6
TYPED = 8  # characters of the organiser's code
LINK = 20
LONGEST = 60  # of what is looked at, of what somebody typed

_slow = threading.Semaphore(2)  # a slow hash takes 16 MB; hundreds at once are no reason to run out of memory


def new_pin() -> str:
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"


def new_typed() -> str:
    """`K7QP-3MXD`."""
    made = _drawn(TYPED)
    return f"{made[: TYPED // 2]}-{made[TYPED // 2 :]}"


def new_link() -> str:
    return _drawn(LINK)


def _drawn(length: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def plain(typed: str) -> str:
    """What a person meant: capitals, no spaces or hyphens, 0 for O, 1 for I and L. Empty for what can be no code."""
    kept = "".join(c for c in typed[:LONGEST] if not c.isspace() and c not in "-‐‑‒–—_.·")
    if not kept.isascii() or not kept.isalnum():
        return ""
    return kept.upper().translate(MISREAD)


def is_pin(code: str) -> bool:
    return len(code) == PIN_DIGITS and code.isdecimal()


def pin_hash(pin: str, salt: bytes) -> bytes:
    """Slow on purpose: some 50 ms."""
    with _slow:
        return hashlib.scrypt(pin.encode(), salt=salt, n=2**14, r=8, p=1, dklen=32)


def link_hash(code: str) -> bytes:
    return hashlib.sha256(b"link:" + code.encode()).digest()


def same(one: bytes | str, other: bytes | str) -> bool:
    """In constant time."""
    one, other = (each.encode() if isinstance(each, str) else each for each in (one, other))
    return hmac.compare_digest(one, other)
