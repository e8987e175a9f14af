"""docs/draws.md says enough to repeat a draw: here a second program does, written from the page alone."""

import hashlib
import re
from pathlib import Path

import pytest

from tritempo_host.draws import SYSTEMS
from tritempo_host.draws.designs import counting_bound, design, longest
from tritempo_host.draws.groups import table_sizes
from tritempo_host.draws.molinenc import plan
from tritempo_host.draws.seed import Chance
from tritempo_host.draws.threes import sizes_of
from tritempo_host.draws.trumps import CARDS

PAGE = (Path(__file__).parents[2] / "docs" / "draws.md").read_text(encoding="utf-8")
SEED = "Manresa 2026"


class Stream:
    """Numbers as the page defines them."""

    def __init__(self, seed: str, label: str):
        self.text, self.n = f"{seed}|{label}|", 0

    def below(self, m: int) -> int:
        while True:
            number = int(hashlib.sha256((self.text + str(self.n)).encode()).hexdigest()[:16], 16)
            self.n += 1
            if number < 2**64 // m * m:
                return number % m

    def shuffle(self, items: list) -> list:
        items = items[:]
        for i in reversed(range(1, len(items))):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def row(start: str) -> str:
    return next(line for line in PAGE.splitlines() if line.startswith(f"| {start}")).split("|")[-2].strip()


def numbers(text: str) -> list[int]:
    return [int(each) for each in re.findall(r"\d+", text)]


def test_the_worked_numbers():
    digest = hashlib.sha256(f"{SEED}|molinenc/teams|0".encode()).hexdigest()
    assert row("SHA-256 of") == f"`{digest}`"
    assert row("its first 8 bytes") == str(int(digest[:16], 16))
    stream = Stream(SEED, "molinenc/teams")
    assert numbers(row("numbers below 9")) == [stream.below(m) for m in range(9, 1, -1)]
    assert numbers(row("so the teams")) == Stream(SEED, "molinenc/teams").shuffle(list(range(1, 10)))
    assert numbers(row("the rounds 1 to 4")) == Stream(SEED, "molinenc/rounds").shuffle([1, 2, 3, 4])
    cards = Stream(SEED, "trumps/round 1/table 1").shuffle(list(CARDS))
    assert f"round 1, table 1:\n{', '.join(cards[:3])}." in PAGE


@pytest.mark.parametrize("label", ["a", "molinenc/teams", "ț·l"])
@pytest.mark.parametrize("limit", [1, 2, 3, 7, 1000, 2**63 + 1])
def test_the_program_has_the_streams_of_the_page(label: str, limit: int):
    ours, page = Chance(SEED, label), Stream(SEED, label)
    assert [ours.below(limit) for _ in range(50)] == [page.below(limit) for _ in range(50)]


def listed_designs() -> dict[int, list[list[list[int]]]]:
    """All designs of the block, made from what it says."""
    block = PAGE.partition("```\n9: ring")[2].partition("```")[0]
    parts: dict[int, list[list[list[int]]]] = {}
    for part in f"9: ring{block}".split("\n\n"):
        head, *lines = part.strip().splitlines()
        if head.startswith("27"):
            continue
        places = int(head.partition(":")[0])
        rings = [(int(a), int(b)) for a, b in re.findall(r"(\d+)-(\d+)", head.partition("middle")[0])]
        times = int(re.findall(r"(\d+) rounds", head)[0])
        made: list[list[list[int]]] = []
        still = False
        for line in lines:
            if line.startswith("21, rounds"):
                still = True
                continue
            groups = [numbers(each) for each in line.split()]
            if still:
                made.append([turn(groups, rings, step)[0] for step in range(7)])
            elif rings:
                made += [turn(groups, rings, step) for step in range(times)]
            else:
                made.append(groups)
        parts[places] = made
    return parts


def turn(groups: list[list[int]], rings: list[tuple[int, int]], step: int) -> list[list[int]]:
    def moved(place: int) -> int:
        for low, high in rings:
            if low <= place <= high:
                return low + (place - low + step) % (high - low + 1)
        return place

    return [[moved(place) for place in group] for group in groups]


def test_the_designs_are_those_of_the_page():
    listed = listed_designs()
    assert sorted(listed) == [9, 12, 15, 18, 21, 24]
    for places, rounds in listed.items():
        assert [[[place + 1 for place in group] for group in each] for each in design(places)] == rounds


def test_the_rule_for_more_than_24():
    n = 11
    for r, groups in enumerate(design(3 * n)):
        assert groups == [(i, n + (i + r) % n, 2 * n + (i + 2 * r) % n) for i in range(n)]


