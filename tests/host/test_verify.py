"""`tritempo verify` and `tritempo logs`: what a person and a script get to know about logs."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import select

from host.logs import DEVICE, KEY, OTHER_DEVICE, OTHER_KEY, matam_game
from tritempo_host.audit import LARGEST
from tritempo_host.cli import cli
from tritempo_host.store import ClockLog, Store, list_logs, listing, open_store
from tritempo_host.store.models import Summary

GAME = matam_game()
LOG = GAME.data
CHANGED = LOG.replace(b"*flag 2", b"*flag 3")


def tritempo(*args: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(arg) for arg in args], catch_exceptions=False)


@pytest.fixture(autouse=True)
def nobodys_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test may see the store of whoever runs it."""
    monkeypatch.delenv("TRITEMPO_STORE", raising=False)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setattr("tritempo_host.store.location.default_path", lambda: tmp_path / "data" / "tritempo.db")


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def stored(path: Path, *contents: bytes, device: str = DEVICE, key: bytes = KEY) -> None:
    """A store with one log a content, of games 00000000, 00000001, …"""
    with open_store(path, "en") as store:
        store.meet(device, key, "virtual", "0.1.0")
        for n, content in enumerate(contents):
            store.keep(device, ClockLog(n, f"{n:08x}", len(content), False, False), content)


# verify


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        (LOG, 0, ["sound"]),
        (CHANGED, 1, ["changed", "line 4 (byte ", "The seal does not fit"]),
        (LOG[:-3], 1, ["cut", "line 46 (byte ", "ends in the middle"]),
        (b"".join(GAME.lines[:30]), 1, ["not ended"]),
        (b"", 1, ["not a log", "The file is empty."]),
        (b"\xff\xfe\x00garbage", 1, ["line ends or its encoding"]),
        (b"garbage\xff", 1, ["not a log", "does not begin as the log"]),
        (bytes(LARGEST + 5), 1, ["larger than any log"]),
    ],
)
def test_a_file_gets_its_verdict(tmp_path: Path, data: bytes, code: int, words: list[str]) -> None:
    result = tritempo("verify", written(tmp_path, "a.log", data), "--key", KEY.hex(), "--lang", "en")
    assert result.exit_code == code
    assert all(each in result.output for each in words)


@pytest.mark.parametrize(("lang", "words"), [("ca", "és una carpeta"), ("ro", "este un dosar"), ("en", "is a folder")])
def test_what_cannot_be_read_is_told_and_the_others_are_verified(tmp_path: Path, lang: str, words: str) -> None:
    good = written(tmp_path, "good.log", LOG)
    absent = tmp_path / "absent.log"
    result = tritempo("verify", tmp_path, absent, good, "--key", KEY.hex(), "--lang", lang)
    assert result.exit_code == 2
    assert words in result.stderr and f"tritempo: {absent}: " in result.stderr
    assert result.stdout.splitlines()[0] == f"{good}: " + {"ca": "correcte", "ro": "în regulă", "en": "sound"}[lang]


def test_standard_input_is_a_file_too(tmp_path: Path) -> None:
    options = ["--key", KEY.hex(), "--lang", "en"]
    result = CliRunner().invoke(cli, ["verify", "-", *options], input=LOG)
    file = written(tmp_path, "a.log", LOG)
    assert result.exit_code == 0
    assert result.output == tritempo("verify", file, *options).output.replace(str(file), "-")


def test_the_store_knows_the_keys_of_the_clocks_it_met(tmp_path: Path) -> None:
    stored(tmp_path / "store.db")
    file = written(tmp_path, "a.log", LOG)
    assert tritempo("verify", file, "--store", tmp_path / "store.db").exit_code == 0
    unknown = tritempo("verify", file)
    assert unknown.exit_code == 1 and f"key of clock {DEVICE} is not known" in unknown.output
    assert not (tmp_path / "data").exists()
    stored(tmp_path / "data" / "tritempo.db")
    assert tritempo("verify", file).exit_code == 0


def test_a_key_that_nobody_accepted_is_told(tmp_path: Path) -> None:
    stored(tmp_path / "store.db")
    stored(tmp_path / "store.db", key=OTHER_KEY)
    file = written(tmp_path, "a.log", matam_game(OTHER_KEY).data)
    result = tritempo("verify", file, "--store", tmp_path / "store.db")
    assert result.exit_code == 1 and "sound, but look at it" in result.output and "nobody has accepted" in result.output


def test_a_store_that_is_named_must_be_there(tmp_path: Path) -> None:
    result = tritempo("verify", written(tmp_path, "a.log", LOG), "--store", tmp_path / "none.db")
    assert result.exit_code == 1 and "is not there" in result.output


