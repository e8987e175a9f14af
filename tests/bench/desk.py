"""Benchmarks of the desk, which runs as a program of its own: how long each page takes, and a whole hall that looks."""

import asyncio
import random
import re
import statistics
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx2

from bench.fetching import press_through
from bench.figures import Figure
from serving import Serving
from tritempo_host.store import open_store
from tritempo_host.store.tournaments import Listed, Tournaments
from tritempo_host.tournament import Draft
from tritempo_host.tournament.drawing import draw_body
from tritempo_host.tournament.drawing_up import draw_round
from tritempo_host.tournament.fixtures import names_of
from tritempo_host.tournament.importing import read_people
from tritempo_host.virtual.clock import VirtualClock

TEAMS, ROUNDS, BOARDS = 15, 5, "BGP"
TIMES = 40  # that each page is asked for
BUDGET = "budget: 100 ms"
SLUG = "bench"
VIEWERS, TYPISTS, PRESSES = 200, 2, 120
PATIENCE_S = 1.5  # data-patience-ms of the pages
GIVEN_UP_S = 120


def pages() -> list[Figure]:
    """Each page of a tournament of 15 teams in its last round, asked for by an organiser, one after the other."""
    with tempfile.TemporaryDirectory() as name:
        store = Path(name) / "store.db"
        _tournament(store, last=7)
        serving = Serving(store)
        try:
            with httpx2.Client(base_url=serving.base, headers={"Accept-Language": "ca"}, timeout=30) as client:
                found = {page: _times(client, page) for page in _addresses()}
        finally:
            serving.stop()
    rows = [
        Figure(
            page, f"{_percentile(times, 95):.1f} ms", f"median {statistics.median(times):.1f}, first {times[0]:.0f} ms"
        )
        for page, times in found.items()
    ]
    worst = max(_percentile(times, 95) for times in found.values())
    return [*rows, Figure(f"the slowest of {len(rows)} pages, 95 of 100 times in", f"{worst:.1f} ms", BUDGET)]


def _addresses() -> list[str]:
    inner = ["", "people", "import", "checkin", "settings", "files", "history", "access", "logs", "penalties"]
    inner += ["round/5", "round/5/draw", "results/5", "results/5/3", "results/5/9", "round/5/cards.pdf"]
    inner += [
        f"show/{page}" for page in ("standings.html", "round-5.html", "team-3.html", "player-7.html", "people.html")
    ]
    public = [f"/public/{SLUG}/ca/{page}.html" for page in ("index", "standings", "round-5")]
    outer = ["/", "/new", "/clocks", f"/wall/{SLUG}", *public, f"/api/tournaments/{SLUG}/standings"]
    return [f"/t/{SLUG}/{each}".rstrip("/") for each in inner] + outer


def _times(client: httpx2.Client, page: str) -> list[float]:
    """Milliseconds of each time. Between two of them something is changed by nobody: the desk may keep what it has."""
    found = []
    for _ in range(TIMES):
        start = time.perf_counter()
        answer = client.get(page)
        found.append((time.perf_counter() - start) * 1000)
        if answer.status_code != 200:
            raise AssertionError(f"{page}: {answer.status_code}")
    return found


