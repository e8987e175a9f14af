"""What pages with forms share: what was typed, what the page had shown when it was typed, and what is there now."""

from starlette.requests import Request

from tritempo_host.desk.access import form_of
from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import desk_of
from tritempo_host.desk.view import tournament_of
from tritempo_host.text import whole
from tritempo_host.tournament import Entry, Tournament, fold
from tritempo_host.tournament.entry import undone

LONGEST = 3000  # characters of a field that are looked at; a body says how many it takes


def typed(request: Request, key: str) -> str:
    """A field of the form that was sent, without the spaces around it; "" if it is not there, or a file."""
    value = form_of(request).get(key, "")
    return value.strip()[:LONGEST] if isinstance(value, str) else ""


class Typed(dict[str, str]):
    """What was typed, by field; "" where there is no such field."""

    def __missing__(self, key: str) -> str:
        return ""


def all_typed(request: Request) -> Typed:
    """All fields of the form that was sent."""
    return Typed({key: typed(request, key) for key in form_of(request)})


def number(text: str) -> int | None:
    """A whole number from 1, or None for anything else."""
    return whole(text, 6) or None


def shown(request: Request, current: Current) -> Tournament:
    """The tournament as the page showed it from which the form was sent: what somebody changed is what differs from
    that, not what differs from what others have written since."""
    seen = number(typed(request, "seen"))
    if seen is None or seen >= len(current.entries):
        return current.tournament
    return fold(current.entries[:seen])


def now(request: Request) -> Current:
    """The tournament with what was written while this request was answered."""
    desk_of(request).now.look()
    del request.state.current
    return tournament_of(request)


def counting(current: Current) -> list[Entry]:
    """The entries that were not taken back, in order."""
    out = undone(current.entries)
    return [each for each in current.entries if each.number not in out]
