"""What a time control may say and hardly anybody means: a clock takes it, and `tritempo control check` warns of it."""

from collections.abc import Callable, Iterator
from typing import Any

from tritempo.control import LANGUAGES
from tritempo_host.text import clock

# Nobody waits longer than this for a press to count, whatever the turn.
LONG_DEAD_MS = 10_000


def doubts(data: dict[str, Any], say: Callable[..., str]) -> Iterator[str]:
    """A sentence for each thing in a sound control that is probably a slip."""
    missing = [lang for lang in LANGUAGES if not ((data["name"] or {}).get(lang) or "").strip()]
    if not (data["id"] or "").strip():
        yield say("doubt_id")
    elif missing:
        yield say("doubt_name", langs=", ".join(missing))
    for field in ("seats", "pauses", "trumps", "warn_ms"):
        twice = sorted({value for value in data[field] if data[field].count(value) > 1})
        if twice:
            yield say("doubt_twice", field=field, values=", ".join(map(str, twice)))
    yield from _dead_time(data, say)
    yield from _warnings(data, say)


def _dead_time(data: dict[str, Any], say: Callable[..., str]) -> Iterator[str]:
    dead = data["dead_ms"]
    limits = ["turn_ms"] + ["retry_ms"] * ("salva" in data["trumps"])
    short = [field for field in limits if data["turn_ms"] and dead >= data[field]]
    for field in short:
        yield say("doubt_dead", dead=clock(dead), field=field, time=clock(data[field]))
    if dead > LONG_DEAD_MS and not short:
        yield say("doubt_dead_long", dead=clock(dead))


def _warnings(data: dict[str, Any], say: Callable[..., str]) -> Iterator[str]:
    """Warnings that come too early to come at all, unless a card, an increment or the arbiter adds time."""
    bank = data["bank_ms"]
    allowed = data["turn_ms"] or (max(bank, default=0) if isinstance(bank, (list, tuple)) else bank)
    if data["warn_ms"] and not allowed:
        yield say("doubt_warn_none")
        return
    for warn in sorted({warn for warn in data["warn_ms"] if warn > allowed}):
        yield say("doubt_warn", warn=clock(warn), time=clock(allowed))