def test_how_many_rounds_there_are():
    for line in re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \| (\d+) \|", PAGE, re.MULTILINE):
        teams, rounds, most, count = map(int, line)
        assert (len(design(teams)), longest(teams), counting_bound(teams)) == (rounds, most, count)


def page_plan(teams: int, seed: str) -> list[list[tuple[list[int], list[list[int]]]]]:
    """All drawn rounds: matches of (teams, orders at B, G, P), from the page."""
    rounds = [[[place + 1 for place in group] for group in each] for each in design(teams)]
    by_place = Stream(seed, "molinenc/teams").shuffle(list(range(1, teams + 1)))
    rounds = Stream(seed, "molinenc/rounds").shuffle(rounds)
    made = []
    for r, groups in enumerate(rounds, 1):
        named = [sorted(by_place[place - 1] for place in group) for group in groups]
        made.append(Stream(seed, f"molinenc/round {r}/matches").shuffle(named))
    stream, out = Stream(seed, "molinenc/seats"), []
    for first in range(0, len(made), 3):
        way = 1 if stream.below(2) == 0 else -1
        had: dict[tuple[int, int], int] = {}  # (round, team) -> turn
        block = made[first : first + 3]
        for r, matches in enumerate(block):
            for teams_ in matches:
                for team in teams_:
                    in_match = {had[r, each] for each in teams_ if (r, each) in had}
                    of_team = {turn for (_, each), turn in had.items() if each == team}
                    free = [t for t in range(3) if t not in in_match | of_team]
                    if len(free) > 1:
                        had[r, team] = free[stream.below(len(free))]
                    elif free:
                        had[r, team] = free[0]
                    else:
                        t = min({0, 1, 2} - of_team)
                        u = min({0, 1, 2} - in_match)
                        give_way(block, had, r, teams_, t, u)
                        had[r, team] = t
        for r, matches in enumerate(block):
            out.append([])
            for teams_ in matches:
                boards = [sorted(teams_, key=lambda x: (had[r, x] + way * b) % 3) for b in range(3)]
                out[-1].append((teams_, boards))
    return out


def give_way(block, had, r: int, match: list[int], t: int, u: int) -> None:
    """Whoever has t in the match gets u, in the match where that team had u it gets t, who had t there u, and so on."""
    movers = [team for team in match if had.get((r, team)) == t]
    while movers:
        team = movers[0]
        before = [past for past in range(len(block)) if had.get((past, team)) == u]
        had[r, team] = u
        if not before:
            return
        r = before[0]
        movers = [each for match in block[r] if team in match for each in match if had.get((r, each)) == t]
        had[r, team] = t


@pytest.mark.parametrize("teams", [3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 60])
@pytest.mark.parametrize("seed", [SEED, "1", "Sant Jordi, 23 d'abril", "ș"])
def test_a_second_program_draws_the_same(teams: int, seed: str):
    ours = plan(range(1, teams + 1), seed)
    page = page_plan(teams, seed)
    assert [[tuple(teams_) for teams_, _ in matches] for matches in page] == [list(each) for each in ours.rounds]
    squares = [[tuple(map(tuple, boards)) for _, boards in matches] for matches in page]
    assert squares == [list(each) for each in ours.squares]


def test_the_example_of_round_3():
    places = Stream(SEED, "molinenc/teams").shuffle(list(range(1, 10)))
    groups = re.findall(r"`(9-4-8), (5-6-3), (1-2-7)`: teams (\S+), (\S+) and (\S+)\.", PAGE)[0]
    assert [numbers(each) for each in groups[3:]] == [[places[p - 1] for p in numbers(each)] for each in groups[:3]]


def test_the_sizes_of_tables():
    heads, tables = (
        [each.strip() for each in line.split("|")[2:-1]]
        for line in re.findall(r"^\| (?:players|tables) \|.*", PAGE, re.MULTILINE)
    )
    for players, sizes in zip(map(int, heads), tables, strict=True):
        assert table_sizes(players) == ([] if sizes == "refused" else [int(each) for each in sizes.split("+")])
    assert [sizes_of(n) for n in (7, 8, 5)] == [[3, 4], [4, 4], [3, 2]]
    assert sizes_of(8, "two") == [3, 3, 2] and sum(sizes_of(8, "out")) == 6


def test_the_settings_are_those_that_there_are():
    found: dict[str, dict[str, list[str]]] = {}
    system = ""
    for first, key, values in re.findall(r"^\| (\w*) ?\| `(\w+)` \| ([\w, ]+) \|", PAGE, re.MULTILINE):
        system = first or system
        found.setdefault(system, {})[key] = values.split(", ")
    words = {True: "yes", False: "no"}
    assert found == {
        each.id: {one.key: [words.get(c, c) for c in one.choices] for one in each.settings} for each in SYSTEMS.values()
    }
