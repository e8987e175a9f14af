"""What the body of each kind of entry may hold, and how texts are written down: composed (NFC), without control
characters, not too long. Only new entries are looked at; see docs/tournament.md for what each field means."""

import unicodedata
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from fractions import Fraction
from functools import lru_cache
from typing import Any

from tritempo_host.text import DIRECTION
from tritempo_host.tournament.refused import Refused

NAME, NOTE, LABEL = 100, 2000, 40  # characters at most
SCORE = 100_000  # beyond what any sheet can say
MOST = 100_000  # of numbers: rounds, tables, players
DAY_MS = 24 * 3600 * 1000
CEDILLAS = str.maketrans("ŞşŢţ", "ȘșȚț")  # what older keyboards have for the Romanian letters

Check = Callable[[Any], Any]


def text(limit: int, empty: bool = False, lines: bool = False) -> Check:
    """A text: NFC, single spaces, nothing that could turn a line around or hide. Raises ValueError(reason)."""

    def check(value: Any) -> str:
        if not isinstance(value, str):
            raise ValueError("text")
        kept = unicodedata.normalize("NFC", value)
        rows = [" ".join(row.split()) for row in kept.splitlines()]
        kept = "\n".join(rows).strip() if lines else " ".join(rows).strip()
        # new lines were made spaces, or are wanted; of what is left no control character is anything but an accident
        if any((unicodedata.category(c) in ("Cc", "Cs", "Co") and c != "\n") or c in DIRECTION for c in kept):
            raise ValueError("control")
        if len(kept) > limit:
            raise ValueError(f"long:{limit}")
        # soft hyphens and the like come along from elsewhere, and of those alone nothing is seen
        if all(unicodedata.category(c) in ("Cf", "Zs") for c in kept):
            if not empty:
                raise ValueError("empty")
            return ""
        return kept

    return check


