"""Writes times and names for people. Rounding happens here and nowhere else."""

import textwrap
import unicodedata
from datetime import UTC, datetime

DECIMAL = {"ca": ",", "ro": ",", "en": "."}
# What an unknown writer could use to turn a line of text around, beside the control characters.
DIRECTION = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean(text: str, limit: int = 40) -> str:
    """A name as it may be shown: no control or direction characters, single spaces, at most `limit` characters."""
    kept = "".join(" " if character.isspace() else character for character in text)
    kept = "".join(c for c in kept if unicodedata.category(c) not in ("Cc", "Cs", "Co") and c not in DIRECTION)
    kept = " ".join(kept.split())
    return kept if len(kept) <= limit else kept[: limit - 1].rstrip() + "…"


def whole(text: str, digits: int = 9) -> int | None:
    """The number that somebody typed, 0 or more, in at most so many digits 0 to 9; None for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def folded(text: str, before: str = "", width: int = 100) -> str:
    """A long text in lines that fit, with `before` at the beginning and as much room before the others."""
    lines = textwrap.wrap(text, width - len(before), break_long_words=False, break_on_hyphens=False) or [""]
    return before + f"\n{' ' * len(before)}".join(lines)


def clock(ms: int) -> str:
    """Whole seconds, the part under a second left out: `1:05`, `61:07`, `−0:03`."""
    minutes, seconds = divmod(abs(ms) // 1000, 60)
    return f"{'−' if ms <= -1000 else ''}{minutes}:{seconds:02}"


def tenths(ms: int, lang: str) -> str:
    """To the tenth, what is under a tenth left out: `1:05.3`, in Catalan and Romanian `1:05,3`."""
    minutes, rest = divmod(abs(ms), 60_000)
    seconds, rest = divmod(rest, 1000)
    return f"{'−' if ms < 0 else ''}{minutes}:{seconds:02}{DECIMAL[lang]}{rest // 100}"


def over(ms: int, lang: str) -> str:
    """Overtime to the tenth, rounded up so that none at all is the only thing shown as nothing: `+0:07.1`, or ``."""
    return f"+{tenths((ms + 99) // 100 * 100, lang)}" if ms > 0 else ""


def signed(ms: int) -> str:
    """Time given or taken: `+0:30`, `−1:00`."""
    return f"{'+' if ms >= 0 else ''}{clock(ms)}"


def for_spreadsheet(text: str) -> str:
    """A text for a CSV cell: one that a spreadsheet would take for a formula gets an apostrophe before it."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def moment(wall: str | None, ms: int) -> datetime | None:
    """The local time of a moment of the game, from the header's wall time; None where the clock did not know it."""
    if wall is None:
        return None
    try:
        began = datetime.fromisoformat(wall)
        began = began if began.tzinfo else began.replace(tzinfo=UTC)
        return datetime.fromtimestamp(began.timestamp() + ms / 1000, tz=UTC).astimezone()
    except (ValueError, TypeError, OverflowError, OSError):
        return None


def local(wall: str | None, ms: int) -> str | None:
    """`2026-11-30 11:02 (UTC+01:00)`, or None."""
    when = moment(wall, ms)
    if when is None:
        return None
    offset = when.strftime("%z")
    return f"{when:%Y-%m-%d %H:%M} (UTC{offset[:3]}:{offset[3:5]})"
