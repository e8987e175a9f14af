"""What is known of clocks as tables for the terminal: one row a clock."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from tritempo.display import words
from tritempo_host.fitting import Fitting
from tritempo_host.link.find import Found
from tritempo_host.text import clean, clock
from tritempo_host.words import speak

Say = Callable[..., str]
KB = 1024


def ports_table(found: Iterable[Found], lang: str) -> Fitting:
    """The clocks: id, board, version, state and room left. Ports without a clock are left out."""
    say = speak("link", lang)
    table = _table(say, ("port", "clock", "board", "firmware", "state", "flash"), right=(5,))
    for each in found:
        if each.hello is not None:
            hello = each.hello
            _add(
                table,
                each.port,
                _shown(hello.get("device")),
                _shown(hello.get("board")),
                _shown(hello.get("firmware")),
                state_words(hello.get("state"), None, lang),
                _room(hello.get("flash_free")),
            )
    return Fitting(table)


def live_table(rows: Iterable[dict[str, Any]], lang: str) -> Fitting:
    """The game at each clock. A row: {port, live, status}, the latter two as the clock gives them."""
    say, rows = speak("link", lang), list(rows)
    heads = ("port", "place", "control", "state", "on_turn", "left", "hand_turn", "round_left", "trouble")
    if not any(row["live"].get("control") for row in rows):
        heads = tuple(head for head in heads if head != "control")  # an older firmware does not say it
    table = _table(say, heads, right=(heads.index("left"), heads.index("round_left")))
    table.columns[-1].style = "bold red"
    for row in rows:
        live = row["live"]
        trouble = row["status"].get("trouble")
        _add(
            table,
            row["port"],
            _place(live, say),
            *([_shown(live.get("control"))] if "control" in heads else []),
            state_words(live.get("state"), live.get("reason"), lang),
            _player(live),
            remaining(live.get("left_ms")),
            _turn(live),
            remaining(live.get("round_left_ms")),
            words.word(lang, trouble) if isinstance(trouble, str) else "",
        )
    return Fitting(table)


def remaining(ms: Any) -> str:
    """Time left as the clock's display has it: rounded up, so 0:00 only at zero; below zero the overrun, `+0:07`."""
    if not isinstance(ms, int):
        return ""
    return f"+{clock(-ms)}" if ms < 0 else clock(-(-ms // 1000) * 1000)


def _table(say: Say, heads: Sequence[str], right: Sequence[int]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for n, head in enumerate(heads):
        table.add_column(
            Text(say(f"col_{head}")),
            overflow="fold",
            justify="right" if n in right else "left",
            no_wrap=head in ("port", "clock"),  # to be copied from the terminal
        )
    return table


def _add(table: Table, *cells: str) -> None:
    # As Text: in a plain str, rich would take brackets in a name for marks of its own.
    table.add_row(*map(Text, cells))


def _shown(value: Any) -> str:
    """A word from the clock, made harmless."""
    return clean(str(value)) if value is not None else ""


def _room(size: Any) -> str:
    return f"{size // KB} KB" if isinstance(size, int) else ""


def state_words(state: Any, reason: Any, lang: str) -> str:
    """`paused: challenge`, as a clock says it of its game; a word of its own that is not known here stays as it is."""
    text = _word(speak("link", lang), f"state_{state}", state)
    if reason is None:
        return text
    key = f"end_{reason}" if state == "ended" else f"reason_{reason}"
    return f"{text}: {_word(speak('report', lang), key, reason)}"


def _word(say: Say, key: str, otherwise: Any) -> str:
    try:
        return say(key)
    except KeyError:  # a word of a firmware that is newer than this program
        return _shown(otherwise)


def _place(live: dict[str, Any], say: Say) -> str:
    parts = [say(f"at_{field}", n=live[field]) for field in ("round", "table") if isinstance(live.get(field), int)]
    return " ".join(parts)


def _player(live: dict[str, Any]) -> str:
    """The name of the seat on turn, or its number; of a game that has not begun all names, so that a room can be
    checked before the round."""
    seat, names = live.get("seat"), live.get("names")
    names = [_shown(name) for name in names] if isinstance(names, list) else []
    if live.get("state") == "ready":
        return ", ".join(names)
    if not isinstance(seat, int):
        return ""
    return names[seat - 1] if 1 <= seat <= len(names) else str(seat)


def _turn(live: dict[str, Any]) -> str:
    """`3 / 8`: in the third hand the eighth turn; without a hand only the turn."""
    return " / ".join(str(live[field]) for field in ("hand", "turn") if isinstance(live.get(field), int))
