"""The clock's end of the link: every request is answered, repeats are harmless, and nothing can slow it or fill it."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fake_clock import KEY, FakeClock, Port, sent
from tritempo.responder import OUT_MAX, PIECE_FRAME, REQUESTS_A_FEED, Responder
from tritempo.wire import HEAD, Decoder, encode, message, split

# Half of it as a log is, the other half any bytes: many a `~`, too.
TEXT = "".join(f"{n} {n * 731} seat {n % 3 + 1} {n * 7919:016x}\n" for n in range(300)).encode()[:10_000]
LOG = TEXT + random.Random(1).randbytes(10_000)
PIECE = PIECE_FRAME - HEAD - 2 - len(b"data 0\n")
FIXTURE = {
    "id": "r2t5",
    "round": 2,
    "table": 5,
    "control": "matam",
    "seats": 3,
    "names": ["Anna", "Ștefan", "Núria ~"],
    "holders": {"prorroga": 2},
}


class Host:
    """Sends frames to a responder and takes everything that comes back."""

    def __init__(self, clock: FakeClock) -> None:
        self.responder = Responder(clock)
        self.decoder = Decoder()

    def collect(self, room: int = 256) -> list[tuple[int, str, object]]:
        """All that the responder has to say: (number, verb, data); of a piece of a log "data" and (offset, bytes)."""
        said = []
        while data := sent(self.responder, room):
            assert len(data) <= room
            for number, payload in self.decoder.feed(data):
                verb, rest = split(payload)
                if verb == b"data":
                    offset, _, text = rest.partition(b"\n")
                    said.append((number, "data", (int(offset), text)))
                elif verb == b"tilde":
                    said.append((number, "data", (int(rest), b"~")))
                else:
                    said.append((number, verb.decode(), json.loads(rest)))
        return said

    def ask(self, verb: str, data: object = None, number: int = 1) -> tuple[str, dict]:
        self.responder.feed(encode(number, message(verb, data)))
        [(answered, word, answer)] = self.collect()
        assert answered == number
        assert isinstance(answer, dict)
        return word, answer


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock({12: LOG, 13: b"", 14: b"short\n"})


@pytest.fixture
def host(clock: FakeClock) -> Host:
    return Host(clock)


# Requests and their answers


def test_simple_questions(host, clock):
    assert host.ask("hello") == ("ok", clock.hello())
    assert host.ask("live") == ("ok", {"state": "setup"})
    assert host.ask("status") == ("ok", {"trouble": None})
    assert host.ask("key") == ("ok", {"key": KEY.hex()})


def test_logs_come_one_a_frame_and_then_their_number(host, clock):
    host.responder.feed(encode(3, b"logs"))
    entries = clock.logbook.list()
    assert host.collect() == [(3, "log", entry) for entry in entries] + [(3, "ok", {"count": 3})]


@pytest.mark.parametrize(
    ("log", "offset", "length", "expected"),
    [
        (12, 0, None, LOG),
        (12, 0, 20_000, LOG),
        (12, 0, 10**9, LOG),
        (12, 19_999, None, LOG[-1:]),
        (12, 20_000, None, b""),
        (12, 100, 0, b""),
        (12, 100, PIECE, LOG[100 : 100 + PIECE]),
        (12, 100, PIECE + 1, LOG[100 : 100 + PIECE + 1]),
        (13, 0, None, b""),
        (14, 0, None, b"short\n"),
    ],
)
def test_read(host, clock, log, offset, length, expected):
    host.responder.feed(encode(4, message("read", {"log": log, "offset": offset, "length": length})))
    *pieces, last = host.collect()
    at = offset
    for number, verb, data in pieces:
        assert (number, verb, data[0]) == (4, "data", at)
        at += len(data[1])
    assert b"".join(data[1] for _, _, data in pieces) == expected
    size = len(clock.logbook.logs[log])
    assert last == (4, "ok", {"end": offset + len(expected), "size": size})
    assert not host.responder.busy


def test_a_log_that_grows_meanwhile_is_read_to_where_it_was(host, clock):
    host.responder.feed(encode(4, message("read", {"log": 12, "offset": 0, "length": None})))
    clock.logbook.logs[12] += b"more"
    assert host.collect()[-1][2]["end"] == 20_000


@pytest.mark.parametrize(
    ("verb", "data", "told"),
    [
        ("time", {"unix": 1_800_000_000}, ("time", 1_800_000_000)),
        ("round_start", None, ("round_start",)),
        ("settings", {"pin": ["A", "C", "TRUMP"]}, ("settings", {"pin": ["A", "C", "TRUMP"]})),
        ("maintenance", None, ("maintenance",)),
    ],
)
def test_changes_reach_the_clock(host, clock, verb, data, told):
    assert host.ask(verb, data) == ("ok", {})
    assert clock.told == [told]


def test_acknowledge(host, clock):
    assert host.ask("ack", {"log": 12, "size": 19_999}, 1)[1]["reason"] == "size"
    assert host.ask("ack", {"log": 99, "size": 1}, 2)[1]["reason"] == "log"
    assert host.ask("ack", {"log": 12, "size": 20_000}, 3) == ("ok", {})
    assert clock.logbook.acknowledged == {12: 20_000}


def test_a_fixture_is_given_to_the_clock_whole_and_checked(host, clock):
    assert host.ask("fixture", FIXTURE) == ("ok", {})
    [(_, fixture)] = clock.told
    assert fixture["names"] == FIXTURE["names"]
    assert fixture["control"]["turn_ms"] == 120_000


def test_a_fixture_needs_only_id_control_and_seats(host, clock):
    assert host.ask("fixture", {"id": "x", "control": {"turn_ms": 1000}, "seats": 2}) == ("ok", {})
    [(_, fixture)] = clock.told
    assert (fixture["round"], fixture["table"], fixture["names"], fixture["holders"]) == (None, None, [], {})


# What is refused


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        ("reboot", "verb"),
        ("", "verb"),
        ("_hello", "verb"),
        ("HELLO", "verb"),
        ("read", "data"),
        ("read []", "data"),
        ("read nonsense", "data"),
        ("read {", "data"),
        ('read {"log":12}', "data"),
        ("settings", "data"),
        ('settings {"pin":["A","B"]}', "data"),
        ('settings {"pin":["A","B","PAUSE"]}', "data"),
        ('settings {"lang":"ro","colour":"red"}', "data"),
        ('settings {"sound":9}', "data"),
        ('read {"log":12,"offset":-1}', "data"),
        ('read {"log":-12,"offset":0}', "data"),
        ('read {"log":12,"offset":1.0}', "data"),
        ('read {"log":true,"offset":0}', "data"),
        ('read {"log":"12","offset":0}', "data"),
        ('read {"log":12,"offset":0,"length":-1}', "data"),
        ('read {"log":12,"offset":' + "9" * 1500 + "}", "data"),
        ('read {"log":15,"offset":0}', "log"),
        ('read {"log":12,"offset":20001}', "offset"),
        ("ack {}", "data"),
        ('ack {"log":12}', "data"),
        ("time {}", "data"),
        ('time {"unix":0}', "data"),
        ('time {"unix":1e9}', "data"),
        ('time {"unix":99999999999}', "data"),
        ("fixture", "data"),
        ("fixture " + "[" * 1500, "data"),
        ("hello 7", "data"),
    ],
)
def test_what_makes_no_sense_is_answered_no(host, clock, request_, reason):
    host.responder.feed(encode(5, request_.encode()))
    [(number, verb, answer)] = host.collect()
    assert (number, verb, answer["reason"]) == (5, "no", reason)
    assert reason != "data" or answer["text"]
    assert clock.told == []
    assert clock.logbook.acknowledged == {}


@pytest.mark.parametrize(
    ("change", "reason", "text"),
    [
        ({"id": None}, "data", "id"),
        ({"id": ""}, "data", "id"),
        ({"id": "x" * 41}, "data", "id"),
        ({"round": -1}, "data", "round"),
        ({"table": "5"}, "data", "table"),
        ({"seats": 5}, "data", "seats"),
        ({"seats": 2}, "control", "seats"),
        ({"control": "chess"}, "control", "chess"),
        ({"control": None}, "data", "control"),
        ({"control": {"turn": 1}}, "control", "turn"),
        ({"control": {"turn_ms": -1}}, "control", "turn_ms"),
        ({"names": ["a", "b"]}, "data", "names"),
        ({"names": ["a", "b", 3]}, "data", "name"),
        ({"names": ["a", "b", "c\nd"]}, "data", "name"),
        ({"names": "abc"}, "data", "names"),
        ({"holders": {"prorroga": 4}}, "data", "prorroga"),
        ({"holders": {"joker": 1}}, "data", "joker"),
        ({"holders": {"prorroga": 1, "salva": 1}}, "data", "one trump"),
        ({"holders": [1]}, "data", "holders"),
        ({"colour": "red"}, "data", "colour"),
    ],
)
def test_a_fixture_that_is_not_sound(host, clock, change, reason, text):
    verb, answer = host.ask("fixture", {**FIXTURE, **change})
    assert (verb, answer["reason"]) == ("no", reason)
    assert text in answer["text"]
    assert clock.told == []


@pytest.mark.parametrize("text", [rb"\ud83d", b"\xed\xa0\xbd", b"\xff", b"\xc3"])
def test_half_a_character_never_gets_into_a_log(host, clock, text):
    payload = message("fixture", {**FIXTURE, "names": ["a", "b", "@@"]}).replace(b"@@", text)
    host.responder.feed(encode(1, payload))
    assert host.collect()[0][2]["reason"] == "data"
    assert clock.told == []


@pytest.mark.parametrize("state", ["running", "gap", "paused"])
def test_a_game_that_is_on_is_not_disturbed(host, clock, state):
    clock.state = state
    for number, (verb, data) in enumerate([("fixture", FIXTURE), ("maintenance", None)]):
        word, answer = host.ask(verb, data, number)
        assert (word, answer["reason"]) == ("no", "playing")
    assert clock.told == []
    assert host.ask("time", {"unix": 1_800_000_000}) == ("ok", {})  # the game's time does not know the wall clock


@pytest.mark.parametrize("state", ["setup", "ready", "ended"])
def test_between_games_a_fixture_is_welcome(host, clock, state):
    clock.state = state
    assert host.ask("fixture", FIXTURE) == ("ok", {})


# Repeats


def test_a_repeated_change_gets_the_answer_again_and_nothing_is_done(host, clock):
    assert host.ask("round_start", number=9) == ("ok", {})
    assert host.ask("round_start", number=9) == ("ok", {})
    assert clock.told == [("round_start",)]
    assert host.ask("round_start", number=10)[1]["reason"] == "state"
    assert host.ask("round_start", number=10)[1]["reason"] == "state"


def test_the_same_number_with_other_content_is_another_request(host, clock):
    host.ask("time", {"unix": 1_800_000_000}, number=9)
    host.ask("time", {"unix": 1_800_000_001}, number=9)
    assert clock.told == [("time", 1_800_000_000), ("time", 1_800_000_001)]


def test_a_new_host_may_use_a_number_again(host, clock):
    """A program that is started anew begins with hello; what another one asked under that number is not its answer."""
    host.ask("time", {"unix": 1_800_000_000}, number=9)
    host.ask("hello", number=8)
    host.ask("time", {"unix": 1_800_000_000}, number=9)
    assert len(clock.told) == 2


def test_a_fixture_is_taken_once_whoever_sends_it_again(host, clock):
    assert host.ask("fixture", FIXTURE, 1) == ("ok", {})
    host.ask("hello", number=2)
    clock.state = "running"  # the players have begun; the organiser's program has not seen our answer
    assert host.ask("fixture", FIXTURE, 3) == ("ok", {"repeated": True})
    assert host.ask("fixture", {**FIXTURE, "table": 6}, 4)[1]["reason"] == "fixture"
    assert len(clock.told) == 1


def test_a_fixture_that_was_refused_can_be_sent_again(host, clock):
    clock.state = "running"
    host.ask("fixture", FIXTURE, 1)
    clock.state = "ended"
    assert host.ask("fixture", FIXTURE, 2) == ("ok", {})


# Hosts that misbehave


def test_a_host_that_does_not_read_costs_nothing(host, clock):
    """Not a byte of flash is read while there is no room, however long the log."""
    host.responder.feed(encode(4, message("read", {"log": 12, "offset": 0, "length": None})))
    for _ in range(100):
        assert sent(host.responder, 0) == b""
    assert clock.logbook.reads == 0
    sent(host.responder, 64)
    sent(host.responder, 64)
    assert clock.logbook.reads == 1


def test_one_piece_is_read_when_the_time_is_short_and_more_when_it_is_not(host, clock):
    host.responder.feed(encode(4, message("read", {"log": 12, "offset": 0, "length": None})))
    for n in range(1, 5):
        assert len(sent(host.responder, 100_000)) == PIECE_FRAME, n
    sent(host.responder, 100_000, until_ms=1)
    assert not host.responder.busy


def test_a_button_that_moves_ends_the_sending(host):
    host.responder.feed(encode(4, message("read", {"log": 12, "offset": 0, "length": None})))
    port = Port(100_000)
    host.responder.send(port, 0)
    port.moved = True
    host.responder.send(port, 1000)
    assert len(port.written) == PIECE_FRAME
    assert host.responder.busy


def test_a_piece_of_a_log_is_what_a_pico_sends_in_whole_buffers(host):
    """255 bytes at once: device/line.py."""
    assert PIECE_FRAME % 255 == 0


def test_the_text_of_a_log_can_be_read_on_the_line(host):
    host.responder.feed(encode(4, message("read", {"log": 12, "offset": 0, "length": 60})))
    assert sent(host.responder, 1000)[1 + HEAD :] == b"data 0\n" + TEXT[:60] + b"\n"


def test_the_file_is_let_go_when_a_reading_ends_however_it_does(host):
    for act in (
        lambda: host.collect(),
        lambda: host.ask("hello", number=2),
        lambda: host.responder.feed(encode(3, b"logs")),
    ):
        host.responder.feed(encode(4, message("read", {"log": 12, "offset": 0})))
        sent(host.responder, 1000)
        assert host.responder._reader._number == 12
        act()
        assert host.responder._reader._number is None


@given(st.lists(st.sampled_from([b"~", b"~~~", b"\n", b"~\n", b"12 ", b"\r\n", b"\xff", b"x" * 700]), max_size=12))
def test_any_bytes_of_a_log_come_as_they_are(parts):
    host = Host(FakeClock({12: b"".join(parts)}))
    host.responder.feed(encode(4, message("read", {"log": 12, "offset": 0})))
    *pieces, last = host.collect(999)
    assert b"".join(data[1] for _, _, data in pieces if isinstance(data, tuple)) == b"".join(parts)
    assert last[1] == "ok"


@pytest.mark.parametrize("verb", ["hello", "live", "logs", "nonsense", 'read {"log":12,"offset":0}'])
def test_a_flood_is_bounded_in_work_and_memory(host, verb):
    flood = b"".join(encode(number, verb.encode()) for number in range(200))
    for _ in range(20):
        host.responder.feed(flood)
        assert sum(map(len, host.responder._out)) <= OUT_MAX
    assert host.responder.dropped >= 20 * (200 - REQUESTS_A_FEED)
    # And whoever comes afterwards is served.
    assert host.ask("hello", number=777)[0] == "ok"


def test_the_newest_answer_survives_when_the_host_does_not_read(host):
    for number in range(500):
        host.responder.feed(encode(number, b"status"))
    answers = [number for number, _, _ in host.collect()]
    assert answers[-1] == 499
    assert len(answers) < 150


def test_a_newer_read_cancels_the_older(host):
    host.responder.feed(encode(1, message("read", {"log": 12, "offset": 0, "length": None})))
    sent(host.responder, 3000)
    host.responder.feed(encode(2, message("read", {"log": 14, "offset": 0, "length": None})))
    said = host.collect()
    assert [(number, verb) for number, verb, _ in said] == [(2, "data"), (2, "ok")]


def test_a_question_during_a_read_is_answered_and_the_read_goes_on(host):
    host.responder.feed(encode(1, message("read", {"log": 12, "offset": 0, "length": None})))
    first = sent(host.responder, 500)
    host.responder.feed(encode(2, b"live"))
    host.decoder.feed(first)
    said = host.collect()
    assert [number for number, verb, _ in said if verb == "ok"] == [2, 1]
    assert sum(len(data[1]) for _, verb, data in said if verb == "data") == len(LOG)


def test_a_new_host_does_not_get_the_rest_of_the_old_ones_log(host):
    host.responder.feed(encode(1, message("read", {"log": 12, "offset": 0, "length": None})))
    sent(host.responder, 500)
    assert host.ask("hello", number=2)[0] == "ok"
    assert not host.responder.busy


def test_a_line_that_echoes_does_not_ping_pong(host):
    """Our own answers come back: they are not requests, not even unknown ones."""
    host.responder.feed(encode(1, b"nonsense"))
    echo = sent(host.responder, 4096)
    host.responder.feed(echo)
    assert sent(host.responder, 4096) == b""


def test_progress_is_known_while_a_log_is_read(host):
    assert host.responder.percent is None
    host.responder.feed(encode(1, message("read", {"log": 12, "offset": 0, "length": None})))
    seen = []
    while host.responder.busy:
        sent(host.responder, 1300)
        seen.append(host.responder.percent)
    percents = [percent for percent in seen if percent is not None]
    assert percents == sorted(percents)
    assert percents[0] == 6
    assert percents[-1] == 100
    assert host.responder.percent is None


# A clock that is broken inside


def test_a_failure_inside_the_clock_is_an_answer(host, clock):
    def broken(*_):
        raise OSError(5, "EIO")

    clock.live = broken
    clock.fixture = broken
    clock.logbook.list = clock.logbook.size = broken
    for number, (verb, data) in enumerate([("live", None), ("fixture", FIXTURE), ("read", {"log": 12, "offset": 0})]):
        word, answer = host.ask(verb, data, number)
        assert (word, answer["reason"]) == ("no", "failed")
        assert "EIO" in answer["text"]
    host.responder.feed(encode(9, b"logs"))
    assert host.collect()[0][2]["reason"] == "failed"


@pytest.mark.parametrize("rest", [0, None], ids=["shorter than it should be", "failing"])
def test_a_flash_that_fails_in_the_middle_of_a_log(host, clock, rest):
    whole = host.responder._reader.into

    def into(log, offset, buffer):
        if offset < 5000:
            return whole(log, offset, buffer)
        if rest is None:
            raise OSError(5, "EIO")
        return rest

    host.responder._reader.into = into
    host.responder.feed(encode(1, message("read", {"log": 12, "offset": 0, "length": None})))
    *pieces, last = host.collect()
    read = b"".join(data[1] for _, _, data in pieces)
    assert 5000 <= len(read) < 5000 + PIECE and LOG.startswith(read)
    assert last[1:] == ("no", {"reason": "failed", "text": last[2]["text"]})
    assert host.ask("hello", number=2)[0] == "ok"


def test_a_heap_that_is_full_costs_the_answer_and_not_the_clock(host, clock, monkeypatch):
    def full(*_):
        raise MemoryError

    host.responder.feed(encode(1, message("read", {"log": 12, "offset": 0, "length": None})))
    with monkeypatch.context() as patch:
        patch.setattr("tritempo.responder.encode", full)
        host.responder.feed(encode(2, b"live"))
        assert sent(host.responder, 4096) == b""
        host.responder.feed(encode(3, b"logs"))
        assert sent(host.responder, 4096) == b""
    assert not host.responder.busy
    assert host.ask("live", number=4)[0] == "ok"


def test_an_answer_that_is_too_long_for_a_frame(host, clock):
    clock.live = lambda: {"names": "x" * 3000}
    assert host.ask("live")[1]["reason"] == "frame"


# Anything at all

requests_ = st.tuples(
    st.sampled_from(
        ["hello", "key", "logs", "read", "ack", "time", "fixture", "round_start", "live", "maintenance", "x"]
    ),
    st.none()
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(st.sampled_from([*FIXTURE, "log", "offset", "length", "size", "unix"]), inner, max_size=5)
        ),
        max_leaves=8,
    ),
)


@given(st.lists(st.tuples(st.integers(0, 3), requests_, st.integers(0, 3000)), max_size=12))
def test_whatever_is_asked_there_is_one_answer_that_ends_it(asked):
    host = Host(FakeClock({12: LOG, 0: b"zero"}))
    for number, (verb, data), offset in asked:
        host.responder.feed(encode(number, message(verb, data)))
        assert sum(map(len, host.responder._out)) <= OUT_MAX
        said = host.collect(room=offset + 1)
        assert [word in ("ok", "no") for _, word, _ in said] == [False] * (len(said) - 1) + [True]
        assert {answered for answered, _, _ in said} == {number}
        assert not host.responder.busy


@given(st.lists(st.binary(max_size=300) | st.integers(0, 2000), max_size=20))
def test_garbage_never_hurts(steps):
    host = Host(FakeClock({12: LOG}))
    for step in steps:
        if isinstance(step, bytes):
            host.responder.feed(step)
        else:
            assert len(sent(host.responder, step)) <= step
    host.collect()
    host.responder.feed(b"\n")
    assert host.ask("hello")[0] == "ok"


@pytest.mark.parametrize(
    "name", [b"\xc0\x80", b"\xc0\xaf", b"\xe0\x80\xaf", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xff", b"\x01"]
)
def test_bytes_that_are_no_text_are_refused(host, clock, name):
    """MicroPython's decoder takes some of them, and the log's header would be unreadable for everybody else."""
    payload = message("fixture", dict(FIXTURE, names=["NAME", "b", "c"])).replace(b"NAME", name)
    host.responder.feed(encode(1, payload))
    [(_, word, answer)] = host.collect()
    assert (word, answer["reason"]) == ("no", "data")
    assert clock.told == []