def _percentile(times: list[float], share: int) -> float:
    return sorted(times)[len(times) * share // 100]


def _tournament(store: Path, last: int) -> None:
    """All rounds but the last are closed, of which `last` tables are in."""
    with open_store(store, "en") as opened:
        kept = Tournaments(opened, "en")
        listed = kept.new(SLUG, "matam", "Núria")
        lines = [f"Team {t};P{t}{b};{1500 - 10 * t - n}" for t in range(1, TEAMS + 1) for n, b in enumerate(BOARDS)]
        people = "\n".join(["team;name;rating", *lines]).encode()
        kept.append(listed, read_people(people, kept.load(listed)).drafts, "Núria")
        for number in range(1, ROUNDS + 1):
            _round(kept, listed, number, TEAMS if number < ROUNDS else last)


def _round(kept: Tournaments, listed: Listed, number: int, tables: int) -> None:
    tournament = kept.load(listed)
    kept.append(listed, [Draft("draw", draw_body(tournament, draw_round(tournament, number, "bench")))], "Núria")
    sheets = [
        {"round": number, "table": t, "scores": [200 + (37 * t * (s + number)) % 250 for s in range(3)], "end": "limit"}
        for t in range(1, tables + 1)
    ]
    drafts = [Draft("result", {**sheet, "racks": [3, 0, 7], "scrabbles": [1, 0, 0]}) for sheet in sheets]
    kept.append(listed, drafts + ([Draft("close", {"round": number})] if tables == TEAMS else []), "Núria")


def crowd() -> list[Figure]:
    """Two hundred people look at the wall, live standings and the public pages, while fifteen clocks sync and two enter
    results. All are in the same network as the desk."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        store = Path(name) / "store.db"
        _tournament(store, last=0)
        clocks = [stack.enter_context(each) for each in _played(store, Path(name))]
        serving = Serving(store, "--lan", *(part for clock in clocks for part in ("--port", clock.port)))
        stack.callback(serving.stop)
        hall = _Hall(serving, store)
        asyncio.run(hall.meet())
    return [
        Figure(f"{VIEWERS} viewers: a page", *_spread(hall.looks)),
        Figure(f"{TYPISTS} people enter: a result saved", *_spread(hall.saved)),
        Figure("  until the last viewer has seen it", *_spread(hall.seen)),
        Figure(f"{TEAMS} clocks synced meanwhile", f"{hall.synced_s:.1f} s", "budget: 10 s"),
    ]


def _spread(times: list[float]) -> tuple[str, str]:
    if not times:
        return "–", "never: this computer has other things to do"
    return f"{_percentile(times, 95):.0f} ms", f"95 of 100; median {statistics.median(times):.0f}; {len(times):,} times"


def _played(store: Path, folder: Path) -> list[VirtualClock]:
    """A clock at each table of the last round, with its game played."""
    with open_store(store, "en") as opened:
        kept = Tournaments(opened, "en")
        tournament = kept.load(kept.find(SLUG))
    clocks = []
    for game in tournament.games(ROUNDS):
        image = folder / f"clock-{game.table}.img"
        with VirtualClock(flash=image, stepped=True) as clock:
            press_through(clock, PRESSES, names=names_of(tournament, game), round_number=ROUNDS, table=game.table)
        clocks.append(VirtualClock(flash=image))
    return clocks


class _Hall:
    """Milliseconds: `looks`, of each page looked at; `saved`, of each result; `seen`, from then until all who look at
    the wall have it."""

    def __init__(self, serving: Serving, store: Path) -> None:
        self.looks: list[float] = []
        self.saved: list[float] = []
        self.seen: list[float] = []
        self.synced_s = 0.0
        self._store = store
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
        web = {"base_url": serving.base, "limits": limits, "timeout": 60}
        self._public = httpx2.AsyncClient(**web, headers={"Accept-Language": "ca"})
        self._desk = httpx2.AsyncClient(**web, headers={"Accept-Language": "ca", "Origin": serving.base})
        self._code = serving.url
        self._listening = 0
        self._pending: list[_Result] = []

    async def meet(self) -> None:
        async with self._public, self._desk:
            page = (await self._desk.get(self._code)).text
            entered = await self._desk.post("/enter", data={**_hidden(page), "who": "Núria"})
            if entered.status_code != 303:
                raise AssertionError(f"not let in: {entered.status_code}")
            viewers = [asyncio.create_task(self._live(n)) for n in range(VIEWERS)]
            while self._listening < VIEWERS:
                await asyncio.sleep(0.05)
            tables = list(range(1, TEAMS + 1))
            await asyncio.gather(self._sync(), *(self._type(tables[n::TYPISTS]) for n in range(TYPISTS)))
            await asyncio.sleep(PATIENCE_S + 1)
            for viewer in viewers:
                viewer.cancel()
            await asyncio.gather(*viewers, return_exceptions=True)

    async def _live(self, n: int) -> None:
        """As the script of a page does it: after a word that something changed, and a moment that differs from phone to
        phone, the page is fetched again."""
        page = (f"/public/{SLUG}/ca/index.html", f"/wall/{SLUG}", f"/t/{SLUG}/show/standings.html")[n % 3]
        news = asyncio.Event()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._listen(news))
            while True:
                await news.wait()
                await asyncio.sleep(0.12 + PATIENCE_S * random.random())
                news.clear()
                asked = time.perf_counter()
                await self._look(page)
                if n % 3 == 1:
                    self._has_seen(n, asked)

    async def _listen(self, news: asyncio.Event) -> None:
        async with self._public.stream("GET", "/events?topics=t1,logs") as events:
            first = True
            async for line in events.aiter_lines():
                if line.startswith("data:"):
                    self._listening += first
                    first = False
                    news.set()

    async def _look(self, page: str) -> None:
        start = time.perf_counter()
        answer = await self._public.get(page)
        self.looks.append((time.perf_counter() - start) * 1000)
        answer.raise_for_status()

    def _has_seen(self, n: int, asked: float) -> None:
        """This viewer's page was asked for after these results had been saved."""
        for result in self._pending:
            if result.saved < asked and n in result.left:
                result.left.discard(n)
                if not result.left:
                    self.seen.append((time.perf_counter() - result.saved) * 1000)

    async def _type(self, tables: list[int]) -> None:
        for table in tables:
            address = f"/t/{SLUG}/results/{ROUNDS}/{table}"
            fields = {**_hidden((await self._desk.get(address)).text), "end": "limit"}
            for seat in (1, 2, 3):
                fields |= {f"scores-{seat}": str(200 + 31 * table + 7 * seat), f"racks-{seat}": "4"}
            start = time.perf_counter()
            answer = await self._desk.post(address, data=fields)
            if digest := re.search(r'name="yes" value="([^"]+)"', answer.text):
                answer = await self._desk.post(address, data={**fields, "yes": digest[1]})
            self.saved.append((time.perf_counter() - start) * 1000)
            if answer.status_code != 303:
                raise AssertionError(f"table {table}: {answer.status_code}")
            self._pending.append(_Result(time.perf_counter(), {n for n in range(VIEWERS) if n % 3 == 1}))
            await asyncio.sleep(1)

    async def _sync(self) -> None:
        hidden = _hidden((await self._desk.get("/clocks")).text)
        start = time.perf_counter()
        await self._desk.post("/clocks/sync", data={"csrf": hidden["csrf"]})
        with open_store(self._store, "en") as opened:
            while opened.extent()[0] < TEAMS:
                if time.perf_counter() - start > GIVEN_UP_S:
                    raise AssertionError(f"only {opened.extent()[0]} logs came")
                await asyncio.sleep(0.05)
        self.synced_s = time.perf_counter() - start


@dataclass
class _Result:
    """`saved`: when, by time.perf_counter(). `left`: who looks at the wall and has not seen it."""

    saved: float
    left: set[int]


def _hidden(page: str) -> dict[str, str]:
    """The hidden fields of a page's forms."""
    return dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page))
