"""The clock's end of the serial line: the host asks, this answers. It never waits.

The app gives it what has arrived (`feed`) and lets it write (`send`); both do a bounded piece of work and keep a
bounded amount of memory, whatever the host does:

- A feed acts on at most REQUESTS_A_FEED requests. The host asks one at a time, so more than that is a flood; what is
  left out it may ask again.
- What waits to be sent never exceeds OUT_MAX bytes. Nothing is made while there is no room to write, and a long answer
  (`logs`, `read`) is made a frame at a time. If the host stops reading, nothing happens; if it comes back, neither.
- A newer `logs` or `read` cancels the one still being sent. A `hello` is the start of a new host: it cancels all.
- A request that changes something is remembered with its answer: repeated (same number, same content), it gets that
  answer again, and nothing is done twice.
"""

import binascii
import hashlib
import json

from tritempo.reader import Reader
from tritempo.refusal import RequestError, bad, done, optional, whole
from tritempo.text import is_text
from tritempo.unload import forget
from tritempo.wire import HEAD, Decoder, encode, message, seal, split

REQUESTS_A_FEED = 2
OUT_MAX = 4096
# Bytes of the longest frame with a piece of a log: five times what a Pico's line takes at once. It takes 4 ms.
PIECE_FRAME = 1275
# What only a clock says. On a line that echoes, our own answers come back: they are not requests.
ANSWERS = (b"ok", b"no", b"data", b"tilde", b"log")
CHANGES = (b"ack", b"time")
RARE = (b"fixture", b"round_start", b"settings", b"maintenance")  # changes, too, which are no part of a game
QUESTIONS = (b"hello", b"key", b"logs", b"read", b"live", b"status")
# From 2020 to the end of 2099: a time outside of it comes from a computer whose own clock is not set.
UNIX_RANGE = (1577836800, 4102444799)


