"""The page of a game: one sound, self-contained, accessible file that no name can break."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from host.logs import PlayedLog, header, matam_game
from host.rounds import case_of, matam_round
from tritempo.control import preset
from tritempo_host.cli import cli
from tritempo_host.report.page import page
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
        *("Pròrroga", "Salvaimpugnació", "Tornar a tirar", "torn perdut", "no vàlida: es retira", "vàlida: es juga"),
        *("l'àrbitre desfà una pulsació", "l'àrbitre dona 0:10", "La pausa 3 (0:26) no té motiu", "(MG 31)", "SHA-256"),
    ):
        assert words in text, words


@pytest.mark.parametrize("field", ["names", "device", "firmware", "game", "control", "wall"])
def test_nothing_in_a_log_can_change_the_page(field: str):
    """The page of a hostile log has the same tags as that of a harmless one, and the text only as text."""

    def tags(value: str) -> tuple[list[str], str]:
        control = preset("matam")
        changes = {field: [value] * 3 if field == "names" else value}
        if field == "control":
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


def test_a_game_that_has_not_begun():
    assert "No turn was played." in page(case_of(PlayedLog(header())))


def test_the_command_writes_the_page_and_writes_over_an_old_one(tmp_path: Path):
    log, out = tmp_path / "a.log", tmp_path / "a.html"
    log.write_bytes(matam_game().data)
    out.write_text("old")
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


def test_a_file_that_is_no_log(tmp_path: Path):
    log = tmp_path / "a.log"
    log.write_bytes(bytes(range(256)) * 9)
    result = CliRunner().invoke(cli, ["report", str(log), "-o", "-", "--lang", "ca"])
    assert result.exit_code == 1
    assert "a.log" in result.output and "No comença com un registre" in result.output
