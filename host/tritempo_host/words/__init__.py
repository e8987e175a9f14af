"""What organisers read, in Catalan, Romanian and English: one TOML file an area, each word with its three forms.

`speak("logs", "ca")` gives a function: key and values in, sentence out. The language comes from `--lang`, else from
the locale.
"""

import locale
import os
import tomllib
from collections.abc import Callable
from functools import cache
from importlib.resources import files

LANGUAGES = ("ca", "ro", "en")


def language(asked: str | None = None) -> str:
    """The language to speak: the one asked for, else that of the locale, else English."""
    names = [asked, os.environ.get("LC_ALL"), os.environ.get("LC_MESSAGES"), os.environ.get("LANG")]
    names.append(locale.getlocale()[0])
    for name in names:
        if name and name[:2].lower() in LANGUAGES:
            return name[:2].lower()
    return "en"


@cache
def catalogue(area: str) -> dict[str, dict[str, str]]:
    """All words of an area: {key: {"ca": …, "ro": …, "en": …}}."""
    return tomllib.loads(files(__name__).joinpath(f"{area}.toml").read_text(encoding="utf-8"))


def speak(area: str, lang: str) -> Callable[..., str]:
    """A function that gives the sentence for a key, its {fields} filled in. An unknown key is a KeyError."""
    words = catalogue(area)

    def say(key: str, **values: object) -> str:
        return words[key][lang].format(**values)

    return say
