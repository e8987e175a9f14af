"""The `tritempo` command: finds the commands in `commands/` and turns expected errors into words for a person."""

import importlib
import io
import pkgutil
import sys

import click

from tritempo import VERSION
from tritempo_host import commands


class LazyGroup(click.Group):
    """A command is `commands/NAME.py` with a click command called NAME; it is imported only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name for module in pkgutil.iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        return getattr(importlib.import_module(f"{commands.__name__}.{cmd_name}"), cmd_name)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="tritempo")
def cli() -> None:
    """Tritempo: the tournament clock for three-player Scrabble, and the organiser's tools."""


def main() -> None:
    """Entry point of the console script."""
    # A Windows console may be set to a code page without our letters; show what it can rather than die.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    cli()