@pytest.mark.parametrize("key", ["xyz", "00", KEY.hex() + "00"])
def test_a_key_that_is_none_is_a_usage_error(tmp_path: Path, key: str) -> None:
    result = tritempo("verify", written(tmp_path, "a.log", LOG), "--key", key)
    assert result.exit_code == 2 and "64 hexadecimal digits" in result.output


def test_a_script_gets_line_offset_and_code(tmp_path: Path) -> None:
    good, bad = written(tmp_path, "a.log", LOG), written(tmp_path, "b.log", CHANGED)
    result = tritempo("verify", good, bad, tmp_path / "absent", "--key", KEY.hex(), "--json", "--lang", "ro")
    assert result.exit_code == 2
    first, second, third = json.loads(result.output)
    assert (first["verdict"], first["flagged"], first["game"], first["lines"]) == ("sound", False, "9f3a66c1", 47)
    finding = second["findings"][0]
    assert (finding["severity"], finding["code"], finding["line"]) == ("error", "line_seal", 4)
    assert LOG[finding["offset"] :].startswith(b"4 166000 *flag")
    assert third["verdict"] is None and "nu există" in third["problem"]


def test_a_file_name_cannot_play_tricks_on_the_terminal(tmp_path: Path) -> None:
    result = tritempo("verify", written(tmp_path, "a\x1b[31m[red]b.log", LOG), "--key", KEY.hex())
    assert "\x1b" not in result.output and "[red]" in result.output


# logs


