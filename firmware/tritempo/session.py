"""A game and its log together: what the clock keeps running from one boot to the next, on any board.

Times given to a session are the board's: milliseconds that never fall and never wrap. The game has an axis of its own,
which goes on where it stopped when the power comes back.
"""

import binascii
import os
import time
from collections import OrderedDict

from tritempo import VERSION
from tritempo.codes import ON
from tritempo.control import Control
from tritempo.game import Game
from tritempo.keeper import Keeper
from tritempo.logbook import Logbook
from tritempo.unload import forget
from tritempo.view import view
from tritempo.writer import FORMAT

# A power cut costs at most the time since the last line or heartbeat: 10 s of a turn, by the design's budget.
BEAT_MS = 9000
BEAT_AT_REST_MS = 60000  # where only the round clock runs
RETRY_MS = 5000  # between tries to write to a flash that fails


def iso_time(unix):
    """Unix seconds as 2026-11-30T10:00:00Z; None stays None."""
    if unix is None:
        return None
    return "{:04d}-{:02d}-{:02d}T{:02d}:{:02d}:{:02d}Z".format(*time.gmtime(unix)[:6])


class Session:
    """The game on the table, if any, its log, and the small things that are kept beside the logs."""

    def __init__(self, root, device_id, wall=None, remount=None, heart=None, times=True):
        """`root`: folder of the flash. `wall`: gives the wall time in unix seconds, or None. `remount`: see Logbook.
        `heart`: see Keeper. `times`: see Course."""
        from tritempo.start import Kept

        self.keeper = Keeper(root, heart)
        self._kept = Kept(root, heart)  # until the game is back, if there is one
        self.key = self._kept.key()
        self.logbook = Logbook(root, self.key, remount)
        self.settings = self._kept.settings()
        self.game = None
        self.header: dict | None = None
        self.log = None  # the number of the game's log
        self._device_id = device_id
        self._times = times
        self._wall = wall
        self._zero = 0  # the board's time at which the game's axis began
        self._passed = -1  # the game's time up to which time has passed, this millisecond included
        self._round_at = None  # the board's time of a round's start that no game has seen yet
        self._beat_at = 0  # the board's time of the last line or heartbeat
        self._tried_at = 0  # the board's time of the last try to write that failed
        self._failing = False

    # -- a game begins, or comes back -----------------------------------------------------------------------------

    def new(self, now, fixture):
        """A new game, `ready`. `fixture`: control (dict), seats, and perhaps id, round, table, names and holders.

        None, or why not: "state". Raises ValueError for names that make the log's header too long; the game before is
        then still there. The control is known to be sound: it is a preset, or the host's (tritempo.requests).
        """
        if self.game is not None and self.game.state not in ("ready", "ended"):
            return "state"
        control = Control(fixture["control"], fixture["seats"], known_good=True)
        # In order: a person reads it, too, and MicroPython's plain dicts have none.
        header = OrderedDict(
            (
                ("format", FORMAT),
                ("device", self._device_id),
                ("firmware", VERSION),
                ("game", binascii.hexlify(os.urandom(4)).decode()),
                ("round", fixture.get("round")),
                ("table", fixture.get("table")),
                ("names", fixture.get("names") or []),
                ("seats", control.seats),
                ("holders", fixture.get("holders") or {}),
                ("control", control.data),
                ("wall", iso_time(self._wall()) if self._wall else None),
            )
        )
        if fixture.get("id"):
            header["fixture"] = fixture["id"]
        game = Game(control, header["holders"], self._times)
        # What can fail has been made before the old game is let go of.
        before = self.game
        unplayed = before is not None and before.state == "ready"
        # A log that just stops would look like one that was cut.
        self.log = self.logbook.begin(header, (before.pass_until(self.game_ms(now)), "replaced") if unplayed else None)
        self.header = header
        self.game = game
        # A round that started while the table was being set up has run since then.
        started = self._round_at if control.round_ms else None
        self._zero = now if started is None else started
        self._round_at = None
        self._passed = -1
        if started is not None:
            self.input(started, "round_start")
        return None

    def resume(self, now, alive=None):
        """After a boot: the newest game comes back, paused if it was being played. True if there is one.

        `alive`: called again and again meanwhile, or None; 300 lines take a Pico 1.4 s.
        """
        replay = self.logbook.resume(alive, self._times)
        last_ms = self._kept.last_beat(replay.header["game"], self.key) if replay else 0
        self._kept = None
        forget("tritempo.start", "tritempo.found", "tritempo.kept")
        if replay is None:
            return False
        self.header = replay.header
        self.game = replay.game
        self.header["control"] = self.game.control.data  # the same, and one table less in memory
        self.log = self.logbook.number
        self._passed = max(replay.last_ms, last_ms)
        self._zero = now - self._passed - 1
        self.logbook.records(replay.due)  # the cut came between an input and what followed from it at once
        if self.logbook.set_aside:
            self.note(now, "cut", self.logbook.set_aside)
        if self.game.state in ON:
            self.input(now, "power")
        return True

    # -- what happens ---------------------------------------------------------------------------------------------

    def game_ms(self, now):
        return now - self._zero

    def input(self, now, kind, *args):
        """One input at the board's time `now`: into the game and the log. None, or why it was ignored.

        The lines are written by `flush`, which the caller calls before the next input.
        """
        return self.act(now, kind, args)

    def act(self, now, kind, args, quiet=False, turn=None):
        """The same. `quiet`: until then time does nothing by itself. `turn`: called with the seat whose turn a press
        has begun, before anything else is done."""
        game, logbook = self.game, self.logbook
        # What time has done stands: an edge that comes late counts at the first millisecond that is still open.
        t = game.pass_until(max(now - self._zero, self._passed + 1), quiet)
        if game.has_records():
            logbook.records(game.take_records())
        why = game.act(t, kind, args)
        if turn is not None and why is None and kind == "seat" and game.seat is not None:
            turn(game.seat)
        logbook.input(t, kind, args, why)
        if game.has_records():
            logbook.records(game.take_records())
        return why

    def round_start(self, now):
        """The round starts for all tables. None, or why that means nothing here: then it is no input of the game.

        A host that repeats itself must not fill the log of a game that is on.
        """
        game = self.game
        if game is None and self._round_at is None:
            self._round_at = now
            return None
        if game is None or game.state != "ready" or not game.control.round_ms or game.round_ms is not None:
            return "state"
        return self.input(now, "round_start")

    def advance(self, now):
        """Time has passed, and every input before `now` was given. Returns the automatic records: (t, word, args)."""
        if self.game is None:
            return ()
        # Up to the millisecond before: an edge with this very millisecond may still come, and inputs are first.
        self._passed = max(self._passed, self.game_ms(now) - 1)
        self.game.advance(self._passed)
        records = self.game.take_records()
        self.logbook.records(records)
        return records

    def deadline(self):
        """The board's time at which the game next does something by itself, or None."""
        due = None if self.game is None else self.game.next_deadline()
        return None if due is None else due + self._zero

    def note(self, now, word, *args):
        if self.game is not None:
            self.logbook.note(self.game.pass_until(self.game_ms(now)), word, args)

    def view(self, now):
        """tritempo.view of the game, or None where there is none."""
        return None if self.game is None else view(self.game, max(self.game.now, self.game_ms(now)))

    # -- flash ----------------------------------------------------------------------------------------------------

    def flush(self, now):
        """Writes what waits, if the flash takes it; one that failed is tried again after a while."""
        if not self.logbook.changed or (self._failing and now - self._tried_at < RETRY_MS):
            return
        self._failing = not self.logbook.flush()
        self._tried_at = now
        if not self._failing:
            self._beat_at = now

    def beat(self, now):
        """The heartbeat, when it is time for one: it bounds what a power cut can cost."""
        if self.game is None or self.game.state not in ON:
            return
        if now - self._beat_at < (BEAT_MS if self.game.state == "running" else BEAT_AT_REST_MS):
            return
        self._beat_at = now
        try:
            # The millisecond that `advance` has let pass: a game that comes back must not be ahead of its records.
            self.keeper.beat(self.header["game"], self.game.now, self.key)
        except OSError:
            pass  # the log's next line meets the same flash, and says so

    def keep_setting(self, name, value):
        """One setting, from the buttons. Where the flash fails it counts until the power goes."""
        self.keep_settings({name: value})

    def keep_settings(self, settings):
        """Several at once, {name: value}. None, or "flash" if they count only until the power goes."""
        self.settings.update(settings)
        try:
            self.keeper.keep_settings(self.settings)
        except OSError:
            return "flash"
