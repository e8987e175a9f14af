"""The display on I2C: sends what changed, a little at a time, and comes back by itself after any fault.

    display = Display(I2C(0, freq=400000, timeout=5000), "sh1106")
    while display.send(canvas.buffer):      # one slice, of at most 1 ms on the bus
        …

What was sent is remembered, and only what is different goes out again. That alone would trust the display too much: one
that was unplugged for a moment, or reset by a nudge (picochess #28), takes all writes as before and shows noise or
nothing. So it is asked every second whether it is off, which after a reset it is; and as some modules cannot be read,
all settings and one page of the picture are sent anew as well: after eight seconds at most the picture is right again,
whatever happened. A write that fails (EIO, ETIMEDOUT: MicroPython #15120, #8167) is a trouble to tell, never an error,
and the next try is a second later.

Buffers and views are made once; a run of bytes costs the heap one small view.
"""

import errno
import time

PAGES = 8
WIDTH = 128
PIECE = 32  # bytes that are compared at once
PIECES_A_PAGE = WIDTH // PIECE
PIECES = PAGES * PIECES_A_PAGE
# A byte takes 22.5 us at 400 kHz. A run of bytes takes 7 more than its own: two addresses, two control bytes, and
# three commands that say where. One run is a slice: 0.6 ms on the bus at most, and half a one to put it together.
RUN_EXTRA = 7
RUN_BYTES = 20  # at least half a piece
SLICE_BYTES = RUN_BYTES + RUN_EXTRA
REFRESH_MS = 900  # and so with a picture a second
RETRY_MS = 1000
TROUBLE = "tr_display"

WHOLE, REST = 1, 2

_COMMANDS = 0x00  # control byte: all that follows are commands,
_DATA = 0x40  # or goes into the RAM
_PAGE = 0xB0
_COLUMN_LOW, _COLUMN_HIGH = 0x00, 0x10
_OFF = 0x40  # in the status: it shows nothing


