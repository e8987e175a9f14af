"""What can go wrong between a computer and a clock, each with its own type and its words in words/link.toml."""

from collections.abc import Iterator
from contextlib import contextmanager

from tritempo_host.problem import Problem
from tritempo_host.text import clean
from tritempo_host.words import catalogue, language, speak


class LinkProblem(Problem):
    """Something went wrong at `port`. `say(lang)` tells a person what, and what to do next.

    `key` names its words; `message` has them in the language of the locale.
    """

    key: str

    def __init__(self, port: str, **values: object) -> None:
        self.port = port
        self.values = values
        super().__init__(self.say(language()))

    def say(self, lang: str) -> str:
        return speak("link", lang)(self.key, port=clean(self.port, 200), **self.values)


class NoSuchPort(LinkProblem):
    """There is no device, file or server of this name."""

    key = "no_such_port"


class NobodyListens(NoSuchPort):
    """A network address at which nothing answers."""

    key = "nobody_listens"


class PortBusy(LinkProblem):
    """Another program holds the port."""

    key = "port_busy"


class NoPermission(LinkProblem):
    """The port is there, but this user may not open it."""

    key = "no_permission"


class CannotOpen(LinkProblem):
    """The port does not open for another reason, given by the system in `values["detail"]`."""

    key = "cannot_open"


class NotAPort(CannotOpen):
    """A file, a folder or a device that is no serial port."""

    key = "not_a_port"


class NotAClock(LinkProblem):
    """The port opened, but nobody there answered a hello."""

    key = "not_a_clock"


class OtherVersion(LinkProblem):
    """A clock answered, but it speaks another version of the link."""

    key = "other_version"


class Silent(LinkProblem):
    """A clock that had answered before no longer does, though asked several times."""

    key = "silent"


class CablePulled(LinkProblem):
    """The port has gone away in the middle of talking."""

    key = "cable_pulled"


class Damaged(LinkProblem):
    """Every frame was sound, but what is in them does not add up: a fault of a program, not of the cable."""

    key = "damaged"


class LineTaken(LinkProblem):
    """Another part of this very program talks to the clock, and does not get done."""

    key = "line_taken"


class TooLong(LinkProblem):
    """A request does not fit into a frame."""

    key = "too_long"


class Refused(LinkProblem):
    """The clock understood and said no: `reason` is its word for it, `text` its explanation in English."""

    key = "refused"

    def __init__(self, port: str, reason: str, text: str) -> None:
        self.reason = reason
        self.text = text
        super().__init__(port, why=text)

    def say(self, lang: str) -> str:
        say, detail = speak("link", lang), clean(self.text, 200)
        known = f"reason_{self.reason}"
        # `data`, `control` and `failed` say only in their text what it is: that comes after the words for the kind.
        why = say(known, detail=detail) if known in catalogue("link") else detail
        return say(self.key, port=clean(self.port, 200), why=why)


@contextmanager
def spoken(lang: str) -> Iterator[None]:
    """Inside it, a LinkProblem that leaves does so as a Problem in this language (a command's `--lang`)."""
    try:
        yield
    except LinkProblem as problem:
        raise Problem(problem.say(lang)) from problem
