"""The audit: sound logs are called sound, everything else is named with its line, and nothing can stop it."""

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from host.logs import DEVICE, KEY, OTHER_DEVICE, OTHER_KEY, PlayedLog, header, matam_game
from tritempo.control import preset
from tritempo.journal import AUTOMATIC, INPUTS, Reader, Writer
from tritempo_host.audit import CODES, LARGEST, VERDICTS, Audit, audit, seals
from tritempo_host.words import LANGUAGES, catalogue

GAME = matam_game()
LOG = GAME.data
LINES = GAME.lines
OTHER_LINES = matam_game(turns=12, game="01234567").lines
OTHER_LOG = b"".join(OTHER_LINES)


def codes(found: Audit) -> list[str]:
    return [finding.code for finding in found.findings if finding.severity != "info"]


def sealed(lines: list[bytes], key: bytes = KEY) -> bytes:
    """The lines with new numbers and right seals: what somebody who has the key could write."""
    writer = Writer(key)
    reader = Reader()
    out = []
    for n, line in enumerate(lines):
        _, t, rest = line[:-1].rpartition(b" ")[0].split(b" ", 2)
        renumbered = b"%d %s %s 0000000000000000\n" % (n, t, rest)
        taken = reader.take(renumbered)
        if taken.kind == "header":
            out.append(writer.start(taken.header))
        elif taken.kind == "input":
            out.append(writer.input(taken.t, taken.word, taken.args, taken.ignored))
        elif taken.kind == "auto":
            out.append(writer.auto(taken.t, taken.word, taken.args))
        else:
            out.append(writer.note(taken.t, taken.word, taken.args))
    return b"".join(out)


def changed(line: int, old: bytes, new: bytes) -> list[bytes]:
    assert old in LINES[line]
    return [*LINES[:line], LINES[line].replace(old, new), *LINES[line + 1 :]]


def line_with(text: bytes) -> int:
    return next(n for n, line in enumerate(LINES) if text in line)


FLAG, WARN, EARLY = line_with(b"*flag"), line_with(b"*warn"), line_with(b"!dead_time")


def test_a_whole_game_is_sound() -> None:
    found = audit(LOG, KEY, DEVICE, "9f3a66c1")
    assert found.verdict == "sound" and not found.flagged
    assert found.valid_bytes == found.size == len(LOG)
    assert found.game is not None and found.game.state == "ended" and len(found.lines) == len(LINES)
    assert [(f.code, f.line) for f in found.findings] == [("power_cut", line_with(b" power "))]


def test_without_the_key_nobody_can_say_who_wrote_it() -> None:
    found = audit(LOG)
    assert found.verdict == "unsigned" and codes(found) == ["unsigned"]
    assert found.game is not None and found.game.state == "ended"


def test_a_game_that_is_on_is_open() -> None:
    found = audit(b"".join(LINES[:20]), KEY)
    assert (found.verdict, codes(found)) == ("open", ["not_ended"])


