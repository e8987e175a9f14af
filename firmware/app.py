"""The loop that wires a board to the portable clock: edges in, the game, the log, then lights, display and the host.

Order matters. Edges are stamped by the board when they happen; the loop takes them before it lets time pass. After a
press the lights change at once, then the display, a slice a turn; then the log is written: a flash erase stops a Pico
for 45 ms and more, and just after a press no other press of the turn can count.

What is shown is looked at only when it may have changed: after a press, when time has done something, and when the
picture or a light is due. In between a turn of the loop does next to nothing.
"""

import gc
import sys

from tritempo import VERSION
from tritempo.buttons import seating
from tritempo.buttons.dialogs import Dialogs
from tritempo.codes import ON
from tritempo.control import preset
from tritempo.display import lights, rhythm, sounds
from tritempo.display.painter import Painter
from tritempo.logfiles import LARGEST
from tritempo.session import Session
from tritempo.writer import FORMAT

REST_MS = 500  # nothing is due for longer; a press, or a byte of the host, ends it
ALERT_REST_MS = 50  # while a finger is down, and may mean more
HOST_REST_MS = 2  # while the host has to take what it was sent
# What is made and not used any more, in parts of some 200 bytes, until it is collected: 60 KB at most.
PICTURE_LEAVES = 12
COLLECT = 300
SMALL_HOLES = 800  # blocks of memory that lie between what stays for good
FOR_GOOD_MS = 1 << 29
STUCK_MS = 30000  # nobody holds a button so long
DRAW_BUSY_MS = 500  # while the host reads a log: its progress need not be smoother
WRITE_WITHIN_MS = 120  # of a press, though its picture is not shown yet; a press counts again after `dead_ms`
FRAMES_A_TURN = 4
LEAVE_MS = 1000  # for the host to take its last answer before the line is given away
AFTER_CRASH_MS = 1000  # so that a fault that comes back at once does not spin


class Nobody:
    """In place of a host, as long as there is none."""

    busy = False
    percent = None
    dropped = 0

    def feed(self, data):
        """The host asks again."""

    def pump(self, room):
        return None


