"""Time controls of one's own, from a TOML or JSON file; see docs/controls.md.

A file may say `base = "matam"` and change single fields of that preset. Whether the result is sound is for
`tritempo.control.Control` to say; here its answer is given a file's name and the reader's language.
"""

import difflib
import json
import os
import re
import stat
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tritempo.control import (
    FIELDS,
    LANGUAGES,
    PAUSES,
    PRESETS,
    TRUMPS,
    Control,
    ControlError,
    defaults,
    preset,
)
from tritempo.control_check import CHOICES, LONGEST_TEXT, MOST_WARNINGS
from tritempo_host.problem import Problem
from tritempo_host.text import clean
from tritempo_host.words import catalogue, language, speak

Say = Callable[..., str]

# TOML has no null; a field that may be null takes this word for it.
NOTHING = "none"
NULLABLE = ("source", "suggest")
# A control is some lines of text; what is larger is some other file.
LARGEST = 64 * 1024


def load(id_or_path: str | Path, seats: int | None = None, lang: str | None = None) -> dict[str, Any]:
    """The whole control of a preset's id or of a file, every field filled in.

    It is checked for `seats`, or without it for every number of seats that it allows. Raises Problem, in `lang`.
    """
    say = speak("control", language(lang))
    text = str(id_or_path)
    if text in PRESETS:
        return _checked({**preset(text)}, seats, text, say)
    path = Path(id_or_path)
    if not path.suffix and not os.path.lexists(path):
        raise Problem(say("absent", name=clean(text, 80), presets=", ".join(PRESETS)))
    return _checked(_complete(_parse(path, say), path, say), seats, _shown(path), say)


def _shown(path: Path) -> str:
    """A path as it may go to a terminal."""
    return clean(str(path), 400)


def kind_of(path: Path) -> str:
    """What is in a file of this name: JSON or TOML."""
    return "JSON" if path.suffix.lower() == ".json" else "TOML"