class Responder:
    """Answers requests for a clock.

    `clock` has `.state`, `.hello() .live() .status()` (dicts), `.key` (bytes), `.logbook`, and `.fixture(data)
    .round_start() .settings(data) .set_time(unix) .maintenance()`, which return None or the reason why not. `dropped`
    counts the requests and answers that were left out because there were too many.
    """

    def __init__(self, clock):
        self.dropped = 0
        self._clock = clock
        self._decoder = Decoder()
        self._reader = Reader(clock.logbook)
        self._out = []  # frames to be written
        self._written = 0  # bytes of the first of them that are written already
        self._stream = None  # generator of the payloads of a long answer
        self._number = 0  # the request that the stream answers
        # Of the last request that may have changed something: number, hash of its payload, answer.
        self._changed = None
        self._taken = None  # the last fixture taken, as tritempo.requests knows it again
        self._percent = None

    @property
    def busy(self):
        """Whether there is something to write: then the app should not rest, unless there is no room to write it."""
        return bool(self._out) or self._stream is not None

    @property
    def percent(self):
        """How much of a log has been sent, 0 to 100, while one is being read; else None. For the display."""
        return self._percent if self._stream is not None else None

    def feed(self, data):
        """Takes bytes that arrived and acts on the requests in them. Never raises."""
        acted = 0
        try:
            for number, payload in self._decoder.feed(data):
                verb, rest = split(payload)
                if verb in ANSWERS:
                    continue
                if acted == REQUESTS_A_FEED:
                    self.dropped += 1
                    continue
                acted += 1
                self._act(number, payload, verb, rest)
        except MemoryError:
            self._let_go()

    def send(self, line, until_ms):
        """Writes what there is to say, frame after frame, as long as the line takes it and the time has not come.

        `line` has `.room() .write(data) .now_ms() .moved`, as a board: where a button moves it ends, too. Never raises.
        """
        try:
            while not line.moved and line.room():
                if not self._out and self._stream is not None:
                    self._make_piece(self._stream)
                if not self._out:
                    if self._stream is None:
                        return
                    continue  # a frame is half made: now a button may come first
                frame = self._out[0]
                self._written += line.write(memoryview(frame)[self._written :] if self._written else frame)
                if self._written == len(frame):
                    self._out.pop(0)
                    self._written = 0
                if line.now_ms() >= until_ms:
                    return
        except MemoryError:
            self._let_go()

    def _let_go(self):
        """Forgets all that waits to be sent. With a full heap not even a refusal can be made; the host asks again."""
        self._out = []
        self._written = 0
        self._end_stream()

    def _end_stream(self):
        self._stream = None
        self._reader.end()

    def _act(self, number, payload, verb, rest):
        changes = verb in CHANGES or verb in RARE
        this = (number, hashlib.sha256(payload).digest()) if changes else None
        if changes and self._changed is not None and self._changed[:2] == this:
            self._put(self._changed[2])
            return
        answer = self._answer(number, verb, rest)
        if changes:
            self._changed = this + (answer,)
        if answer is not None:
            self._put(answer)

    def _put(self, frame):
        """Queues a frame. If the host does not read, the oldest that is not half written makes room for it."""
        waiting = sum(len(each) for each in self._out) + len(frame)
        while waiting > OUT_MAX and len(self._out) > 1:
            waiting -= len(self._out.pop(1))
            self.dropped += 1
        self._out.append(frame)

    def _answer(self, number, verb, rest):
        """The frame that answers a request, or None if a stream will."""
        try:
            if verb in RARE:
                answer = self._change(verb, _parse(rest))
            elif verb in QUESTIONS or verb in CHANGES:
                answer = getattr(self, "_do_" + verb.decode())(_parse(rest), number)
            else:
                raise RequestError("verb")
            return None if answer is None else _frame(number, "ok", answer)
        except RequestError as refusal:
            return _no(number, refusal)
        except Exception as error:
            # Whatever a broken flash or a full heap does to an answer, the clock goes on.
            return _no(number, RequestError("failed", repr(error)))

    # Requests. Each takes its data (a dict) and its number, and returns the data of `ok`, or None if a stream answers.

    def _do_hello(self, data, number):
        # A new host at the line: what the one before was still to get, and what it asked for, is its own affair.
        self._let_go()
        self._changed = None
        return self._clock.hello()

    def _do_key(self, data, number):
        return {"key": binascii.hexlify(self._clock.key).decode()}

    def _do_live(self, data, number):
        return self._clock.live()

    def _do_status(self, data, number):
        return self._clock.status()

    def _do_logs(self, data, number):
        self._start(number, self._entries())

    def _do_read(self, data, number):
        log = whole(data, "log")
        offset = whole(data, "offset")
        length = optional(data, "length")
        size = self._size(log)
        if offset > size:
            raise RequestError("offset")
        self._start(number, self._pieces(log, offset, size if length is None else min(size, offset + length), size))

    def _do_ack(self, data, number):
        log = whole(data, "log")
        return done(self._clock.logbook.acknowledge(log, whole(data, "size")))

    def _do_time(self, data, number):
        # It only says what the wall clock shows: the game's own time axis does not know it, so it disturbs no game.
        return done(self._clock.set_time(whole(data, "unix", UNIX_RANGE[0], UNIX_RANGE[1])))

    def _change(self, verb, data):
        """What no game asks is loaded for its answer only: it is 7 KB of a Pico's memory, with all that it needs."""
        try:
            from tritempo.requests import change

            answer, self._taken = change(self._clock, self._taken, verb, data)
            return answer
        finally:
            forget("tritempo.requests", "tritempo.control_check", "tritempo.kept", "tritempo.start")
            forget("tritempo.buttons.dials", "tritempo.presets")

    # Long answers, a frame at a time.

    def _start(self, number, stream):
        self._end_stream()
        self._number = number
        self._stream = stream
        self._percent = None

    def _make_piece(self, stream):
        """Queues the next frame of the long answer, or its end; or makes half of a frame."""
        try:
            frame = next(stream)
        except StopIteration:
            self._end_stream()
            return
        except Exception as error:
            self._end_stream()
            frame = _no(self._number, RequestError("failed", repr(error)))
        if frame is not None:
            self._out.append(frame)

    def _entries(self):
        count = 0
        for entry in self._clock.logbook.list():
            count += 1
            yield encode(self._number, message("log", entry))
        yield encode(self._number, message("ok", {"count": count}))

    def _size(self, log):
        size = self._clock.logbook.size(log)
        if size is None:
            raise RequestError("log")
        return size

    def _pieces(self, log, offset, end, size):
        """A log's bytes go from the flash to the line in one buffer: to make others of them takes a Pico far longer.

        None where a frame is half made.
        """
        start = offset
        buffer = bytearray(PIECE_FRAME)
        frame = memoryview(buffer)
        while offset < end:
            verb = b"data %d\n" % offset
            first = 1 + HEAD + len(verb)
            frame[1 + HEAD : first] = verb
            last = min(PIECE_FRAME - 1, first + end - offset)
            last = first + self._reader.into(log, offset, frame[first:last])
            if last == first:
                raise OSError("log %d ends at %d of %d bytes" % (log, offset, size))
            yield None
            # The one byte that no frame can hold goes in a frame of its own.
            tilde = buffer.find(b"~", first, last)
            if tilde == first:
                yield encode(self._number, b"tilde %d" % offset)
                offset += 1
            else:
                if tilde > 0:
                    last = tilde
                yield seal(frame, self._number, last)
                offset += last - first
            self._percent = 100 * (offset - start) // (end - start)
        yield encode(self._number, message("ok", {"end": offset, "size": size}))


def _parse(rest):
    """The data of a request: a dict, empty if there is none. RequestError `data` for anything else."""
    if not rest:
        return {}
    if not is_text(rest):
        raise bad("what follows the verb is not text in UTF-8, or has control characters")
    try:
        data = json.loads(rest.decode())
        if b"\\" in rest:
            # Written again, it must be text: half a character (a lone \\uD8xx) would make the log's header unreadable.
            message("", data)
    except (ValueError, RuntimeError):  # RuntimeError: nested too deep
        raise bad("what follows the verb is not JSON in UTF-8")
    if not isinstance(data, dict):
        raise bad("what follows the verb is not a JSON object")
    return data


def _frame(number, verb, data):
    payload = message(verb, data)
    try:
        return encode(number, payload)
    except ValueError:
        return _no(number, RequestError("frame"))


def _no(number, refusal):
    # A text that quotes what the host sent could be as long and as strange as that.
    why = {"reason": refusal.reason}
    if refusal.text:
        why["text"] = "".join(character if " " <= character <= "~" else "?" for character in refusal.text[:200])
    return encode(number, message("no", why))
