"""A round robin for two at a table: everybody meets everybody, by the circle method.

The players, by chance, sit in a circle around one who stays in the middle; an odd number leaves the middle empty, and
who would meet it sits out. Each round the circle turns by one place. After it has gone round it goes round again, with
the other player beginning.

A late entry takes the place of one who left, or the empty middle, and meets all who are still to come there. Where more
has changed, the best pairs are searched: those who have met least often.
"""

from tritempo_host.draws.history import pair, times_met
from tritempo_host.draws.matching import best_pairs
from tritempo_host.draws.model import Drawn, Field, Settings, Step, System, chosen_from
from tritempo_host.draws.seed import Chance, seed_text
from tritempo_host.draws.tables import check_anybody, finished, pairs_of, who_sits_out
from tritempo_host.rules.ruleset import Setting

SETTINGS = (Setting("start", ("even", "draw", "tiles"), "CSM [?15]"),)

Places = list[int | None]


def draw(field: Field, number: int, seed: str, settings: Settings) -> Drawn:
    """Round `number`. Raises CannotDrawError for less than two."""
    chosen = chosen_from(SETTINGS, settings)
    seed = seed_text(seed)
    check_anybody(field, 2)
    times = times_met(field.met)
    places = places_of(field, seed)
    turns = len(places) - 1
    if places.count(None) <= 1:
        found = circle(places, number)
        playing = [(a, b) for a, b in found if a is not None and b is not None]
        if (number - 1) // turns == max((times[pair(*each)] for each in playing), default=0):
            out = [a if b is None else b for a, b in found if a is None or b is None]
            bye = tuple(each for each in out if each is not None)
            steps = [Step("circle", {"round": number, "order": tuple(each or 0 for each in places), "turns": turns})]
            orders = playing if chosen["start"] == "even" else None
            return finished("round_robin", field, number, seed, playing, steps, bye, (), chosen["start"], orders)
    order = Chance(seed, f"round_robin/round {number}/order").shuffled(field.numbers)
    bye = who_sits_out(field, order, len(order) % 2)
    free = [each for each in order if each not in bye]
    found = best_pairs(free, times, (), Chance(seed, f"round_robin/round {number}"), by_place=False)
    steps = [Step("circle_broken", {"round": number})]
    return finished("round_robin", field, number, seed, found, steps, bye, (), chosen["start"])


def places_of(field: Field, seed: str) -> Places:
    """The circle, the middle last, None where nobody is: as drawn for the first round, late entries in empty places."""
    first = {each for match in field.met if match.round == 1 for each in match.entrants} or set(field.numbers)
    here = set(field.numbers)
    places: Places = [
        each if each in here else None for each in Chance(seed, "round_robin/places").shuffled(sorted(first))
    ]
    if len(places) % 2:
        places.append(None)
    for new in sorted(here - first):
        if None in places:
            places[places.index(None)] = new
        else:
            places += [new, None]
    return places


def circle(places: Places, number: int) -> list[tuple[int | None, int | None]]:
    """Round `number` of an even number of places: (who begins, the other), the pair with the middle first.

    Around the circle it alternates who begins, and with the middle from round to round, so that after a whole turn
    nobody has begun more than once oftener than another.
    """
    turns = len(places) - 1
    again, step = divmod(number - 1, turns)
    middle, met = places[turns], places[step]
    found = [(met, middle) if step % 2 else (middle, met)]
    for k in range(1, len(places) // 2):
        ahead, behind = places[(step + k) % turns], places[(step - k) % turns]
        found.append((ahead, behind) if k % 2 else (behind, ahead))
    return [(other, first) for first, other in found] if again % 2 else found


SYSTEM = System("round_robin", draw, pairs_of, SETTINGS, planned=True)
