"""Who has come, on the morning of a tournament. Pure."""

from tritempo_host.tournament.entry import Draft
from tritempo_host.tournament.state import Tournament


def not_arrived(tournament: Tournament, number: int) -> list[int]:
    """The entrants who would be drawn in a round and are not checked in, by number."""
    return [entrant for entrant in tournament.present(number) if entrant not in tournament.arrived]


def absences(tournament: Tournament, number: int) -> list[Draft]:
    """What leaves them out of the draw of that round; in the one after it they are there again."""
    return [Draft("absent", {"entrant": entrant, "round": number}) for entrant in not_arrived(tournament, number)]
