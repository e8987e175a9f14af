"""Into a folder: whole pages only, links that lead somewhere at every moment, and nothing of others touched."""

import errno
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from export.sites import matam
from tritempo_host.export.site import folder as folders
from tritempo_host.export.site import write_site
from tritempo_host.export.site.folder import MARKER, OthersError, OtherSiteError, write_folder
from tritempo_host.problem import Problem

STYLE = "body { margin: 0 }\n"


def site(pages: int, text: str = "one") -> dict[str, str]:
    """So many pages in two languages, each with links to all others of its language, as a site has them."""
    links = "".join(f'<a href="page-{n}.html">{n}</a>' for n in range(pages))
    made = {f"{lang}/page-{n}.html": f"{text} {links}\n" for lang in ("ca", "ro") for n in range(pages)}
    return {"style.css": STYLE, **made, "index.html": f'{text} <a href="ca/page-0.html">ca</a>\n'}


def files(folder: Path) -> dict[str, str]:
    found = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
    return {name: path.read_text(encoding="utf-8") for name, path in sorted(found.items())}


def shown(folder: Path) -> dict[str, str]:
    """What a visitor can reach from the first page on; every link has to lead to a page."""
    seen: dict[str, str] = {}
    wanted = ["index.html"] if (folder / "index.html").exists() else []
    while wanted:
        name = wanted.pop()
        if name not in seen:
            seen[name] = (folder / name).read_text(encoding="utf-8")
            links = re.findall(r'href="([^"]+)"', seen[name])
            wanted += [str(Path(name).parent / link) for link in links]
    return seen


def write(folder: Path, pages: dict[str, str], identity: str = "matam") -> list[str]:
    return write_folder(folder, pages, identity, f"The {identity}")


def test_a_new_folder_holds_the_pages_and_the_marker(tmp_path: Path):
    assert write(tmp_path / "web", site(2)) == list(site(2))
    marker = files(tmp_path / "web").pop(MARKER)
    assert files(tmp_path / "web") == {**site(2), MARKER: marker}
    assert json.loads(marker)["files"] == sorted(site(2))
    assert [path.name for path in tmp_path.iterdir()] == ["web"]
    assert (tmp_path / "web").stat().st_mode & 0o055 == 0o055 & ~_mask()  # others may read it
    assert (tmp_path / "web" / "ca").stat().st_mode & 0o055 == 0o055 & ~_mask()


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_an_empty_folder_is_taken_as_it_is(tmp_path: Path):
    write(tmp_path, site(1))
    assert set(files(tmp_path)) == {*site(1), MARKER}


def test_only_what_has_changed_is_written(tmp_path: Path):
    write(tmp_path / "web", site(3))
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "web").rglob("*")}
    assert write(tmp_path / "web", site(3)) == []
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "web").rglob("*")} == before
    pages = {**site(3), "ca/page-1.html": "other\n"}
    assert write(tmp_path / "web", pages) == ["ca/page-1.html"]
    assert (tmp_path / "web/ca/page-1.html").read_text() == "other\n"


def test_pages_that_are_no_longer_there_go_and_what_is_not_ours_stays(tmp_path: Path):
    web = tmp_path / "web"
    write(web, site(3))
    (web / "photo.jpg").write_text("a photo")
    (web / "ro" / "notes.txt").write_text("notes")
    write(web, {name: text for name, text in site(2).items() if not name.startswith("ro/")})
    assert sorted(files(web)) == [
        MARKER,
        *("ca/page-0.html", "ca/page-1.html", "index.html", "photo.jpg", "ro/notes.txt", "style.css"),
    ]
    (web / "ro" / "notes.txt").unlink()
    write(web, site(1))
    write(web, {name: text for name, text in site(1).items() if not name.startswith("ro/")})
    assert not (web / "ro").exists()


@pytest.mark.parametrize("name", ["index.html", "ca/page-0.html", "ca"])
def test_a_file_that_is_not_ours_is_never_written_over(tmp_path: Path, name: str):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("mine")
    with pytest.raises(OthersError) as refused:
        write(tmp_path, site(2))
    assert refused.value.name == name
    assert files(tmp_path) == {name: "mine"}


def test_the_site_of_another_tournament_is_not_touched(tmp_path: Path):
    write(tmp_path, site(2))
    before = files(tmp_path)
    with pytest.raises(OtherSiteError) as refused:
        write(tmp_path, site(1), "another")
    assert refused.value.title == "The matam"
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    "marker", ["", "{", "[]", '{"files": ["../mine.html", "/etc/x.html", 3, "ca/../../mine.html"]}']
)
def test_a_marker_that_somebody_wrote_removes_nothing(tmp_path: Path, marker: str):
    web = tmp_path / "web"
    web.mkdir()
    (tmp_path / "mine.html").write_text("mine")
    (web / MARKER).write_text(marker)
    write(web, site(1))
    assert (tmp_path / "mine.html").read_text() == "mine"
    assert set(files(web)) == {*site(1), MARKER}


