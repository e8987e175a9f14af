"""What a drawn round is said to disagree with, in the reader's words: who is there, and what was corrected since."""

from starlette.requests import Request

from tritempo_host.desk.current import Current
from tritempo_host.desk.view import language_of
from tritempo_host.tournament.outdated import round_remarks
from tritempo_host.tournament.spoken import said


def remarks_on(request: Request, current: Current, number: int) -> list[str]:
    """A sentence each; [] for a round that fits."""
    found = current.once(("remarks", number), lambda: round_remarks(current.entries, current.tournament, number))
    return [said(each, language_of(request)) for each in found]
