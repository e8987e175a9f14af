"""Makes the page of a game: one file of HTML with its style and drawings in it, to look at, send and print."""

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from tritempo import VERSION
from tritempo_host.report import timeline
from tritempo_host.report.case import Case, looks
from tritempo_host.report.speech import Speech
from tritempo_host.summary.model import Seat, Summary
from tritempo_host.text import clean, clock, over, signed, tenths


@cache
def _environment() -> Environment:
    # Everything is escaped, whatever a template is called: names come from other people's keyboards.
    environment = Environment(
        loader=PackageLoader("tritempo_host.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(clean=clean, clock=clock, signed=signed)
    return environment


def page(case: Case) -> str:
    """The page as text, in the language of the case."""
    summary, lang = case.summary, case.lang
    speech = Speech(summary, lang, case.shown_to)
    template = _environment().get_template("page.html")
    return template.render(
        case=case,
        looks=looks(case.remarks(), speech),
        s=summary,
        lang=lang,
        speech=speech,
        say=speech.say,
        t=lambda ms: tenths(ms, lang),
        over=lambda ms: over(ms, lang),
        drawings=[timeline.lay_out(summary, scale) for scale in (timeline.WIDE, timeline.NARROW)],
        turns={turn.n: turn for turn in summary.turns},
        pauses={str(pause.n): pause for pause in summary.pauses},
        shares=[shares(seat, summary) for seat in summary.seats],
        limit_kind=summary.control["turn_ms"] or any(seat.bank_ms is not None for seat in summary.seats),
        version=VERSION,
        heights=timeline,
    )


def shares(seat: Seat, summary: Summary) -> tuple[float, float]:
    """Widths, in percent of the slowest player's time: in time, and beyond it."""
    most = max(each.used_ms for each in summary.seats) or 1
    return (
        round(100 * (seat.used_ms - seat.overrun_ms) / most, 2),
        round(100 * seat.overrun_ms / most, 2),
    )
