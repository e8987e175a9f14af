"""What holds for every draw: a partition, the same from the same seed, repeats told, nothing else looked at."""

import dataclasses
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draws.tournaments import field, is_partition, pairs_of, rounds, seeds
from tritempo_host.draws import SYSTEMS, CannotDrawError, Entrant, Field, Met, draw, played

# What a system cannot draw, and what it then says.
REFUSED = {
    "molinenc": {0: "nobody", 1: "not_threes", 2: "not_threes", 3: "few_teams", 6: "few_teams"},
    "romania": {0: "nobody"},
    "ebre": {0: "nobody", 1: "too_few", 2: "too_few", 5: "five"},
    "swiss": {0: "nobody", 1: "too_few"},
    "round_robin": {0: "nobody", 1: "too_few"},
    "threes": {0: "nobody", 1: "too_few"},
}


def refusal(system: str, count: int) -> str | None:
    if system == "molinenc" and count % 3:
        return "not_threes"
    return REFUSED[system].get(count)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("count", range(41))
def test_it_draws_or_says_why_not(system: str, count: int):
    code = refusal(system, count)
    if code is None:
        assert is_partition(draw(system, field(count), 1, "seed"), range(1, count + 1))
        return
    with pytest.raises(CannotDrawError) as refused:
        draw(system, field(count), 1, "seed")
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("system", "chosen"),
    [
        *((system, {}) for system in SYSTEMS),
        ("molinenc", {"few_teams": "repeat"}),
        ("ebre", {"five": "out"}),
        ("threes", {"rest": "two"}),
        ("threes", {"rest": "out"}),
    ],
)
def test_the_sizes_of_the_tables_are_known_before(system: str, chosen: dict[str, str]):
    for count in range(41):
        told = SYSTEMS[system].sizes(count, chosen)
        try:
            tables = draw(system, field(count), 1, "seed", chosen).tables
        except CannotDrawError:
            tables = ()
        assert sorted(told) == sorted(len(each.order) for each in tables), count


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(list(SYSTEMS)), st.integers(3, 21), st.integers(1, 5), seeds, st.randoms())
def test_each_round_is_a_partition_and_tells_its_repeats(system, count, last, seed, random):
    if refusal(system, count):
        return
    met: Counter = Counter()
    for drawn in rounds(system, count, last, seed, shuffle=random.shuffle):
        assert is_partition(drawn, range(1, count + 1))
        assert sorted(drawn.repeats) == sorted(pair for pair in pairs_of(drawn) if met[pair])
        met.update(pairs_of(drawn))


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(list(SYSTEMS)), st.integers(3, 26), st.integers(1, 4), seeds)
def test_the_same_seed_gives_the_same(system, count, last, seed):
    if not refusal(system, count):
        assert rounds(system, count, last, seed) == rounds(system, count, last, f"  {seed} ")


@pytest.mark.parametrize("system", SYSTEMS)
def test_other_seeds_give_other_draws(system: str):
    assert len({draw(system, field(12), 1, f"{n}").tables for n in range(50)}) > 45


@pytest.mark.parametrize("system", SYSTEMS)
def test_seeds_are_fair(system: str):
    """Over many seeds each pair meets about as often: 12 entrants, so pairs meet with 1/11 a partner each."""
    met = Counter(pair for n in range(400) for pair in pairs_of(draw(system, field(12), 1, f"seed {n}")))
    expected = 400 * sum(met.values()) / 400 / len(list(combinations(range(12), 2)))
    assert len(met) == 66
    assert all(0.5 * expected < times < 1.6 * expected for times in met.values())


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_order_of_the_field_does_not_matter(system: str):
    one = rounds(system, 12, 2)[0]
    met = played(one)
    ahead = Field(tuple(map(Entrant, range(1, 13))), met, tuple(range(1, 13)))
    turned = Field(ahead.entrants[::-1], met[::-1], ahead.ranking)
    assert draw(system, ahead, 2, "seed") == draw(system, turned, 2, "seed")


@pytest.mark.parametrize("system", SYSTEMS)
def test_all_have_met_all(system: str):
    """No way without repeats: it is drawn all the same, and every pair is told as a repeat."""
    met = tuple(Met(1, pair) for pair in combinations(range(1, 13), 2))
    drawn = draw(system, field(12, met, tuple(range(1, 13))), 6, "seed")
    assert is_partition(drawn, range(1, 13))
    assert sorted(drawn.repeats) == sorted(pairs_of(drawn))


@pytest.mark.parametrize("system", SYSTEMS)
def test_all_are_of_one_club(system: str):
    entrants = tuple(Entrant(n, "Manresa") for n in range(1, 13))
    drawn = draw(system, Field(entrants), 1, "seed", {"same_club": True} if system == "swiss" else {})
    assert is_partition(drawn, range(1, 13))
    assert sorted(drawn.forced) == (sorted(pairs_of(drawn)) if system in ("romania", "swiss") else [])


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    ("seed", "code"), [("", "seed_empty"), (" \n", "seed_empty"), ("a" * 201, "seed_long"), ("\ud800", "seed_broken")]
)
def test_seeds_that_are_none(system: str, seed: str, code: str):
    with pytest.raises(CannotDrawError) as refused:
        draw(system, field(12), 1, seed)
    assert refused.value.code == code


@pytest.mark.parametrize("system", SYSTEMS)
def test_settings_that_are_none(system: str):
    for each in SYSTEMS[system].settings:
        with pytest.raises(CannotDrawError) as refused:
            draw(system, field(12), 1, "seed", {each.key: "nothing"})
        assert refused.value.code == "setting"
        for choice in each.choices:
            assert is_partition(draw(system, field(12), 1, "seed", {each.key: choice}), range(1, 13))


@pytest.mark.parametrize(
    ("system", "number", "entrants", "code"),
    [("chess", 1, (1, 2), "system"), ("swiss", 0, (1, 2), "round"), ("swiss", 1, (1, 2, 1), "twice")],
)
def test_what_cannot_be(system: str, number: int, entrants: tuple[int, ...], code: str):
    with pytest.raises(CannotDrawError) as refused:
        draw(system, Field(tuple(map(Entrant, entrants))), number, "seed")
    assert refused.value.code == code


def test_equal_seeds_in_other_writing():
    """NFC and spaces: what looks the same is the same."""
    assert draw("swiss", field(8), 1, "Ca\u0300ntir  2026 ") == draw("swiss", field(8), 1, "C\u00e0ntir 2026")
    assert draw("swiss", field(8), 1, "A") != draw("swiss", field(8), 1, "a")


@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_players_come_and_go(system: str, data):
    """Whoever is there in a round is drawn, whatever has been before; who has met whom is not forgotten."""
    here = set(range(1, 13))
    newest, met, times = 12, (), Counter()
    for number in range(1, 5):
        drawn = draw(system, Field(tuple(map(Entrant, here)), met, tuple(sorted(here))), number, "seed")
        assert is_partition(drawn, here)
        assert sorted(drawn.repeats) == sorted(pair for pair in pairs_of(drawn) if times[pair])
        times.update(pairs_of(drawn))
        met += played(drawn)
        gone = data.draw(st.sets(st.sampled_from(sorted(here)), max_size=2))
        new = data.draw(st.integers(len(gone), len(gone)) if system == "molinenc" else st.integers(0, 3))
        here = (here - gone) | set(range(newest + 1, newest + new + 1))
        newest += new


def test_what_is_drawn_cannot_be_changed():
    drawn = draw("swiss", field(4), 1, "seed")
    with pytest.raises(dataclasses.FrozenInstanceError):
        drawn.round = 2  # type: ignore[misc]
