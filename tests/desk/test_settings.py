"""Settings: what was changed is written, what cannot be is said; a tournament as files, and back."""

import io
import json
import re
import zipfile
from pathlib import Path

import pytest

from desk.desks import Visitor, load, looks, make, visited, write
from tournament.tournaments import one_round
from tritempo_host.rules import RULESETS
from tritempo_host.tournament import Draft

T = "/t/3r-matam/settings"


def form(page: str) -> dict[str, str]:
    """All that the page's form would send."""
    text = page[page.index("data-keep>") : page.index("</form>", page.index("data-keep>"))]
    fields = dict(re.findall(r'<input (?:type="hidden" |id="\w+" )name="([^"]+)"[^>]*? value="([^"]*)"', text))
    fields |= dict(re.findall(r'<input type="radio" name="([^"]+)" value="([^"]*)" checked>', text))
    for name, inner in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', text):
        chosen = re.search(r'<option value="([^"]*)" selected', inner)
        fields[name] = chosen[1] if chosen else ""
    return fields


@pytest.mark.parametrize("rules", RULESETS)
def test_every_setting_is_there_with_its_article(store: Path, rules: str) -> None:
    slug = make(store, rules, 0)
    with visited(store) as visitor:
        page = visitor.get(f"/t/{slug}/settings")
        for lang in ("ca", "ro"):
            visitor.get(f"/t/{slug}/settings", headers={"Accept-Language": lang})
        for each in RULESETS[rules].settings:
            assert f'name="{each.key}"' in page
            assert each.article == "-" or each.article.split('"')[0].strip() in page
        fields = form(page)
        assert fields["csrf"] and "There was nothing to change." in visitor.does(f"/t/{slug}/settings", fields)
    assert load(store, slug).settings == {}


def test_what_was_changed_is_written(matam: Visitor, store: Path) -> None:
    fields = form(matam.get(T))
    changed = {
        "name": "Final",
        "date": "2026-12-01",
        "rounds": "6",
        "points_with": "game",
        "trumps": "yes",
        "seed": "x",
    }
    assert "The settings are saved." in matam.does(T, fields | changed | {"double_entry": "yes"})
    t = load(store, "3r-matam")
    assert (t.name, t.date, t.place) == ("Final", "2026-12-01", "")
    assert t.settings == {"rounds": 6, "points_with": "game", "trumps": True, "seed": "x", "double_entry": True}
    fields = form(matam.get(T))
    assert (fields["points_with"], fields["trumps"]) == ("game", "yes")
    matam.does(T, fields | {"rounds": "", "points_with": "bonus", "seed": "", "trumps": "no"})
    assert load(store, "3r-matam").settings == {"double_entry": True}


def test_another_draw_forgets_what_it_cannot_take(store: Path) -> None:
    slug = make(store, "cusca", 8)
    write(store, slug, Draft("settings", {"settings": {"draw_start": "tiles", "draw_fold": "slide"}}))
    at = f"/t/{slug}/settings"
    with visited(store) as visitor:
        assert 'name="draw_fold"' in visitor.get(at)
        page = visitor.does(at, form(visitor.get(at)) | {"system": "threes"})
        assert 'name="draw_fold"' not in page and 'name="draw_rest"' in page
    assert load(store, slug).settings == {"system": "threes", "draw_start": "tiles", "draw_fold": "slide"}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"rounds": "0"}, "from 1 to 100"),
        ({"points_with": "moon"}, "There is no such choice"),
        ({"name": " "}, "empty"),
        ({"control": "romania"}, "it is for 2 players, not 3"),
        ({"control": "file", "control_file": "/nothing/here.toml"}, "here.toml"),
        ({"control": "<script>"}, "&lt;script&gt;"),
    ],
)
def test_what_cannot_be_is_said_and_the_rest_stays(
    matam: Visitor, store: Path, given: dict[str, str], said: str
) -> None:
    answer = matam.post(T, form(matam.get(T)) | {"place": "Kept here"} | given)
    assert answer.status_code == 422
    assert said in answer.text and 'value="Kept here"' in answer.text
    assert "<script>" not in answer.text.replace('<script src="/assets/', "")
    assert load(store, "3r-matam").last == 37


def test_a_control_of_one_s_own(matam: Visitor, store: Path, tmp_path: Path) -> None:
    own = tmp_path / "club.toml"
    own.write_text('base = "matam"\nid = "club"\nturn_ms = 90000\n', encoding="utf-8")
    matam.does(T, form(matam.get(T)) | {"control": "file", "control_file": str(own)})
    assert load(store, "3r-matam").settings == {"control": str(own)}
    fields = form(matam.get(T))
    assert fields["control"] == "file" and fields["control_file"] == str(own)
    matam.does(T, fields | {"control": "matam"})
    assert load(store, "3r-matam").settings == {"control": "matam"}


