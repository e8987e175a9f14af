"""A morning of MàTaM, from the list of the teams to the web site: by the commands that an organiser has.

Nine teams, five rounds. One match is played on three virtual clocks in fast time; what the other tables wrote on their
sheets comes from files.
"""

import contextlib
import io
import os
import shlex
import sys
from collections.abc import Callable, Collection
from pathlib import Path

from tritempo_host.cli import cli
from tritempo_host.demo import papers
from tritempo_host.demo.screen import Screen
from tritempo_host.demo.story import ordinary, story
from tritempo_host.demo.table import Table
from tritempo_host.files import create
from tritempo_host.problem import Problem
from tritempo_host.spoken import reason
from tritempo_host.store import open_store
from tritempo_host.store.location import ENVIRONMENT
from tritempo_host.store.tournaments import Tournaments
from tritempo_host.tournament import Tournament
from tritempo_host.virtual.options import program
from tritempo_host.words import speak

ROUNDS = 5
MATCH = range(1, 4)  # the tables that are played on clocks, in the first round
NAME, SEED = "Demo MàTaM", "molins-2026"


def fresh_folder(parent: Path, lang: str) -> Path:
    """A new folder demo-1, demo-2, … in `parent`: what is there already, and whose it is, is not the demo's business.

    Two demos at once get two folders. Raises Problem where none can be made.
    """
    try:
        parent.mkdir(parents=True, exist_ok=True)
        number = 1
        while True:
            folder = parent / f"demo-{number}"
            try:
                folder.mkdir()
                return folder
            except FileExistsError:
                number += 1
    except OSError as error:
        raise Problem(speak("demo", lang)("no_folder", folder=parent, why=reason(error))) from error


