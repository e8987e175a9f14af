"""What the commands of a tournament share: their common options, the open tournament, questions, tables, refusals."""

import getpass
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tritempo_host.draws import CannotDrawError
from tritempo_host.draws.spoken import refused as draw_refused
from tritempo_host.problem import Problem
from tritempo_host.rules.exact import fraction
from tritempo_host.store import Store, open_store
from tritempo_host.store.tournaments import Listed, Tournaments, Written
from tritempo_host.text import clean, whole
from tritempo_host.tournament import Conflict, Draft, Entry, Refused, Tournament
from tritempo_host.tournament.spoken import said
from tritempo_host.words import LANGUAGES, language, speak

# What people type for yes, in the three languages.
YES = frozenset({"y", "yes", "s", "sí", "si", "d", "da"})
NAME = 32  # characters of a name in a line of a table; longer ones are folded into two

with_store = click.option("--store", "where", help="Where the store is: a file, or a database's URL.")
with_language = click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the locale.")
with_json = click.option("--json", "as_json", is_flag=True, help="What came of it, as JSON.")
with_who = click.option("--who", metavar="NAME", help="Who writes, for the history; else the computer's user.")
with_yes = click.option("--yes", is_flag=True, help="Answer yes to what would be asked.")


def with_why(text: str) -> Callable[..., Any]:
    return click.option("--why", metavar="TEXT", help=text)


def _named(context: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The tournaments that the shell may offer: none where there is no store, and never an error."""
    try:
        with open_store(context.params.get("where"), "en", create=False) as store:
            return [each.slug for each in Tournaments(store, "en").listed() if each.slug.startswith(incomplete)]
    except (click.ClickException, OSError):
        return []


with_tournament = click.option(
    "--tournament",
    "named",
    metavar="NAME",
    shell_complete=_named,
    help="Which tournament; else the one that was made last.",
)


def reading(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a command that only looks."""
    for option in (with_json, with_language, with_store, with_tournament):
        command = option(command)
    return command


def writing(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a command that writes something down."""
    return reading(with_who(command))


class Desk:
    """An open tournament. `say`: the words of the area "tournament"."""

    def __init__(self, store: Store, listed: Listed, lang: str, who: str) -> None:
        self.store = store
        self.listed = listed
        self.lang = lang
        self.who = who
        self.say = speak("tournament", lang)
        self.kept = Tournaments(store, lang)
        self._entries: list[Entry] | None = None
        self.tournament: Tournament = self.kept.load(listed)

    @property
    def entries(self) -> list[Entry]:
        if self._entries is None:
            self._entries = self.kept.entries(self.listed)
        return self._entries

    def write(self, *drafts: Draft) -> Written:
        """Writes down what was decided while looking at `tournament`; afterwards that is the new one."""
        written = self.kept.append(self.listed, drafts, self.who, self.tournament.last)
        self.tournament, self._entries = written.tournament, None
        return written

    # What is not there is said before it is looked for

    def round(self, number: int | None) -> int:
        """The round of this number, or the last that was drawn. Raises Problem."""
        rounds = self.tournament.rounds
        if not rounds:
            raise Problem(self.say("no_round"))
        if number is None:
            return max(rounds)
        if number not in rounds:
            raise Problem(self.say("unknown_round", round=number, rounds=", ".join(map(str, sorted(rounds)))))
        return number

    def open_round(self, number: int | None) -> int:
        """The round of this number; else the first that is not closed, else the last."""
        return self.round(self.tournament.current_round if number is None else number)

    def entrant(self, number: int) -> str:
        """The name of an entrant. Raises Problem."""
        if number not in self.tournament.entrants:
            raise Problem(self.say("unknown_entrant", entrant=number, command="tritempo tournament show --entrants"))
        return self.tournament.name_of(number)

    # Questions

    def ask(self, question: str, yes: bool) -> None:
        """Goes on if `yes`, or if a person at a terminal says so. Raises Problem."""
        if yes:
            click.echo(question, err=True)
            return
        if not sys.stdin.isatty():
            raise Problem(f"{question}\n{self.say('say_yes')}")
        click.echo(f"{question} {self.say('yes_or_no')} ", nl=False, err=True)
        if sys.stdin.readline().strip().casefold() not in YES:
            raise Problem(self.say("nothing_done"))


@contextmanager
def desk(named: str | None, where: str | None, lang: str | None, who: str | None = None) -> Iterator[Desk]:
    """The tournament that a command is about; in here what is refused becomes a Problem in the command's language."""
    lang = language(lang)
    with refusing(lang), open_store(where, lang, create=False) as store:
        kept = Tournaments(store, lang)
        at = Desk(store, kept.find(named), lang, writer(who))
        try:
            yield at
        except CannotDrawError as error:
            raise Problem(draw_refused(error, at.tournament.name_of, lang, commands=True)) from error


@contextmanager
def refusing(lang: str) -> Iterator[None]:
    """What the tournament refuses is said to a person."""
    try:
        yield
    except (Refused, Conflict) as refused:
        raise Problem(said(refused, lang)) from refused


def writer(who: str | None) -> str:
    """Who writes: as given, else the computer's user."""
    if who:
        return who
    try:
        return clean(getpass.getuser()) or "?"
    except (OSError, KeyError, ImportError):
        return "?"


# Values that people type


class Numbers(click.ParamType):
    """`412,388,350`: whole numbers, one a seat; a minus before one is allowed."""

    name = "N,N,N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        parts = [part.strip().replace("−", "-") for part in str(value).replace(";", ",").split(",")]
        if any(whole(part.removeprefix("-")) is None for part in parts):
            self.fail(speak("tournament", _lang(ctx))("not_numbers", value=clean(str(value))), param, ctx)
        return tuple(int(part) for part in parts)


class Points(click.ParamType):
    """`1`, `0.5`, `0,5`: exactly."""

    name = "POINTS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Fraction:
        try:
            return value if isinstance(value, Fraction) else fraction(str(value))
        except ValueError:
            self.fail(speak("tournament", _lang(ctx))("not_points", value=clean(str(value))), param, ctx)


def _lang(ctx: click.Context | None) -> str:
    return language(ctx and (ctx.params.get("lang") or ctx.meta.get("tritempo.lang")))


# What is shown


def table(
    heads: Sequence[str], rows: Sequence[Sequence[object]], folded: Sequence[int] = (), right: Sequence[int] = ()
):
    """A table in which the columns `folded` (names) take the width that the others leave, in as many lines as needed.

    `right`: columns of numbers.
    """
    made = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
    for n, head in enumerate(heads):
        side = "right" if n in right else "left"
        made.add_column(head, no_wrap=n not in folded, overflow="fold", justify=side)
    for row in rows:
        made.add_row(*(Text("" if each is None else str(each)) for each in row))
    return made


def show(*parts: Any) -> None:
    """Prints tables and lines; what they quote is printed as it is."""
    console = Console(highlight=False)
    for part in parts:
        console.print(Text(part) if isinstance(part, str) else part, soft_wrap=isinstance(part, str))


def to_json(value: object) -> None:
    click.echo(json.dumps(plain(value), ensure_ascii=False, indent=2))


def plain(value: object) -> Any:
    """A value as JSON has it: exact numbers that are no integers as text, moments in UTC as text."""
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(each) for each in value]
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Path):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    return value


def written_json(tournament: Listed, entries: Sequence[Entry], **more: object) -> None:
    to_json({"tournament": tournament.slug, "entries": list(entries), **more})
