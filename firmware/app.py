"""The loop that wires a board to the portable clock: edges in, the game, the log, then lights, display and the host.

Order matters. Edges are stamped by the board when they happen; the loop takes them before it lets time pass. After a
press the lights change at once, then the display, a slice a turn; then the log is written: a flash erase stops a Pico
for 45 ms and more, and just after a press no other press of the turn can count.

One turn of the loop does one thing, a few milliseconds of it, so that the next press is never far: it takes a press; or
shows a slice of what they did; or, when nothing is left to show, lets time pass, writes the log and serves the host.
In between the loop rests until something is due.
"""

import gc

from tritempo.buttons import seating
from tritempo.buttons.dialogs import Dialogs
from tritempo.codes import ON
from tritempo.control import preset
from tritempo.display import sounds
from tritempo.display.font import TEXT
from tritempo.display.show import FOR_GOOD_MS, Show
from tritempo.logfiles import LARGEST
from tritempo.session import Session

REST_MS = 500  # nothing is due for longer; a press, or a byte of the host, ends it
TICK_MS = 50  # while a finger is down, and may mean more, or something is asked
HOST_REST_MS = 2  # while the host has to take what it was sent
# What is made and not used any more, in parts of some 200 bytes, until it is collected: 60 KB at most.
PICTURE_LEAVES = 32
COLLECT = 280
FEW_TEXTS = 8  # are kept laid out in a game that has come back: it may be long, and memory short
SMALL_HOLES = 800  # blocks of memory that lie between what stays for good
HURRIED = 16  # turns in a row may be cut short by buttons: bounce ends sooner
STUCK_MS = 30000  # nobody holds a button so long
WRITE_WITHIN_MS = 120  # of a press, though its picture is not shown yet; a press counts again after `dead_ms`
SERVE_MS = 20  # of a turn, while the host takes more; less if a button moves: a frame takes 4 ms
LEAVE_MS = 1000  # for the host to take its last answer before the line is given away
AFTER_CRASH_MS = 1000  # so that a fault that comes back at once does not spin
SOUNDS_OF = {"flag": "zero", "warn": "warn", "limit": "limit"}  # automatic records


class Nobody:
    """In place of a host, as long as there is none."""

    busy = False
    percent = None
    dropped = 0

    def feed(self, data):
        """The host asks again."""

    def send(self, line, until_ms):
        """Never called: it is not busy."""


