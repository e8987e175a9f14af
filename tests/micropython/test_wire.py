"""The frame codec inside real MicroPython gives, byte for byte, what it gives on CPython."""

import json
import random
from binascii import crc32

from in_micropython import run
from tritempo.wire import Decoder, encode, message

SCRIPT = """
import json
import sys
from binascii import crc32
from tritempo.wire import Decoder, encode, message

folder = sys.argv[1]
with open(folder + "/messages") as file:
    frames = [encode(number, message(verb, data)) for number, verb, data in json.load(file)]
print(json.dumps([frame.hex() for frame in frames]))
refused = 0
for payload in (b"a~b", b"a\\nb", b"x" * 3000):
    try:
        encode(1, payload)
    except ValueError:
        refused += 1
try:
    message("fixture", json.loads('["\\\\ud83d"]'))
except ValueError:
    refused += 1
decoder = Decoder()
with open(folder + "/stream") as file:
    for part in file:
        for number, payload in decoder.feed(bytes.fromhex(part)):
            print(number, crc32(payload))
print(refused, decoder.dropped)
"""


def noisy_stream(random_: random.Random) -> list[bytes]:
    """Frames with junk and faults among them, cut into pieces of 1 to 100 bytes."""
    stream = bytearray()
    for number in range(1000):
        frame = bytearray(encode(number, message("read", {"log": number, "names": "é~" * random_.randrange(30)})))
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


def test_both_runtimes_agree(tmp_path):
    messages = [
        (7, "hello", None),
        (65535, "ok", {"names": ["Ștefan", "l·l ~ 😀", 'a"b\\c\td']}),
        (1, "ok", [None, True]),
    ]
    parts = noisy_stream(random.Random(2))
    decoder = Decoder()
    found = [f"{number} {crc32(payload)}" for part in parts for number, payload in decoder.feed(part)]
    assert 700 < len(found) < 950
    (tmp_path / "messages").write_text(json.dumps(messages, ensure_ascii=False), encoding="utf-8")
    (tmp_path / "stream").write_text("\n".join(part.hex() for part in parts))

    done = run(SCRIPT, str(tmp_path), heap="256k", folder=tmp_path)

    assert done.returncode == 0, done.stderr
    first, *lines, last = done.stdout.splitlines()
    assert json.loads(first) == [encode(number, message(verb, data)).hex() for number, verb, data in messages]
    assert lines == found
    assert last == f"4 {decoder.dropped}"