class App:
    """One boot of the clock on a `board` (docs/architecture.md has the board's interface).

    `crash`: what ended the boot before: the name of an error, or "watchdog"; None if nothing did.
    """

    def __init__(self, board, crash=None):
        self.board = board
        self.session = Session(board.root, board.device_id, board.unix, board.remount, board.heart)
        settings = dict(self.session.settings, buttons=board.seats)
        if settings["rotation"] not in seating.orders(board.seats):
            settings["rotation"] = seating.DEFAULT  # kept by a clock with other buttons
        self.dialogs = Dialogs(settings)
        self.met = False  # a host has said something since the start
        self.responder = Nobody()
        self.logbook = self.session.logbook
        self.key = self.session.key
        self.now = board.now_ms()
        self.view = None
        self.seen_ms = self.now  # the time of that view
        self.painter = Painter(board)
        self.light_at = self.draw_at = self.now  # when a light, and when the picture, will not be true any more
        self.deadline_at = self.now  # when time does something by itself
        self.lit = None  # what the lights show
        self.redraw = False  # the picture is not true any more
        self.garbage = COLLECT  # the first rest begins with a collection
        self.write_by = None  # when what has happened must be in the log, whatever is still to be drawn
        self.measure = True  # the flash, for how much room it has
        self.jumped = False  # the time source, in this game
        self.down = {}  # button -> since when it is down
        self.leaving = False  # for maintenance, once the host has had its answer
        self.flash_free = self.flash_room = LARGEST
        if self.logbook.any():
            # A game is on its way back, which takes its time: the display shows that the clock is alive.
            self.show_alone(None)
        if self.session.resume(self.now, board.alive):
            self.dialogs.begin(self.session.game.control)
            if crash:
                self.session.note(self.now, "crash", crash)
        self._happened()
        self._draw()
        self.painter.all(self.now)
        self._write()

    def step(self):
        """Once around the loop."""
        self.garbage += 1
        self.now = self.board.now_ms()
        edges = self.board.edges()
        view = self._view_of_turn(edges)
        for t, button, down in edges:
            if down:
                self.down[button] = t
            else:
                self.down.pop(button, None)
            self._act(self.dialogs.edge(t, button, down, view or self.session.view(t)))
            view = None
        acted = ()
        if edges:
            self._happened()
        else:  # after an edge in the next turn only, with a view in which the finger is down
            acted = self.dialogs.tick(self.now, self.view)
            self._act(acted)
        noticed = self._watch_board()
        busy = self.painter.busy and not edges and not acted
        # While a picture is on its way, nothing that can wait takes its time.
        records = () if busy and self.now <= self.deadline_at else self.session.advance(self.now)
        for record in records:
            self._sound({"flag": "zero", "warn": "warn", "limit": "limit"}.get(record[1]))
        if acted or noticed or records:
            self._happened()
        elif not edges:
            self._show()
        self._write()
        if self.responder.busy or not busy:
            self.serve_host()

    def _view_of_turn(self, edges):
        """For a turn that a seat's press may end: the last view, for all but its times are still true. Else None.

        To make a new one would take a Pico a fifth of the time in which the next light is to be lit.
        """
        v = self.view
        of_turn = edges and len(edges[0][1]) == 1 and v is not None and v["state"] == "running"
        return v if of_turn and self.dialogs.open is None else None

    def _act(self, actions):
        for action in actions:
            t, what = action[0], action[1]
            if what == "input":
                why = self.session.input(t, *action[2:])
                if why is not None:
                    self._act(self.dialogs.ignored(t, why))
                elif action[2] == "seat":
                    self._light_seat()
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
            self.measure = True
        return why

    def _sound(self, name):
        if name:
            self.board.sound(sounds.pattern(name, self.session.settings["sound"]))

    def _watch_board(self):
        """What the board itself has noticed goes into the log. Whether there was anything.

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
        return lost or jump_ms

    def _happened(self):
        """Something has: the lights say so now, the picture as soon as it is drawn, and then it is written."""
        self._look()
        self.redraw = True
        if self.write_by is None:
            self.write_by = self.now + WRITE_WITHIN_MS

    def _look(self):
        """What the table is to see of the game at this moment."""
        self.view = self.session.view(self.now)
        self.seen_ms = self.now
        self._light()
        self.dialogs.see(self.view)
        deadline = self.session.deadline()
        self.deadline_at = self.now + FOR_GOOD_MS if deadline is None else deadline

    def _light_seat(self):
        """A turn has begun: its light goes on before anything else is known of it, for fingers look for it."""
        game = self.session.game
        if game.seat is not None:
            levels = [0] * game.seat
            levels[-1] = lights.FULL
            self.lit = None
            self.board.lights(lights.by_button(levels, self.dialogs.settings["rotation"], self.board.seats))

    def _light(self):
        levels = lights.levels(self.view, self.now)
        order = self.dialogs.settings["rotation"]
        if (levels, order) != self.lit:
            self.lit = levels, order
            self.board.lights(lights.by_button(levels, order, self.board.seats))
        still_ms = lights.still_ms(self.view)
        self.light_at = self.now + (FOR_GOOD_MS if still_ms is None else still_ms)

    def _show(self):
        """A slice of the picture; or a new one, if it is time."""
        if not self.redraw and not self.painter.busy and self.now >= self.draw_at:
            self._look()
            self.redraw = True
        elif self.now >= self.light_at:
            # A pause breathes by the clock on the wall; all other lights go by times of the game.
            self._light() if lights.by_clock(self.view) else self._look()
        if self.redraw:
            self._draw()
        else:
            self.painter.turn(self.now)

    def _draw(self):
        """Begins the picture of what was seen last; the turns to come draw and send it."""
        self.redraw = False
        prompt = self.dialogs.prompt(self.seen_ms)
        still_ms = DRAW_BUSY_MS if self.responder.busy else rhythm.still_ms(self.view, prompt, self.seen_ms)
        if self.dialogs.alert:  # a finger is held, and will mean more
            still_ms = min(still_ms, rhythm.LIVELY_MS)
        self.draw_at = self.seen_ms + still_ms
        self.painter.begin(self.view, prompt, self._info())
        self.garbage += PICTURE_LEAVES

    def _write(self):
        """Into the log, once the table has seen it; and the garbage goes, where a pause costs nothing."""
        showing = self.redraw or self.painter.busy
        if showing and (self.write_by is None or self.now < self.write_by):
            return
        self.session.beat(self.now)
        wrote = self.logbook.changed
        self.session.flush(self.now)
        if self.write_by is None:
            return
        self.write_by = None
        if self.state == "ended":
            self.draw_at = self.now  # the picture says whether the log is saved
        if self.measure and self.state not in ON:
            # Between games only: to count its free blocks littlefs walks through all files.
            self.measure = False
            self.flash_free = self.board.free_flash()
            self.flash_room = self.logbook.room()
        if wrote:
            self.garbage = COLLECT

    def _collect(self):
        """On a Pico 28 ms in which nothing else is done: where nothing waits, before one comes where something does.

        A collection makes the search for memory begin at the bottom again, and what does not fit into the small holes
        there goes over 8,000 blocks each time: 0.6 ms, for many a call. So the holes are filled, with pairs that are
        garbage at once. A function that goes on after that must not have its frame among them, for it moves the search
        back when it ends: `idle` and this one are small enough to have none in the heap (docs/pico.md).
        """
        self.garbage = 0
        gc.collect()
        all(zip(range(SMALL_HOLES), range(SMALL_HOLES)))

    def show_alone(self, service):
        """A picture without a game, where nothing else has to be done meanwhile."""
        info = self._info()
        info["service"] = service
        self.painter.begin(None, None, info)
        self.painter.all(self.now)

    def _trouble(self):
        """The word for the top line, the worst first; None if all is well."""
        if self.logbook.trouble or self.painter.trouble:
            return self.logbook.trouble or self.painter.trouble
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
            "now": self.seen_ms,
        }

    def serve_host(self):
        """The host: takes what it sent, and gives it what the line has room for."""
        data = self.board.read()
        if data:
            if not self.met:
                self._meet_host()
            self.responder.feed(data)
        for _ in range(FRAMES_A_TURN):
            out = self.responder.pump(self.board.room())
            if not out:
                break
            self.board.write(out)

    def _meet_host(self):
        """A clock at the table has no host, and then a Pico has 10 KB more. It takes an eighth of a second, once."""
        try:
            from tritempo.responder import Responder
        except MemoryError:
            gc.collect()
            return
        self.met = True
        self.responder = Responder(self)

    def idle(self):
        """Rests until there is something to do. While something is to be shown, or the host takes more, not at all."""
        if self.redraw or self.painter.busy:
            return
        if self.garbage >= COLLECT:
            self._collect()
            return
        rest_ms = REST_MS
        if self.responder.busy:
            rest_ms = 0 if self.board.room() else HOST_REST_MS
        elif self.dialogs.alert:
            rest_ms = ALERT_REST_MS
        due_ms = min(self.draw_at, self.light_at, self.deadline_at + 1) - self.now
        self.board.idle(min(rest_ms, max(1, due_ms)))

    # -- what the responder asks ------------------------------------------------------------------------------------

    def hello(self):
        from tritempo import wire

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
        self._acknowledged()
        return why

    def round_start(self):
        why = self.session.round_start(self.now)
        self._acknowledged()
        return why

    def _acknowledged(self):
        """The host may take it for safe when it is told."""
        self._happened()
        self.session.flush(self.now)

    def settings(self, settings):
        """What the host sets: {name: value}, checked. None, or why not."""
        if self.board.seats < 4 and "D" in (settings.get("pin") or ()):
            return "seats"
        self.dialogs.settings.update(settings)
        why = self.session.keep_settings(settings)
        self._happened()
        return why

    def set_time(self, unix):
        self.board.set_unix(unix)

    def maintenance(self):
        self.leaving = True


def free_memory():
    """Bytes that are free once all that nobody needs is collected: without that the figure says nothing."""
    gc.collect()
    return gc.mem_free()  # pyright: ignore[reportAttributeAccessIssue] (MicroPython's)


def run(board, started=None):
    """Runs the clock, until the board wants MicroPython's own prompt to have the line.

    `started`: called once, when the first boot has been around its loop; an error before that is raised, for a firmware
    that has just been deployed and does not work must not go round and round.

    Other maintenance ends a boot, and the next begins when the board gives the line back. So does an error that nobody
    has foreseen: the game comes back from its log, paused, as after a power cut. Players see a pause where they would
    have seen a dead clock.
    """
    crash = board.died
    while True:
        app = None
        try:
            app = App(board, crash)
            crash = None
            if started is not None:
                app.step()
                started()
                started = None
            if not serve(app):
                return
        except Exception as error:
            if started is not None:
                raise
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
    app.show_alone(True)
    return app.board.maintenance()
