"""The journal: what is written comes back; what was cut, changed, doubled or moved is found, and nothing raises."""

import hashlib
import hmac
import json
import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tritempo import journal, replay
from tritempo.control import preset

KEY = bytes(range(32))
HEADER = {
    "format": 1,
    "device": "virtual-1",
    "firmware": "0.1.0",
    "game": "9f3a66c1",
    "round": 2,
    "table": 5,
    "names": ["Núria", "Țuțu l·l", 'a "quoted" \\ name'],
    "seats": 3,
    "holders": {"salva": 3},
    "control": preset("matam"),
    "wall": None,
}


def a_log(key: bytes = KEY) -> bytes:
    writer = journal.Writer(key)
    lines = [
        writer.start(HEADER),
        writer.input(0, "seat", (1,)),
        writer.input(45_000, "seat", (2,)),
        writer.input(45_200, "seat", (2,), "dead_time"),
        writer.auto(150_000, "warn", (2, 15_000)),
        writer.auto(165_000, "flag", (2,)),
        writer.input(170_000, "pause"),
        writer.input(171_000, "reason", ("challenge",)),
        writer.input(180_000, "verdict", ("invalid", None, None)),
        writer.note(180_000, "jump", (-5000,)),
        writer.input(190_000, "adjust", (1, -5000), "state"),
    ]
    return b"".join(lines)


LOG = a_log()


def test_what_is_written_comes_back():
    reading = journal.read(LOG, KEY)
    assert reading.fault is None
    assert reading.valid_bytes == len(LOG)
    assert reading.header == HEADER
    found = [(line.n, line.t, line.kind, line.word, line.args, line.ignored) for line in reading.lines[1:]]
    assert found == [
        (1, 0, "input", "seat", (1,), None),
        (2, 45_000, "input", "seat", (2,), None),
        (3, 45_200, "input", "seat", (2,), "dead_time"),
        (4, 150_000, "auto", "warn", (2, 15_000), None),
        (5, 165_000, "auto", "flag", (2,), None),
        (6, 170_000, "input", "pause", (), None),
        (7, 171_000, "input", "reason", ("challenge",), None),
        (8, 180_000, "input", "verdict", ("invalid", None, None), None),
        (9, 180_000, "note", "jump", (-5000,), None),
        (10, 190_000, "input", "adjust", (1, -5000), "state"),
    ]


def test_the_tag_is_an_hmac_over_the_tag_before_and_the_line():
    """docs/journal.md: anybody can check a log with a standard HMAC-SHA-256."""
    before = b""
    for line in LOG.splitlines():
        body, _, tag = line.rpartition(b" ")
        assert hmac.new(KEY, before + body, hashlib.sha256).hexdigest()[:16].encode() == tag
        before = tag


def test_a_long_key_is_hashed_first():
    key = bytes(100)
    body, _, tag = a_log(key).splitlines()[0].rpartition(b" ")
    assert hmac.new(key, body, hashlib.sha256).hexdigest()[:16].encode() == tag


def test_cut_at_any_byte_leaves_the_whole_lines_before():
    for cut in range(len(LOG)):
        reading = journal.read(LOG[:cut], KEY)
        whole = LOG[:cut].rfind(b"\n") + 1
        assert reading.valid_bytes == whole
        assert len(reading.lines) == LOG[:cut].count(b"\n")
        if whole == cut and cut:
            assert reading.fault is None
        else:
            assert reading.fault is not None
            assert (reading.fault.line, reading.fault.reason) == (len(reading.lines), "cut")


@given(place=st.integers(0, len(LOG) - 1), byte=st.integers(0, 255))
def test_with_any_byte_changed_the_lines_before_it_stand_and_it_does_not(place, byte):
    changed = LOG[:place] + bytes([byte]) + LOG[place + 1 :]
    reading = journal.read(changed, KEY)
    if changed == LOG:
        assert reading.fault is None
    else:
        assert reading.fault is not None
        assert reading.valid_bytes == LOG[:place].rfind(b"\n") + 1


