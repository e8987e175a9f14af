"""The Romanian pairing (RO, Pairing): from the top of the ranking down, and what is fixed is never opened again."""

from collections.abc import Collection, Mapping, Sequence

from tritempo_host.draws.history import pair, times_met
from tritempo_host.draws.model import (
    Drawn,
    Field,
    Pair,
    Settings,
    Step,
    System,
    chosen_from,
)
from tritempo_host.draws.seed import Chance, seed_text
from tritempo_host.draws.tables import check_anybody, finished, pairs_of
from tritempo_host.rules.ruleset import Setting

SETTINGS = (
    Setting("same_club", (True, False), "RO, Pairing [?18]"),  # avoided like a repeat, or not
    Setting("forced", ("next", "unmet"), "RO, Pairing [?18]"),  # whom, where both restrictions leave nobody
    Setting("bye", ("left_over", "last"), "RO, Pairing"),
    Setting("start", ("draw", "even"), "RO, Clock"),
)


def pair_down(
    ranking: Sequence[int], avoided: Collection[Pair], last_out: bool = False, met: Collection[Pair] | None = None
) -> tuple[list[Pair], int | None, list[Pair]]:
    """(pairs, who sits out or None, pairs that had to break what is avoided), from the ranking alone.

    The first who has no pair yet gets the next below him whom he may meet; if there is none, the next below him,
    whatever. In each pair the better placed comes first; `avoided` has the lower number first. Who is left over sits
    out. `last_out`: the last of the ranking sits out instead, whoever has met whom. `met`: where all are avoided, one
    who is not in this goes before the next.
    """
    rest = list(ranking)
    out = rest.pop() if last_out and len(rest) % 2 else None
    found: list[Pair] = []
    forced: list[Pair] = []
    while len(rest) > 1:
        first = rest.pop(0)
        place = next((n for n, other in enumerate(rest) if pair(first, other) not in avoided), None)
        if place is None:
            unmet = (n for n, other in enumerate(rest) if met is not None and pair(first, other) not in met)
            place = next(unmet, 0)
            forced.append((first, rest[place]))
        found.append((first, rest.pop(place)))
    return found, rest[0] if rest else out, forced


def draw(field: Field, number: int, seed: str, settings: Settings) -> Drawn:
    """Round `number`. Round 1 takes an order by chance for the ranking. Nobody is refused: one alone sits out."""
    chosen = chosen_from(SETTINGS, settings)
    seed = seed_text(seed)
    check_anybody(field, 1)
    steps: list[Step] = []
    ranking = field.ranked
    if number == 1:
        ranking = tuple(Chance(seed, "romania/round 1").shuffled(field.numbers))
        steps.append(Step("ro_first", {"order": ranking}))
    else:
        steps.append(Step("ro_ranking", {"round": number, "order": ranking}))
    times = times_met(field.met)
    clubs = {each.number: each.club for each in field.entrants} if chosen["same_club"] else {}
    avoided = set(times) | same_club(ranking, clubs)
    met = set(times) if chosen["forced"] == "unmet" else None
    found, out, forced = pair_down(ranking, avoided, chosen["bye"] == "last", met)
    steps += _told(ranking, found, out, forced, times, clubs)
    bye = () if out is None else (out,)
    return finished("romania", field, number, seed, found, steps, bye, forced, chosen["start"])


def same_club(numbers: Sequence[int], clubs: Mapping[int, str | None]) -> set[Pair]:
    """All pairs of one club. Who has no club is of nobody's."""
    members: dict[str, list[int]] = {}
    for number in numbers:
        if club := clubs.get(number):
            members.setdefault(club, []).append(number)
    return {pair(one, other) for club in members.values() for one in club for other in club if one < other}


def _told(
    ranking: Sequence[int],
    found: Sequence[Pair],
    out: int | None,
    forced: Collection[Pair],
    times: Mapping[Pair, int],
    clubs: Mapping[int, str | None],
) -> list[Step]:
    """A step for each pair: whom the first could not meet, and why."""
    steps = []
    place = {number: n for n, number in enumerate(ranking)}
    free = set(ranking) - ({out} if out is not None else set())
    for first, other in found:
        free -= {first, other}
        passed = [n for n in ranking[place[first] : place[other]] if n in free]
        met = [n for n in passed if pair(first, n) in times]
        club = [n for n in passed if n not in met and clubs.get(n)]
        code = "ro_forced" if (first, other) in forced else "ro_passed" if passed else "ro_pair"
        steps.append(Step(code, {"first": first, "other": other, "met": tuple(met), "club": tuple(club)}))
    return steps


SYSTEM = System("romania", draw, pairs_of, SETTINGS)
