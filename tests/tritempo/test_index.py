"""The index of the logs: the same answers as a dict, whatever is put, changed and dropped, in any order."""

from hypothesis import given
from hypothesis import strategies as st

from tritempo.index import Index

NUMBERS = st.integers(1, 40)
STEPS = st.lists(st.tuples(NUMBERS, st.integers(0, 2**32 - 1), st.integers(0, 1_441_792), st.booleans(), st.booleans()))


@given(STEPS)
def test_it_is_a_dict_in_order(steps):
    index, plain = Index(), {}
    for number, game, size, acked, drop in steps:
        if drop and number in plain:
            index.drop(number)
            del plain[number]
        else:
            index.put(number, f"{game:08x}", size, acked)
            plain[number] = (number, f"{game:08x}", size, acked)
        assert index.count == len(plain)
        assert [index.at(i) for i in range(index.count)] == [plain[each] for each in sorted(plain)]
        assert all(index.get(each) == plain.get(each) for each in range(42))
        if plain:
            assert index.at(-1) == plain[max(plain)]