def _parse(path: Path, say: Say) -> dict[str, Any]:
    kind = kind_of(path)
    try:
        content = _read(path, say).decode("utf-8-sig")
        data = json.loads(content) if kind == "JSON" else tomllib.loads(content)
    except OSError as error:
        raise Problem(say("cannot_read", file=_shown(path), why=error.strerror)) from None
    except UnicodeDecodeError:
        raise Problem(say("not_utf8", file=_shown(path))) from None
    except (json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        raise Problem(_not_sound(str(error), path, say)) from None
    except RecursionError:
        raise Problem(say("too_deep", file=_shown(path))) from None
    if not isinstance(data, dict):
        raise Problem(say("no_table", file=_shown(path)))
    return data


def _not_sound(error: str, path: Path, say: Say) -> str:
    """What a parser said, in English, with the place in the reader's language."""
    place = re.search(r"(.*?):? \(?(?:at )?line (\d+),? column (\d+)", error)
    said = {"file": _shown(path), "kind": kind_of(path)}
    if place is None:
        return say("not_sound_end", why=clean(error, 200), **said)
    return say("not_sound", why=clean(place[1], 200), line=place[2], column=place[3], **said)


def _read(path: Path, say: Say) -> bytes:
    """The bytes of a file. What is no file, or has no end, is not read. Raises Problem and OSError."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise Problem(say("no_file", file=_shown(path)))
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise Problem(say("too_large", file=_shown(path), limit=LARGEST // 1024))
    return data


def _complete(own: dict[str, Any], path: Path, say: Say) -> dict[str, Any]:
    """The fields of a file laid over those of its base, or over the defaults."""
    own = dict(own)
    base = own.pop("base", None)
    if base is not None and base not in PRESETS:
        raise Problem(say("unknown_base", file=_shown(path), base=written(base), presets=", ".join(PRESETS)))
    for field in own:
        if field not in FIELDS:
            near = difflib.get_close_matches(field, FIELDS, 1) or difflib.get_close_matches(f"{field}_ms", FIELDS, 1)
            hint = say("did_you_mean", field=near[0]) if near else say("the_fields", fields=", ".join(FIELDS))
            raise Problem(say("unknown_field", file=_shown(path), field=clean(field), hint=hint))
    for field in NULLABLE:
        if own.get(field) == NOTHING:
            own[field] = None
    # A copy of a preset must not pass for the preset itself, neither by its id nor by its name.
    own.setdefault("id", path.stem)
    if own["id"] in PRESETS:
        raise Problem(say("id_of_preset", where=f"{_shown(path)}: id", id=own["id"]))
    name = own.get("name", own["id"])
    own["name"] = dict.fromkeys(LANGUAGES, name) if isinstance(name, str) else name
    return {**(defaults() if base is None else preset(base)), **own}


def _checked(data: dict[str, Any], seats: int | None, where: str, say: Say) -> dict[str, Any]:
    allowed = data["seats"]
    # What is wrong with the list itself is for Control to say; any number will do to ask it.
    numbers = allowed if seats is None and isinstance(allowed, list) and allowed else [seats or 2]
    try:
        for number in numbers:
            Control(data, number)
    except ControlError as error:
        raise Problem(_refusal(error, data, numbers, where, say)) from None
    return data


def _refusal(error: ControlError, data: dict[str, Any], numbers: list[Any], where: str, say: Say) -> str:
    """What is wrong with a control, as a sentence: the kind of refusal in words, the value as it stands in the file."""
    if error.code == "players":
        return say("refused_players", where=where, allowed=_either(data["seats"], say), seats=error.value)
    why = error.text
    if f"why_{error.code}" in catalogue("control"):
        why = say(
            f"why_{error.code}",
            value=written(error.value),
            allowed=", ".join(NOTHING if word is None else word for word in _allowed(error.field)),
            count=error.value,
            seats=", ".join(map(str, numbers)),
            most=LONGEST_TEXT if error.code == "text" else MOST_WARNINGS,
        )
    problem = say("refused", where=where, field=error.field, why=why, meaning=say(f"field_{error.field}"))
    if error.code == "banks" and len(numbers) > 1:
        problem += " " + say("seats_of_banks", seats=error.value)
    return problem


def _allowed(field: str) -> tuple[str | None, ...]:
    """The words that a field, or each of its list, may have."""
    return {"pauses": PAUSES, "trumps": TRUMPS, "name": LANGUAGES}.get(field) or CHOICES.get(field, ())


def _either(numbers: list[int], say: Say) -> str:
    """`2, 3 or 4`."""
    *most, last = map(str, numbers)
    return say("either", most=", ".join(most), last=last) if most else last


def written(value: Any) -> str:
    """A value as a person writes it in a file, cut where it is long, and safe to print."""
    if value is None:
        return NOTHING
    if isinstance(value, (list, tuple)):
        text = f"[{', '.join(map(written, value[:20]))}]"
    elif isinstance(value, bool):
        text = str(value).lower()
    elif isinstance(value, dict):
        text = "{…}"
    else:
        text = f'"{value}"' if isinstance(value, str) else str(value)
    return clean(text, 60)


def template(base: str, id_: str, lang: str | None = None, kind: str = "TOML") -> str:
    """A file to start from, with each field of the base: in TOML said to do what it does, and ready to be changed.

    JSON has no comments. KeyError for a base that is no preset; raises Problem for an id that is one.
    """
    say = speak("control", language(lang))
    if id_ in PRESETS:
        raise Problem(say("id_of_preset", where=id_, id=id_))
    data = preset(base)
    if kind == "JSON":
        own = {"base": base, **data, "id": id_, "name": id_}
        return json.dumps(own, ensure_ascii=False, indent=2) + "\n"
    lines = [f"# {line}" for line in say("file_head").splitlines()]
    lines += ["", f"base = {_toml(base)}", f"id = {_toml(id_)}", f"name = {_toml(id_)}"]
    for field in FIELDS:
        if field not in ("id", "name"):
            value = f"{_toml(data[field])}{_minutes(data[field], field)}"
            lines += ["", f"# {say(f'field_{field}')}", f"# {field} = {value}"]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if value is None:
        return f'"{NOTHING}"'
    if isinstance(value, int):
        return f"{value:_}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    # A JSON string is a TOML basic string, but for the one control character that JSON leaves as it is.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _minutes(value: Any, field: str) -> str:
    if not field.endswith("_ms") or not isinstance(value, int) or value < 1000:
        return ""
    return f"   # {value // 60_000}:{value // 1000 % 60:02}"
