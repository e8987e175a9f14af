"""The responder inside real MicroPython: the same answers, and no memory that grows, whatever the host does."""

import json

from in_micropython import run

SCRIPT = """
import gc
import json
from tritempo.responder import OUT_MAX, Responder
from tritempo.wire import Decoder, encode, message, split

LOG = bytes(i * i >> 3 & 255 for i in range(20000))
LOG = LOG.replace(b"~", b"\\n")[:10000] + LOG[10000:]


class Logbook:
    changes = 0

    def list(self):
        return [{"log": 12, "game": "9f3a66c1", "size": len(LOG), "acked": False, "open": True}]

    def size(self, log):
        return len(LOG)

    def place(self, log):
        return "", 0, [LOG]


class Clock:
    key = bytes(32)
    state = "setup"
    told = None

    def __init__(self):
        self.logbook = Logbook()

    def hello(self):
        return {"device": "e661", "state": self.state}

    live = status = hello

    def fixture(self, data):
        self.told = data


class Port:
    moved = False

    def __init__(self, room):
        self.most = self.left = room
        self.out = b""

    def room(self):
        return self.left

    def write(self, data):
        taken = bytes(data[: self.left])
        self.out += taken
        self.left -= len(taken)
        return len(taken)

    def now_ms(self):
        return 0

    def take(self):
        out = self.out
        self.out = b""
        self.left = self.most
        return out


def collect(responder, room):
    decoder = Decoder()
    port = Port(room)
    while True:
        responder.send(port, 0)
        out = port.take()
        if not out:
            return
        for frame in decoder.feed(out):
            yield frame


clock = Clock()
responder = Responder(clock)
fixture = {"id": "x", "control": "matam", "seats": 3, "names": ["Anna", "\\u0218tefan ~", "N\\u00faria"]}
for number, request in enumerate((
    b"hello", b"logs", b"reboot", b"read [", b'read {"log":12,"offset":' + b"9" * 1500 + b"}",
    b"fixture " + b"[" * 2000, b"fixture " + b'{"id":' * 300, b'fixture {"id":"\\\\ud83d"}', b"fixture \\xed\\xa0\\x80",
    message("fixture", fixture),
)):
    responder.feed(encode(number, request))
    for answered, payload in collect(responder, 64):
        verb, rest = split(payload)
        data = json.loads(rest)
        print(answered, verb.decode(), data.get("reason", ""))
print(json.dumps(clock.told["names"]))

read = encode(7, message("read", {"log": 12, "offset": 0, "length": None}))
flood = encode(8, b"live") * 100 + b"~" * 1000 + encode(9, b"x" * 1500)[:-1]
used = [0] * 60
for turn in range(60):
    responder.feed(read)
    total = 0
    for number, payload in collect(responder, 300):
        piece = b""
        if payload[:5] == b"data ":
            at, _, piece = payload[5:].partition(b"\\n")
            assert int(at) == total
        elif payload[:6] == b"tilde ":
            assert int(payload[6:]) == total
            piece = b"~"
        assert piece == LOG[total : total + len(piece)]
        total += len(piece)
    assert total == len(LOG)
    responder.feed(flood)
    assert sum(len(frame) for frame in responder._out) <= OUT_MAX
    gc.collect()
    used[turn] = gc.mem_alloc()
# The collector may take a number on the stack for an address: the least of ten is what is really alive.
print("grown", min(used[-10:]) - min(used[:10]))
"""


def test_answers_and_memory(tmp_path):
    done = run(SCRIPT, heap="160k", folder=tmp_path)
    *answers, names, grown = done.stdout.splitlines()
    assert answers == [
        "0 ok ",
        "1 log ",
        "1 ok ",
        "2 no verb",
        "3 no data",
        "4 no data",
        "5 no failed",  # so deep that it takes more memory than there is
        "6 no data",
        "7 no data",
        "8 no data",
        "9 ok ",
    ], done.stderr
    assert json.loads(names) == ["Anna", "Ștefan ~", "Núria"]
    assert grown == "grown 0"
