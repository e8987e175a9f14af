"""Desks to test, over a real store, and who visits them."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from httpx2 import Response
from starlette.testclient import TestClient

from tritempo_host.desk.app import create_app
from tritempo_host.desk.config import Config
from tritempo_host.store import open_store
from tritempo_host.store.tournaments import Tournaments
from tritempo_host.tournament import Draft, Tournament
from tritempo_host.tournament.importing import read_people

BOARDS = "BGP"
HERE = "http://127.0.0.1:8300"


class Visitor:
    """A browser without a screen: keeps cookies, sends a page's own forms back."""

    def __init__(self, app: FastAPI, base_url: str = HERE, address: str = "127.0.0.1") -> None:
        self.client = TestClient(app, base_url, client=(address, 50000), headers={"Accept-Language": "en"})

    def get(self, path: str, code: int = 200, **more: Any) -> str:
        """A page, which must come with `code`."""
        answer = self.client.get(path, **more)
        assert answer.status_code == code, (answer.status_code, answer.text)
        assert "Traceback" not in answer.text
        return answer.text

    def post(
        self, path: str, fields: Mapping[str, Any] | None = None, form_at: str | None = None, **more: Any
    ) -> Response:
        """Sends a form from the page at `form_at` (else the one at `path`), with the hidden fields it has there; what
        answers, without following it."""
        page = self.get(form_at or path)
        kept = {
            name: found[1] for name in ("csrf", "seen") if (found := re.search(rf'name="{name}" value="([^"]*)"', page))
        }
        headers = {"Origin": str(self.client.base_url).rstrip("/"), **more.pop("headers", {})}
        return self.client.post(path, data={**kept, **(fields or {})}, headers=headers, follow_redirects=False, **more)

    def does(self, path: str, fields: Mapping[str, Any] | None = None, form_at: str | None = None, **more: Any) -> str:
        """Sends a form that must work, and gives the page that follows."""
        answer = self.post(path, fields, form_at, **more)
        assert answer.status_code == 303, (answer.status_code, answer.text)
        return self.get(answer.headers["location"])


@contextmanager
def visited(store: Path | str, **options: Any) -> Iterator[Visitor]:
    """The organiser at the desk's own computer."""
    app = create_app(Config(store=store, lang="en", **options))
    visitor = Visitor(app)
    with visitor.client:
        yield visitor


def make(store: Path | str, rules: str = "matam", entrants: int = 9, **body: Any) -> str:
    """A tournament with its entrants; returns its slug."""
    with open_store(store, "en") as opened:
        kept = Tournaments(opened, "en")
        listed = kept.new("3r MàTaM" if rules == "matam" else f"Club {rules}", rules, "Núria", body)
        if entrants:
            drafts = read_people(people(rules, entrants).encode(), kept.load(listed)).drafts
            kept.append(listed, drafts, "Núria")
        return listed.slug


def people(rules: str, entrants: int) -> str:
    """A CSV file of teams or players."""
    if rules != "matam":
        return "\n".join(["name;rating", *(f"Player {n};{1600 - n % 1000}" for n in range(1, entrants + 1))])
    lines = [f"Team {t};P{t}{b};{1500 - 10 * t - n}" for t in range(1, entrants + 1) for n, b in enumerate(BOARDS)]
    return "\n".join(["team;name;rating", *lines])


def write(store: Path | str, slug: str, *drafts: Draft, who: str = "Pere") -> Tournament:
    """Another program writes."""
    with open_store(store, "en") as opened:
        kept = Tournaments(opened, "en")
        return kept.append(kept.find(slug), drafts, who).tournament


def load(store: Path | str, slug: str) -> Tournament:
    """What is in the store."""
    with open_store(store, "en") as opened:
        kept = Tournaments(opened, "en")
        return kept.load(kept.find(slug))


def looks(visitor: Visitor) -> None:
    """The desk finds out what another program has written, as it does every second."""
    app = visitor.client.app
    assert isinstance(app, FastAPI)
    app.state.desk.now.look()