def whole(low: int = 1, high: int = MOST) -> Check:
    """A whole number from `low` to `high`."""

    def check(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError("whole")
        if not low <= value <= high:
            raise ValueError(f"range:{low}:{high}")
        return value

    return check


def exact(low: int, high: int) -> Check:
    """A number that is exact: a whole one, or a text such as "1234.5", "1234,5", "1/3". Comes out as a text."""

    def check(value: Any) -> str:
        if isinstance(value, bool) or not isinstance(value, int | str) or len(str(value)) > LABEL:
            raise ValueError("number")
        try:
            number = Fraction(str(value).strip().replace(",", "."))
        except (ValueError, ZeroDivisionError):
            raise ValueError("number") from None
        # a text such as 1e99 would be a number of a hundred digits
        if not low <= number <= high or number.denominator > 10**9:
            raise ValueError(f"range:{low}:{high}")
        return str(number)

    return check


def moment(value: Any) -> str:
    """A moment, as text with its zone: "2026-11-29T09:30:00+01:00". Comes out in UTC."""
    if not isinstance(value, str) or len(value) > LABEL:
        raise ValueError("moment")
    try:
        at = datetime.fromisoformat(value)
        if at.tzinfo is None:
            raise ValueError("moment")
        return at.astimezone(UTC).isoformat()
    except (ValueError, OverflowError):
        raise ValueError("moment") from None


def or_none(check: Check) -> Check:
    return lambda value: None if value is None else check(value)


def each(check: Check, most: int = MOST) -> Check:
    """A list of such values."""

    def look(value: Any) -> list[Any]:
        if not isinstance(value, list | tuple):
            raise ValueError("list")
        if len(value) > most:
            raise ValueError(f"range:0:{most}")
        return [check(item) for item in value]

    return look


def table(needed: Mapping[str, Check], may: Mapping[str, Check]) -> Check:
    """A JSON object with these fields and no others."""

    def check(value: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise ValueError("table")
        return _fields(value, needed, may)

    return check


def settings(value: Any) -> dict[str, Any]:
    """Settings by key: a text, a whole number, yes or no, a list of these; None for the default again."""
    if not isinstance(value, Mapping):
        raise ValueError("table")
    out = {}
    for key, given in value.items():
        try:
            out[text(LABEL)(key)] = _setting(given)
        except ValueError as error:
            raise _FieldError(str(key)[:LABEL], str(error)) from error
    return out


def _setting(value: Any) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, list | tuple):
        return [_setting(item) for item in value]
    return whole(-MOST, MOST)(value) if isinstance(value, int) else text(200, empty=True)(value)


def trumps(value: Any) -> dict[str, str]:
    """{"1": card}: seats from 1, as texts, since JSON has no other keys."""
    if not isinstance(value, Mapping):
        raise ValueError("table")
    return {str(whole(1, 10)(int(seat))): text(LABEL)(card) for seat, card in value.items()}


def plain(value: Any) -> Any:
    """What a draw said of itself: JSON of any shape, whose numbers are whole."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if value is None or isinstance(value, bool | int):
        return value
    return text(NOTE, empty=True, lines=True)(value)


def choice(*values: object) -> Check:
    def check(value: Any) -> Any:
        if value not in values:
            raise ValueError(f"choice:{', '.join(map(str, values))}")
        return value

    return check


NUMBER, ROUND, SEAT = whole(), whole(1, 1000), whole(0, 9)
NAMED, LABELLED, FREE = text(NAME), text(LABEL), text(NAME, empty=True)
SEATS = 10  # players at a table, at most
ROW = table(
    {"table": NUMBER, "match": NUMBER, "players": each(NUMBER, SEATS)}, {"board": or_none(LABELLED), "trumps": trumps}
)
# kind -> (fields that must be there, fields that may)
BODIES: dict[str, tuple[dict[str, Check], dict[str, Check]]] = {
    "created": (
        {"name": NAMED, "rules": LABELLED},
        {"date": FREE, "place": FREE, "settings": settings, "uid": LABELLED},
    ),
    "settings": ({}, {"name": NAMED, "date": FREE, "place": FREE, "settings": settings}),
    "team": ({"team": NUMBER}, {"add": choice(True), "name": NAMED, "club": FREE, "from": ROUND}),
    "player": (
        {"player": NUMBER},
        {
            "add": choice(True),
            "name": NAMED,
            "team": or_none(NUMBER),
            "board": or_none(LABELLED),
            "club": FREE,
            "rating": or_none(exact(0, MOST)),
            "licence": text(LABEL, empty=True),
            "surnames": FREE,
            "from": ROUND,
        },
    ),
    "withdraw": ({"entrant": NUMBER, "from": ROUND}, {}),
    "back": ({"entrant": NUMBER, "from": ROUND}, {}),
    "arrived": ({"entrant": NUMBER}, {}),
    "absent": ({"entrant": NUMBER, "round": ROUND}, {}),
    "draw": (
        {"round": ROUND, "system": LABELLED, "matches": each(each(NUMBER, SEATS)), "tables": each(ROW)},
        {
            "seed": text(200, empty=True),
            "bye": each(NUMBER),
            "repeats": each(each(NUMBER, 2)),
            "forced": each(each(NUMBER, 2)),
            "explain": plain,
        },
    ),
    "start": ({"round": ROUND, "at": moment}, {"length_ms": whole(1, DAY_MS), "clocks": choice(True)}),
    "result": (
        {"round": ROUND, "table": NUMBER, "scores": each(whole(-SCORE, SCORE), SEATS), "end": LABELLED},
        {
            "by": or_none(SEAT),
            "racks": each(whole(0, SCORE), SEATS),
            "overtime_ms": each(whole(0, DAY_MS), SEATS),
            "adjust": each(whole(-SCORE, SCORE), SEATS),
            "scrabbles": each(whole(0, 100), SEATS),
            "absent": each(SEAT, SEATS),
            "full_turns": or_none(whole(0, 1000)),
            "words": each(FREE, SEATS),
            "log": NAMED,
            "replaces": or_none(NUMBER),
        },
    ),
    "checked": ({"round": ROUND, "table": NUMBER, "entry": NUMBER}, {}),
    "log": ({"log": NAMED}, {"round": or_none(ROUND), "table": or_none(NUMBER), "part": choice(True)}),
    "sent": ({"round": ROUND, "table": NUMBER, "device": NAMED, "fixture": NAMED}, {}),
    "penalty": (
        {"kind": LABELLED},
        {"entrant": NUMBER, "player": NUMBER, "points": exact(-MOST, MOST), "round": or_none(ROUND)},
    ),
    "note": ({"text": text(NOTE, lines=True)}, {"round": or_none(ROUND), "table": or_none(NUMBER)}),
    "close": ({"round": ROUND}, {}),
    "reopen": ({"round": ROUND, "entry": NUMBER}, {}),
    "undo": ({"entry": NUMBER}, {}),
}


def checked(kind: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """The body as it is written down. Raises Refused."""
    if kind not in BODIES:
        raise Refused("unknown_kind", kind=kind)
    try:
        return _fields(body, *BODIES[kind])
    except _FieldError as error:
        raise Refused(f"field_{error.reason}", kind=kind, field=error.field, **error.values) from error


def checked_text(field: str, value: str, limit: int = NAME, lines: bool = False) -> str:
    """A text beside the body: who writes, why. Raises Refused."""
    try:
        return text(limit, lines=lines)(value)
    except ValueError as error:
        found = _FieldError(field, str(error))
        raise Refused(f"field_{found.reason}", kind=field, field=field, **found.values) from error


@lru_cache(10_000)
def same_name(name: str) -> str:
    """A name as it is compared: two names that differ in capitals, spaces, or what nobody sees only are the same."""
    seen = "".join(c for c in unicodedata.normalize("NFC", name) if unicodedata.category(c) != "Cf")
    return " ".join(seen.translate(CEDILLAS).casefold().split())


class _FieldError(ValueError):
    """`reason` and `values` make a sentence of words/entries.toml, `field_REASON`."""

    def __init__(self, field: str, said: str) -> None:
        super().__init__(said)
        self.field = field
        self.reason, *values = said.split(":")
        names = {"long": ("most",), "range": ("low", "high"), "choice": ("choices",)}.get(self.reason, ())
        self.values = dict(zip(names, values, strict=False))


def _fields(value: Mapping[str, Any], needed: Mapping[str, Check], may: Mapping[str, Check]) -> dict[str, Any]:
    for key in needed:
        if key not in value:
            raise _FieldError(key, "missing")
    out = {}
    for key, item in value.items():
        check = needed.get(key) or may.get(key)
        if check is None:
            raise _FieldError(str(key)[:LABEL], "unknown")
        try:
            out[key] = check(item)
        except _FieldError as error:
            raise _FieldError(f"{key}.{error.field}", str(error)) from error
        except ValueError as error:
            raise _FieldError(key, str(error)) from error
    return out
