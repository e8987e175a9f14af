"""The frame codec: what is sent arrives, what is broken is dropped, and nothing else happens."""

import json
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tritempo.wire import HEAD, MAX_PAYLOAD, Decoder, encode, message, seal, split

# Line feeds and frames' own digits among them: neither ends a payload before its time.
payloads = (st.binary(max_size=200) | st.text("0123456789abcdef\n\r ", max_size=200).map(str.encode)).map(
    lambda data: data.replace(b"~", b"-")
)
frames = st.tuples(st.integers(0, 0xFFFF), payloads)
# Bytes of which frames are made are more dangerous than others.
junk = st.binary(max_size=60) | st.text("~0123456789abcdef\n", max_size=60).map(str.encode)
cuts = st.lists(st.integers(0, 10_000), max_size=12)


def pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    edges = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    return [data[start:stop] for start, stop in pairwise(edges)]


def decode(parts: list[bytes]) -> list[tuple[int, bytes]]:
    decoder = Decoder()
    return [frame for part in parts for frame in decoder.feed(part)]


def test_a_frame_is_a_line_that_can_be_read():
    assert encode(0x12AB, message("live")) == b"~000412ab78324468live\n"


@pytest.mark.parametrize("total", [63, 64, 65, 127, 128, 129, HEAD + 2 + MAX_PAYLOAD])
@pytest.mark.parametrize("piece", [1, 7, 64, 4096])
def test_frames_around_the_size_of_a_usb_packet(total, piece):
    frame = encode(7, b"x" * (total - HEAD - 2))
    assert len(frame) == total
    data = frame * 3
    parts = [data[at : at + piece] for at in range(0, len(data), piece)]
    assert decode(parts) == [(7, b"x" * (total - HEAD - 2))] * 3


def test_ten_thousand_in_a_row():
    sent = [(number, message("read", {"offset": number})) for number in range(10_000)]
    stream = b"".join(encode(*frame) for frame in sent)
    assert decode([stream[at : at + 64] for at in range(0, len(stream), 64)]) == sent


@pytest.mark.parametrize(
    ("number", "payload"),
    [(-1, b""), (0x10000, b""), (1, b"a~b"), (1, b"x" * (MAX_PAYLOAD + 1))],
    ids=["negative number", "number too large", "tilde", "too long"],
)
def test_what_a_frame_cannot_carry_is_refused(number, payload):
    with pytest.raises(ValueError):
        encode(number, payload)


@given(frames, st.integers(0, 20))
def test_a_frame_made_in_place_is_the_same(frame, more):
    number, payload = frame
    buffer = bytearray(1 + HEAD) + payload + bytes(1 + more)
    assert bytes(seal(memoryview(buffer), number, 1 + HEAD + len(payload))) == encode(number, payload)
    assert len(buffer) == 1 + HEAD + len(payload) + 1 + more


@given(st.lists(frames, max_size=6), cuts)
def test_whatever_is_sent_arrives_in_any_pieces(sent, cuts):
    assert decode(pieces(b"".join(encode(*frame) for frame in sent), cuts)) == sent


@given(st.lists(st.tuples(junk, frames), max_size=5), junk, cuts)
def test_junk_between_frames_costs_nothing(sent, last, cuts):
    """Even on the same line: the `~` of the frame begins anew."""
    stream = b"".join(noise + encode(*frame) for noise, frame in sent) + last
    assert decode(pieces(stream, cuts)) == [frame for _, frame in sent]


@st.composite
def mutated(draw):
    """(stream, the frames that were not hit): of some frames in a row, some are changed in one of many ways."""
    stream, whole = b"", []
    for frame in draw(st.lists(frames, min_size=1, max_size=6)):
        data = encode(*frame)
        kind = draw(st.sampled_from(["whole", "whole", "lost", "end lost", "cut", "change", "insert"]))
        at = draw(st.integers(0, len(data) - 2))
        if kind == "whole":
            whole.append(frame)
        elif kind == "lost":
            data = b""
        elif kind == "end lost":
            data = data[: at + 1]
        elif kind == "cut":
            data = data[:at] + data[at + draw(st.integers(1, 8)) :]
        elif kind == "change":
            data = data[:at] + bytes([data[at] ^ draw(st.integers(1, 255))]) + data[at + 1 :]
        else:
            # Inside: at the very ends it would be junk between frames, which hits nothing.
            at = min(max(at, 2), len(data) - 2)
            data = data[:at] + draw(st.binary(min_size=1, max_size=8)) + data[at:]
        stream += data
    return stream, whole


