"""Tables of four and three by the standings (TE, [?14]): the ranking is folded, and who has met is parted if possible.

With T tables the first T of the ranking go to tables 1 to T, the next T from T back to 1, and so on, as one folds a
strip: 16 players sit 1-8-9-16, 2-7-10-15, … Four at a table; what is left over makes tables of three, the last ones:
9 = 3+3+3, 10 = 4+3+3, 11 = 4+4+3. Possible are 3, 4, and 6 players or more; with 5 one can be left out.
"""

from collections.abc import Sequence

from tritempo_host.draws.groups import mended, table_sizes
from tritempo_host.draws.history import times_met
from tritempo_host.draws.model import CannotDrawError, Drawn, Field, Settings, Step, System, chosen_from
from tritempo_host.draws.seed import Chance, seed_text
from tritempo_host.draws.tables import check_anybody, finished, who_sits_out
from tritempo_host.rules.ruleset import Setting

SETTINGS = (
    Setting("fold", ("fold", "slide", "neighbours"), "TE [?14]"),  # 1-8-9-16; 1-5-9-13; 1-2-3-4
    Setting("five", ("refuse", "out"), "TE [?14]"),  # five players: refused, or one sits out
    Setting("start", ("tiles", "even", "draw"), "TE [?15]"),
)


def draw(field: Field, number: int, seed: str, settings: Settings) -> Drawn:
    """Round `number`; round 1 takes an order by chance for the ranking.

    Raises CannotDrawError for 0, 1, 2 and 5 players (5: unless `five` is `out`).
    """
    chosen = chosen_from(SETTINGS, settings)
    seed = seed_text(seed)
    check_anybody(field, 3)
    by_chance = number == 1
    ranking = tuple(Chance(seed, "ebre/round 1").shuffled(field.numbers)) if by_chance else field.ranked
    bye: tuple[int, ...] = ()
    if len(ranking) == 5:
        if chosen["five"] == "refuse":
            raise CannotDrawError("five")
        bye = who_sits_out(field, ranking, 1)
    playing = [each for each in ranking if each not in bye]
    code = "ebre_first" if by_chance else "ebre_ranking"
    steps = [Step(code, {"round": number, "order": ranking})]
    groups = folded(playing, chosen["fold"])
    steps.append(Step(f"ebre_{chosen['fold']}", {"groups": tuple(map(tuple, groups))}))
    place = {each: n for n, each in enumerate(playing)}
    times = times_met(field.met)
    parted = mended(groups, times, Chance(seed, f"ebre/round {number}/search"), place)
    parted = [sorted(group, key=lambda each: place[each]) for group in parted]
    if parted != groups:
        steps.append(Step("ebre_parted", {"groups": tuple(map(tuple, parted))}))
    return finished("ebre", field, number, seed, parted, steps, bye, start=chosen["start"])


def folded(ranking: Sequence[int], how: str = "fold") -> list[list[int]]:
    """The tables of a ranking by itself. `how`: fold, slide or neighbours, see SETTINGS."""
    sizes = table_sizes(len(ranking))
    if how == "neighbours":
        firsts = [sum(sizes[:t]) for t in range(len(sizes))]
        return [list(ranking[first : first + size]) for first, size in zip(firsts, sizes, strict=True)]
    groups: list[list[int]] = [[] for _ in sizes]
    rest = list(ranking)
    for row in range(max(sizes, default=0)):
        tables = [t for t, size in enumerate(sizes) if size > row]
        for t in reversed(tables) if how == "fold" and row % 2 else tables:
            groups[t].append(rest.pop(0))
    return groups


def _sizes(players: int, settings: Settings) -> list[int]:
    return table_sizes(4 if players == 5 and settings.get("five") == "out" else players)


SYSTEM = System("ebre", draw, _sizes, SETTINGS)