class Demo:
    """One run. `folder`, a new one, gets the clocks' flashes, the store, the files and the site; all in `lang`."""

    def __init__(self, folder: Path, lang: str, screen: Screen) -> None:
        self.folder = folder
        self.store = folder / "tritempo.db"
        self._lang = lang
        self._say = speak("demo", lang)
        self._screen = screen
        self.tables: dict[int, Table] = {}
        # All commands are about this store, as in a shell in which it was exported.
        self._environment = contextlib.ExitStack()
        before = os.environ.get(ENVIRONMENT)
        os.environ[ENVIRONMENT] = str(self.store)
        self._environment.callback(_put_back, before)

    def close(self) -> None:
        self._environment.close()
        for table in self.tables.values():
            table.close()

    def run(self) -> Path:
        """All of it; returns the first page of the site."""
        self.begin()
        self.play()
        self.fetch()
        self.results()
        self.more_rounds()
        self.report()
        return self.site()

    # The morning

    def begin(self) -> None:
        """The list of the teams, and the first draw."""
        self._screen.chapter("entries")
        self._screen.command(f"export {ENVIRONMENT}={shlex.quote(str(self.store))}")
        self._write("teams.csv", papers.teams(self._lang))
        self._screen.line("teams_file", file=self.folder / "teams.csv")
        self.give("tournament", "new", NAME, "--rules", "matam", "--rounds", str(ROUNDS))
        self.give("tournament", "import", str(self.folder / "teams.csv"))
        self._screen.chapter("draw")
        self._screen.line("seed", seed=SEED)
        self.give("tournament", "draw", "--seed", SEED)

    def play(self) -> None:
        """Three clocks are told their games, and play the match; one has the story to tell."""
        self._screen.chapter("title")
        for table in MATCH:
            tell = self._screen.event if table == 1 else _nothing
            self.tables[table] = Table(self.flash(table), self._lang, tell, self._not_paused)
        self._screen.line("setting", ports=", ".join(self.ports))
        assigned = [part for n, table in self.tables.items() for part in ("--assign", f"{table.port}={n}")]
        ports = [part for port in self.ports for part in ("--port", port)]
        # It ends with 1: the other tables have no clock here.
        self.give("fixtures", "send", *ports, *assigned, codes=(0, 1))
        if {table for _, table in self.state().sent} != set(MATCH):
            raise Problem(self._say("not_sent"))
        self._screen.line("others_play", first=2, second=3)
        self.tables[2].play(ordinary(5))
        self.tables[3].play(ordinary(2, hands=12))
        self._screen.line("story", table=1, names=", ".join(self._names(1)))
        self.tables[1].play(story())
        self._screen.display(self.tables[1].frame())

    def fetch(self) -> None:
        self._screen.chapter("fetched")
        ports = [part for port in self.ports for part in ("--port", port)]
        self.give("sync", *ports)
        self.give("tournament", "log", shown=_lines(5))

    def results(self) -> None:
        """The sheets of the match with what its clocks say, those of the other tables from a file; the round closed."""
        self._screen.chapter("results")
        for table, racks in ((1, ""), (2, ""), (3, "0,4,9")):
            points = ",".join(map(str, papers.scores(1, table)))
            more = ("--racks", racks) if racks else ()
            self.give(
                *("tournament", "result", "--table", str(table), "--scores", points, "--scrabbles", "1,0,1"),
                *("--from-log", "--yes", *more),
            )
        self.sheets(1, MATCH)
        self.give("tournament", "close")
        self.give("tournament", "standings")

    def more_rounds(self) -> None:
        """The rounds to the end. What each command says is that of the first round over again, but for the repeats."""
        self._screen.chapter("rounds")
        self._screen.line("rounds_more", last=ROUNDS)
        for number in range(2, ROUNDS + 1):
            self.give("tournament", "draw", "--seed", SEED, shown=_no_table)
            self.sheets(number, range(0), shown=_no_lines)
            self.give("tournament", "close", shown=_no_lines)
        self.give("tournament", "standings")
        self.give("tournament", "standings", "--players", shown=_lines(12))

    def report(self) -> None:
        """The story's game by itself: where its time went, and the page to print."""
        log = self._log(1)
        self._screen.chapter("page")
        self.give("report", log, "-o", str(self.folder / "report.html"))

    def site(self) -> Path:
        self._screen.chapter("site")
        folder = self.folder / "site"
        self.give("tournament", "export", "site", "-o", str(folder))
        self.give("tournament", "backup", str(self.folder / "backup.zip"))
        return folder / "index.html"

    # What it takes

    def flash(self, table: int) -> Path:
        """The image of a table's clock."""
        return self.folder / f"clock-{table}.img"

    @property
    def ports(self) -> list[str]:
        return [table.port for table in self.tables.values()]

    def state(self) -> Tournament:
        with open_store(self.store, self._lang) as store:
            kept = Tournaments(store, self._lang)
            return kept.load(kept.find())

    def _names(self, table: int) -> list[str]:
        tournament = self.state()
        game = tournament.rounds[1].games[table]
        return [tournament.players[each].name for each in game.players]

    def _log(self, table: int) -> str:
        """The name of the log of a table's clock."""
        device = self.state().sent[1, table].device
        with open_store(self.store, self._lang) as store:
            return next(log.game for log in store.logs() if log.device == device)

    def sheets(self, number: int, but: Collection[int], shown: Callable[[str], str] | None = None) -> None:
        name = f"results-{number}.csv"
        self._write(name, papers.results(self.state(), number, but, self._lang))
        self.give("tournament", "result", str(self.folder / name), shown=shown)

    def _write(self, name: str, text: str) -> None:
        try:
            create(self.folder / name, text)
        except OSError as error:
            raise Problem(self._say("no_folder", folder=self.folder, why=reason(error))) from error

    def _not_paused(self, state: str) -> Problem:
        return Problem(self._say("not_paused", state=state))

    def give(self, *words: str, codes: tuple[int, ...] = (0,), shown: Callable[[str], str] | None = None) -> None:
        """Gives a command, as one would type it; `shown` makes what is shown of what it says."""
        self._screen.command(shlex.join([program(), *words]))
        code, said = 0, io.StringIO()
        try:
            with contextlib.redirect_stdout(said) if shown else contextlib.nullcontext():
                cli.main([*words, "--lang", self._lang], program(), standalone_mode=False)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        finally:
            if shown:
                sys.stdout.write(shown(said.getvalue()))
        if code not in codes:
            raise Problem(self._say("command_failed", name=words[0], code=code))


def _put_back(before: str | None) -> None:
    os.environ.pop(ENVIRONMENT, None)
    if before is not None:
        os.environ[ENVIRONMENT] = before


def _nothing(_t_ms: int, _key: str, **_values: object) -> None:
    """Of a game in which nothing happens nothing is told."""


def _lines(count: int) -> Callable[[str], str]:
    """The first lines, and that there are more."""

    def first(text: str) -> str:
        lines = text.splitlines(keepends=True)
        return "".join(lines[:count]) + ("…\n" if len(lines) > count else "")

    return first


def _no_lines(_text: str) -> str:
    return ""


def _no_table(text: str) -> str:
    """The lines beside the table of a draw: the first one, and who meets again."""
    lines = text.splitlines(keepends=True)
    rule = next((n for n, line in enumerate(lines) if line.startswith(("──", "--"))), 1)
    return lines[0] + "".join(line for line in lines[rule + 1 :] if ":" in line) if lines else ""
