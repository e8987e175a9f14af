"""Packed tables: the same answers as a list of tuples, whatever is added, written over and cut, small or large."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tritempo.rows import MOST, Rows

# The last of them does not fit into 32 bits, the one before it is no small integer on a Pico.
TIMES = st.one_of(st.integers(0, 9), st.sampled_from((MOST, -MOST, MOST + 1, -MOST - 1, 1 << 31, 10**15)))
ROW = st.tuples(TIMES, st.integers(0, 255), st.integers(-128, 127), st.integers(-(2**31), 2**31 - 1))
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), ROW),
        st.tuples(st.just("set"), ROW, st.integers(0, 99)),
        st.tuples(st.just("cut"), st.integers(0, 99)),
    ),
    max_size=60,
)


@given(STEPS)
def test_it_is_a_list_of_rows(steps):
    rows, plain = Rows("qBbi"), []
    for what, *args in steps:
        if what == "add":
            rows.add(*args[0])
            plain.append(args[0])
        elif what == "cut":
            count = args[0] % (len(plain) + 1)
            rows.cut(count)
            del plain[count:]
        elif plain:
            rows.set(args[1] % len(plain), *args[0])
            plain[args[1] % len(plain)] = args[0]
        assert rows.count == len(plain)
        assert [rows.row(i) for i in range(rows.count)] == plain


@pytest.mark.parametrize("large", [MOST + 1, -MOST - 1, 10**15])
def test_rows_before_a_large_number_are_what_they_were_and_so_are_those_that_were_cut_off(large):
    rows = Rows("qB")
    for i in range(40):
        rows.add(i, i)
    rows.cut(20)
    rows.add(large, 3)
    assert [rows.row(i) for i in range(40)] == [(i, i) for i in range(20)] + [(large, 3)] + [
        (i, i) for i in range(21, 40)
    ]
    rows.put(0, 0, -large)
    assert rows.row(0) == (-large, 0)


def test_a_number_that_is_written_over_may_be_the_large_one():
    rows = Rows("qB")
    rows.add(1, 1)
    rows.put(0, 0, 1 << 40)
    assert rows.row(0) == (1 << 40, 1)
