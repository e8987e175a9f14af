"""Time controls of one's own, from a TOML or JSON file; see docs/controls.md.

A file may say `base = "matam"` and change single fields of that preset. Whether the result is sound is for
`tritempo.control.Control` to say; here its answer is given a file's name.
"""

import difflib
import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tritempo.control import FIELDS, LANGUAGES, PRESETS, Control, ControlError, defaults, preset
from tritempo_host.problem import Problem
from tritempo_host.words import language, speak

Say = Callable[..., str]

# TOML has no null; a field that may be null takes this word for it.
NOTHING = "none"
NULLABLE = ("source", "suggest")


def load(id_or_path: str | Path, seats: int | None = None, lang: str | None = None) -> dict[str, Any]:
    """The whole control of a preset's id or of a file, every field filled in.

    It is checked for `seats`, or without it for every number of seats that it allows. Raises Problem, in `lang`.
    """
    say = speak("control", language(lang))
    text = str(id_or_path)
    if text in PRESETS:
        return _checked({**preset(text)}, seats, text, say)
    path = Path(id_or_path)
    if not path.suffix and not path.exists():
        raise Problem(say("absent", name=text, presets=", ".join(PRESETS)))
    return _checked(_complete(_parse(path, say), path, say), seats, str(path), say)


def _parse(path: Path, say: Say) -> dict[str, Any]:
    kind = "JSON" if path.suffix.lower() == ".json" else "TOML"
    try:
        content = path.read_text(encoding="utf-8-sig")
        data = json.loads(content) if kind == "JSON" else tomllib.loads(content)
    except OSError as error:
        raise Problem(say("cannot_read", file=path, why=error.strerror)) from None
    except UnicodeDecodeError:
        raise Problem(say("not_utf8", file=path)) from None
    except (json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        raise Problem(say("not_sound", file=path, kind=kind, why=error)) from None
    except RecursionError:
        raise Problem(say("too_deep", file=path)) from None
    if not isinstance(data, dict):
        raise Problem(say("no_table", file=path))
    return data


def _complete(own: dict[str, Any], path: Path, say: Say) -> dict[str, Any]:
    """The fields of a file laid over those of its base, or over the defaults."""
    own = dict(own)
    base = own.pop("base", None)
    if base is not None and base not in PRESETS:
        raise Problem(say("unknown_base", file=path, base=base, presets=", ".join(PRESETS)))
    for field in own:
        if field not in FIELDS:
            near = difflib.get_close_matches(field, FIELDS, 1) or difflib.get_close_matches(f"{field}_ms", FIELDS, 1)
            hint = say("did_you_mean", field=near[0]) if near else say("the_fields", fields=", ".join(FIELDS))
            raise Problem(say("unknown_field", file=path, field=field, hint=hint))
    for field in NULLABLE:
        if own.get(field) == NOTHING:
            own[field] = None
    # A copy of a preset must not pass for the preset itself, neither by its id nor by its name.
    own.setdefault("id", path.stem)
    if own["id"] in PRESETS:
        raise Problem(say("id_of_preset", where=f"{path}: id", id=own["id"]))
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
        problem = say("refused", where=where, field=error.field, why=error.text, meaning=say(f"field_{error.field}"))
        if error.field == "bank_ms" and isinstance(data["bank_ms"], list) and seats is None:
            problem += " " + say("seats_of_banks", seats=len(data["bank_ms"]))
        raise Problem(problem) from None
    return data


def template(base: str, id_: str, lang: str | None = None) -> str:
    """A commented TOML file to start from: each field of the base, said to do what it does, and ready to be changed.

    KeyError for a base that is no preset; raises Problem for an id that is one.
    """
    say = speak("control", language(lang))
    if id_ in PRESETS:
        raise Problem(say("id_of_preset", where=id_, id=id_))
    data = preset(base)
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
