"""Who begins and in which order: as even over the rounds as one round can make it, by chance where that is equal."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from tritempo_host.draws.seed import Chance

Had = Counter[tuple[int, int, int]]  # how often (entrant, board, seat) has been
Square = tuple[tuple[int, ...], ...]  # the orders at a match's boards


def order_table(group: Sequence[int], had: Had, chance: Chance) -> tuple[int, ...]:
    """The order at a table of two, three or four single players: the one whose seats have been least often so far.

    A seat that a player has had k times costs 2k + 1, a first seat four times as much; of the cheapest orders chance
    takes one.
    """
    orders = list(permutations(sorted(group)))
    costs = [sum(_cost(had, entrant, 0, seat) for seat, entrant in enumerate(order)) for order in orders]
    return _cheapest(orders, costs, chance)


def order_match(teams: Sequence[int], had: Had, chance: Chance) -> Square:
    """The orders at the three boards of a match of three teams: each team has each seat once (a Latin square).

    Of the twelve squares it is the one whose seats have been least often at each team's boards so far, counted as in
    `order_table`; of the cheapest chance takes one.
    """
    squares = latin_squares(sorted(teams))
    costs = [
        sum(_cost(had, team, board, seat) for board, order in enumerate(square) for seat, team in enumerate(order))
        for square in squares
    ]
    return _cheapest(squares, costs, chance)


def order_rounds(rounds: Sequence[Sequence[Sequence[int]]], chance: Chance) -> list[list[Square]]:
    """The squares of all matches of several rounds without repeats, planned together.

    In each three rounds from the first on, each team's boards have each seat once; so after any round no board of a
    team has had a seat more than once oftener than another. In a match the three teams have turns 0, 1 and 2, in three
    rounds a team has each turn once: this is a colouring of the edges between teams and matches, which there always is
    (König). Turn t has seat t + b (from 0, modulo three) at board b, or t - b: which of the two is tossed for each
    three rounds.
    """
    made: list[list[Square]] = []
    for first in range(0, len(rounds), 3):
        block = rounds[first : first + 3]
        way = 1 if chance.below(2) == 0 else -1
        turns = _turns([sorted(teams) for matches in block for teams in matches], chance)
        for matches in block:
            made.append([_square(turns.pop(0), way) for _ in matches])
    return made


def _square(turns: dict[int, int], way: int) -> Square:
    return tuple(tuple(sorted(turns, key=lambda team: (turns[team] + way * board) % 3)) for board in range(3))


def _turns(matches: list[list[int]], chance: Chance) -> list[dict[int, int]]:
    """A turn 0, 1 or 2 for each team in each match (of three rounds at most), none twice for a match or a team.

    Match by match, team by team: a turn that both still have free, by chance if there are several. If there is none,
    the turn that the team has free goes to it all the same; along the path of who has it now, and the one free in the
    match, these two change places.
    """
    in_match: list[dict[int, int]] = [{} for _ in matches]  # turn -> team
    of_team: dict[int, dict[int, int]] = {team: {} for teams in matches for team in teams}  # turn -> match
    for m, teams in enumerate(matches):
        for team in teams:
            both = [turn for turn in range(3) if turn not in in_match[m] and turn not in of_team[team]]
            if both:
                turn = both[chance.below(len(both))] if len(both) > 1 else both[0]
            else:
                turn = next(turn for turn in range(3) if turn not in of_team[team])
                other = next(turn for turn in range(3) if turn not in in_match[m])
                _swap_along(m, turn, other, in_match, of_team)
            in_match[m][turn], of_team[team][turn] = team, m
    return [{team: turn for turn, team in each.items()} for each in in_match]


def _swap_along(
    match: int, turn: int, other: int, in_match: list[dict[int, int]], of_team: dict[int, dict[int, int]]
) -> None:
    """Frees `turn` in a match: on the path from it of edges with `turn`, `other`, `turn`, … the two are exchanged."""
    path: list[tuple[int, int, int]] = []  # team, match, its turn now
    at, wanted = match, turn
    while wanted in in_match[at]:
        team = in_match[at][wanted]
        path.append((team, at, wanted))
        wanted = other if wanted == turn else turn
        if wanted not in of_team[team]:
            break
        at = of_team[team][wanted]
        path.append((team, at, wanted))
        wanted = other if wanted == turn else turn
    for team, at, had in path:
        del in_match[at][had], of_team[team][had]
    for team, at, had in path:
        new = other if had == turn else turn
        in_match[at][new], of_team[team][new] = team, at


def latin_squares(items: Sequence[int]) -> list[Square]:
    """All squares of three rows in which each of the three items is once in each row and column, in one fixed order."""
    rows = list(permutations(items))
    return [
        (a, b, c)
        for a in rows
        for b in rows
        for c in rows
        if all(len({a[place], b[place], c[place]}) == 3 for place in range(3))
    ]


def _cost(had: Had, entrant: int, board: int, seat: int) -> int:
    return (2 * had[entrant, board, seat] + 1) * (4 if seat == 0 else 1)


def _cheapest(choices, costs: list[int], chance: Chance):
    least = min(costs)
    best = [choice for choice, cost in zip(choices, costs, strict=True) if cost == least]
    return best[chance.below(len(best))] if len(best) > 1 else best[0]
