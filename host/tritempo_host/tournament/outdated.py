"""A result is corrected after the next round was drawn from it: would that be drawn otherwise now? Pure.

The draw is made twice from its seed, among those whom it was made among: from the standings as they were, and as they
are. Where they differ, people may want another draw (RO: as long as the round has not started); where they do not, most
corrections, nobody has to be told.
"""

from collections.abc import Sequence
from dataclasses import replace

from tritempo_host.draws import SYSTEMS, CannotDrawError, Field, draw
from tritempo_host.tournament.disagreeing import disagreements
from tritempo_host.tournament.drawing import field_of
from tritempo_host.tournament.entry import Entry, undone
from tritempo_host.tournament.fold import fold
from tritempo_host.tournament.refused import Remark
from tritempo_host.tournament.state import Round, Tournament


def round_remarks(entries: Sequence[Entry], tournament: Tournament, number: int) -> list[Remark]:
    """All that a person should hear of a drawn round: who is there (`disagreements`), and what was corrected since."""
    found = [*outdated(entries, tournament, number), *disagreements(tournament, number)]
    return [each for n, each in enumerate(found) if each not in found[n + 1 :]]


def outdated(entries: Sequence[Entry], tournament: Tournament, number: int) -> list[Remark]:
    """That results before a round were corrected after its draw, with the tables at which others would sit now; [] if
    it would be the same, and for any round but the last one, if that is open."""
    round_ = tournament.rounds.get(number)
    if round_ is None or round_.closed or number != max(tournament.rounds):
        return []
    corrected = corrected_since(entries, round_)
    tables = _others(entries, tournament, round_) if corrected else []
    if not tables:
        return []
    played = len(round_.missing) < len(round_.games)
    values = {"corrected": tuple(corrected.items()), "tables": ", ".join(map(str, tables))}
    return [Remark("outdated", values), Remark("outdated_stays" if played else "away_anew")]


def corrected_since(entries: Sequence[Entry], round_: Round) -> dict[int, list[int]]:
    """{round before: its tables that had a result when this one was drawn, and have another one now, or none}."""
    then = _results(entries[: round_.entry - 1])
    now = _results(entries)
    found: dict[int, list[int]] = {}
    for (number, table), entry in sorted(then.items()):
        if number < round_.number and now.get((number, table)) != entry:
            found.setdefault(number, []).append(table)
    return found


def _results(entries: Sequence[Entry]) -> dict[tuple[int, int], int]:
    """The entry of the result that counts, by round and table."""
    out = undone(entries)
    counts = (each for each in entries if each.kind == "result" and each.number not in out)
    return {(each.body["round"], each.body["table"]): each.number for each in counts}


def _others(entries: Sequence[Entry], tournament: Tournament, round_: Round) -> list[int]:
    """The tables of the round whose match a draw from the standings of now does not have. [] where the draw of then
    cannot be made again: it was changed by hand, or made by another program."""
    before = fold(entries[: round_.entry - 1])
    then, now = field_of(before, round_.number), field_of(tournament, round_.number)
    drawn = _matches(before, round_, then)
    if drawn is None or drawn != {frozenset(match) for match in round_.matches}:
        return []
    again = _matches(before, round_, replace(then, met=now.met, ranking=now.ranking))
    if again is None:
        return []
    games = sorted(round_.games.items())
    return [table for table, game in games if frozenset(round_.matches[game.match - 1]) not in again]


def _matches(before: Tournament, round_: Round, field: Field) -> set[frozenset[int]] | None:
    """Who meets whom by the seed of the round, with the settings that it was drawn with; None if there is no draw."""
    system = str(round_.draw.get("system"))
    if system not in SYSTEMS or not round_.seed:
        return None
    try:
        drawn = draw(system, field, round_.number, round_.seed, before.draw_settings(SYSTEMS[system]))
    except CannotDrawError:
        return None
    return {frozenset(match) for match in drawn.matches}
