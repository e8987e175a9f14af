"""What clocks are told of a round, and which clock goes to which table."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.rooms import NAMES, draw_body, entries, entry
from tritempo.requests import MAX_NAME
from tritempo_host.tournament import fold
from tritempo_host.tournament.fixtures import (
    LONGEST_NAME,
    BadAssignmentError,
    Clock,
    Fixture,
    assign,
    control_of,
    fixtures_of,
    identity,
    is_of,
    shown_name,
)

T = fold(entries())
ROUND = fixtures_of(T, 1, "mat")


def clock(n: int, table: int | None = None, sure: bool = False) -> Clock:
    return Clock(f"/dev/{n}", f"device{n:02}", table, sure)


def tables(pairs) -> dict[str, int]:
    return {port: fixture.table for port, fixture in pairs.items()}


# What is sent


def test_names_are_in_the_order_of_play():
    assert [(each.table, each.names) for each in ROUND] == [(1, NAMES[:3]), (2, NAMES[3:6]), (3, NAMES[6:9])]
    assert [(each.round, each.control, each.seats) for each in ROUND] == [(1, "matam", 3)] * 3


def test_trumps_go_by_seat():
    made = [*entries(), entry(15, "draw", draw_body(2, trumps={"1": "salva", "3": "canvi"}))]
    sent = fixtures_of(fold(made), 2, "mat")
    assert [dict(each.holders) for each in sent] == [{"salva": 1, "canvi": 3}, {}, {}]


def test_another_time_control_of_the_tournament():
    made = [*entries(), entry(15, "settings", {"settings": {"control": "duplicat"}})]
    assert [each.control for each in fixtures_of(fold(made), 1, "mat")] == ["duplicat"] * 3


@pytest.mark.parametrize(
    ("rules", "seats", "control"),
    [
        ("matam", 3, "matam"),
        ("manresa", 2, "manresa-escacs"),
        ("manresa", 3, "manresa-torn"),
        ("ebre", 3, "ebre"),
        ("romania", 2, "romania"),
        ("wespa", 2, "wespa"),
        ("cusca", 4, "manresa-torn"),
    ],
)
def test_a_time_control_that_is_for_so_many(rules, seats, control):
    """The chess clock of Manresa is for two; three who play by its rules have the turn clock."""
    assert control_of(fold([entry(1, "created", {"name": "x", "rules": rules, "uid": "0"})]), seats) == control


def test_a_clock_takes_no_longer_name():
    assert LONGEST_NAME == MAX_NAME
    long = "Maria de la Mercè Puigdefàbregas-Montserrat i Soler"
    assert len(shown_name(long)) == MAX_NAME


@pytest.mark.parametrize("slug", ["mat", "3r-matam-de-molins-de-rei-2026", "", "-", "Ștefan!"])
def test_an_id_is_one_that_a_clock_takes_and_that_is_known_again(slug):
    for fixture in fixtures_of(T, 1, slug):
        assert 1 <= len(fixture.id) <= MAX_NAME
        assert identity(fixture.id) is not None
        assert is_of(fixture.id, T)


def test_the_longest_id():
    made = entries()
    made[-1] = entry(14, "draw", {**draw_body(9999), "tables": [{**draw_body()["tables"][0], "table": 9999}]})
    [fixture] = fixtures_of(fold(made), 9999, "a-very-long-name-indeed")
    assert len(fixture.id) == MAX_NAME


def test_all_ids_of_a_tournament_differ_and_another_has_none_of_them():
    mine, other = (fold(entries(uid, draws=5)) for uid in ("0a1b2c3d", "4e5f6071"))
    ids = [identity(each.id) for t in (mine, other) for n in range(1, 6) for each in fixtures_of(t, n, "mat")]
    assert len(set(ids)) == len(ids) == 30
    assert not any(is_of(each.id, mine) for each in fixtures_of(other, 1, "mat"))


def test_the_same_round_has_the_same_ids_whenever_it_is_sent():
    assert fixtures_of(fold(entries()), 1, "mat") == ROUND


def test_a_corrected_name_is_another_fixture_of_the_same_game():
    after = fixtures_of(fold([*entries(), entry(15, "player", {"player": 1, "name": "Anna P."})]), 1, "mat")
    assert [a.id == b.id for a, b in zip(ROUND, after, strict=True)] == [False, True, True]
    assert [identity(each.id) for each in after] == [identity(each.id) for each in ROUND]


def test_a_round_drawn_anew_has_other_games():
    after = fixtures_of(fold([*entries(), entry(15, "draw", draw_body(shift=1))]), 1, "mat")
    assert not {identity(each.id) for each in after} & {identity(each.id) for each in ROUND}


@pytest.mark.parametrize("id_", [None, "", "0f1e2d3c4b5a6978", "r2t5", "mat-r1-t1-0a1b2c3", "mat-r1-t1-0a1b2c3d."])
def test_other_ids_are_none_of_ours(id_):
    assert identity(id_) is None


# Which clock goes where


def test_clocks_in_order_of_their_ids_get_the_tables_in_order():
    given = assign(ROUND, [clock(3), clock(1), clock(2)])
    assert tables(given.pairs) == {"/dev/1": 1, "/dev/2": 2, "/dev/3": 3}


def test_a_clock_stays_at_its_table():
    given = assign(ROUND, [clock(1, 3), clock(2), clock(3, 1)])
    assert tables(given.pairs) == {"/dev/1": 3, "/dev/2": 2, "/dev/3": 1}


def test_more_tables_than_clocks():
    given = assign(ROUND, [clock(1, 2)])
    assert tables(given.pairs) == {"/dev/1": 2}
    assert [each.table for each in given.bare] == [1, 3]


def test_more_clocks_than_tables():
    given = assign(ROUND, [clock(n) for n in range(1, 6)])
    assert [each.port for each in given.spare] == ["/dev/4", "/dev/5"]
    assert given.bare == ()


def test_clocks_that_are_plugged_in_in_turns():
    """Two sockets, three tables: the table that was served before is not given away."""
    given = assign(ROUND, [clock(3)], served={1, 2})
    assert tables(given.pairs) == {"/dev/3": 3}
    assert given.bare == ()


def test_a_swapped_clock_has_its_table_before_the_one_that_had_it():
    given = assign(ROUND, [clock(1, 2), clock(2, 2, sure=True)])
    assert tables(given.pairs) == {"/dev/2": 2, "/dev/1": 1}


def test_what_a_person_says_counts_before_what_was():
    given = assign(ROUND, [clock(1, 1), clock(2, 2)], {"/dev/2": 1})
    assert tables(given.pairs) == {"/dev/2": 1, "/dev/1": 2}
    served = assign(ROUND, [clock(9)], {"/dev/9": 3}, served={3})
    assert tables(served.pairs) == {"/dev/9": 3}


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"/dev/1": 9}, "assign_no_table"),
        ({"/dev/1": 1, "/dev/2": 1}, "assign_twice"),
    ],
)
def test_what_cannot_be_is_refused(said, code):
    with pytest.raises(BadAssignmentError) as bad:
        assign(ROUND, [clock(1), clock(2)], said)
    assert bad.value.code == code


@given(st.data())
def test_no_table_has_two_clocks_and_none_is_forgotten(data):
    count = data.draw(st.integers(1, 8))
    room = [Fixture(f"f{n}", 1, n, "matam", ("A", "B", "C")) for n in range(1, count + 1)]
    some = st.none() | st.integers(1, 10)
    clocks = [clock(n, data.draw(some), data.draw(st.booleans())) for n in range(data.draw(st.integers(0, 10)))]
    said = {}
    if clocks and data.draw(st.booleans()):
        said = {data.draw(st.sampled_from(clocks)).port: data.draw(st.integers(1, count))}
    served = data.draw(st.sets(st.integers(1, count)))
    result = assign(room, clocks, said, served)
    told = [fixture.table for fixture in result.pairs.values()]
    assert len(set(told)) == len(told)
    assert {each.port for each in result.spare} | set(result.pairs) == {each.port for each in clocks}
    bare = {each.table for each in result.bare}
    assert bare | set(told) | served == set(range(1, count + 1))
    assert not bare & (set(told) | served)
    assert not (bare and result.spare)
    assert said.items() <= tables(result.pairs).items()
    mixed = data.draw(st.permutations(clocks))
    assert assign(room, mixed, said, served) == result


def test_the_ids_can_be_read_by_people():
    assert re.fullmatch(r"mat-r1-t2-[0-9a-f]{8}\.[0-9a-f]{4}", ROUND[1].id)
