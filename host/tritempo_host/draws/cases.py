"""The cases of the draws (`molinenc_draw`, `ro_pairing`) in the schema of `scoring_cases.json`.

`SYSTEMS[system](input, settings, expected)` gives the answer. `expected` is looked at for one thing only: there are
many schedules without repeats, and one that is given there is judged and, if it is sound, is the answer. Raises
ValueError for an input that has no answer, and KeyError for what it lacks.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tritempo_host.draws.designs import counting_bound, longest
from tritempo_host.draws.history import pair, pairs
from tritempo_host.draws.model import Settings
from tritempo_host.draws.molinenc import by_standings, plan
from tritempo_host.draws.romania import pair_down, same_club

Answer = dict[str, Any]
Schedule = Sequence[Sequence[Sequence[int]]]
NONE: Mapping[str, Any] = MappingProxyType({})
RANKING = "ranking_after_round_4"


def molinenc_draw(given: Mapping[str, Any], settings: Settings = NONE, expected: Mapping[str, Any] = NONE) -> Answer:
    """With a ranking: the groups of the round by standings. With rounds: a schedule. Else: what a field allows."""
    del settings
    if RANKING in given:
        return {"groups": [list(group) for group in by_standings(given[RANKING])]}
    teams = given["teams"]
    answer: Answer = {
        "max_rounds_without_repeat": longest(teams),
        "counting_bound": counting_bound(teams),
        "groups_per_round": teams // 3,
    }
    if "rounds" in given:
        rounds = given["rounds"]
        schedule = expected.get("valid_schedule") or plan(range(1, teams + 1), "case").rounds[:rounds]
        found = faults(teams, rounds, schedule)
        answer["valid_schedule"] = f"not valid: {found}" if found else [[list(g) for g in each] for each in schedule]
        if _is_schedule(schedule):
            answer["pairs_met"] = len({one for each in schedule for group in each for one in pairs(group)})
    return answer


def faults(teams: int, rounds: int, schedule: Schedule) -> str | None:
    """What is wrong with a schedule of at least so many rounds of threes, or None: partitions, nobody met twice."""
    if not _is_schedule(schedule):
        return "no list of rounds, each a list of groups of team numbers"
    if len(schedule) < rounds:
        return f"{len(schedule)} rounds"
    met: set[tuple[int, int]] = set()
    for number, groups in enumerate(schedule, 1):
        if sorted(team for group in groups for team in group) != list(range(1, teams + 1)):
            return f"round {number} is not all teams once"
        if any(len(group) != 3 for group in groups):
            return f"round {number} has a group that is not three"
        for one in (one for group in groups for one in pairs(group)):
            if one in met:
                return f"{one[0]} and {one[1]} meet again in round {number}"
            met.add(one)
    return None


def _is_schedule(schedule: Any) -> bool:
    """Whether what a case gives has the shape of one at all."""
    return isinstance(schedule, list | tuple) and all(
        isinstance(each, list | tuple)
        and all(isinstance(group, list | tuple) and all(type(team) is int for team in group) for group in each)
        for each in schedule
    )


def ro_pairing(given: Mapping[str, Any], settings: Settings = NONE, expected: Mapping[str, Any] = NONE) -> Answer:
    """Pairs from a ranking, what has been met and clubs by player (keys are texts)."""
    del expected
    ranking = given["ranking"]
    met = {pair(*each) for each in given.get("already_met", ())}
    avoided = set(met)
    if settings.get("same_club", True):
        avoided |= same_club(ranking, {int(number): club for number, club in given.get("club", {}).items()})
    found, out, forced = pair_down(
        ranking, avoided, settings.get("bye") == "last", met if settings.get("forced") == "unmet" else None
    )
    return {"pairs": [list(each) for each in found], "bye": out, "forced_pairs": [list(each) for each in forced]}


SYSTEMS: dict[str, Callable[..., Answer]] = {"molinenc_draw": molinenc_draw, "ro_pairing": ro_pairing}