def test_a_link_to_a_folder_is_followed(tmp_path: Path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    write(tmp_path / "link", site(1))
    assert (tmp_path / "link").is_symlink()
    assert set(files(tmp_path / "real")) == {*site(1), MARKER}


class Cut(BaseException):
    """The program is killed here: nothing after this runs, as with SIGKILL."""


@pytest.fixture
def cut_after(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, int]]:
    """Ends the program after so many changes of the disk; the clearing up does not run either."""
    state = {"left": 10**6}

    def step(real):
        def stepped(*args, **kwargs):
            if state["left"] <= 0:
                raise Cut
            state["left"] -= 1
            return real(*args, **kwargs)

        return stepped

    for name in ("replace", "unlink", "rename", "mkdir"):
        monkeypatch.setattr(Path, name, step(getattr(Path, name)))
    monkeypatch.setattr(folders, "_write", step(folders._write))
    real_rmtree = folders.shutil.rmtree
    monkeypatch.setattr(
        folders.shutil, "rmtree", lambda *args, **kw: None if state["left"] <= 0 else real_rmtree(*args, **kw)
    )
    yield state
    state["left"] = 10**6


def test_killed_at_any_moment_what_is_shown_is_whole_and_the_next_writing_finishes(
    tmp_path: Path, cut_after: dict[str, int]
):
    """From three pages to five others: after every single step of the writing all that can be reached is there."""
    old, new = site(3, "old"), {**site(5, "new"), "ro/page-9.html": "nine\n"}
    new.pop("ca/page-4.html")
    new = {name: text.replace('<a href="page-4.html">4</a>', "") for name, text in new.items()}
    steps = finished = 0
    while not finished:
        web = tmp_path / f"web-{steps}"
        cut_after["left"] = 10**6
        write(web, old)
        (web / "mine.txt").write_text("mine")
        cut_after["left"] = steps
        try:
            write(web, new)
            finished = True
        except Cut:
            pass
        cut_after["left"] = 10**6
        for name, text in shown(web).items():
            assert text in (old.get(name), new.get(name)), (steps, name)
        write(web, new)
        assert {name: text for name, text in files(web).items() if name != MARKER} == {**new, "mine.txt": "mine"}
        steps += 1
    assert steps > 2 * len(new)


def test_killed_while_a_new_folder_is_made_there_is_none_or_all_of_it(tmp_path: Path, cut_after: dict[str, int]):
    done = False
    for steps in range(30):
        web = tmp_path / f"web-{steps}"
        cut_after["left"] = steps
        try:
            write(web, site(2))
            done = True
        except Cut:
            done = False
        cut_after["left"] = 10**6
        assert set(files(web)) == ({*site(2), MARKER} if web.exists() else set())
        assert web.exists() or not done
    assert done


def test_a_full_disk_leaves_the_old_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    web = tmp_path / "web"
    write(web, site(2, "old"))
    before = files(web)
    real, count = folders._write, iter(range(100))

    def full(path: Path, data: bytes) -> None:
        if next(count) == 3:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(path, data)

    monkeypatch.setattr(folders, "_write", full)
    with pytest.raises(OSError, match="No space"):
        write(web, site(3, "new"))
    assert files(web) == before
    assert not [path for path in web.iterdir() if path.is_dir() and path.name.startswith(".")]


def test_write_site_says_what_is_wrong_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LC_ALL", "ca_ES.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)
    tournament = matam(0).t
    with pytest.raises(Problem, match="no s'hi pot escriure"):
        write_site(tournament, tmp_path / "not there" / "web")
    (tmp_path / "file").write_text("mine")
    with pytest.raises(Problem, match="no s'hi pot escriure"):
        write_site(tournament, tmp_path / "file")
    (tmp_path / "index.html").write_text("mine")
    with pytest.raises(Problem, match=r"no és d'aquest web \(index\.html\)"):
        write_site(tournament, tmp_path)
    assert write_site(tournament, tmp_path / "web", lang="ro", identity="a")
    assert write_site(tournament, tmp_path / "web", lang="ro", identity="a") == []
    with pytest.raises(Problem, match="d'un altre torneig, 4t MàTaM de Molins"):
        write_site(tournament, tmp_path / "web", lang="ro", identity="b")
