"""What organisers read, in Catalan, Romanian and English: one TOML file an area, each word with its three forms.

`speak("logs", "ca")` gives a function: key and values in, sentence out. The language comes from `--lang`, else from
the locale.
"""

import locale
import os
import re
import tomllib
from collections.abc import Callable
from functools import cache
from importlib.resources import files

from tritempo.control import LANGUAGES

# how Windows names them
LONG_NAMES = {"catalan": "ca", "valencian": "ca", "romanian": "ro", "english": "en"}


def language(asked: str | None = None) -> str:
    """The language to speak: the one asked for, else that of the locale, else English.

    The locale is found as gettext does: LC_ALL, else LC_MESSAGES, else LANG; if that is not C, the first language in
    LANGUAGE that is spoken here goes before it.
    """
    if asked:
        return asked
    given = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), None)
    named = _code(given or locale.getlocale()[0] or "")
    if given and named in ("c", "posix"):
        return "en"
    wanted = [_code(name) for name in os.environ.get("LANGUAGE", "").split(":")]
    return next((code for code in [*wanted, named] if code in LANGUAGES), "en")


def _code(name: str) -> str:
    """`ca_ES.UTF-8@valencia`, `Catalan_Spain.1252` -> ca."""
    code = re.split(r"[_.@-]", name, maxsplit=1)[0].lower()
    return LONG_NAMES.get(code, code)


@cache
def catalogue(area: str) -> dict[str, dict[str, str]]:
    """All words of an area: {key: {"ca": …, "ro": …, "en": …}}."""
    return tomllib.loads(files(__name__).joinpath(f"{area}.toml").read_text(encoding="utf-8"))


def speak(area: str, lang: str) -> Callable[..., str]:
    """A function that gives the sentence for a key, its {fields} filled in. An unknown key is a KeyError."""
    words = catalogue(area)

    def say(key: str, /, **values: object) -> str:  # a sentence may have a {key} of its own
        return _stopped(words[key][lang], values).format(**values)

    return say


def _stopped(sentence: str, values: dict[str, object]) -> str:
    """The sentence without the stop of its own after a value that has one already: a name such as "Anna Puig, jr."."""
    for key, value in values.items():
        if isinstance(value, str) and re.search(r"[^.]\.$", value):
            sentence = re.sub(rf"(\{{{key}\}})\.(?=\s|$|\{{)", r"\1", sentence)
    return sentence
