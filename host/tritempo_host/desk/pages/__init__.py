"""One file a page, or a few that belong together: what is asked in, a page out. No rule of any game is here.

Each has `routes`; every route names the least role that may ask for it (`access.needs`).
"""

import importlib
import pkgutil

from starlette.routing import BaseRoute


def routes() -> list[BaseRoute]:
    """The routes of all files in this folder."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return [route for name in names for route in importlib.import_module(f"{__name__}.{name}").routes]
