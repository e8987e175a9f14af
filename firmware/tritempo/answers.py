"""What the clock answers its host: loaded when a host has said something, for a clock at the table has none."""

import gc
import sys

from tritempo import VERSION, wire
from tritempo.responder import Responder
from tritempo.writer import FORMAT


class Answers:
    """Everything that the responder asks of a clock. `app`: the clock."""

    def __init__(self, app):
        self._app = app
        self._session = app.session
        self.logbook = app.session.logbook
        self.key = app.session.key

    @property
    def state(self):
        return self._app.state

    def hello(self):
        app = self._app
        board = app.board
        return {
            "device": board.device_id,
            "board": board.kind,
            "firmware": VERSION,
            "build": board.build,
            "micropython": ".".join(str(part) for part in sys.implementation.version[:3]),
            "format": FORMAT,
            "wire": wire.VERSION,
            "flash_free": app.flash_free,
            "state": app.state,
            "t_ms": app.now,
            "unix": board.unix(),
        }

    def live(self):
        """The game as it stands, for a host that follows it."""
        session = self._session
        header = session.header or {}
        live: dict = session.view(self._app.now) or {"state": "setup"}
        for key in ("game", "round", "table", "names", "fixture"):
            live[key] = header.get(key)
        live["log"] = session.log
        live["control"] = (header.get("control") or {}).get("id")
        return live

    def status(self):
        app = self._app
        gc.collect()  # what is free while nobody has collected says nothing; it takes longer than all else here
        app.collect_soon()
        return {
            "state": app.state,
            "log": self._session.log,
            "trouble": app.trouble(),
            "waiting": self.logbook.waiting,
            "lost": self.logbook.lost,
            "dropped": app.responder.dropped,
            "mem_free": gc.mem_free(),  # pyright: ignore[reportAttributeAccessIssue] (MicroPython's)
            "flash_free": app.flash_free,
            "t_ms": app.now,
        }

    def fixture(self, fixture):
        app = self._app
        if fixture["seats"] > app.board.seats:
            return "seats"
        header = self._session.header
        if header is not None and header.get("fixture") == fixture["id"]:
            # It was taken before the power went, and the responder that knew it is gone.
            return None if header["names"] == fixture["names"] else "fixture"
        why = app.new(app.now, fixture)
        self._acknowledged()
        return why

    def round_start(self):
        why = self._session.round_start(self._app.now)
        self._acknowledged()
        return why

    def _acknowledged(self):
        """The host may take it for safe when it is told."""
        self._app.happened()
        self._session.flush(self._app.now)

    def settings(self, settings):
        """What the host sets: {name: value}, checked. None, or why not."""
        app = self._app
        if app.board.seats < 4 and "D" in (settings.get("pin") or ()):
            return "seats"
        app.dialogs.settings.update(settings)
        why = self._session.keep_settings(settings)
        app.happened()
        return why

    def set_time(self, unix):
        self._app.board.set_unix(unix)

    def maintenance(self):
        self._app.leaving = True


def responder(app):
    """What speaks with the host of an app."""
    return Responder(Answers(app))
