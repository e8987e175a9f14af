"""Frames, junk and faults for the line, and the program that a MicroPython answers them with."""

import json
import random
from binascii import crc32
from pathlib import Path

from tritempo.wire import Decoder, encode, message

PROGRAM = """
import json
import sys
from binascii import crc32
from tritempo.wire import Decoder, encode, message, seal

folder = sys.argv[1]
with open(folder + "/messages") as file:
    frames = [encode(number, message(verb, data)) for number, verb, data in json.load(file)]
print(json.dumps([frame.hex() for frame in frames]))
refused = 0
for payload in (b"a~b", b"x" * 3000):
    try:
        encode(1, payload)
    except ValueError:
        refused += 1
try:
    message("fixture", json.loads('["\\\\ud83d"]'))
except ValueError:
    refused += 1
frame = bytearray(40)
frame[17:29] = b"data 0\\na\\n~b\\n"
frame[26] = 45
print(bytes(seal(memoryview(frame), 9, 29)).hex())
decoder = Decoder()
with open(folder + "/stream") as file:
    for part in file:
        for number, payload in decoder.feed(bytes.fromhex(part)):
            print(number, crc32(payload))
print(refused, decoder.dropped)
"""

MESSAGES = [
    (7, "hello", None),
    (65535, "ok", {"names": ["Ștefan", "l·l ~ 😀", 'a"b\\c\td']}),
    (1, "ok", [None, True]),
]


def noisy_stream(random_: random.Random, count: int) -> list[bytes]:
    """`count` frames with junk and faults among them, cut into pieces of 1 to 100 bytes."""
    stream = bytearray()
    for number in range(count):
        frame = bytearray(encode(number, message("read", {"log": number, "names": "é~" * random_.randrange(30)})))
        if number % 3 == 0:
            frame = bytearray(encode(number, b"data %d\n" % number + b"12 150 seat 1\n" * random_.randrange(30)))
        fault = random_.randrange(10)
        if fault == 0:
            frame[random_.randrange(len(frame))] ^= 1 << random_.randrange(8)
        elif fault == 1:
            del frame[random_.randrange(len(frame)) :]
        elif fault == 2:
            frame[:0] = random_.randbytes(random_.randrange(40))
        elif fault == 3:
            frame[:0] = b"~" * random_.randrange(2000)
        stream += frame
    parts = []
    while stream:
        size = random_.randrange(1, 100)
        parts.append(bytes(stream[:size]))
        del stream[:size]
    return parts


def answers(folder: Path, count: int = 1000) -> list[str]:
    """Writes what PROGRAM reads into `folder`; returns the lines that it must print (as CPython would)."""
    parts = noisy_stream(random.Random(2), count)
    decoder = Decoder()
    found = [f"{number} {crc32(payload)}" for part in parts for number, payload in decoder.feed(part)]
    assert 0.7 * count < len(found) < 0.95 * count
    (folder / "messages").write_text(json.dumps(MESSAGES, ensure_ascii=False), encoding="utf-8")
    (folder / "stream").write_text("\n".join(part.hex() for part in parts))
    frames = [encode(number, message(verb, data)).hex() for number, verb, data in MESSAGES]
    sealed = encode(9, b"data 0\na\n-b\n").hex()
    return [json.dumps(frames), sealed, *found, f"3 {decoder.dropped}"]
