"""The logs on the flash: kept line by line, never deleted unless acknowledged, and a failing flash stops nothing."""

import errno
import io
from pathlib import Path

import pytest

from log_part import part
from tritempo import comeback, journal, logbook, logfiles
from tritempo.control import preset
from tritempo.logbook import Logbook
from tritempo.logfiles import LogFiles
from tritempo.session import Session

KEY = bytes(32)
SEAT_LINE = ("seat", (1,))


def header(game: str = "aaaaaaaa") -> dict:
    return {
        "format": 1,
        "device": "d",
        "game": game,
        "names": [],
        "seats": 3,
        "holders": {},
        "control": preset("matam"),
    }


def begun(root: Path, game: str = "aaaaaaaa") -> Logbook:
    book = Logbook(str(root), KEY)
    book.begin(header(game))
    assert book.flush()
    return book


def files(root: Path) -> list[str]:
    return sorted(path.name for path in (root / "logs").iterdir())


class Faults:
    """Makes the logbook's flash fail with an errno, at opening or, after `write_some` bytes, at writing."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.errno = 0
        self.write_some = 0
        monkeypatch.setattr(logbook, "open", self.open, raising=False)

    def open(self, path, mode="r"):
        if self.errno and mode != "rb" and not self.write_some:
            raise OSError(self.errno, "flash")
        file = Path(path).open(mode)  # noqa: SIM115 (the logbook closes it)
        return FaultyFile(file, self) if mode == "ab" else file


class FaultyFile:
    def __init__(self, file, faults):
        self._file = file
        self._faults = faults

    def write(self, data):
        if self._faults.errno:
            self._file.write(data[: self._faults.write_some])
            self._file.flush()
            raise OSError(self._faults.errno, "flash")
        return self._file.write(data)

    def flush(self):
        self._file.flush()

    def close(self):
        self._file.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


@pytest.fixture
def faults(monkeypatch):
    return Faults(monkeypatch)


def test_each_line_is_in_the_file_when_flush_returns(tmp_path):
    book = begun(tmp_path)
    for n in range(1, 20):
        book.input(n * 1000, *SEAT_LINE)
        assert book.flush()
        data = (tmp_path / "logs" / "000001-aaaaaaaa.log").read_bytes()
        assert journal.read(data, KEY).fault is None
        assert len(journal.read(data, KEY).lines) == n + 1
        assert part(book, 1, 0, 100_000) == data


def test_logs_are_numbered_on_after_a_boot(tmp_path):
    begun(tmp_path).close()
    again = begun(tmp_path, "bbbbbbbb")
    assert [(log["log"], log["game"], log["open"]) for log in list(again.list())] == [
        (1, "aaaaaaaa", False),
        (2, "bbbbbbbb", True),
    ]


def test_foreign_files_are_left_alone(tmp_path):
    (tmp_path / "logs").mkdir()
    for name in ("notes.txt", "1-x.log", "000001.log", "00000x-aaaaaaaa.log", "000003-cccccccc.bad"):
        (tmp_path / "logs" / name).write_text("x")
    book = begun(tmp_path)
    assert [log["log"] for log in book.list()] == [1]
    assert len(files(tmp_path)) == 6


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EROFS])
@pytest.mark.parametrize("write_some", [0, 7, 60])
def test_a_failing_flash_loses_nothing_and_says_so(tmp_path, faults, number, write_some):
    book = begun(tmp_path)
    faults.errno, faults.write_some = number, write_some
    for n in range(1, 6):
        book.input(n * 1000, *SEAT_LINE)
        assert not book.flush()
    assert book.trouble == ("tr_flash_full" if number == errno.ENOSPC else "tr_log_not_saved")
    fetched = part(book, 1, 0, 100_000)
    assert len(journal.read(fetched, KEY).lines) == 6
    assert book.size(1) == len(fetched)
    faults.errno = 0
    assert book.flush()
    assert book.trouble is None
    assert (tmp_path / "logs" / "000001-aaaaaaaa.log").read_bytes() == fetched


def test_a_flash_that_fails_from_the_beginning(tmp_path, faults):
    faults.errno = errno.EROFS
    book = Logbook(str(tmp_path), KEY)
    assert book.begin(header()) == 1
    book.input(0, *SEAT_LINE)
    assert not book.flush()
    assert len(journal.read(part(book, 1, 0, 100_000), KEY).lines) == 2
    assert book.acknowledge(1, book.size(1)) == "size"  # it is not on flash: it must stay in memory


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "logs").write_text("a file where the folder should be")
    book = Logbook(str(tmp_path), KEY)
    assert book.trouble == "tr_log_not_saved"
    book.begin(header())
    assert not book.flush()
    assert book.resume() is None


def test_memory_is_bounded_and_what_is_kept_is_sound(tmp_path, faults):
    book = begun(tmp_path)
    faults.errno = errno.EIO
    for n in range(2000):
        book.input(n * 1000, *SEAT_LINE)
        book.flush()
    assert book.waiting <= logbook.MOST_WAITING
    assert book.lost > 0
    fetched = part(book, 1, 0, 1_000_000)
    assert journal.read(fetched, KEY).fault is None
    faults.errno = 0
    assert book.flush()
    assert (tmp_path / "logs" / "000001-aaaaaaaa.log").read_bytes() == fetched


def test_nothing_is_kept_after_a_line_that_found_no_room(tmp_path, faults):
    """A line after a hole could not be checked: a short one must not slip in where a long one found no room."""
    book = begun(tmp_path)
    faults.errno = errno.EIO
    while not book.lost:
        book.note(0, "long", ("x" * 500,))
        assert book.waiting <= logbook.MOST_WAITING
    kept = book.waiting
    book.note(0, "s")
    assert book.waiting == kept
    faults.errno = 0
    assert book.flush()
    book.begin(header("bbbbbbbb"))
    book.input(0, *SEAT_LINE)
    assert book.lost == 0
    assert book.flush()
    assert len(journal.read(part(book, 2, 0, 10_000), KEY).lines) == 2


def test_the_log_that_is_being_written_is_never_deleted(tmp_path, monkeypatch):
    book = begun(tmp_path)
    assert book.acknowledge(1, book.size(1)) is None
    monkeypatch.setattr(LogFiles, "free", lambda self: 0)
    book._failed(OSError(errno.ENOSPC, "flash"))
    assert files(tmp_path) == ["000001-aaaaaaaa.ack"]


def test_lines_of_a_game_before_wait_on_in_memory(tmp_path, faults):
    book = begun(tmp_path)
    faults.errno = errno.EIO
    book.input(0, *SEAT_LINE)
    book.flush()
    book.begin(header("bbbbbbbb"))
    book.input(0, *SEAT_LINE)
    first, second = (part(book, number, 0, 10_000) for number in (1, 2))
    assert len(journal.read(first, KEY).lines) == len(journal.read(second, KEY).lines) == 2
    assert [log["size"] for log in book.list()] == [len(first), len(second)]
    assert book.acknowledge(1, len(first)) == "size"
    faults.errno = 0
    assert book.flush()
    assert (tmp_path / "logs" / "000001-aaaaaaaa.log").read_bytes() == first
    assert (tmp_path / "logs" / "000002-bbbbbbbb.log").read_bytes() == second
    assert book.acknowledge(1, len(first)) is None


@pytest.mark.parametrize("write_some", [0, 7, 60])
def test_left_lines_are_written_once_however_often_it_fails(tmp_path, faults, write_some):
    book = begun(tmp_path)
    assert book.acknowledge(1, book.size(1)) is None
    faults.errno, faults.write_some = errno.EIO, write_some
    book.input(0, *SEAT_LINE)
    book.begin(header("bbbbbbbb"))
    first = part(book, 1, 0, 10_000)
    for n in range(3):
        book.input(n, *SEAT_LINE)
        assert not book.flush()
    faults.errno = 0
    assert book.flush()
    assert files(tmp_path) == ["000001-aaaaaaaa.log", "000002-bbbbbbbb.log"]  # the host has not seen the last line
    assert (tmp_path / "logs" / "000001-aaaaaaaa.log").read_bytes() == first
    assert len(journal.read(part(book, 2, 0, 10_000), KEY).lines) == 4


def test_a_new_game_begins_on_a_flash_that_cannot_make_room(tmp_path, monkeypatch):
    book = begun(tmp_path)
    book.acknowledge(1, book.size(1))
    monkeypatch.setattr(LogFiles, "free", lambda self: 0)

    def refuse(path):
        raise OSError(errno.EROFS, "flash")

    monkeypatch.setattr(logfiles.os, "remove", refuse)
    assert book.begin(header("bbbbbbbb")) == 2
    book.input(0, *SEAT_LINE)
    assert len(journal.read(part(book, 2, 0, 10_000), KEY).lines) == 2


def test_a_header_that_is_too_long_begins_nothing(tmp_path):
    book = begun(tmp_path)
    with pytest.raises(ValueError, match="too long"):
        book.begin(dict(header("bbbbbbbb"), names=["x" * 5000] * 3))
    assert book.number == 1
    book.input(0, *SEAT_LINE)
    assert book.flush()
    assert [log["log"] for log in book.list()] == [1]


def test_a_damaged_log_with_an_endless_line_does_not_stop_the_boot(tmp_path):
    book = begun(tmp_path)
    book.input(0, *SEAT_LINE)
    book.close()
    path = tmp_path / "logs" / "000001-aaaaaaaa.log"
    sound = path.read_bytes()
    path.write_bytes(sound + b"\0" * 50_000)
    replay = Logbook(str(tmp_path), KEY).resume()
    assert replay is not None
    assert replay.game.state == "running"
    assert path.read_bytes() == sound


def test_reading_in_pieces_gives_the_whole_log_across_flash_and_memory(tmp_path, faults):
    book = begun(tmp_path)
    faults.errno = errno.EIO
    for n in range(10):
        book.input(n * 1000, *SEAT_LINE)
        book.flush()
    whole = part(book, 1, 0, 100_000)
    for step in (1, 7, 64, 1000):
        assert b"".join(part(book, 1, at, step) for at in range(0, len(whole), step)) == whole
    assert part(book, 1, len(whole), 10) == b""
    with pytest.raises(KeyError):
        part(book, 2, 0, 10)


def test_acknowledged_only_whole_and_only_as_it_is(tmp_path):
    book = begun(tmp_path)
    size = book.size(1) or 0
    assert book.acknowledge(2, 5) == "log"
    assert book.acknowledge(1, size - 1) == "size"
    assert book.acknowledge(1, size) is None
    assert book.acknowledge(1, size) is None
    assert files(tmp_path) == ["000001-aaaaaaaa.ack"]
    book.input(1000, *SEAT_LINE)
    assert book.acknowledge(1, size) == "size"
    assert book.flush()  # the game goes on: the host has not seen these lines
    assert files(tmp_path) == ["000001-aaaaaaaa.log"]
    assert not next(iter(book.list()))["acked"]
    assert len(journal.read(part(book, 1, 0, 10_000), KEY).lines) == 2


def test_an_acknowledgement_survives_a_boot(tmp_path):
    book = begun(tmp_path)
    book.acknowledge(1, book.size(1))
    book.close()
    assert [log["acked"] for log in list(Logbook(str(tmp_path), KEY).list())] == [True]


def test_only_acknowledged_logs_make_room_oldest_first(tmp_path, monkeypatch):
    book = Logbook(str(tmp_path), KEY)
    for game in ("aaaaaaaa", "bbbbbbbb", "cccccccc", "dddddddd"):
        number = book.begin(header(game))
        book.flush()
        if game != "bbbbbbbb":
            book.acknowledge(number, book.size(number))
    per_log = 60_000
    monkeypatch.setattr(LogFiles, "free", lambda self: logfiles.ROOM - 1 - per_log * (len(files(tmp_path)) - 3))
    book.begin(header("eeeeeeee"))
    book.flush()
    assert [log["game"] for log in book.list()] == ["bbbbbbbb", "dddddddd", "eeeeeeee"]
    monkeypatch.setattr(LogFiles, "free", lambda self: 0)
    book.begin(header("ffffffff"))
    book.flush()
    assert [log["game"] for log in book.list()] == ["bbbbbbbb", "eeeeeeee", "ffffffff"]


def test_a_full_flash_makes_room_in_the_middle_of_a_game(tmp_path, faults, monkeypatch):
    book = begun(tmp_path)
    book.acknowledge(1, book.size(1))
    book.begin(header("bbbbbbbb"))
    book.flush()
    monkeypatch.setattr(LogFiles, "free", lambda self: 0)
    faults.errno = errno.ENOSPC
    book.input(0, *SEAT_LINE)
    assert not book.flush()
    assert files(tmp_path) == ["000002-bbbbbbbb.log"]
    faults.errno = 0
    assert book.flush()


def test_the_newest_game_comes_back_and_goes_on(tmp_path):
    book = begun(tmp_path)
    book.input(0, *SEAT_LINE)
    book.input(45_000, "seat", (2,))
    book.flush()
    again = Logbook(str(tmp_path), KEY)
    replay = again.resume()
    assert replay is not None
    assert (replay.game.state, replay.game.turn, replay.last_ms) == ("running", 2, 45_000)
    again.input(45_001, "power")
    assert again.flush()
    reading = journal.read(part(again, 1, 0, 10_000), KEY)
    assert reading.fault is None
    assert [line.word for line in reading.lines] == ["new", "seat", "seat", "power"]


def test_what_is_not_sound_is_set_aside_and_the_game_goes_on_before_it(tmp_path):
    book = begun(tmp_path)
    book.input(0, *SEAT_LINE)
    book.input(45_000, "seat", (2,))
    book.close()
    path = tmp_path / "logs" / "000001-aaaaaaaa.log"
    damaged = path.read_bytes()[:-30] + b"\xff" * 30
    path.write_bytes(damaged)
    again = Logbook(str(tmp_path), KEY)
    replay = again.resume()
    assert replay is not None
    assert replay.game.turn == 1
    assert files(tmp_path) == ["000001-aaaaaaaa.bad", "000001-aaaaaaaa.log"]
    assert (tmp_path / "logs" / "000001-aaaaaaaa.bad").read_bytes() == damaged
    again.input(46_000, "power")
    assert again.flush()
    assert journal.read(path.read_bytes(), KEY).fault is None


@pytest.mark.parametrize(
    ("there", "comes_back"),
    [
        (["log", "tmp"], "log"),  # the power went before the damaged log was set aside
        (["ack", "tmp"], "ack"),
        (["bad", "tmp"], "tmp"),  # … and after it
    ],
)
def test_setting_aside_can_be_cut_at_any_step(tmp_path, there, comes_back):
    begun(tmp_path).close()
    folder = tmp_path / "logs"
    sound = (folder / "000001-aaaaaaaa.log").read_bytes()
    (folder / "000001-aaaaaaaa.log").unlink()
    for kind in there:
        (folder / f"000001-aaaaaaaa.{kind}").write_bytes(sound if kind == comes_back else b"x")
    replay = Logbook(str(tmp_path), KEY).resume()
    assert replay is not None
    assert replay.game.state == "ready"
    assert not list(folder.glob("*.tmp"))


def test_a_newest_log_that_cannot_be_read_brings_back_no_older_game(tmp_path):
    begun(tmp_path).close()
    (tmp_path / "logs" / "000002-bbbbbbbb.log").write_bytes(b"garbage\n")
    book = Logbook(str(tmp_path), KEY)
    assert book.resume() is None
    assert book.begin(header("cccccccc")) == 3
    assert "000002-bbbbbbbb.log" in files(tmp_path)


def test_an_empty_log_is_cleared_away(tmp_path):
    """The power went between the making of the file and its first line."""
    begun(tmp_path).close()
    (tmp_path / "logs" / "000002-bbbbbbbb.log").write_bytes(b"")
    book = Logbook(str(tmp_path), KEY)
    assert files(tmp_path) == ["000001-aaaaaaaa.log"]
    assert book.resume() is not None


def test_a_stray_tmp_that_cannot_be_cleared_away_hides_no_log(tmp_path):
    begun(tmp_path).close()
    (tmp_path / "logs" / "000001-aaaaaaaa.tmp").mkdir()
    book = Logbook(str(tmp_path), KEY)
    assert [log["log"] for log in book.list()] == [1]
    assert book.resume() is not None


def test_numbers_of_more_than_six_digits(tmp_path):
    begun(tmp_path).close()
    (tmp_path / "logs" / "999999-cccccccc.log").write_bytes(b"x")
    book = begun(tmp_path, "bbbbbbbb")
    book.close()
    again = Logbook(str(tmp_path), KEY)
    assert [log["log"] for log in again.list()] == [1, 999_999, 1_000_000]
    replay = again.resume()
    assert replay is not None
    assert replay.header["game"] == "bbbbbbbb"


def test_a_write_that_only_seems_to_work_is_no_write(tmp_path, monkeypatch):
    """After an error littlefs can say yes and have nothing on the flash: nothing is dropped from memory then."""
    mounted = []
    book = Logbook(str(tmp_path), KEY, lambda: mounted.append(True))
    book.begin(header())
    assert book.flush()

    class Liar(FaultyFile):
        def write(self, data):
            return len(data)

    monkeypatch.setattr(logbook, "open", lambda path, mode: Liar(Path(path).open(mode), None), raising=False)  # noqa: SIM115
    book._file = None
    book.input(0, *SEAT_LINE)
    assert not book.flush()
    assert book.trouble == "tr_log_not_saved"
    assert mounted == [True]
    monkeypatch.undo()
    assert book.flush()
    assert len(journal.read((tmp_path / "logs" / "000001-aaaaaaaa.log").read_bytes(), KEY).lines) == 2


def test_nothing_is_written_after_a_hole(tmp_path):
    book = begun(tmp_path)
    book.input(0, *SEAT_LINE)
    book.flush()
    path = tmp_path / "logs" / "000001-aaaaaaaa.log"
    path.write_bytes(path.read_bytes()[:-20])
    book._file = None
    book.input(1000, *SEAT_LINE)
    assert not book.flush()
    assert len(journal.read(path.read_bytes(), KEY).lines) == 1


def test_another_key_reads_no_log(tmp_path):
    begun(tmp_path).close()
    assert Logbook(str(tmp_path), bytes([1]) * 32).resume() is None


class Pieces:
    """A file whose `readline` never takes more than it is told: what it was told is noted."""

    def __init__(self, data):
        self.file = io.BytesIO(data)
        self.asked = []

    def readline(self, most):
        self.asked.append(most)
        return self.file.readline(most)


@pytest.mark.parametrize("lengths", [[40, 1200, 40], [127, 128, 129], [4096, 40], [0, 40]])
def test_a_line_is_read_whole_and_in_small_pieces(lengths):
    lines = [b"x" * length + b"\n" for length in lengths]
    file = Pieces(b"".join(lines) + b"cut")
    assert [comeback._line(file) for _ in range(len(lines) + 2)] == [*lines, b"cut", b""]
    assert max(file.asked) <= 128


def test_a_line_without_an_end_is_not_read_to_it():
    assert logbook.LONGEST_LINE < len(comeback._line(Pieces(b"x" * 1_000_000))) < 5000


def test_a_game_comes_back_at_the_second_try_where_memory_was_short(tmp_path, monkeypatch):
    one = Session(str(tmp_path), "x")
    one.new(0, {"control": preset("matam"), "seats": 3})
    one.flush(0)
    real, tries = logbook.Logbook._come_back, []

    def once_short(self, number, alive, times):
        tries.append(number)
        if len(tries) == 1:
            raise MemoryError
        return real(self, number, alive, times)

    monkeypatch.setattr(logbook.Logbook, "_come_back", once_short)
    assert Session(str(tmp_path), "x").resume(0)
