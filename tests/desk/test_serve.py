"""`tritempo serve` as a program: it begins, tells where it is, ends at once, and loses nothing when it is killed."""

import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest

from desk.desks import load, make
from serving import Serving
from tritempo_host.desk.config import Config
from tritempo_host.desk.server import bound


@pytest.fixture
def slug(store: Path) -> str:
    return make(store)


def browsing(serving: Serving) -> httpx2.Client:
    return httpx2.Client(base_url=serving.base, headers={"Origin": serving.base, "Accept-Language": "en"}, timeout=20)


def run(words: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "tritempo_host", *words], capture_output=True, text=True, timeout=60)


def field(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found, name
    return found[1]


def note(client: httpx2.Client, slug: str, text: str) -> httpx2.Response:
    """Something that an organiser writes down: here a player's new name."""
    page = client.get(f"/t/{slug}/settings").text
    kept = {"csrf": field(page, "csrf"), "seen": field(page, "seen")}
    return client.post(f"/t/{slug}/settings", data={**kept, "name": text})


def test_it_ends_at_once_though_pages_listen(store: Path, slug: str) -> None:
    serving = Serving(store)
    with browsing(serving) as client, client.stream("GET", "/events?topics=t1,clocks") as events:
        first = next(line for line in events.iter_lines() if line.startswith("data:"))
        assert '"t1"' in first
        start = time.monotonic()
        serving.stop()
        assert time.monotonic() - start < 10
    assert serving.process.returncode == 0


def test_what_another_program_writes_is_seen_without_asking(store: Path, slug: str) -> None:
    from desk.desks import write
    from tritempo_host.tournament import Draft

    serving = Serving(store)
    try:
        with browsing(serving) as client, client.stream("GET", "/events?topics=t1") as events:
            lines = (line for line in events.iter_lines() if line.startswith("data:"))
            first = next(lines)
            write(store, slug, Draft("note", {"text": "by the command line"}))
            assert next(lines) != first
    finally:
        serving.stop()


def test_answers_are_sent_at_once() -> None:
    """Else each waits some 40 ms for the browser's word that its first packet has come (Nagle's algorithm)."""
    with bound(Config(port=0)) as listening:
        assert listening.proto == socket.IPPROTO_TCP


def test_a_port_that_is_taken_is_said(store: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        words = ["serve", "--store", str(store), "--http-port", str(port), "--no-browser", "--lang", "en"]
        done = subprocess.run(
            [sys.executable, "-m", "tritempo_host", *words], capture_output=True, text=True, timeout=60
        )
    assert done.returncode == 1 and not done.stdout
    assert f"Cannot listen at 127.0.0.1, port {port}" in done.stderr and "--http-port 0" in done.stderr


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    words = [
        "serve",
        "--store",
        str(tmp_path / "nothing" / "store.db"),
        "--http-port",
        "0",
        "--no-browser",
        "--lang",
        "en",
    ]
    done = run(words)
    assert done.returncode == 1 and "nothing" in done.stderr and "Traceback" not in done.stderr


def test_demo_goes_alone(store: Path) -> None:
    words = ["serve", "--demo", "--store", str(store), "--lang", "en"]
    done = run(words)
    assert done.returncode == 2 and "--demo makes a store and clocks of its own" in done.stderr


def test_killed_at_any_moment_it_has_what_it_confirmed(store: Path, slug: str) -> None:
    """What was answered is there, and what was not is there whole or not at all."""
    confirmed = ""
    for turn in range(4):
        serving = Serving(store)
        with browsing(serving) as client:
            for n in range(3):
                answer = note(client, slug, f"Name {turn}.{n}")
                assert answer.status_code == 303, answer.text
                confirmed = f"Name {turn}.{n}"
        serving.kill()
        with sqlite3.connect(store) as database:
            assert database.execute("pragma integrity_check").fetchone() == ("ok",)
        assert load(store, slug).name == confirmed


def test_a_second_place_for_copies_is_said_at_the_start(store: Path, slug: str, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    words = [sys.executable, "-m", "tritempo_host", "serve", "--store", str(store), "--http-port", "0", "--no-browser"]
    for there, said in ((False, "is not there now"), (True, "on the same disk as the store")):
        if there:
            stick.mkdir()
        with subprocess.Popen(
            [*words, "--lang", "en", "--copies", str(stick)], stdout=subprocess.PIPE, text=True
        ) as desk:
            assert desk.stdout is not None
            lines = []
            for line in desk.stdout:
                lines.append(line)
                if "Ctrl-C" in line:
                    break
            desk.send_signal(signal.SIGINT)
        told = "".join(lines)
        assert said in told and str(stick) in told and "keys of the clocks" in told, told


def test_a_file_is_no_place_for_copies(store: Path, slug: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    words = ["serve", "--store", str(store), "--http-port", "0", "--no-browser", "--lang", "en", "--copies"]
    done = run([*words, str(tmp_path / "file")])
    assert done.returncode == 2 and "--copies" in done.stderr