def test_two_change_the_settings(matam: Visitor, store: Path) -> None:
    fields = form(matam.get(T))
    matam.does(T, fields | {"name": "Mine"})
    origin = {"Origin": str(matam.client.base_url).rstrip("/")}
    answer = matam.client.post(T, data=fields | {"place": "Theirs"}, headers=origin)
    assert answer.status_code == 409 and "Meanwhile" in answer.text
    assert 'value="Theirs"' in answer.text and 'value="Mine"' in answer.text
    assert matam.client.post(T, data=form(answer.text), headers=origin).status_code == 200
    t = load(store, "3r-matam")
    assert (t.name, t.place) == ("Mine", "Theirs")


# Files


def download(visitor: Visitor, path: str) -> bytes:
    answer = visitor.client.get(path)
    assert answer.status_code == 200 and "attachment" in answer.headers["content-disposition"]
    return answer.content


def test_files_for_others(matam: Visitor, store: Path) -> None:
    write(store, "3r-matam", *one_round())
    looks(matam)
    page = matam.get("/t/3r-matam/files")
    assert "tsh" not in page, "three at a table are nothing for it"
    with zipfile.ZipFile(io.BytesIO(download(matam, "/t/3r-matam/files/csv"))) as tables:
        assert "standings.csv" in tables.namelist()
    with zipfile.ZipFile(io.BytesIO(download(matam, "/t/3r-matam/files/site"))) as site:
        assert {"index.html", "ca/index.html", "ro/standings.html"} <= set(site.namelist())
    assert json.loads(download(matam, "/t/3r-matam/files/json"))["entries"]
    assert download(matam, "/t/3r-matam/files/excel").startswith(b"PK")
    assert download(matam, "/t/3r-matam/files/turns")
    matam.get("/t/3r-matam/files/passwd", 404)


def test_what_a_format_cannot_hold_is_said(matam: Visitor) -> None:
    answer = matam.client.get("/t/3r-matam/files/tsh")
    assert answer.status_code == 422 and "Traceback" not in answer.text


def test_two_player_events_go_to_other_programs(store: Path) -> None:
    slug = make(store, "wespa", 8)
    with visited(store) as visitor:
        assert "-a.t</a>" in visitor.get(f"/t/{slug}/files")
        answer = visitor.client.get(f"/t/{slug}/files/tsh")
        assert answer.status_code == 422 and "Player 1: ends with a number" in answer.text
    slug = make(store, "wespa", 0)
    write(store, slug, *(Draft("player", {"name": name}) for name in ("Anna Vidal", "Joan Roca")))
    with visited(store) as visitor:
        assert b"Anna Vidal " in download(visitor, f"/t/{slug}/files/tsh")


def restores(visitor: Visitor, data: bytes, name: str = "copy.zip"):
    return visitor.post("/restore", files={"file": (name, data, "application/zip")})


def test_a_backup_goes_to_another_computer_and_back(matam: Visitor, store: Path, tmp_path: Path) -> None:
    write(store, "3r-matam", *one_round())
    data = download(matam, "/t/3r-matam/backup")
    there = tmp_path / "other.db"
    with visited(there) as other:
        page = other.get(restores(other, data).headers["location"])
        assert "“3r MàTaM” is here again" in page
        assert "the backup knows no more" in other.get(restores(other, data).headers["location"])
        write(store, "3r-matam", Draft("note", {"text": "more"}))
        data = download(matam, "/t/3r-matam/backup")
        assert "what was missing is added" in other.get(restores(other, data).headers["location"])
    assert load(there, "3r-matam") == load(store, "3r-matam")


@pytest.mark.parametrize("data", [b"", b"hello", b"PK\x03\x04" + b"x" * 200])
def test_what_is_no_backup(matam: Visitor, data: bytes) -> None:
    answer = restores(matam, data, "<b>.zip")
    assert answer.status_code == 422 and "&lt;b&gt;.zip" in answer.text and "<b>.zip" not in answer.text


def test_a_backup_that_was_cut(matam: Visitor) -> None:
    data = download(matam, "/t/3r-matam/backup")
    assert restores(matam, data[:-1]).status_code == 422
    assert restores(matam, data[:200] + b"?" + data[201:]).status_code == 422
    assert matam.post("/restore", {}).status_code == 422


def test_a_seed_that_is_too_long_is_called_by_its_name(matam: Visitor) -> None:
    fields = form(matam.get(T))
    answer = matam.post(T, fields | {"seed": "x" * 201})
    assert answer.status_code == 422
    assert "settings: &#34;Seed of the draw&#34; is too long; at most 200 characters." in answer.text