class Display:
    """`trouble`: None, or the word for a display that does not answer."""

    def __init__(self, i2c, kind="ssd1306", address=None, recover=None, clock_ms=None):
        """`kind`: of panels.PANELS; KeyError for another.

        `i2c`: has writeto(address, bytes), which raises OSError or returns how many were taken, and readfrom_into.
        `address`: None looks for it. `recover`: called before another try after a fault, to free a bus that a display
        has left hanging, or None. `clock_ms`: ticks of a millisecond, for tests.
        """
        # Imported when a display is made, which is once: they are half a KB of a Pico's memory.
        from device import panels

        column, commands = panels.PANELS[kind]
        self.trouble = None
        self._i2c = i2c
        self._addresses = panels.ADDRESSES if address is None else (address,)
        self._recover = recover
        self._clock_ms = clock_ms or time.ticks_ms  # pyright: ignore[reportAttributeAccessIssue] (MicroPython's)
        self._column = column
        self._settings = bytes((_COMMANDS,)) + commands
        self._settings_but_on = memoryview(self._settings)[:-1]
        self._place = bytearray((_COMMANDS, 0, 0, 0))
        # A run is put together behind its control byte: the byte before the first one that is sent.
        self._run = bytearray(1 + 2 * PIECE)
        run = memoryview(self._run)
        self._run_view = run
        self._run_pieces = run[1 : 1 + PIECE], run[1 + PIECE :]
        sent = bytearray(PAGES * WIDTH)
        self._sent, self._sent_pages = _views(sent, PIECE), _views(sent, WIDTH)
        self._buffer = self._new = self._new_pages = None
        # WHOLE: it is not known what the display has there; REST: what it has from byte RUN_BYTES on.
        self._unknown = bytearray(PIECES)
        self._unknown_pages = bytearray(PAGES)  # 1: and so for a part of this page
        self._status = bytearray(1)
        self._tells = False  # whether its status has been seen to say that it is on
        self._at = 0  # the piece to look at next
        self._page = 0  # to be sent anew next
        self._failures = 0
        self._up = False  # it takes what it is sent
        self._dark = True  # it has not been switched on yet, for its picture is not whole
        self._due_ms = self._clock_ms()

    def send(self, buffer):
        """Sends one slice of `buffer` (MONO_VLSB) where it is not yet on the display. True while more may be left.

        Call it once a second at least. Never raises OSError and never waits but for the bus.
        """
        if buffer is not self._buffer:
            self._buffer = buffer
            self._new, self._new_pages = _views(buffer, PIECE), _views(buffer, WIDTH)
        try:
            return self._send()
        except OSError:
            self.trouble = TROUBLE
            self._up = False
            self._failures += 1
            self._due_in(RETRY_MS)
            return False

    def _send(self):
        if not self._up:
            return self._is_due() and self._begin()
        if self._is_due():
            self._refresh()
            return True
        if self._send_next():
            return True
        if self._dark:
            self._dark = False
            self._due_in(0)  # with the next slice it is switched on
            return True
        return False

    # The state of the display.

    def _begin(self):
        """All settings; the picture follows, and only then light, so that nobody sees what the RAM woke up with."""
        if self._failures and self._recover is not None:
            self._recover()
        self._write(self._settings_but_on)
        self._up = self._dark = True
        self._tells = False
        for page in range(PAGES):
            self._forget(page)
        self._due_in(REFRESH_MS)
        return True

    def _refresh(self):
        """All settings anew, and a page of the picture with the next slices; or all of it."""
        self._due_in(REFRESH_MS)
        if not self._dark:
            self._i2c.readfrom_into(self._address(), self._status)
            is_on = not self._status[0] & _OFF
            if self._tells and not is_on:
                self._begin()
                return
            self._tells = is_on
        self._write(self._settings_but_on if self._dark else self._settings)
        self.trouble = None
        self._forget(self._page)
        self._page = (self._page + 1) % PAGES

    def _forget(self, page):
        first = page * PIECES_A_PAGE
        for i in range(first, first + PIECES_A_PAGE):
            self._unknown[i] = WHOLE
        self._unknown_pages[page] = 1

    def _address(self):
        # Where nothing answers, the other one is tried the next time.
        return self._addresses[self._failures % len(self._addresses)]

    def _write(self, data):
        taken = self._i2c.writeto(self._address(), data)
        if taken != len(data):  # an rp2 raises only where the address is not acknowledged
            raise OSError(errno.EIO)

    def _is_due(self):
        return time.ticks_diff(self._clock_ms(), self._due_ms) >= 0  # pyright: ignore[reportAttributeAccessIssue]

    def _due_in(self, ms):
        self._due_ms = time.ticks_add(self._clock_ms(), ms)  # pyright: ignore[reportAttributeAccessIssue]

    # The picture.

    def _send_next(self):
        """The next run. False: the whole picture has been looked at, and nothing is left."""
        unknown, new, sent = self._unknown, self._new, self._sent
        i = self._at
        end = i + PIECES
        while i < end:
            at = i % PIECES
            if not at % PIECES_A_PAGE and self._is_same(at // PIECES_A_PAGE):
                i += PIECES_A_PAGE
                continue
            if unknown[at] or new[at] != sent[at]:
                self._at = at if self._send_run(at) else (at + 1) % PIECES
                return True
            i += 1
        return False

    def _is_same(self, page):
        """Whether nothing of a page has to be sent: nearly all of them, so they are compared as a whole."""
        if self._unknown_pages[page]:
            first = page * PIECES_A_PAGE
            for i in range(first, first + PIECES_A_PAGE):
                if self._unknown[i]:
                    return False
            self._unknown_pages[page] = 0
        return self._new_pages[page] == self._sent_pages[page]

    def _send_run(self, i):
        """The bytes of a piece that changed, and of the next one if all are few and near.

        True: they are more than RUN_BYTES, and the rest is still to be sent.
        """
        new, run = self._new, self._run_pieces
        start = self._first(i)
        end = self._last(i)
        run[0][:] = new[i]
        if end - start > RUN_BYTES:
            end = start + RUN_BYTES
            self._send_bytes(i, start, end)
            self._sent[i][start:end] = new[i][start:end]
            if self._unknown[i]:
                self._unknown[i] = REST
            return True
        following = i + 1
        joined = False
        if following % PIECES_A_PAGE and (self._unknown[following] or new[following] != self._sent[following]):
            last = PIECE + self._last(following)
            joined = last - start <= RUN_BYTES
            if joined:
                run[1][:] = new[following]
                end = last
        self._send_bytes(i, start, end)
        self._keep(i)
        if joined:
            self._keep(following)
        return False

    def _send_bytes(self, i, start, end):
        """A part of the run, which begins with piece `i`."""
        column = self._column + i % PIECES_A_PAGE * PIECE + start
        place = self._place
        place[1] = _PAGE | i // PIECES_A_PAGE
        place[2] = _COLUMN_LOW | column & 15
        place[3] = _COLUMN_HIGH | column >> 4
        self._run[start] = _DATA
        self._write(place)
        self._write(self._run_view[start : 1 + end])

    def _first(self, i):
        """Of a piece that differs: its first byte that does."""
        if self._unknown[i]:
            return 0 if self._unknown[i] == WHOLE else RUN_BYTES
        new, sent = self._new[i], self._sent[i]
        at = 0
        while new[at] == sent[at]:
            at += 1
        return at

    def _last(self, i):
        """The byte after the last one that does."""
        if self._unknown[i]:
            return PIECE
        new, sent = self._new[i], self._sent[i]
        at = PIECE
        while new[at - 1] == sent[at - 1]:
            at -= 1
        return at

    def _keep(self, i):
        if self._unknown[i] != REST:
            self._sent[i][:] = self._new[i]
        else:  # what was sent of it before is known, and may have changed since
            self._sent[i][RUN_BYTES:] = self._new[i][RUN_BYTES:]
        self._unknown[i] = 0


def _views(buffer, length):
    view = memoryview(buffer)
    return [view[at : at + length] for at in range(0, len(buffer), length)]