# What was done to the log -> the codes found, the line named, the verdict
TAMPERED: dict[str, tuple[bytes, list[str], int | None, str]] = {
    "nothing in it": (b"", ["empty"], None, "not_a_log"),
    "a letter": (b"Dear arbiter,\nI lost on time.\n", ["no_header"], 0, "not_a_log"),
    "zeros of a lost block": (bytes(4096), ["no_header"], 0, "not_a_log"),
    "larger than any clock": (b"0 0 new {" + b" " * LARGEST, ["too_large"], None, "not_a_log"),
    "of a later format": (LOG.replace(b'"format":1', b'"format":2'), ["newer_format"], 0, "not_a_log"),
    "its start missing": (b"".join(LINES[3:]), ["no_header"], 0, "not_a_log"),
    "cut in its header": (LOG[:200], ["torn_line"], 0, "cut"),
    "cut in a line": (LOG[: -len(LINES[-1]) + 5], ["torn_line"], len(LINES) - 1, "cut"),
    "its last line feed missing": (LOG[:-1], ["torn_line"], len(LINES) - 1, "cut"),
    "saved with an editor of Windows": (LOG.replace(b"\n", b"\r\n"), ["converted"], 0, "changed"),
    "saved with a byte order mark": (b"\xef\xbb\xbf" + LOG, ["converted"], 0, "changed"),
    "a time changed": (b"".join(changed(5, b"179000", b"178000")), ["line_seal"], 5, "changed"),
    "a seat changed": (b"".join(changed(5, b"seat 2", b"seat 3")), ["line_seal"], 5, "changed"),
    "a name changed": (LOG.replace(b"Anna", b"Hanna"), ["wrong_key"], 0, "changed"),
    "made with another key": (matam_game(OTHER_KEY).data, ["wrong_key"], 0, "changed"),
    "a flag taken out": (b"".join(LINES[:FLAG] + LINES[FLAG + 1 :]), ["lines_missing"], FLAG, "changed"),
    "a line twice": (b"".join(LINES[:7] + LINES[6:]), ["lines_repeated"], 7, "changed"),
    "two lines swapped": (
        b"".join([*LINES[:6], LINES[7], LINES[6], *LINES[8:]]),
        ["lines_missing"],
        6,
        "changed",
    ),
    "another game's log behind it": (LOG + b"".join(OTHER_LINES), ["second_header"], len(LINES), "changed"),
    "another game's lines behind its own": (
        b"".join(LINES[:8] + OTHER_LINES[8:]),
        ["line_seal"],
        8,
        "changed",
    ),
    "another clock's lines behind its own": (
        b"".join(LINES[:8] + matam_game(OTHER_KEY).lines[8:]),
        ["line_seal"],
        8,
        "changed",
    ),
    "a block of zeros in it": (LOG[:1500] + bytes(64) + LOG[1564:], ["line_form"], LOG[:1500].count(b"\n"), "changed"),
    "bytes that are no text": (b"".join(changed(6, b"challenge", b"\xff\xfe")), ["line_text"], 6, "changed"),
    "a line without end": (b"".join(LINES[:6]) + b"x" * 9000, ["line_long"], 6, "changed"),
    # with right seals: the clock's program or its memory went wrong, or somebody has the key
    "sealed, a flag left out": (
        sealed(LINES[:FLAG] + LINES[FLAG + 1 :]),
        ["replay_missing"],
        FLAG,
        "changed",
    ),
    "sealed, a flag a millisecond early": (
        sealed(changed(FLAG, b"166000", b"165999")),
        ["replay_automatic"],
        FLAG,
        "changed",
    ),
    "sealed, a warning of another seat": (
        sealed(changed(WARN, b"warn 2", b"warn 1")),
        ["replay_automatic"],
        WARN,
        "changed",
    ),
    "sealed, a press made to count": (
        sealed(changed(EARLY, b" !dead_time", b"")),
        ["replay_counted"],
        EARLY,
        "changed",
    ),
    "sealed, a press made to be ignored": (
        sealed(changed(5, b"seat 2", b"seat 2 !dead_time")),
        ["replay_ignored"],
        5,
        "changed",
    ),
    "sealed, ignored for another reason": (
        sealed(changed(EARLY, b"dead_time", b"press")),
        ["replay_why"],
        EARLY,
        "changed",
    ),
    "sealed, a time that goes back": (
        sealed(LINES[:5]) + b"5 100 seat 2 0000000000000000\n",
        ["line_time"],
        5,
        "changed",
    ),
    "sealed, a control that cannot be": (
        PlayedLog(header(), KEY).lines[0].replace(b'"turn_ms":120000', b'"turn_ms":-1'),
        ["wrong_key", "replay_control"],
        0,
        "changed",
    ),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_what_was_done_is_found_at_its_line(name: str) -> None:
    data, expected, line, verdict = TAMPERED[name]
    found = audit(data, KEY)
    first = found.findings[0]
    worst = [finding.code for finding in found.findings if finding.severity == "error"]
    assert worst == expected[:1] and found.verdict == verdict and found.flagged
    named = next(finding for finding in found.findings if finding.code == expected[0])
    assert named.line == line
    if line:
        assert named.offset == len(b"".join(data.splitlines(keepends=True)[:line]))
        assert found.valid_bytes == named.offset
    assert first.text("ca") != first.text("en")
    for lang in LANGUAGES:
        assert all(finding.text(lang) for finding in found.findings)


def test_a_control_that_cannot_be_is_named_where_nobody_checks_seals() -> None:
    data = Writer(KEY).start(header(control={"id": "mine", "turn_ms": -1}))
    found = audit(data, KEY)
    assert codes(found) == ["replay_control"] and found.game is None
    assert "turn_ms" in found.findings[0].text("en")


def test_lines_after_the_damage_that_fit_one_another_show_that_it_is_one_place() -> None:
    one_place = audit(b"".join(changed(5, b"179000", b"178000")), KEY)
    [rest] = [finding for finding in one_place.findings if finding.code == "rest_holds"]
    assert rest.values["lines"] == len(LINES) - 6
    everywhere = audit(b"".join(LINES[:8] + matam_game(OTHER_KEY).lines[8:]), KEY)
    assert [f.values["lines"] for f in everywhere.findings if f.code == "rest_unknown"] == [len(LINES) - 9]


def test_the_log_of_another_clock_or_game_is_named() -> None:
    found = audit(LOG, KEY, OTHER_DEVICE, "01234567")
    assert codes(found) == ["other_device", "other_game"] and found.verdict == "changed"
    assert DEVICE in found.findings[0].text("en") and OTHER_DEVICE in found.findings[0].text("en")


def test_what_the_clock_noted_about_itself_is_told() -> None:
    log = PlayedLog(header())
    log.take(1_000, "seat", 1)
    log.take(2_000, "#jump", -5000)
    log.take(2_500, "#overflow", 3)
    log.take(3_000, "#crash", "MemoryError")
    log.take(4_000, "#boot")
    log.take(9_000, "end", "aborted")
    found = audit(log.data, KEY)
    assert codes(found) == ["jump", "overflow", "crash"]
    assert found.verdict == "sound" and found.flagged
    assert "-5000" in found.findings[0].text("ca")


def test_a_game_that_was_replaced_before_it_began_is_no_cut_one() -> None:
    log = PlayedLog(header())
    log.take(5_000, "#replaced")
    found = audit(log.data, KEY)
    assert ([each.code for each in found.findings], found.verdict) == (["replaced"], "sound")
    log.take(6_000, "seat", 1)  # it was played after all: no clock writes that
    assert "not_ended" in codes(audit(log.data, KEY))


def test_a_game_that_lacks_the_record_of_its_end_was_cut() -> None:
    """The clock writes the last press and the end that follows from it at one stroke."""
    control = dict(preset("matam"), round_ms=10_000)
    log = PlayedLog(header(control))
    log.take(0, "round_start")
    for t in (20_000, 21_000, 22_000, 23_000):
        log.take(t, "seat", 1)
    assert audit(log.data, KEY).verdict == "sound"
    found = audit(b"".join(log.lines[:-1]), KEY)
    assert (found.verdict, codes(found)) == ("cut", ["replay_due"])
    assert "23000 *end round_limit" in found.findings[0].text("ro")
    assert found.findings[0].line == len(log.lines) - 1


def test_many_notes_cost_no_more_than_their_lines() -> None:
    """The work for a line must not grow with the place of the line: counted, not timed."""
    log = PlayedLog(header())
    for n in range(3000):
        log.take(n, "#jump", 1)
    found = audit(log.data, KEY)
    assert codes(found) == ["not_ended"] + ["jump"] * 3000
    starts = [0]
    for line in log.lines[:-1]:
        starts.append(starts[-1] + len(line))
    assert [finding.offset for finding in found.findings[1:]] == starts[1:]


def test_an_error_ends_the_game_that_is_told_before_it() -> None:
    found = audit(sealed(LINES[:FLAG] + LINES[FLAG + 1 :]), KEY)
    assert [line.n for line in found.lines] == list(range(FLAG))
    assert found.game is not None and found.game.now <= 179_000


def test_undos_beyond_any_real_game_are_not_followed() -> None:
    log = PlayedLog(header("duplicat"))
    for n in range(400):
        log.take(40_000 * (n + 1), "seat", n % 3 + 1)
    for n in range(800):
        t = 40_000 * 401 + 4_000 * n
        for later, word in ((0, "pause"), (1_000, "undo"), (2_000, "resume"), (3_000, "seat")):
            log.take(t + later, word, *([1] if word == "seat" else []))
    found = audit(log.data, KEY)
    assert codes(found) == ["too_many_undos"] and found.verdict == "changed"


def test_damage_that_looks_like_another_encoding_is_damage() -> None:
    """Its marks stand at a file's beginning, and only there."""
    lines = list(matam_game().lines)
    lines[12] = b"\xff\xfe\x00\x07 blot\n"
    found = audit(b"".join(lines), KEY).findings
    assert "converted" not in [finding.code for finding in found] and found[0].line == 12


def test_terminal_codes_in_a_log_are_not_shown() -> None:
    found = audit(Writer(KEY).start(header(device="\x1b[31mred")), KEY, DEVICE)
    assert "\x1b" not in found.findings[0].text("en")


def test_the_key_that_seals_a_log_is_known_from_its_first_line() -> None:
    assert seals(KEY, LOG) and seals(KEY, LINES[0]) and seals(KEY, LOG[:-10])
    assert not any(seals(key, data) for key, data in ((OTHER_KEY, LOG), (KEY, LINES[0][:-1]), (KEY, b"")))


def test_every_code_has_its_words_and_every_verdict_too() -> None:
    words = catalogue("audit")
    wanted = {*CODES, *(f"verdict_{verdict}" for verdict in VERDICTS), "at_line"}
    assert wanted == set(words)
    for each in words.values():
        assert set(each) == set(LANGUAGES) and all(each.values())


# Whatever the bytes are


@settings(deadline=None)
@given(st.binary(max_size=400), st.sampled_from([None, KEY]))
@example(b"0 0 new " + b"[" * 4000 + b" 0123456789abcdef\n", None)
@example(b'0 0 new {"format":1,"format":' + b"9" * 3000 + b"} 0123456789abcdef\n", None)
def test_garbage_never_stops_it(data: bytes, key: bytes | None) -> None:
    found = audit(data, key)
    assert found.verdict in ("not_a_log", "cut", "changed")


Change = Callable[[bytes, int, int, int], bytes]
CHANGES: dict[str, Change] = {
    "byte changed": lambda data, at, n, byte: data[:at] + bytes([byte]) + data[at + 1 :],
    "bit flipped": lambda data, at, n, byte: data[:at] + bytes([data[at] ^ (1 << byte % 8)]) + data[at + 1 :],
    "bytes taken out": lambda data, at, n, byte: data[:at] + data[at + n :],
    "bytes put in": lambda data, at, n, byte: data[:at] + bytes([byte]) * n + data[at:],
    "bytes doubled": lambda data, at, n, byte: data[: at + n] + data[at:],
    "cut": lambda data, at, n, byte: data[:at],
    "start lost": lambda data, at, n, byte: data[at + 1 :],
    "block of zeros": lambda data, at, n, byte: data[:at] + bytes(n) + data[at + n :],
    "spliced": lambda data, at, n, byte: data[:at] + OTHER_LOG[at:],
}


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(CHANGES)), st.integers(0, len(LOG) - 1), st.integers(1, 100), st.integers(0, 255))
def test_a_changed_log_is_never_called_sound(change: str, at: int, n: int, byte: int) -> None:
    data = CHANGES[change](LOG, at, n, byte)
    found = audit(data, KEY)
    whole = data in (LOG, OTHER_LOG)
    assert (found.verdict == "sound") == whole
    assert found.flagged != whole
    without_key = audit(data)
    assert without_key.flagged and without_key.verdict != "sound"
    for finding in found.findings + without_key.findings:
        assert finding.text("ro")