@given(data=st.data())
def test_lines_left_out_doubled_or_moved_are_found(data):
    lines = LOG.splitlines(keepends=True)
    order = data.draw(st.lists(st.sampled_from(range(len(lines))), max_size=len(lines) + 2))
    reading = journal.read(b"".join(lines[i] for i in order), KEY)
    sound = 0
    while sound < len(order) and order[sound] == sound:
        sound += 1
    assert len(reading.lines) == sound
    assert (reading.fault is None) == (sound == len(order) and sound > 0)


def test_lines_of_another_game_or_another_clock_do_not_fit():
    writer = journal.Writer(KEY)
    other_game = writer.start(dict(HEADER, game="00000000")) + writer.input(0, "seat", (1,))
    ours, theirs = LOG.splitlines(keepends=True), other_game.splitlines(keepends=True)
    assert journal.read(ours[0] + theirs[1], KEY).fault.reason == "tag"
    assert journal.read(a_log(bytes(32)), KEY).fault.reason == "tag"
    assert journal.read(a_log(bytes(32)), bytes(32)).fault is None


@given(st.binary(max_size=300))
def test_garbage_never_raises_and_never_counts(data):
    reading = journal.read(data, KEY)
    assert reading.fault is not None
    assert reading.lines == []
    assert journal.read(LOG + data, KEY).valid_bytes == len(LOG)


def test_a_flood_without_a_line_feed_is_not_read_to_its_end():
    assert journal.read(b"0" * 10_000_000).fault.reason == "long"


def test_a_log_goes_on_where_it_stopped():
    lines = LOG.splitlines(keepends=True)
    reader = journal.Reader(KEY)
    for line in lines[:4]:
        reader.take(line)
    writer = journal.Writer(KEY, reader.n, reader.tag)
    assert writer.auto(150_000, "warn", (2, 15_000)) == lines[4]


def test_a_clock_reads_its_own_log_quickly_and_the_same():
    plain, quick = journal.Reader(KEY), journal.Reader(KEY)
    first, *lines = LOG.splitlines(keepends=True)
    assert quick.quick(first) is None  # a header is looked at as a whole
    plain.take(first)
    quick.take(first)
    for line in lines:
        taken = plain.take(line)
        assert quick.quick(line) == (taken.t, taken.kind, taken.word, taken.args, taken.ignored)
        assert (quick.n, quick.tag, quick.input_ms) == (plain.n, plain.tag, plain.input_ms)


@given(st.integers(1, 10), st.binary(max_size=3), st.integers(0, 80), st.integers(0, 3))
def test_what_is_not_its_own_is_never_read_quickly(which, put, place, left_out):
    lines = LOG.splitlines(keepends=True)
    reader = journal.Reader(KEY)
    for line in lines[:which]:
        reader.take(line)
    line = lines[which]
    changed = line[:place] + put + line[place + left_out :]
    if changed != line:
        assert reader.quick(changed) is None
    assert reader.take(line).n == which  # and what is sound is taken after it as if nothing had been


def unsigned(*lines: str) -> bytes:
    head = json.dumps(HEADER)
    return "".join(f"{line} 0123456789abcdef\n" for line in (f"0 0 new {head}", *lines)).encode()


FAULTY = [
    ("leading-zero", "01 5 seat 1", "form"),
    ("sign", "+1 5 seat 1", "form"),
    ("other-digits", "١ 5 seat 1", "form"),
    ("negative-time", "1 -5 seat 1", "form"),
    ("no-word", "1 5", "form"),
    ("unknown-word", "1 5 dance 1", "form"),
    ("unknown-record", "1 5 *dance", "form"),
    ("two-spaces", "1 5 seat  1", "form"),
    ("empty-reason", "1 5 seat 1 !", "form"),
    ("huge-time", f"1 {10**16} seat 1", "form"),
    ("number", "2 5 seat 1", "number"),
    ("second-header", "1 0 new {}", "form"),
]


