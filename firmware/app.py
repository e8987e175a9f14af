"""The loop that wires a board to the portable clock: edges in, the game, the log, then lights, display and the host.

Order matters. Edges are stamped by the board when they happen; the loop takes them before it lets time pass. After a
press the lights and the display change first, then the log is written: a flash erase stops a Pico for 45 ms and more,
and just after a press no other press of the turn can count.
"""

import gc
import sys

from tritempo import VERSION, wire
from tritempo.buttons import seating
from tritempo.buttons.dialogs import Dialogs
from tritempo.codes import ON
from tritempo.control import preset
from tritempo.display import lights, rhythm, screens, sounds
from tritempo.journal import FORMAT
from tritempo.logfiles import LARGEST
from tritempo.responder import Responder
from tritempo.session import Session

REST_MS = 50
STUCK_MS = 30000  # nobody holds a button so long
DRAW_BUSY_MS = 500  # while the host reads a log: its progress need not be smoother
FRAMES_A_TURN = 4
LEAVE_MS = 1000  # for the host to take its last answer before the line is given away
AFTER_CRASH_MS = 1000  # so that a fault that comes back at once does not spin


class App:
    """One boot of the clock on a `board` (docs/architecture.md has the board's interface).

    `crash`: the name of the error that ended the boot before, if one did.
    """

    def __init__(self, board, crash=None):
        self.board = board
        self.session = Session(board.root, board.device_id, board.unix, board.remount, board.heart)
        settings = dict(self.session.settings, buttons=board.seats)
        if settings["rotation"] not in seating.orders(board.seats):
            settings["rotation"] = seating.DEFAULT  # kept by a clock with other buttons
        self.dialogs = Dialogs(settings)
        self.responder = Responder(self)
        self.logbook = self.session.logbook
        self.key = self.session.key
        self.now = board.now_ms()
        self.view = None
        self.draw_at = self.now  # when the picture will not be true any more
        self.asked = False  # whether it shows a question
        self.display = None  # None, or the trouble of the display
        self.jumped = False  # the time source, in this game
        self.down = {}  # button -> since when it is down
        self.leaving = False  # for maintenance, once the host has had its answer
        self.flash_free = self.flash_room = LARGEST
        if self.session.resume(self.now):
            self.dialogs.begin(self.session.game.control)
            if crash:
                self.session.note(self.now, "crash", crash)
        self._settle()
        self._ask_flash()

    def step(self):
        """Once around the loop."""
        self.now = self.board.now_ms()
        for t, button, down in self.board.edges():
            if down:
                self.down[button] = t
            else:
                self.down.pop(button, None)
            self._act(self.dialogs.edge(t, button, down, self.session.view(t)))
            self._settle()
        self._act(self.dialogs.tick(self.now, self.view))
        self._watch_board()
        for record in self.session.advance(self.now):
            self._sound({"flag": "zero", "warn": "warn", "limit": "limit"}.get(record[1]))
        self.session.beat(self.now)
        self._settle()
        self.serve_host()

    def _act(self, actions):
        for action in actions:
            t, what = action[0], action[1]
            if what == "input":
                why = self.session.input(t, *action[2:])
                if why is not None:
                    self._act(self.dialogs.ignored(t, why))
                elif action[2] == "seat":
                    self._sound("tick")
            elif what == "new":
                self._new(t, {"control": preset(action[2]), "seats": action[3]})
            elif what == "setting":
                self.session.keep_setting(action[2], action[3])
            elif what == "maintenance":
                self.leaving = True
            elif what == "sound":
                self._sound(action[2])

    def _new(self, t, fixture):
        why = self.session.new(t, fixture)
        if why is None:
            self.jumped = False
            self.dialogs.begin(self.session.game.control)
            self._ask_flash()
        return why

    def _ask_flash(self):
        """Between games only: to count its free blocks littlefs walks through all files."""
        self.flash_free = self.board.free_flash()
        self.flash_room = self.logbook.room()

    def _sound(self, name):
        if name:
            self.board.sound(sounds.pattern(name, self.session.settings["sound"]))

    def _watch_board(self):
        """What the board itself has noticed goes into the log.

        A time source that jumps is not believed: the jump is left out, and the game stands paused.
        """
        lost = self.board.lost_edges()
        if lost:
            self.session.note(self.now, "overflow", lost)
        jump_ms = self.board.jump_ms()
        if jump_ms:
            self.jumped = True
            self.session.note(self.now, "jump", jump_ms)
            if self.session.game is not None and self.session.game.state in ON:
                self.session.input(self.now, "pause")

    def _settle(self):
        """Shows what is, then writes what has happened."""
        changed = self.logbook.changed
        self.view = self.session.view(self.now)
        self.board.lights(self._levels())
        self.dialogs.see(self.view)
        prompt = self.dialogs.prompt(self.now)
        asked = prompt is not None
        if changed or asked != self.asked or self.now >= self.draw_at:
            self.asked = asked
            self._draw(prompt)
        self.session.flush(self.now)
        if changed:
            gc.collect()  # where a pause costs nothing

    def _levels(self):
        """Brightness by button, A first: the table's set-up says which button is whose."""
        by_button = [0] * self.board.seats
        order = self.dialogs.settings["rotation"]
        levels = lights.levels(self.view, self.now)
        for i in range(len(levels)):
            button = seating.SEAT_BUTTONS.index(seating.button_of(i + 1, order))
            if button < len(by_button):  # a seat more than buttons has no light
                by_button[button] = levels[i]
        return tuple(by_button)

    def _draw(self, prompt):
        still_ms = rhythm.still_ms(self.view, prompt, self.now)
        self.draw_at = self.now + (DRAW_BUSY_MS if self.responder.busy else still_ms)
        try:
            screens.draw(self.board.canvas, self.view, prompt, self._info())
            self.display = self.board.show()
        except Exception as error:
            # A picture that cannot be made must not stop the time.
            self.board.complain(error)
            self.display = "tr_display"

    def _trouble(self):
        """The word for the top line, the worst first; None if all is well."""
        if self.logbook.trouble or self.display:
            return self.logbook.trouble or self.display
        if any(self.now - since > STUCK_MS for since in self.down.values()):
            return "tr_button_stuck"
        if self.jumped:
            return "tr_time_jump"
        return "tr_memory" if self.flash_room < LARGEST // 5 else None

    def _info(self):
        header = self.session.header or {}
        control = header.get("control") or {"name": {}}
        language = self.session.settings["lang"]
        return {
            "lang": language,
            "names": header.get("names") or [],
            "round": header.get("round"),
            "table": header.get("table"),
            "control_name": control["name"].get(language) or control.get("id") or "",
            "at_zero": control.get("at_zero"),
            "rotation": self.dialogs.settings["rotation"],
            "log": self.session.log,
            "saved": not self.logbook.changed,
            "trouble": self._trouble(),
            "sync": self.responder.percent,
            "now": self.now,
        }

    def serve_host(self):
        """The host: takes what it sent, and gives it what the line has room for."""
        data = self.board.read()
        if data:
            self.responder.feed(data)
        for _ in range(FRAMES_A_TURN):
            out = self.responder.pump(self.board.room())
            if not out:
                break
            self.board.write(out)

    def idle(self):
        """Rests until there is something to do. While the host is being served and takes it, not at all."""
        busy = self.responder.busy and self.board.room()
        self.board.idle(0 if busy else min(REST_MS, max(1, self.draw_at - self.now)))

    # -- what the responder asks ------------------------------------------------------------------------------------

    def hello(self):
        return {
            "device": self.board.device_id,
            "board": self.board.kind,
            "firmware": VERSION,
            "build": self.board.build,
            "micropython": ".".join(str(part) for part in sys.implementation.version[:3]),
            "format": FORMAT,
            "wire": wire.VERSION,
            "mem_free": free_memory(),
            "flash_free": self.flash_free,
            "state": self.state,
            "t_ms": self.now,
            "unix": self.board.unix(),
        }

    @property
    def state(self):
        return "setup" if self.session.game is None else self.session.game.state

    def live(self):
        """The game as it stands, for a host that follows it."""
        header = self.session.header or {}
        live = self.session.view(self.now) or {"state": "setup"}
        live.update((key, header.get(key)) for key in ("game", "round", "table", "names"))
        live["log"] = self.session.log
        live["control"] = (header.get("control") or {}).get("id")
        return live

    def status(self):
        return {
            "state": self.state,
            "log": self.session.log,
            "trouble": self._trouble(),
            "waiting": self.logbook.waiting,
            "lost": self.logbook.lost,
            "dropped": self.responder.dropped,
            "mem_free": free_memory(),
            "flash_free": self.flash_free,
            "t_ms": self.now,
        }

    def fixture(self, fixture):
        if fixture["seats"] > self.board.seats:
            return "seats"
        why = self._new(self.now, fixture)
        self._settle()
        return why

    def round_start(self):
        why = self.session.round_start(self.now)
        self._settle()
        return why

    def set_time(self, unix):
        self.board.set_unix(unix)

    def maintenance(self):
        self.leaving = True


