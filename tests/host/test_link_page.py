"""docs/link.md says what the code does."""

import re
from pathlib import Path

from fake_clock import FakeClock
from tritempo.responder import ANSWERS, TEXTS, Responder
from tritempo.wire import MAX_PAYLOAD, Decoder

PAGE = (Path(__file__).parents[2] / "docs" / "link.md").read_text(encoding="utf-8")


def test_every_request_has_its_section():
    verbs = {verb.decode() for verb in Responder(FakeClock())._verbs}
    sections = set(re.findall(r"^### ([a-z_]+)$", PAGE, re.MULTILINE))
    assert sections == verbs


def test_every_reason_and_answer_is_in_its_table():
    named = set(re.findall(r"^\| `([a-z]+)[ `]", PAGE, re.MULTILINE))
    assert named >= set(TEXTS) | {answer.decode() for answer in ANSWERS} | {"data", "control", "state"}


def test_the_example_is_a_frame():
    [example] = re.findall(r"^    (~[0-9a-f]{16}.*)$", PAGE, re.MULTILINE)
    assert Decoder().feed(example.encode() + b"\n") == [(0x12AB, b"live")]
    assert f"at most {MAX_PAYLOAD:,}" in PAGE