@given(mutated(), cuts)
def test_a_fault_costs_only_the_frame_it_hits(case, cuts):
    stream, whole = case
    assert decode(pieces(stream, cuts)) == whole


@given(st.binary(max_size=400) | junk, cuts)
def test_garbage_is_never_a_frame_and_its_pieces_do_not_matter(data, cuts):
    """Whatever comes is dropped and counted: each `~` either became a frame, was dropped, or is still open."""
    for parts in ([data], pieces(data, cuts)):
        decoder = Decoder()
        found = [frame for part in parts for frame in decoder.feed(part)]
        assert found == []
        assert decoder.dropped == data.count(b"~") - (decoder._begun is not None)


@pytest.mark.parametrize("at", range(HEAD))
def test_capitals_signs_and_spaces_are_no_hex_digits(at):
    """int() would take them, and a frame that can be written in two ways is checked in neither."""
    frame = encode(0x0A0B, b"abcdefghij")
    for strange in b"+-_ ABCDEFX":
        assert decode([frame[: at + 1] + bytes([strange]) + frame[at + 2 :]]) == []


def test_a_carriage_return_before_the_newline_is_forgiven():
    """Some terminals put it there. Inside a frame it is a fault like any other."""
    frame = encode(3, b"hello")
    assert decode([frame[:-1] + b"\r\n"]) == [(3, b"hello")]
    assert decode([frame[:-1] + b"\r\r\n", frame[:20] + b"\r" + frame[20:]]) == []


def test_a_length_that_no_frame_has_is_dropped_at_once():
    """Else a broken digit would keep bytes for a frame that cannot come."""
    for digits in (b"0801", b"ffff", b"00ag", b"+001", b"00 1", b"00_1"):
        decoder = Decoder()
        decoder.feed(b"~" + digits)
        assert (decoder.dropped, decoder._begun) == (1, None)


@given(frames, frames, st.integers(-200, 2000))
def test_a_wrong_length_costs_one_frame(broken, sound, by):
    """Too long, it waits until the next `~`; too short, what follows is no end."""
    frame = encode(*broken)
    length = (len(broken[1]) + by) % (MAX_PAYLOAD + 1)
    frame = b"~" + b"%04x" % length + frame[5:]
    expected = [sound] if length != len(broken[1]) else [broken, sound]
    assert decode([frame, encode(*sound)]) == expected


def test_a_frame_inside_a_name_is_never_one():
    """However a payload is cut out of its frame, no part of it may do something by itself."""
    inner = encode(9, message("maintenance")).decode()[:-1]
    payload = message("fixture", {"names": [inner]})
    assert b"~" not in payload
    assert json.loads(split(payload)[1]) == {"names": [inner]}
    frame = encode(1, payload)
    for start in range(1, len(frame)):
        assert decode([frame[start:], b"\n"]) == []


def test_memory_is_bounded_whatever_comes():
    decoder = Decoder(100)
    for data in (b"~" * 5000, b"~" + b"0" * 5000, b"~0064" + b"\n" * 5000, b"junk" * 5000):
        for at in range(0, len(data), 61):
            decoder.feed(data[at : at + 61])
            assert decoder._begun is None or len(decoder._begun) <= HEAD + 100 + 2
    assert decoder.feed(encode(1, b"x" * 100)) == [(1, b"x" * 100)]
    assert decoder.feed(encode(1, b"x" * 102)) == []


@pytest.mark.parametrize("flood", [b"~", b"~0", b"\n", b"~\n", b"~00100001", b"x"])
def test_a_flood_costs_the_same_for_each_byte(flood):
    """Thirty times the flood may take thirty times as long, not nine hundred (with a margin for a busy machine)."""

    def cost(repeat: int) -> float:
        data = flood * repeat
        best = float("inf")
        for _ in range(5):
            start = time.process_time()
            Decoder().feed(data)
            best = min(best, time.process_time() - start)
        return best

    assert cost(300_000) < 150 * max(cost(10_000), 0.0005)


@given(st.dictionaries(st.text(), st.text() | st.integers() | st.none() | st.lists(st.text())))
def test_a_message_is_its_data_again(data):
    payload = message("fixture", data)
    verb, rest = split(payload)
    assert verb == b"fixture"
    assert json.loads(rest) == data
    assert not any(byte < 0x20 or byte == 0x7E for byte in payload)


def test_half_a_character_is_refused():
    with pytest.raises(ValueError):
        message("fixture", {"names": ["\ud83d"]})
    # The last character before the halves, and the whole that they would make, are text.
    assert message("fixture", {"names": ["\ud7ff😀í"]}).decode() == 'fixture {"names":["\ud7ff😀í"]}'
