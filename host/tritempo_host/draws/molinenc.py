"""Molinenc Triangular (MM, Sistema de competició): teams of three, three teams a match, no two teams twice.

The rounds of a design (`designs.py`) are drawn: a shuffle tells which team has which of its places, another in which
order its rounds are played. When a design is used up the standings make the matches: 1-2-3, 4-5-6, … With 9 and 12
teams that is the fifth round, and some teams must meet again; that is reported.

Where the rounds before are not those of the plan (a team came or left), a search takes over.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tritempo_host.draws.designs import design, longest
from tritempo_host.draws.groups import fewest_repeats, repeats_in
from tritempo_host.draws.history import pairs, repeats, seats_had, times_met
from tritempo_host.draws.model import (
    CannotDrawError,
    Drawn,
    DrawnTable,
    Field,
    Met,
    Pair,
    Settings,
    Step,
    System,
    chosen_from,
)
from tritempo_host.draws.seats import Square, order_match, order_rounds
from tritempo_host.draws.seed import Chance, seed_text
from tritempo_host.draws.trumps import deal
from tritempo_host.rules.ruleset import Setting

BOARDS = ("B", "G", "P")
ROUNDS = 5  # of a tournament: as far ahead as a search looks
LOOKS = 24  # rounds that a search tries, to see what they leave for those to come
SETTINGS = (
    Setting("few_teams", ("refuse", "repeat"), "MM, Sistema de competició [?10]"),  # 3 and 6: may teams meet again?
    Setting(
        "beyond", ("standings", "search"), "MM, Sistema de competició [?9]"
    ),  # when no round without repeats is left
    Setting("trumps", (False, True), "MM, Trumfos"),  # deal the cards, too
)

Matches = list[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Plan:
    """All drawn rounds of a field. `places`: team by place of the design; `order`: round of the design by round.

    `squares`: for each match of each round the orders at its three boards.
    """

    places: tuple[int, ...]
    order: tuple[int, ...]
    rounds: tuple[Matches, ...]
    squares: tuple[list[Square], ...]


def plan(teams: Iterable[int], seed: str, label: str = "molinenc") -> Plan:
    """The drawn rounds of these teams, from their numbers and the seed alone. Their number is a multiple of three.

    `label`: with what the labels of all streams begin.
    """
    numbers = sorted(teams)
    rounds = design(len(numbers))
    places = Chance(seed, f"{label}/teams").shuffled(numbers)
    order = Chance(seed, f"{label}/rounds").shuffled(range(len(rounds)))
    made: list[Matches] = []
    for number, which in enumerate(order, 1):
        groups = [tuple(sorted(places[place] for place in group)) for group in rounds[which]]
        made.append(Chance(seed, f"{label}/round {number}/matches").shuffled(groups))
    squares = order_rounds(made, Chance(seed, f"{label}/seats"))
    return Plan(tuple(places), tuple(order), tuple(made), tuple(squares))


def draw(field: Field, number: int, seed: str, settings: Settings) -> Drawn:
    """Round `number`. Raises CannotDrawError for a number of teams that cannot be parted into threes; 3 and 6 teams,
    for which only one round without repeats exists, are drawn only with `few_teams` set to `repeat`.
    """
    chosen = chosen_from(SETTINGS, settings)
    seed = seed_text(seed)
    check_teams(len(field.numbers), chosen["few_teams"] == "repeat")
    times = times_met(field.met)
    matches, squares, steps = _matches(field, number, seed, chosen, times)
    if squares is None:
        had, chance = seats_had(field.met), Chance(seed, f"molinenc/round {number}/seats")
        squares = [order_match(teams, had, chance) for teams in matches]
    tables: list[DrawnTable] = []
    for m, (teams, square) in enumerate(zip(matches, squares, strict=True), 1):
        steps.append(Step("match", {"match": m, "teams": teams}))
        for board, order in zip(BOARDS, square, strict=True):
            tables.append(DrawnTable(len(tables) + 1, m, board, order))
            steps.append(Step("board", {"table": len(tables), "board": board, "order": order}))
    again = repeats(matches, times)
    steps += [Step("repeat", {"first": a, "other": b, "times": times[a, b] + 1}) for a, b in again]
    trumps = deal(seed, number, tables) if chosen["trumps"] else {}
    steps += [Step("trumps", {"table": table, "cards": tuple(cards.values())}) for table, cards in trumps.items()]
    return Drawn(
        system="molinenc",
        round=number,
        seed=seed,
        matches=tuple(matches),
        tables=tuple(tables),
        repeats=again,
        trumps=trumps,
        explain=tuple(steps),
    )


def check_teams(teams: int, repeat: bool = False) -> None:
    """Raises CannotDrawError for a number of teams that has no draw: what would be needed to have one."""
    if not teams:
        raise CannotDrawError("nobody")
    if teams % 3:
        raise CannotDrawError("not_threes", teams=teams, more=-teams % 3, fewer=teams % 3)
    if teams < 9 and not repeat:
        raise CannotDrawError("few_teams", teams=teams)


def by_standings(ranking: Sequence[int]) -> Matches:
    """1-2-3, 4-5-6, … of the standings."""
    return [tuple(ranking[first : first + 3]) for first in range(0, len(ranking), 3)]


def _matches(
    field: Field, number: int, seed: str, chosen: Settings, times: Mapping[Pair, int]
) -> tuple[Matches, list[Square] | None, list[Step]]:
    """The matches, their orders where these were planned, and how it came about."""
    teams = field.numbers
    first, takes = _places(field)
    planned = plan(first, seed) if len(first) == len(teams) else plan(teams, seed)
    rounds = len(planned.rounds)
    if number > rounds and len(teams) >= 9 and chosen["beyond"] == "standings":
        if not field.ranking:
            raise CannotDrawError("no_ranking", round=number)
        ranking = field.ranked
        step = Step("by_standings", {"round": number, "teams": len(teams), "drawn": rounds, "order": ranking})
        return by_standings(ranking), None, [step]
    steps = [Step("molinenc_field", {"teams": len(teams), "rounds": rounds, "longest": longest(len(teams))})]
    if number <= rounds and as_planned(field.met, number, planned, takes):
        matches = [tuple(sorted(takes.get(team, team) for team in match)) for match in planned.rounds[number - 1]]
        squares = [
            tuple(tuple(takes.get(team, team) for team in order) for order in square)
            for square in planned.squares[number - 1]
        ]
        return matches, squares, steps + _plan_told(planned, number, takes)
    ahead = min(rounds, ROUNDS) - number if len(teams) >= 9 else 0
    matches = _searched(teams, times, Chance(seed, f"molinenc/round {number}/search"), max(ahead, 0))
    steps.append(Step("molinenc_search", {"round": number, "repeats": repeats_in(matches, times)}))
    return matches, None, steps


def _plan_told(planned: Plan, number: int, takes: Mapping[int, int]) -> list[Step]:
    which = planned.order[number - 1]
    groups = [tuple(place + 1 for place in group) for group in design(len(planned.places))[which]]
    return [
        Step("molinenc_places", {"order": planned.places}),
        *(Step("molinenc_taken", {"gone": gone, "new": new}) for gone, new in takes.items()),
        Step("molinenc_order", {"numbers": tuple(n + 1 for n in planned.order)}),
        Step("molinenc_round", {"round": number, "which": which + 1, "places": tuple(groups)}),
    ]


def _places(field: Field) -> tuple[tuple[int, ...], dict[int, int]]:
    """The teams of the first round, and who has taken whose place since: in the order of the numbers of both."""
    first = {team for match in field.met if match.round == 1 for team in match.entrants} or set(field.numbers)
    here = set(field.numbers)
    gone, new = sorted(first - here), sorted(here - first)
    return tuple(sorted(first)), dict(zip(gone, new, strict=False)) if len(gone) == len(new) else {}


def as_planned(met: Sequence[Met], number: int, planned: Plan, takes: Mapping[int, int]) -> bool:
    """Whether all rounds before were those of the plan, a team that came later counted as the one it stands for."""
    stands_for = {new: gone for gone, new in takes.items()}
    for past in range(1, number):
        played = {frozenset(stands_for.get(t, t) for t in match.entrants) for match in met if match.round == past}
        if played != {frozenset(match) for match in planned.rounds[past - 1]}:
            return False
    return True


def _searched(teams: Sequence[int], times: Mapping[Pair, int], chance: Chance, ahead: int) -> Matches:
    """Matches with as few repeats as a search finds, in this round and in `ahead` more after it."""
    sizes = [3] * (len(teams) // 3)
    best: tuple[tuple[int, int], list[list[int]]] | None = None
    for _ in range(LOOKS if ahead else 1):
        groups = fewest_repeats(teams, sizes, times, chance)
        here = repeats_in(groups, times)
        if here and ahead:  # no way without: what is left for later does not matter
            ahead = 0
        cost = (here, _later(teams, sizes, times, groups, chance, ahead))
        if best is None or cost < best[0]:
            best = (cost, groups)
        if here or not any(cost):
            break
    assert best is not None
    return [tuple(sorted(group)) for group in best[1]]


def _later(
    teams: Sequence[int],
    sizes: Sequence[int],
    times: Mapping[Pair, int],
    groups: Sequence[Sequence[int]],
    chance: Chance,
    ahead: int,
) -> int:
    """Repeats in the rounds to come, if this one is played so and each of them is then searched for itself."""
    then, total = dict(times), 0
    for _ in range(ahead):
        for group in groups:
            for each in pairs(group):
                then[each] = then.get(each, 0) + 1
        groups = fewest_repeats(teams, sizes, then, chance)
        total += repeats_in(groups, then)
    return total


def _sizes(teams: int, settings: Settings) -> list[int]:
    try:
        check_teams(teams, settings.get("few_teams") == "repeat")
    except CannotDrawError:
        return []
    return [3] * teams


SYSTEM = System("molinenc", draw, _sizes, SETTINGS, teams=True, planned=True)