@pytest.mark.parametrize(("line", "reason"), [row[1:] for row in FAULTY], ids=[row[0] for row in FAULTY])
def test_without_a_key_the_form_is_still_checked(line, reason):
    assert journal.read(unsigned("1 5 seat 1")).fault is None
    fault = journal.read(unsigned(line)).fault
    assert fault.reason == reason
    assert fault.line == 1


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("0", 0),
        ("-7", -7),
        ("9" * 15, 10**15 - 1),
        ("-", None),
        # All else is a word, whatever int() would make of it.
        ("-0", "-0"),
        ("--7", "--7"),
        ("007", "007"),
        ("+7", "+7"),
        ("1_000", "1_000"),
        ("\t7", "\t7"),
        ("9" * 16, "9" * 16),
        ("١٢", "١٢"),
        ("Núria", "Núria"),
    ],
)
def test_arguments_are_integers_words_and_nothing(argument, value):
    reading = journal.read(unsigned(f"1 5 seat {argument}", f"2 5 #seen {argument}"))
    assert reading.fault is None
    assert [line.args for line in reading.lines[1:]] == [(value,), (value,)]


def test_what_is_not_text_is_told_from_what_has_no_form():
    head = unsigned()
    assert journal.read(head + b"1 5 seat \xff 0123456789abcdef\n").fault.reason == "text"
    assert journal.read(head + b"\xff 5 seat 1 0123456789abcdef\n").fault.reason == "text"
    assert journal.read(head + b"1 5 seat 1 0123456789abcde\xff\n").fault.reason == "form"


def test_inputs_do_not_go_back_in_time():
    assert journal.read(unsigned("1 5 seat 1", "2 4 seat 1")).fault.reason == "time"
    assert journal.read(unsigned("1 5 seat 1", "2 4 *flag 1")).fault is None  # after an undo: the replay looks at it


@pytest.mark.parametrize(
    "header",
    [
        "new {}",
        "new 5",
        "new {",
        "seat 1",
        "new " + json.dumps(dict(HEADER, format=2)),
        "new " + json.dumps(dict(HEADER, control=5)),
        "new " + json.dumps({key: HEADER[key] for key in HEADER if key != "names"}),
        "new " + "[" * 3000,
    ],
)
def test_a_first_line_that_is_no_header(header):
    assert journal.read(f"0 0 {header} 0123456789abcdef\n".encode()).fault.reason == "header"


@pytest.mark.parametrize(("module", "error"), [(journal, "JournalError"), (replay, "ReplayError")])
def test_every_reason_is_explained(module, error):
    source = Path(module.__file__).read_text(encoding="utf-8")
    raised = set(re.findall(error + r'\([^()]*?, "(\w+)"', source))
    assert len(raised) >= 6
    explained = re.findall(r"^    (\w+)  +\w", getattr(module, error).__doc__, re.MULTILINE)
    assert raised <= set(explained)


def test_ten_thousand_random_mutations_are_all_found():
    rng = random.Random(1)
    for _ in range(10_000):
        changed = bytearray(LOG)
        for _ in range(rng.randint(1, 4)):
            what = rng.random()
            place = rng.randrange(len(changed))
            if what < 0.4:
                changed[place] = rng.randrange(256)
            elif what < 0.7:
                del changed[place : place + rng.randint(1, 30)]
            else:
                changed[place:place] = LOG[rng.randrange(len(LOG)) :][: rng.randint(1, 30)]
        if bytes(changed) != LOG:
            reading = journal.read(bytes(changed), KEY)
            assert bytes(changed[: reading.valid_bytes]) == LOG[: reading.valid_bytes]
            assert reading.fault is not None or LOG.startswith(bytes(changed))
