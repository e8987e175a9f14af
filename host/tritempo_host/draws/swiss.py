"""A plain Swiss for club evenings: neighbours in the standings meet, nobody twice as long as that is possible.

Unlike the Romanian pairing it looks at all pairs at once: who is at the bottom is not left with whom he has met. An odd
one out sits out: of those who have sat out least often, the last in the standings.
"""

from tritempo_host.draws.history import pair, times_met
from tritempo_host.draws.matching import best_pairs
from tritempo_host.draws.model import Drawn, Field, Settings, Step, System, chosen_from
from tritempo_host.draws.romania import same_club
from tritempo_host.draws.seed import Chance, seed_text
from tritempo_host.draws.tables import check_anybody, finished, pairs_of, who_sits_out
from tritempo_host.rules.ruleset import Setting

SETTINGS = (
    Setting("same_club", (False, True), "CSM"),  # avoided where a repeat need not be taken for it
    Setting("start", ("even", "draw", "tiles"), "CSM [?15]"),
)


def draw(field: Field, number: int, seed: str, settings: Settings) -> Drawn:
    """Round `number`; round 1 takes an order by chance for the standings. Raises CannotDrawError for less than two."""
    chosen = chosen_from(SETTINGS, settings)
    seed = seed_text(seed)
    check_anybody(field, 2)
    by_chance = number == 1
    order = tuple(Chance(seed, "swiss/round 1").shuffled(field.numbers)) if by_chance else field.ranked
    bye = who_sits_out(field, order, len(order) % 2)
    playing = [each for each in order if each not in bye]
    times = times_met(field.met)
    clubs = {each.number: each.club for each in field.entrants}
    avoided = same_club(playing, clubs) if chosen["same_club"] else set()
    found = best_pairs(playing, times, avoided, Chance(seed, f"swiss/round {number}"))
    forced = [each for each in found if pair(*each) in avoided or times[pair(*each)]]
    steps = [Step("swiss_first" if by_chance else "swiss_ranking", {"round": number, "order": order})]
    steps += [Step("pair", {"table": n, "first": a, "other": b}) for n, (a, b) in enumerate(found, 1)]
    return finished("swiss", field, number, seed, found, steps, bye, forced, chosen["start"])


SYSTEM = System("swiss", draw, pairs_of, SETTINGS)
