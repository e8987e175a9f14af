"""The papers, each a PDF: the same tournament gives the same bytes. Raises Problem, in the language asked for, where
there is nothing to print (a round that is not drawn), or typst is missing."""

from collections.abc import Iterable
from typing import Literal

from tritempo_host.export.prints.content import Content
from tritempo_host.export.prints.press import pdf
from tritempo_host.tournament.state import Tournament


def table_cards(
    tournament: Tournament,
    round_number: int,
    lang: str,
    tables: Iterable[int] | None = None,
    size: Literal["a5", "a6"] = "a5",
    trumps: bool = False,
) -> bytes:
    """A card a table, two (A5) or four (A6) on an A4 with marks to cut along.

    `trumps`: whether the cards dealt are named, for all at the table to see; else `trump_slips` gives each his own.
    """
    return pdf("cards", {"size": size, **Content(tournament, lang).cards(round_number, tables, trumps)}, lang)


def trump_slips(tournament: Tournament, round_number: int, lang: str) -> bytes:
    """The trumps that the draw dealt, a slip a player, to be cut apart and handed out face down."""
    return pdf("slips", Content(tournament, lang).slips(round_number), lang)


def score_sheets(
    tournament: Tournament,
    round_number: int,
    lang: str,
    tables: Iterable[int] | None = None,
    size: Literal["a4", "a5"] = "a4",
) -> bytes:
    """A score sheet a game, one (A4) or two (A5) on an A4."""
    return pdf("sheets", {"size": size, **Content(tournament, lang).sheets(round_number, tables)}, lang)


def pairings(
    tournament: Tournament,
    round_number: int,
    lang: str,
    by: Literal["table", "name"] = "table",
    paper: Literal["a4", "a3"] = "a4",
) -> bytes:
    """A poster of who plays where: table by table, or everybody in the order of the alphabet."""
    content = Content(tournament, lang).pairings(round_number, by == "name")
    return pdf("pairings", {"size": paper, **content}, lang)


def results_poster(
    tournament: Tournament,
    round_number: int,
    lang: str,
    by: Literal["table", "name"] = "table",
    paper: Literal["a4", "a3"] = "a4",
) -> bytes:
    """A poster of what came out of a round, for all to check their own: table by table, or in the order of the
    alphabet."""
    content = Content(tournament, lang).results(round_number, by == "name")
    return pdf("results", {"size": paper, **content}, lang)


def standings_poster(
    tournament: Tournament, lang: str, after_round: int | None = None, paper: Literal["a4", "a3"] = "a4"
) -> bytes:
    """A poster of the standings, as they are or after a round, with a sentence for each tie-break that was needed."""
    return pdf("standings", {"size": paper, **Content(tournament, lang).standings(after_round)}, lang)


def checkin_list(tournament: Tournament, lang: str) -> bytes:
    """Who should be there, with a box each to tick: teams with their players, or players, in alphabetical order."""
    return pdf("checkin", Content(tournament, lang).checkin(), lang)
