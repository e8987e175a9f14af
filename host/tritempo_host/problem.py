"""The error that is meant for a person."""

import sys
from typing import IO, Any

import click


class Problem(click.ClickException):
    """Something a person can mend: what happened, where, and what to do next. Exit code 1, never a traceback."""

    def say(self, lang: str) -> str:
        """Its words in this language, where it knows them in more than the one that it was made in."""
        return self.message

    def show(self, file: IO[Any] | None = None) -> None:
        tell(self.message, file)


def tell(message: str, file: IO[Any] | None = None) -> None:
    """Says on standard error what is wrong. What it quotes (a port, a file's name) cannot play tricks there."""
    shown = "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in message)
    click.echo(f"tritempo: {shown}", file=file or sys.stderr)
