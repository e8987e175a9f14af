"""What is text: exactly what CPython's strict decoder takes, without control characters, on both runtimes."""

import json

from hypothesis import given
from hypothesis import strategies as st

from in_micropython import run
from tritempo.text import is_text

# Bytes near every border of the rule.
BORDERS = [0x00, 0x1F, 0x20, 0x7E, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF]
BORDERS += [0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF]
BYTES = st.lists(st.one_of(st.sampled_from(BORDERS), st.integers(0, 255)), max_size=8).map(bytes)


def by_cpython(data: bytes) -> bool:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return False
    return all(sign >= " " and sign != "\x7f" for sign in text)


@given(BYTES)
def test_it_takes_what_cpython_takes(data):
    assert is_text(data) == by_cpython(data)


@given(st.text())
def test_text_without_control_characters_is_text(text):
    assert is_text(text.encode("utf-8", "ignore")) == by_cpython(text.encode("utf-8", "ignore"))


def test_every_pair_and_border_is_the_same_in_micropython(tmp_path):
    samples = [bytes([a, b]) for a in BORDERS for b in BORDERS]
    samples += [bytes([a, b, 0x80, 0x80][:n]) for a in BORDERS[15:] for b in BORDERS for n in (3, 4)]
    (tmp_path / "samples.json").write_text(json.dumps([sample.hex() for sample in samples]))
    script = """
import binascii, json, sys
from tritempo.text import is_text
with open(sys.argv[1]) as file:
    print(json.dumps([is_text(binascii.unhexlify(sample)) for sample in json.load(file)]))
"""
    done = run(script, str(tmp_path / "samples.json"), heap="4m", folder=tmp_path)
    assert json.loads(done.stdout) == [by_cpython(sample) for sample in samples]