class App:
    """One boot of the clock on a `board` (docs/architecture.md has the board's interface).

    `crash`: what ended the boot before: the name of an error, or "watchdog"; None if nothing did.
    """

    def __init__(self, board, crash=None):
        self.board = board
        # On a Pico the game forgets the times of turns that have ended, 5 KB of a long one: they are in its log.
        times = board.kind != "pico"
        self.session = Session(board.root, board.device_id, board.unix, board.remount, board.heart, times)
        settings = dict(self.session.settings, buttons=board.seats)
        if settings["rotation"] not in seating.orders(board.seats):
            settings["rotation"] = seating.DEFAULT  # kept by a clock with other buttons
        self.dialogs = Dialogs(settings)
        self.met = False  # a host has said something since the start
        self.responder = Nobody()
        self.now = board.now_ms()
        self.show = Show(self, self.now)
        self.deadline_at = self.now  # when time does something by itself
        self.garbage = COLLECT  # the first rest begins with a collection
        self.edges = []  # what fingers did and nobody has looked at
        self.quiet = False  # time has nothing to do before the edge that is being taken
        self.hurried = 0  # turns of the loop in a row that a button has cut short
        self.unseen = False  # something has happened; but for the light of a turn it is still to be looked at
        self.tick_at = self.now  # when the dialogs look at the time, as long as that can mean something
        self.write_by = None  # when what has happened must be in the log, whatever is still to be drawn
        self.measure = True  # the flash, for how much room it has
        self.jumped = False  # the time source, in this game
        self.down = {}  # button -> since when it is down
        self.leaving = False  # for maintenance, once the host has had its answer
        self.flash_free = self.flash_room = LARGEST
        if self.session.logbook.any():
            # A game is on its way back, which takes its time: the display shows that the clock is alive.
            self.show.alone(self.now, None)
        if self.session.resume(self.now, board.alive):
            self.dialogs.begin(self.session.game.control)
            TEXT.most = FEW_TEXTS
            if crash:
                self.session.note(self.now, "crash", crash)
        self.happened()
        self.show.all(self.now)
        self._write()

    @property
    def state(self):
        return "setup" if self.session.game is None else self.session.game.state

    # -- once around the loop ---------------------------------------------------------------------------------------

    def step(self):
        now = self.now = self.board.now_ms()
        came = self.board.edges()
        if came:
            self.edges.extend(came)
        if self.edges:
            self._take(self.edges.pop(0))
        elif self._hurries():
            pass
        elif self.unseen:
            self.happened()
        elif now >= self.tick_at and self.dialogs.waits:
            # Fingers and dialogs as time passes.
            self.tick_at = now + TICK_MS
            self.unseen = self._act(self.dialogs.tick(now, self.show.view))
        elif now > self.deadline_at:
            self._quiet()
        elif self.show.busy:
            # While a picture is on its way, nothing that can wait takes its time.
            self.show.turn(now)
            if not self._hurries():
                self._write()
                if self.responder.busy:
                    self.serve_host()
        elif not self.show.turn(now):
            self._quiet()

    def _hurries(self):
        """Whether a button has moved meanwhile: its light comes first, and the turn does no more.

        Not for ever: a wire that picks up noise all the time must not stop the clock.
        """
        if not self.board.moved or self.hurried == HURRIED:
            self.hurried = 0
            return False
        self.hurried += 1
        return True

    def _take(self, edge):
        """What a finger did: one edge a turn of the loop, and what follows from it is looked at in the next.

        The last view is true but for its times, unless something has happened since; to make another takes a Pico a
        fifth of the time in which the next light is to be lit.
        """
        t, button, down = edge
        v = self.show.view
        self.quiet = v is not None and not self.unseen and t <= self.deadline_at
        if not self.quiet:
            v = self.session.view(t)
        self._act(self.dialogs.edge(t, button, down, v))
        if down:
            self.down[button] = t
        else:
            self.down.pop(button, None)
        self.unseen = True
        self.tick_at = t  # once it has been looked at, with a view in which the finger is down

    def _act(self, actions):
        """Does what the dialogs say. Whether there was anything."""
        for action in actions:
            t, what = action[0], action[1]
            if what == "input":
                self._input(t, action)
            elif what == "sound":
                self._sound(action[2])
            elif what == "new":
                self.new(t, {"control": preset(action[2]), "seats": action[3]})
            elif what == "setting":
                self.session.keep_setting(action[2], action[3])
            elif what == "maintenance":
                self.leaving = True
        return bool(actions)

    def _input(self, t, action):
        quiet, self.quiet = self.quiet, False  # after an input its deadline may be another
        why = self.session.act(t, action[2], action[3:], quiet, self.show.light_seat)
        if why is not None:
            self._act(self.dialogs.ignored(t, why))
        elif action[2] == "seat":
            self._sound("tick")

    def new(self, t, fixture):
        """A new game. None, or why not."""
        why = self.session.new(t, fixture)
        if why is None:
            self.jumped = False
            self.dialogs.begin(self.session.game.control)
            self.measure = True
        return why

    def _sound(self, name):
        if name:
            self.board.sound(sounds.pattern(name, self.session.settings["sound"]))

    def happened(self):
        """Something has: the lights say so now, the picture as soon as it is drawn, and then it is written."""
        self.unseen = False
        self.show.happened(self.now)
        deadline = self.session.deadline()
        self.deadline_at = self.now + FOR_GOOD_MS if deadline is None else deadline
        if self.write_by is None:
            self.write_by = self.now + WRITE_WITHIN_MS

    def _quiet(self):
        """No finger moves, and what was to be shown is shown: time passes, and all else has its turn."""
        if self._hurries():
            return
        noticed = self._watch_board()
        records = self.session.advance(self.now)
        for record in records:
            self._sound(SOUNDS_OF.get(record[1]))
        if noticed or records or self.now > self.deadline_at:
            self.happened()
        if self._hurries():
            return
        self._write()
        if not self._hurries():
            self.serve_host()

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

    def _write(self):
        """The heartbeat, and into the log what has happened, once the table has seen it or it cannot wait any more."""
        if self.show.busy and (self.write_by is None or self.now < self.write_by):
            return
        self.session.beat(self.now)
        wrote = self.session.logbook.changed
        self.session.flush(self.now)
        if self.write_by is None:
            return
        self.write_by = None
        if self.state == "ended":
            self.show.draw_at = self.now  # the picture says whether the log is saved
        if self.measure and self.state not in ON:
            # Between games only: to count its free blocks littlefs walks through all files.
            self.measure = False
            self.flash_free = self.board.free_flash()
            self.flash_room = self.session.logbook.room()
        if wrote:
            self.dialogs.tidy()
            self.collect_soon()

    def trouble(self):
        """The word for the top line, the worst first; None if all is well."""
        word = self.session.logbook.trouble or self.show.painter.trouble
        if word:
            return word
        for button in self.down:
            if self.now - self.down[button] > STUCK_MS:
                return "tr_button_stuck"
        if self.jumped:
            return "tr_time_jump"
        return "tr_memory" if self.flash_room < LARGEST // 5 else None

    # -- the host ---------------------------------------------------------------------------------------------------

    def serve_host(self):
        """The host: takes what it sent, and gives it what the line has room for."""
        data = self.board.read()
        if data:
            if not self.met:
                self._meet_host()
            self.responder.feed(data)
        if self.responder.busy:
            self.responder.send(self.board, min(self.now + SERVE_MS, self.deadline_at))

    def _meet_host(self):
        """A clock at the table has no host, and then a Pico has 10 KB more. It takes an eighth of a second, once."""
        try:
            from tritempo.answers import responder
        except MemoryError:
            gc.collect()
            return
        self.met = True
        self.responder = responder(self)

    # -- rest -------------------------------------------------------------------------------------------------------

    def idle(self):
        """Rests until there is something to do. While something is to be shown, or the host takes more, not at all."""
        if self.unseen or self.show.busy or self.write_by is not None:
            return
        self.garbage += 1
        rest_ms = REST_MS
        if self.responder.busy:
            if self.board.room():
                return
            rest_ms = HOST_REST_MS
        elif self.dialogs.alert:
            rest_ms = self.tick_at - self.now
        due_ms = min(self.show.rest_ms(self.now), self.deadline_at + 1 - self.now)
        self.board.idle(max(1, min(rest_ms, due_ms)))

    @property
    def littered(self):
        """Whether the garbage should go now that nothing waits, before it has to where something does."""
        if self.unseen or self.show.busy or self.write_by is not None or self.board.moved:
            return False
        return self.garbage + PICTURE_LEAVES * self.show.pictures >= COLLECT

    def collect_soon(self):
        self.garbage = COLLECT

    def collected(self):
        self.garbage = self.show.pictures = 0


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
            app.session.logbook.close()
    except Exception as error:
        app.board.complain(error)


def serve(app):
    """One boot, until the line is wanted for maintenance, which is then given away.

    True: it is back, and the clock should start anew. False: the program must end, for the line stays with the prompt.
    """
    holes = range(SMALL_HOLES)
    while not app.leaving:
        app.step()
        if app.littered:
            # On a Pico 28 ms. After it the search for memory begins at the bottom again, and what does not fit into the
            # small holes there goes over 8,000 blocks each time: 0.6 ms for many a call. So pairs fill the holes, which
            # are garbage at once. It stands here because a function with its frame in one of those holes takes the
            # search back to it when it ends, and the one of this function stays (docs/pico.md).
            gc.collect()
            all(zip(holes, holes))
            app.collected()
        app.idle()
    # The host takes its last answer; no press counts any more, or a game would begin that the next boot must pause.
    end_ms = app.board.now_ms() + LEAVE_MS
    while app.responder.busy and app.board.now_ms() < end_ms:
        app.serve_host()
        app.idle()
    app.session.logbook.close()
    app.show.alone(app.now, True)
    return app.board.maintenance()
