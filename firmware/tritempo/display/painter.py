"""Draws and sends the picture a slice a turn, so that no press waits for the display (shairport-sync-mqtt-display #29).

    painter.begin(v, prompt, info)      # what is to be shown from now on
    painter.turn()                      # once around the loop; `busy` as long as there is something left to do

A picture is sent when it is whole. One that is no longer true is given up wherever it is, drawn or half sent: what the
next one changes is drawn over it, and then goes out.
"""

from tritempo.display import screens

LOOKS = 4  # in a turn, at pieces of which most stay as they are; a turn that has drawn one, or a step of it, is over
SHOW_EVERY_MS = 1000  # though nothing changes: a display that was unplugged comes back, and a wrong picture heals


class Painter:
    """`board`: what is drawn on, and sent to (docs/architecture.md).

    `trouble`: the word of what is wrong, or None. `show_at`: when the display is sent to, whatever has changed.
    """

    def __init__(self, board):
        self.trouble = None
        self._board = board
        self._drawing = None
        self._whole = False  # it is drawn, and not sent yet
        self.show_at = 0

    @property
    def busy(self):
        return self._drawing is not None or self._whole or self._board.showing

    def begin(self, v, prompt, info):
        self._drawing = screens.drawing(self._board.canvas, v, prompt, info)

    def turn(self, now, hurry=True):
        """A slice of drawing, or of sending. `now`: the board's time. `hurry`: a button that moves comes first."""
        if self._drawing is not None:
            self._draw(now, hurry)
        elif self._whole or self._board.showing or now >= self.show_at:
            self._whole = False
            self.show_at = now + SHOW_EVERY_MS
            self.trouble = self._board.show()

    def _draw(self, now, hurry):
        drawing = self._drawing
        try:
            for _ in range(LOOKS):
                if hurry and self._board.moved:
                    return
                drew = next(drawing, self)
                if drew is self:
                    self._drawing = None
                    self._whole = True
                    return
                if drew:
                    return
        except Exception as error:
            # A picture that cannot be made must not stop the time; what it left half done goes with all the rest.
            self._board.complain(error)
            self._board.canvas.clear()
            self.trouble = "tr_display"
            self.show_at = now + SHOW_EVERY_MS
            self._drawing = None

    def all(self, now):
        """Draws and sends everything, where nothing else has to be done, and nobody asks what buttons do."""
        while self.busy:
            self.turn(now, False)
