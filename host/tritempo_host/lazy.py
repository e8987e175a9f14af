"""Groups of commands that are files of a folder, each imported only when it is asked for.

Starting `tritempo logs` must not load what `tritempo tournament` needs; and the shell asks for the names of commands at
each press of Tab.
"""

import importlib
import pkgutil
from itertools import pairwise
from types import ModuleType
from typing import Any

import click
from click.shell_completion import CompletionItem

from tritempo_host.usage import LANG, speak_command
from tritempo_host.words import LANGUAGES, language


class LazyGroup(click.Group):
    """Command NAME is `NAME.py` in the folder of a package, with a click command called NAME. `package`: the folder.

    Where Python has a use of its own for the name both are called `NAME_`. A file that begins with `_` is no command.
    """

    def __init__(self, *args: Any, package: ModuleType, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._package = package

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(name.removesuffix("_") for name in self._files())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        file = next((name for name in self._files() if name.removesuffix("_") == cmd_name), None)
        if file is None:
            return None
        command = getattr(importlib.import_module(f"{self._package.__name__}.{file}"), file)
        speak_command(command, ctx.meta.get(LANG, "en"), ctx)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The names alone: a help text beside each would import every command at each press of Tab."""
        names = [name for name in self.list_commands(ctx) if name.startswith(incomplete)]
        return [CompletionItem(name) for name in names] or click.Command.shell_complete(self, ctx, incomplete)

    def _files(self) -> list[str]:
        return [module.name for module in pkgutil.iter_modules(self._package.__path__) if module.name[0] != "_"]


def asked_language(args: list[str]) -> str:
    """The language that the arguments ask for, as far as one can see without having understood them."""
    asked = next((after for arg, after in pairwise(args) if arg == "--lang"), None)
    asked = next((arg.removeprefix("--lang=") for arg in args if arg.startswith("--lang=")), asked)
    return language(asked if asked in LANGUAGES else None)
