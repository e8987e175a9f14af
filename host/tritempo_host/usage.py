"""Help and usage errors in the language of the command line. Their English stands in the commands and in click itself.

words/help.toml has the other languages for each sentence. click looks all its own words up by functions of gettext that
each of its modules has by name; they are replaced here. A click that says something else says it in English.
"""

import inspect
import sys
import tomllib
from functools import cache
from importlib.resources import files

import click

from tritempo_host import words

# What a context's `meta` has the language under, from before its options are understood.
LANG = "tritempo.lang"
HELP = "Show this message and exit."
# The modules of click that tell a user something.
SPEAKING = ("core", "decorators", "exceptions", "formatting", "parser", "types")


@cache
def said() -> dict[str, dict[str, str]]:
    """{English: {"en": …, "ca": …, "ro": …}}."""
    text = files(words.__name__).joinpath("help.toml").read_text(encoding="utf-8")
    return {each["en"]: each for each in tomllib.loads(text)["said"]}


def translated(text: str, lang: str) -> str:
    return said().get(text, {}).get(lang, text)


def paragraphs(text: str) -> list[str]:
    """A command's text in the pieces that words/help.toml has: in one line each, but one with \\b is as it stands."""
    pieces = inspect.cleandoc(text).split("\n\n")
    return [piece if piece.startswith("\b") else " ".join(piece.split()) for piece in pieces]


def speak_click(lang: str) -> None:
    """From now on click itself speaks this language."""

    def gettext(message: str) -> str:
        return translated(message, lang)

    def ngettext(one: str, many: str, count: int) -> str:
        return translated(one if count == 1 else many, lang)

    for name in SPEAKING:
        module = sys.modules.get(f"click.{name}")
        for word, function in (("_", gettext), ("ngettext", ngettext)):
            if hasattr(module, word):
                setattr(module, word, function)


def speak_command(command: click.Command, lang: str, ctx: click.Context) -> None:
    """Puts the help of a command, of its options and of the commands in it into this language."""
    english = _English.of(command)
    command.help = "\n\n".join(translated(piece, lang) for piece in paragraphs(english.text)) if english.text else None
    command.options_metavar = translated("[OPTIONS]", lang)
    for param, text, value in english.params:
        if isinstance(param, click.Option) and text:
            param.help = translated(text, lang)
        if value in said() and not getattr(param, "is_flag", False):
            param.metavar = translated(value, lang)
    helping = command.get_help_option(ctx)
    if helping is not None:
        helping.help = translated(HELP, lang)
    if isinstance(command, click.Group):
        command.subcommand_metavar = translated("COMMAND [ARGS]...", lang)
        for each in command.commands.values():
            speak_command(each, lang, ctx)


def stand_in(param: click.Parameter) -> str:
    """What stands for the value of an option or argument: FILE. A choice shows its values instead."""
    if param.metavar is not None or isinstance(param, click.Option):
        return param.metavar or ("" if isinstance(param.type, click.Choice) else param.type.name.upper())
    return (param.name or "").upper()


class _English:
    """What a command says in its source, before it was put into another language: a process may speak several."""

    def __init__(self, command: click.Command) -> None:
        self.text = command.help
        self.params = [(each, getattr(each, "help", None), stand_in(each)) for each in command.params]

    @staticmethod
    def of(command: click.Command) -> "_English":
        if command not in _kept:
            _kept[command] = _English(command)
        return _kept[command]


_kept: dict[click.Command, _English] = {}
