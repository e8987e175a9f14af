"""Problems whose words are in a catalogue, told in the language of the command that runs."""

import errno

import click

from tritempo_host.problem import Problem
from tritempo_host.usage import LANG
from tritempo_host.words import catalogue, language, speak


def spoken_language() -> str:
    """The language of the command that runs: its `--lang`, else the locale's."""
    context = click.get_current_context(silent=True)
    if context is None:
        return language()
    return language(context.params.get("lang") or context.meta.get(LANG))


class SpokenProblem(Problem):
    """A problem whose sentence is `key` of words/clock.toml, its fields filled in with `values`.

    `evidence`: lines of a program that go under it as they are.
    """

    def __init__(self, key: str, evidence: str = "", **values: object) -> None:
        super().__init__(f"{speak('clock', spoken_language())(key, **values)}\n{evidence}".rstrip())


def reason(error: OSError) -> str:
    """Why the system refused, in the words of words/clock.toml where it has some, else in the system's own."""
    key = f"system_{errno.errorcode.get(error.errno or 0, '')}"
    if key in catalogue("clock"):
        return speak("clock", spoken_language())(key)
    return error.strerror or str(error)