def free_memory():
    return gc.mem_free()  # pyright: ignore[reportAttributeAccessIssue] (MicroPython's)


def run(board):
    """Runs the clock, until the board wants MicroPython's own prompt to have the line.

    Other maintenance ends a boot, and the next begins when the board gives the line back. So does an error that nobody
    has foreseen: the game comes back from its log, paused, as after a power cut. Players see a pause where they would
    have seen a dead clock.
    """
    crash = None
    while True:
        app = None
        try:
            app = App(board, crash)
            crash = None
            if not serve(app):
                return
        except Exception as error:
            board.complain(error)
            crash = type(error).__name__
            save(app)
            board.idle(AFTER_CRASH_MS)


def save(app):
    """What a boot that has crashed still had in memory, if it can be written; its log must not stay open twice."""
    try:
        if app is not None:
            app.logbook.close()
    except Exception as error:
        app.board.complain(error)


def serve(app):
    """One boot, until the line is wanted for maintenance, which is then given away.

    True: it is back, and the clock should start anew. False: the program must end, for the line stays with the prompt.
    """
    while not app.leaving:
        app.step()
        app.idle()
    # The host takes its last answer; no press counts any more, or a game would begin that the next boot must pause.
    end_ms = app.board.now_ms() + LEAVE_MS
    while app.responder.busy and app.board.now_ms() < end_ms:
        app.serve_host()
        app.idle()
    app.logbook.close()
    return app.board.maintenance()
