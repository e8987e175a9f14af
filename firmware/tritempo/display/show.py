"""What the table sees of a clock, kept true: the lights and the picture, each looked at only when it may have changed.

show.happened(now)          # something has: the lights say so now, the picture as soon as it is drawn
show.turn(now)              # once around the loop: a light, or a slice of the picture, if it is time
show.rest_ms(now)           # how long nothing of it is due
"""

from tritempo.display import lights, rhythm
from tritempo.display.painter import Painter

FOR_GOOD_MS = 1 << 29
DRAW_BUSY_MS = 500  # while the host reads a log: its progress need not be smoother


class Show:
    """`clock`: the app, which knows what is to be shown.

    `view`: the game as it was seen last. `redraw`: its picture is not begun yet. `pictures`: how many have been.
    """

    def __init__(self, clock, now):
        self.view = None
        self.redraw = False
        self.pictures = 0
        self.painter = Painter(clock.board)
        self.draw_at = now  # when the picture, and when a light, will not be true any more
        self._light_at = now
        self._clock = clock
        self._board = clock.board
        self._session = clock.session
        self._dialogs = clock.dialogs
        self._seen_ms = now  # the time of the view
        self._lit = None  # what the lights show: levels by seat, and the seating
        self._breathing = None  # which button's light does
        self._alone = None  # for each seat, the lights when its own is the only one; for the seating beside it
        self._alone_for = None

    @property
    def busy(self):
        """Whether a picture is on its way."""
        return self.redraw or self.painter.busy

    def happened(self, now):
        self.look(now)
        self.redraw = True

    def look(self, now):
        """What the table is to see of the game at this moment."""
        self.view = self._session.view(now)
        self._seen_ms = now
        self._dialogs.see(self.view)
        self._light(now)

    def turn(self, now):
        """True if it was a breathing light alone, which is often: nothing else is due then."""
        busy = self.painter.busy
        if now >= self.draw_at and not busy and not self.redraw:
            self.happened(now)
        elif now >= self._light_at:
            if self._breathing is None:
                self.look(now)
            else:  # a pause breathes by the clock on the wall; all other lights go by times of the game
                self._breathe(now)
                return not busy and not self.redraw
        elif self.redraw:
            self._begin()
        else:
            self.painter.turn(now)
        return False

    def rest_ms(self, now):
        return min(self.draw_at, self._light_at, self.painter.show_at) - now

    # Lights.

    def light_seat(self, seat):
        """A turn has begun: its light goes on before anything else is known of it, for fingers look for it."""
        order = self._dialogs.settings["rotation"]
        if self._alone_for != order:
            self._alone_for = order
            self._alone = lights.alone(order, self._board.seats)
        self._lit = None
        self._board.lights(self._alone[seat - 1])

    def _light(self, now):
        v = self.view
        levels = lights.levels(v, now)
        order = self._dialogs.settings["rotation"]
        if (levels, order) != self._lit:
            self._lit = levels, order
            by_button = lights.by_button(levels, order, self._board.seats)
            self._board.lights(by_button)
            self._breathing = lights.lit_button(by_button) if lights.by_clock(v) else None
        still_ms = lights.still_ms(v)
        self._light_at = now + (FOR_GOOD_MS if still_ms is None else still_ms)

    def _breathe(self, now):
        levels = [0] * self._board.seats
        levels[self._breathing] = lights.breath(now)
        self._lit = None
        self._board.lights(tuple(levels))
        self._light_at = now + lights.BREATH_STEP_MS

    # The picture.

    def _begin(self):
        """Begins the picture of what was seen last; the turns to come draw and send it."""
        self.redraw = False
        self.pictures += 1
        seen_ms = self._seen_ms
        prompt = self._dialogs.prompt(seen_ms)
        reading = self._clock.responder.busy
        still_ms = DRAW_BUSY_MS if reading else rhythm.still_ms(self.view, prompt, seen_ms)
        if self._dialogs.alert:  # a finger is held, and will mean more
            still_ms = min(still_ms, rhythm.LIVELY_MS)
        self.draw_at = seen_ms + still_ms
        self.painter.begin(self.view, prompt, self._info())

    def all(self, now):
        """The whole picture of what was seen last, where nothing else has to be done meanwhile."""
        self._begin()
        self.painter.all(now)

    def alone(self, now, service):
        """A picture without a game, where nothing else has to be done meanwhile."""
        info = self._info()
        info["service"] = service
        self.painter.begin(None, None, info)
        self.painter.all(now)

    def _info(self):
        """What neither the view nor the prompt knows (tritempo.display.screens)."""
        session = self._session
        settings = session.settings
        info = {
            "lang": settings["lang"],
            "rotation": self._dialogs.settings["rotation"],
            "log": session.log,
            "saved": not session.logbook.changed,
            "trouble": self._clock.trouble(),
            "sync": self._clock.responder.percent,
            "now": self._seen_ms,
        }
        header = session.header
        if header:
            control = header.get("control") or {"name": {}}
            info["names"] = header.get("names")
            info["round"] = header.get("round")
            info["table"] = header.get("table")
            info["control_name"] = control["name"].get(settings["lang"]) or control.get("id") or ""
            info["at_zero"] = control.get("at_zero")
        return info
