"""The error that is meant for a person."""

import sys
from typing import IO, Any

import click


class Problem(click.ClickException):
    """Something a person can mend: what happened, where, and what to do next. Exit code 1, never a traceback."""

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"tritempo: {self.message}", file=file or sys.stderr)
