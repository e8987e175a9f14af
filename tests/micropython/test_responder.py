"""The responder inside real MicroPython: the same answers, and no memory that grows, whatever the host does."""

import json

from in_micropython import run

SCRIPT = """
import gc
import json
from tritempo.responder import OUT_MAX, Responder
from tritempo.wire import Decoder, encode, message, split

LOG = bytes(i * i >> 3 & 255 for i in range(20000))


class Logbook:
    def list(self):
        return [{"log": 12, "game": "9f3a66c1", "size": len(LOG), "acked": False, "open": True}]

    def size(self, log):
        return len(LOG)

    def read(self, log, offset, n):
        return LOG[offset : offset + n]


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


def collect(responder, room):
    decoder = Decoder()
    out = responder.pump(room)
    while out:
        assert len(out) <= room
        for frame in decoder.feed(out):
            yield frame
        out = responder.pump(room)


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
        if payload[:4] == b"data":
            total += 1
    assert total == 28, total
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