@pytest.fixture
def season(tmp_path: Path) -> Path:
    path = tmp_path / "season.db"
    games = [matam_game(turns=10, game=f"{n:08x}", round=n // 2 + 1, table=n % 2 + 1) for n in range(3)]
    changed = games[1].data.replace(b"*flag 2", b"*flag 3")
    stored(path, games[0].data, changed, games[2].data)
    stored(path, matam_game(OTHER_KEY, device=OTHER_DEVICE, game="00000000").data, device=OTHER_DEVICE, key=OTHER_KEY)
    return path


def listed(path: Path, *options: str) -> list[dict]:
    return json.loads(tritempo("logs", "--store", path, "--json", *options).output)


def test_all_logs_are_listed_with_what_the_audit_says(season: Path) -> None:
    rows = listed(season)
    assert [(row["log"], row["verdict"], row["round"], row["table"]) for row in rows] == [
        (f"{DEVICE[-4:]}/00000000", "sound", 1, 1),
        ("00000001", "changed", 1, 2),
        ("00000002", "sound", 2, 1),
        (f"{OTHER_DEVICE[-4:]}/00000000", "sound", 2, 5),
    ]
    assert (rows[1]["finding"], rows[1]["line"], rows[1]["flagged"]) == ("line_seal", 4, True)
    assert rows[0]["names"] == ["Anna Puig", "Bernat Soler", "Carla Vidal"]
    assert (rows[0]["state"], rows[0]["reason"]) == ("ended", "out")


@pytest.mark.parametrize(
    ("options", "count"),
    [
        (["--round", "1"], 2),
        (["--round", "9"], 0),
        (["--flagged"], 1),
        (["--device", OTHER_DEVICE], 1),
        (["--device", DEVICE[-6:].upper()], 3),
        (["--device", "e661"], 4),
        (["--device", DEVICE, "--round", "2"], 1),
    ],
)
def test_a_list_can_be_narrowed(season: Path, options: list[str], count: int) -> None:
    assert len(listed(season, *options)) == count


@pytest.mark.parametrize(
    ("lang", "words"), [("ca", "alterat, línia 4"), ("ro", "modificat, linia 4"), ("en", "changed")]
)
def test_a_person_gets_a_table_of_eighty_columns(season: Path, lang: str, words: str) -> None:
    output = tritempo("logs", "--store", season, "--lang", lang).output
    assert words in output and "00000002" in output and "Anna Puig" in output
    assert all(len(line) <= 80 for line in output.splitlines())


def test_what_has_to_be_looked_at_needs_no_colour(season: Path) -> None:
    lines = tritempo("logs", "--store", season, "--lang", "en").output.splitlines()
    assert ["!" in line for line in lines if DEVICE[-6:-1] in line] == [False, True, False, False]
    assert lines[-1].startswith("! has to be looked at")
    assert "!" not in tritempo("logs", "--store", season, "--round", "2", "--lang", "en").output


@pytest.mark.parametrize("width", [20, 40, 60])
def test_a_narrow_terminal_loses_nothing(season: Path, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = tritempo("logs", "--store", season, "--lang", "en").output.splitlines()[:-1]  # the last wraps by itself
    text = " ".join(" ".join(lines).split())
    assert text.count("Anna Puig, Bernat Soler, Carla Vidal") == 4 and "! changed, line 4" in text


def test_a_list_has_one_form(tmp_path: Path) -> None:
    result = tritempo("logs", "--json", "--csv", "--lang", "ca")
    assert result.exit_code == 2 and "no van plegats" in result.output


def test_an_empty_list_has_all_columns(season: Path) -> None:
    full = tritempo("logs", "--csv", "--store", season).output.splitlines()
    assert tritempo("logs", "--csv").output.splitlines() == full[:1]
    assert full[0].split(",") == list(listed(season)[0])


# export


def test_a_log_comes_out_byte_for_byte_and_nothing_is_written_over(tmp_path: Path, season: Path) -> None:
    out = tmp_path / "out.log"
    result = tritempo("export", "00000002", "-o", out, "--store", season, "--lang", "ca")
    log = matam_game(turns=10, game="00000002", round=2, table=1).data
    assert result.exit_code == 0 and out.read_bytes() == log and "tal com els va donar" in result.output
    assert tritempo("verify", out, "--store", season).exit_code == 0
    assert tritempo("export", "00000002", "-o", "-", "--store", season).stdout_bytes == log
    again = tritempo("export", "00000001", "-o", out, "--store", season, "--lang", "en")
    assert again.exit_code == 1 and "is there already" in again.output and out.read_bytes() == log
    for bad in (tmp_path / "absent" / "out.log", tmp_path):
        assert tritempo("export", "00000002", "-o", bad, "--store", season).exit_code == 1


def test_a_log_that_came_in_part_says_so(tmp_path: Path) -> None:
    with open_store(tmp_path / "store.db", "en") as store:
        store.meet(DEVICE, KEY, "virtual", "0.1.0")
        store.keep(DEVICE, ClockLog(1, "9f3a66c1", 99, False, False), b"abc")
    result = tritempo("export", "9f3a", "-o", "-", "--store", tmp_path / "store.db", "--lang", "en")
    assert result.stdout == "abc" and "3 bytes of 99" in result.stderr


def test_a_spreadsheet_gets_plain_cells(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    stored(path, matam_game(game="00000000", names=["=1+1", 'a "b"; c', "ș, ț"]).data)
    [row] = csv.DictReader(io.StringIO(tritempo("logs", "--store", path, "--csv").output))
    assert row["names"].startswith("'=1+1") and row["names"].endswith("ș, ț")
    assert (row["verdict"], row["game"], row["size"]) == ("sound", "00000000", row["size"])


@pytest.mark.parametrize("form", ["--json", "--csv", "--flagged"])
def test_an_empty_list_is_no_error(tmp_path: Path, form: str) -> None:
    assert tritempo("logs", form).exit_code == 0
    stored(tmp_path / "store.db")
    assert tritempo("logs", form, "--store", tmp_path / "store.db").exit_code == 0


# What lists are made from


def summaries(store: Store) -> dict[int, tuple[str, dict]]:
    with store.reading() as session:
        return {row.log_id: (row.basis, row.row) for row in session.scalars(select(Summary))}


def test_a_list_is_computed_once_and_anew_when_anything_it_says_may_have_changed(
    season: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed = []
    examine = listing.examine
    monkeypatch.setattr(listing, "examine", lambda record: computed.append(record.stored.id) or examine(record))
    with open_store(season, "en") as store:
        first = list_logs(store)
        assert computed == [1, 2, 3, 4]
        assert list_logs(store) == first and len(computed) == 4
        # another key of a clock
        store.meet(DEVICE, OTHER_KEY, "virtual", "0.1.0")
        assert list_logs(store) == first and computed[4:] == [1, 2, 3]
        # another content of a game
        store.keep(DEVICE, ClockLog(9, "00000002", 1, False, False), b"x")
        again = list_logs(store)
        assert computed[7:] == [3, 5] and again[2].row.finding == "other_content"
        # another version of the program
        monkeypatch.setattr(listing, "_program", lambda: "later")
        list_logs(store)
        assert computed[9:] == [1, 2, 3, 4, 5]


def test_emptying_the_summaries_changes_nothing_in_a_list(season: Path) -> None:
    with open_store(season, "en") as store:
        before = list_logs(store)
        kept = summaries(store)
        assert len(kept) == 4
        store.write(lambda session: session.query(Summary).delete())
        assert list_logs(store) == before and summaries(store) == kept


def test_a_read_only_store_can_be_listed(season: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_store(season, "en") as store:
        monkeypatch.setattr("tritempo_host.store.engine.BUSY_MS", 1)
        with store.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA query_only=ON")
        assert [each.row.verdict for each in list_logs(store)] == ["sound", "changed", "sound", "sound"]
        assert summaries(store) == {}
