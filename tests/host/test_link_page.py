"""docs/link.md says what the code does."""

import re
from pathlib import Path

from fake_clock import FakeClock, Port
from tritempo.responder import ANSWERS, CHANGES, QUESTIONS, RARE, Responder
from tritempo.wire import MAX_PAYLOAD, VERSION, Decoder, encode

FIRMWARE = Path(__file__).parents[2] / "firmware" / "tritempo"
CLOCK = "".join((FIRMWARE / f"{name}.py").read_text() for name in ("requests", "responder", "answers", "logbook"))
PAGE = (Path(__file__).parents[2] / "docs" / "link.md").read_text(encoding="utf-8")


def test_every_request_has_its_section():
    verbs = {verb.decode() for verb in QUESTIONS + CHANGES + RARE}
    sections = set(re.findall(r"^### ([a-z_]+)$", PAGE, re.MULTILINE))
    assert sections == verbs


def test_every_reason_and_answer_is_in_its_table():
    named = set(re.findall(r"^\| `([a-z]+)[ `]", PAGE, re.MULTILINE))
    told = set(re.findall(r'RequestError\("([a-z]+)"|return "([a-z]+)"$', CLOCK, re.MULTILINE))
    reasons = {first or second for first, second in told}
    assert {"verb", "playing", "size", "fixture", "seats"} < reasons
    assert named >= reasons | {answer.decode() for answer in ANSWERS}


def test_the_example_is_a_frame():
    [example] = re.findall(r"^    (~[0-9a-f]{16}.*)$", PAGE, re.MULTILINE)
    assert Decoder().feed(example.encode() + b"\n") == [(0x12AB, b"live")]
    assert f"at most {MAX_PAYLOAD:,}" in PAGE
    assert f'"wire":{VERSION},' in PAGE and f"version of this page, {VERSION}." in PAGE


def test_the_example_of_a_reading_adds_up():
    """Its two pieces, in which the log breaks a line, as a clock with such a log gives them."""
    [(request, said)] = re.findall(r"^    (read \{.*\})\n((?:    .*\n|\n)+?)(?=\(the payloads)", PAGE, re.MULTILINE)
    said = re.sub(r"^    ", "", said, flags=re.MULTILINE).removesuffix("\n")
    pieces = re.findall(r"data (\d+)\n(.*?)\n(?=data |ok )", said, re.DOTALL)
    log = bytes(int(pieces[0][0])) + "".join(text for _, text in pieces).encode()
    line = Port(10_000)
    responder = Responder(FakeClock({12: log}))
    first = int(pieces[1][0]) - int(pieces[0][0])
    responder.feed(encode(1, request.replace("null", str(first)).encode()))
    responder.send(line, 1)
    responder.feed(encode(1, request.replace(pieces[0][0], pieces[1][0]).encode()))
    responder.send(line, 1)
    (_, one), (_, _end), (_, two), (_, end) = Decoder().feed(line.written)
    assert b"".join(payload + b"\n" for payload in (one, two, end)).decode() == said