@settings(max_examples=200, deadline=None)
@given(st.permutations(range(len(LINES))).map(lambda order: order[:20]) | st.lists(st.integers(0, len(LINES) - 1)))
def test_lines_in_another_order_are_never_called_sound(order: list[int]) -> None:
    data = b"".join(LINES[n] for n in order)
    assert (audit(data, KEY).verdict == "sound") == (order == list(range(len(LINES))))


WORDS = st.sampled_from([*INPUTS, *(f"*{word}" for word in AUTOMATIC), "#boot", "#jump", "#overflow", "#", "*", ""])
ARGS = st.lists(
    st.integers(-(10**15), 10**15).map(str)
    | st.sampled_from(["-", "challenge", "out", "pass", "prorroga", "tornar", "salva", "invalid", "!state", ""]),
    max_size=4,
)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 200_000) | st.integers(0, 10**15 - 1), WORDS, ARGS), max_size=12),
    st.sampled_from(["matam", "romania", "manresa-escacs", "ebre"]),
)
def test_lines_that_no_clock_writes_never_stop_it(lines: list, control: str) -> None:
    """With right seals, so that they reach the state machine."""
    writer = Writer(KEY)
    data = [writer.start(header(control, 2 if control in ("romania", "manresa-escacs") else 3))]
    for t, word, args in sorted(lines, key=lambda line: line[0]):
        data.append(writer.input(t, word, args))
    found = audit(b"".join(data), KEY)
    assert found.verdict in VERDICTS
    assert all(finding.text("ca") for finding in found.findings)


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(sorted(header())),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
            max_leaves=6,
        ),
        max_size=3,
    )
)
def test_headers_that_no_clock_writes_never_stop_it(changes: dict) -> None:
    data = Writer(KEY).start({**header(), **changes})
    data += b"1 1000 seat 1 0123456789abcdef\n"
    assert audit(data, KEY).verdict != "sound"
    assert audit(data).verdict != "sound"
