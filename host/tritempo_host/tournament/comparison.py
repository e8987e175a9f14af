"""Where a result that was entered says something else than the log of its game. Pure."""

from collections.abc import Iterator

from tritempo_host.rules.racks import minutes_begun
from tritempo_host.rules.ruleset import Sheet
from tritempo_host.tournament.matching import LogDoubt
from tritempo_host.tournament.proposal import Proposal


def compare(proposal: Proposal, sheet: Sheet) -> list[LogDoubt]:
    """Where a result that was entered says something else than its log. Seats in the doubts count from 0."""
    return list(_differences(proposal, sheet))


def _differences(proposal: Proposal, sheet: Sheet) -> Iterator[LogDoubt]:
    seats = len(sheet.scores)
    if proposal.seats != seats:
        yield LogDoubt("entered_seats", {"entered": seats, "log": proposal.seats})
        return
    if proposal.end is not None and sheet.end != proposal.end:
        yield LogDoubt("entered_end", {"entered": sheet.end, "log": proposal.end})
    elif proposal.by is not None and (by := _entered_by(sheet)) not in (None, proposal.by):
        yield LogDoubt("entered_by", {"entered": by, "log": proposal.by})
    if proposal.overtime_ms is not None:
        entered = sheet.overtime_ms or (0,) * seats
        for seat, (mine, log) in enumerate(zip(entered, proposal.overtime_ms, strict=True)):
            # to the minute begun: that is what people write down, and what counts
            if minutes_begun(mine) != minutes_begun(log):
                values = {"entered": minutes_begun(mine), "log": minutes_begun(log), "ms": log}
                yield LogDoubt("entered_overtime", {"seat": seat, **values})
    if proposal.adjust is not None:
        for seat, (mine, log) in enumerate(zip(sheet.adjust or (0,) * seats, proposal.adjust, strict=True)):
            if mine != log:
                yield LogDoubt("entered_points", {"seat": seat, "entered": mine, "log": log})
    if None not in (proposal.full_turns, sheet.full_turns) and sheet.full_turns != proposal.full_turns:
        yield LogDoubt("entered_full_turns", {"entered": sheet.full_turns, "log": proposal.full_turns})


def _entered_by(sheet: Sheet) -> int | None:
    """Who ended it: as the sheet says, or the only one without tiles of a game that was played out."""
    empty = [seat for seat, rack in enumerate(sheet.racks) if rack == 0]
    return empty[0] if sheet.by is None and sheet.end == "out" and len(empty) == 1 else sheet.by
