"""A round that is drawn, and who is there now: people leave and come after a draw, and the draw does not know it. Pure.

Only an open round can disagree. Who is not there and sits at a table is fine once the table's sheet says so; who comes
late and has no table has one in the next round.
"""

from tritempo_host.tournament.refused import Remark
from tritempo_host.tournament.state import Game, Round, Tournament

LEFT = ("abandon", "eliminated", "no_show")  # the ends of a game that say of who did it that they are not there


def disagreements(tournament: Tournament, number: int) -> list[Remark]:
    """What a person should hear of a drawn round that is open: who is in it and not there, who is there and not in it,
    and what can be done. [] if they fit, and for a round that is not drawn."""
    round_ = tournament.rounds.get(number)
    if round_ is None or round_.closed:
        return []
    away, without = seated_away(tournament, round_), seatless(tournament, round_)
    absent = {each: tables for each, tables in away.items() if _only_absent(tournament, each, number)}
    gone = {each: tables for each, tables in away.items() if each not in absent}
    found = [
        Remark(code, {"round": number, "drawn": named(tournament, who)})
        for code, who in (("away_gone", gone), ("away_absent", absent))
        if who
    ]
    if without:
        names = ", ".join(tournament.name_of(each) for each in without)
        found.append(Remark("seatless", {"round": number, "names": names}))
    if not found:
        return []
    if len(round_.missing) == len(round_.games):
        return [*found, Remark("away_anew")]
    if any(away.values()):
        found.append(Remark("away_sheet"))
    if without:
        found.append(Remark("seatless_next", {"next": number + 1}))
    return found


def seated_away(tournament: Tournament, round_: Round) -> dict[int, tuple[int, ...]]:
    """{entrant who is drawn in the round and not there: their tables whose sheet does not say so, () where they sit
    out}, by number."""
    found = {}
    there = set(tournament.present(round_.number))
    for entrant in sorted(drawn_in(round_) - there):
        tables = [table for table, game in sorted(round_.games.items()) if entrant in game.entrants]
        tables = [table for table in tables if not _said_of(round_.games[table], entrant)]
        if tables or entrant in round_.bye:
            found[entrant] = tuple(tables)
    return found


def counted_away(tournament: Tournament, round_: Round) -> dict[int, tuple[int, ...]]:
    """The same, of those tables only that have a result."""
    found = {
        entrant: tuple(table for table in tables if round_.games[table].result)
        for entrant, tables in seated_away(tournament, round_).items()
    }
    return {entrant: tables for entrant, tables in found.items() if tables or entrant in round_.bye}


def seatless(tournament: Tournament, round_: Round) -> list[int]:
    """The entrants who are to play in the round and are not drawn in it, by number."""
    drawn = drawn_in(round_)
    return [each for each in tournament.present(round_.number) if each not in drawn]


def drawn_in(round_: Round) -> set[int]:
    """The entrants who meet somebody in a round, or sit out."""
    return {*round_.bye, *(each for match in round_.matches for each in match)}


def named(tournament: Tournament, who: dict[int, tuple[int, ...]]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The same by name, for a sentence; two may have the same name."""
    return tuple((tournament.name_of(entrant), tables) for entrant, tables in who.items())


def _only_absent(tournament: Tournament, entrant: int, number: int) -> bool:
    return (entrant, number) in tournament.absences and not tournament.is_gone(entrant, number)


def _said_of(game: Game, entrant: int) -> bool:
    """Whether the sheet says of the entrant's player that they did not come, or left."""
    if game.sheet is None:
        return False
    seat = game.entrants.index(entrant)
    return seat in game.sheet.absent or (game.sheet.by == seat and game.sheet.end in LEFT)
