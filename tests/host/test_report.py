"""The page of a game: one sound, self-contained, accessible file that no name can break."""

import errno
import os
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from host.logs import KEY, PlayedLog, header, matam_game
from host.rounds import case_of, matam_round
from tritempo.control import preset
from tritempo_host.audit import Finding, audit
from tritempo_host.cli import cli
from tritempo_host.report.case import looks, make_case
from tritempo_host.report.page import page
from tritempo_host.report.speech import Speech
from tritempo_host.store import open_store
from tritempo_host.words import LANGUAGES

VOID = {"meta", "rect", "path", "circle", "use", "br"}
HOSTILE = '<script>alert("1")</script>\'&amp;--></svg>\u202egnirts\x1b[31m\x00'


class Parsed(HTMLParser):
    """A page's tags, and that they are balanced."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag]


@pytest.fixture(params=LANGUAGES)
def whole_page(request: pytest.FixtureRequest) -> tuple[str, Parsed]:
    text = page(case_of(matam_round(), request.param))
    return request.param, Parsed(text)


def test_it_is_one_file_that_asks_for_nothing(whole_page: tuple[str, Parsed]):
    _, parsed = whole_page
    assert not {"script", "link", "img", "iframe", "object", "form", "base"} & {tag for tag, _ in parsed.tags}
    for _, attrs in parsed.tags:
        assert "src" not in attrs and "srcset" not in attrs
        assert (attrs.get("href") or "#").startswith("#")
        assert not any(name.startswith("on") for name in attrs)
    assert not re.search(r"url\((?!#)|@import", "".join(parsed.text))


def test_it_says_what_it_is_to_those_who_do_not_see_it(whole_page: tuple[str, Parsed]):
    lang, parsed = whole_page
    assert parsed.of("html") == [{"lang": lang}]
    assert len(parsed.of("h1")) == 1
    ids = [attrs["id"] for _, attrs in parsed.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    drawings = [attrs for attrs in parsed.of("svg") if attrs.get("role") == "img"]
    assert len(drawings) > 5
    for _, attrs in parsed.tags:
        assert all(name in ids for name in (attrs.get("aria-labelledby") or "").split())
    for attrs in drawings:
        assert len((attrs["aria-labelledby"] or "").split()) == 2  # a title and a description
    for attrs in parsed.of("svg"):
        assert attrs.get("role") == "img" or attrs.get("aria-hidden") == "true" or attrs.get("x") == "0"
    assert all(attrs.get("scope") in ("col", "row") for attrs in parsed.of("th"))
    assert all((attrs["href"] or "").removeprefix("#") in ids for attrs in parsed.of("use"))


def test_what_an_arbiter_looks_for_is_there():
    text = " ".join(" ".join(Parsed(page(case_of(matam_round(), "ca"))).text).split())
    for words in (
        *("Ronda 2 · Taula 5", "Registre correcte", "Anna Puig", "límit de la ronda", "2026-11-28"),
        *("«pròrroga»", "salvaimpugnació", "tornar a tirar", "torn perdut", "nul·la: es retira", "vàlida: es manté"),
        *(
            "l'àrbitre desfà una pulsació: ",
            "l'àrbitre dona 0:10",
            "La pausa 3 (0:26) no té motiu",
            "(MG 31)",
            "SHA-256",
        ),
    ):
        assert words in text, words


@pytest.mark.parametrize("field", ["names", "device", "firmware", "game", "control", "wall"])
def test_nothing_in_a_log_can_change_the_page(field: str):
    """The page of a hostile log has the same tags as that of a harmless one, and the text only as text."""

    def tags(value: str) -> tuple[list[str], str]:
        control = preset("matam")
        changes = {field: [value] * 3 if field == "names" else value}
        if field == "control":
            value = "".join(c for c in value if c >= " ")  # with the others a control is refused, and there is no game
            changes = {"control": {**control, "id": value, "name": dict.fromkeys(LANGUAGES, value), "source": value}}
        text = page(case_of(matam_game(**{"wall": None, **changes})))
        return [tag for tag, _ in Parsed(text).tags], text

    harmless, _ = tags("Anna")
    found, text = tags(HOSTILE)
    assert found == harmless
    assert not set("\u202e\x1b\x00") & set(text)


def test_a_name_of_any_length_is_cut():
    text = page(case_of(matam_game(names=["W" * 500, "", " \t "])))
    assert "W" * 41 not in text
    assert "Player 2" in text and "Player 3" in text


@pytest.mark.parametrize(
    ("change", "level", "words"),
    [
        pytest.param(lambda data: data, "good", "Log: sound", id="sound"),
        pytest.param(lambda data: data[: data.rindex(b"\n", 0, -1) + 1], "fair", "Log: not ended", id="open"),
        pytest.param(lambda data: data[:-20], "bad", "Log: cut", id="cut"),
        pytest.param(lambda data: data.replace(b" seat 2 ", b" seat 3 ", 1), "bad", "Log: changed", id="changed"),
    ],
)
def test_the_verdict_is_at_the_top(change, level: str, words: str):
    log = matam_game()
    log.lines = [change(log.data)]
    text = page(case_of(log))
    assert f'class="verdict {level}"' in text and words in text
    assert ("going on" in text) is False
    assert ("findings" in {(attrs.get("class") or "").split(" ")[0] for attrs in Parsed(text).of("ul")}) == (
        level != "good"
    )


@pytest.mark.parametrize("control", ["manresa-escacs", "ebre", "romania", "duplicat", "wespa"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_of_control_has_its_page(control: str, lang: str):
    log = PlayedLog(header(control, 2))
    for t, word, *args in [
        (0, "seat", 1),
        (60_000, "seat", 1),
        (95_000, "pause", "challenge"),
        (99_000, "verdict", "invalid"),
        (110_000, "seat", 2),
        (9_000_000, "pause", "arbiter"),
        (9_100_000, "end", "abandon", 2),
    ]:
        log.take(t, word, *args)
    Parsed(page(case_of(log, lang)))


@pytest.mark.parametrize(
    ("control", "seats", "articles"),
    [
        ("matam", 3, ["MG 30", "MG 31", "MG 32", "MG 26-28", "MM"]),
        ("manresa-torn", 3, ["CSM", "CSM"]),
        ("manresa-escacs", 2, ["CSM b", "CSM", "CSM"]),
        ("ebre", 2, ["TE"]),
        ("romania", 2, ["RO", "RO", "RO"]),
        ("duplicat", 2, []),
        ("wespa", 2, []),
        ({**preset("matam"), "source": None}, 3, []),
        ({**preset("manresa-escacs"), "source": "CSM a"}, 2, ["CSM", "CSM"]),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_only_the_document_that_the_control_follows_is_cited(control, seats: int, articles: list[str], lang: str):
    log = PlayedLog(header(control, seats))
    log.take(0, "seat", 1)
    assert [article for _, article in Speech(case_of(log).summary, lang).rules() if article] == articles


def test_a_log_that_breaks_off_is_not_called_going_on():
    """It is shown up to a line; what came after that nobody knows."""
    log = matam_game()
    log.take(log.game.now + 20_000, "pause", "arbiter")
    whole = log.data.splitlines(keepends=True)
    for data in (b"".join(whole[:20]), b"".join(whole[:20]) + whole[20].replace(b" ", b"  ")):
        case = make_case(audit(data, KEY), "9f3a66c1", "", "en")
        assert case.shown_to == 19
        assert "shown up to line 19 of the log" in page(case)
        assert "shown so far" in page(case) and "going on" not in page(case)
    assert case_of(matam_game()).shown_to is None


def test_a_log_that_a_clock_still_writes_is_going_on():
    found = audit(matam_game().data[: -len(matam_game().lines[-1])], KEY)
    found = found.with_findings(Finding("still_open"), instead_of=("not_ended",))
    assert make_case(found, "9f3a66c1", "", "en").shown_to is None


def test_the_top_says_whether_the_rest_of_a_changed_log_holds():
    log = matam_game()
    data = log.data.replace(b" seat 2 ", b" seat 3 ", 1)
    case = make_case(audit(data, KEY), "9f3a66c1", "", "en")
    assert any(told.code.startswith("rest_") for told in case.alarms())
    assert not any(told.code.startswith("rest_") for told in case.remarks())
    assert len(case.alarms()) + len(case.remarks()) == len(case.findings())


def test_what_is_worth_a_look_is_in_order_of_time():
    case = case_of(matam_round(), key=None)
    seen = [look.t for look in looks(case.findings(), Speech(case.summary, "en"))]
    times = [t for t in seen if t is not None]
    assert (
        len(times) > 1
        and times == sorted(times)
        and seen[: len(seen) - len(times)] == [None] * (len(seen) - len(times))
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_pause_that_ends_the_game_has_its_reason(lang: str):
    log = PlayedLog(header())
    for t, word, *args in [(0, "seat", 1), (60_000, "seat", 1), (95_000, "pause"), (99_000, "end", "out")]:
        log.take(t, word, *args)
    summary = case_of(log, lang).summary
    assert [thing.code for thing in summary.unusual] == []
    speech = Speech(summary, lang)
    assert speech.reason(summary.pauses[0]) == speech.say("came_ended")


def test_there_is_no_average_of_no_turns():
    log = PlayedLog(header(names=["Anna", "Bernat", "Carla"]))
    for t, word, *args in [(0, "seat", 1), (61_000, "end", "aborted")]:
        log.take(t, word, *args)
    text = page(case_of(log))
    assert "0:00.0" not in text.partition('id="seats"')[2].partition("Anna")[2].partition("</tr>")[0]


def test_a_game_that_has_not_begun():
    assert "No turn was played." in page(case_of(PlayedLog(header())))


def test_the_command_writes_the_page_and_writes_over_an_old_one(tmp_path: Path):
    log, out = tmp_path / "a.log", tmp_path / "a.html"
    log.write_bytes(matam_game().data)
    out.write_text("<!doctype html>old")
    command = ["report", str(log), "--lang", "ro", "-o"]
    result = CliRunner().invoke(cli, [*command, str(out)])
    assert result.exit_code == 0, result.output
    text = out.read_text(encoding="utf-8")
    assert text.startswith('<!doctype html>\n<html lang="ro">')
    assert CliRunner().invoke(cli, [*command, "-"]).stdout == text


def test_the_command_says_where_it_cannot_write(tmp_path: Path):
    log = tmp_path / "a.log"
    log.write_bytes(matam_game().data)
    result = CliRunner().invoke(cli, ["report", str(log), "-o", str(tmp_path / "no" / "a.html"), "--lang", "en"])
    assert result.exit_code == 1
    assert "cannot be written" in result.output and "Traceback" not in result.output


@pytest.mark.parametrize("what", ["its own log", "the store", "another store", "notes", "a link to the log"])
def test_a_page_is_never_written_over_what_is_no_page(tmp_path: Path, what: str):
    log, store = tmp_path / "a.log", tmp_path / "games.db"
    log.write_bytes(matam_game().data)
    with open_store(store, "en"):
        pass
    out = {"its own log": log, "the store": store}.get(what, tmp_path / "out")
    if what == "another store":
        shutil.copy(store, out)
    elif what == "notes":
        out.write_text("Round 2: Anna was late.")
    elif what == "a link to the log":
        out.symlink_to(log)
    before = out.read_bytes()
    command = ["report", str(log), "--store", str(store), "--lang", "en", "-o", str(out)]
    result = CliRunner().invoke(cli, command)
    assert result.exit_code == 1 and "no page" in result.output, result.output
    assert out.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted({"a.log", "games.db", out.name})


@pytest.mark.parametrize("old", [None, b"<!doctype html>\n<p>older"])
def test_a_failed_write_leaves_what_there_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: bytes | None):
    log, out = tmp_path / "a.log", tmp_path / "a.html"
    log.write_bytes(matam_game().data)
    if old:
        out.write_bytes(old)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    result = CliRunner().invoke(cli, ["report", str(log), "-o", str(out), "--lang", "en"])
    assert result.exit_code == 1 and "cannot be written (No space left" in result.output
    assert [path.name for path in sorted(tmp_path.iterdir())] == (["a.html", "a.log"] if old else ["a.log"])
    assert not old or out.read_bytes() == old


def test_a_page_goes_to_a_device_as_it_is(tmp_path: Path):
    log = tmp_path / "a.log"
    log.write_bytes(matam_game().data)
    assert CliRunner().invoke(cli, ["report", str(log), "-o", os.devnull]).exit_code == 0
    assert not Path(os.devnull).is_file()


def test_a_file_that_is_no_log(tmp_path: Path):
    log = tmp_path / "a.log"
    log.write_bytes(bytes(range(256)) * 9)
    result = CliRunner().invoke(cli, ["report", str(log), "-o", "-", "--lang", "ca"])
    assert result.exit_code == 1
    assert "a.log" in result.output and "No comença com un registre" in result.output
