"""Names in the order of Catalan lists, whatever the computer's locale."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tritempo_host.rules.alphabet import alphabetical, by_surnames


@pytest.mark.parametrize(
    "names",
    [
        ["Abad", "Àlvarez", "Amat", "Baró"],
        ["Cabré", "Çelik", "Costa"],
        ["Puig", "Puig Roca", "Puigdemont"],
        ["Coll", "Col·lell", "Collet"],
        ["de la Fuente", "Deulofeu"],
        ["D'Ors", "Dot"],
        ["Munné", "Muñoz", "Munt"],
        ["Pop", "Popa", "Șerban", "Tudor", "Țurcanu"],
        ["Garcia-Mas", "Garcia Pi", "Garcies"],
        ["Roca", "Rocà"],  # accents part what nothing else does
    ],
)
def test_order(names: list[str]):
    assert sorted(names[::-1], key=alphabetical) == names  # noqa: C415 (the sort is stable: it must not find them sorted)


@pytest.mark.parametrize(
    "names",
    [
        ["Aron", "Ăla", "Âla", "Barbu", "Ion", "Îngeru", "Stan", "Șerban", "Tudor", "Țiriac", "Ursu"],
        ["Stan", "Şerban", "Tudor", "Ţiriac"],  # the cedillas of old keyboards
    ],
)
def test_order_in_romanian(names: list[str]):
    backwards = names[::-1]
    assert sorted(backwards, key=lambda name: alphabetical(name, "ro")) == names


def test_people_by_surnames_and_name():
    people = [("García", "Anna"), ("Garcia", "Berta"), ("García", "Berta"), ("Garcia Pi", "Àgata")]
    backwards = people[::-1]
    assert sorted(backwards, key=lambda each: by_surnames(*each)) == people


@given(st.lists(st.text(max_size=8), unique=True, max_size=8))
def test_any_names_have_one_order(names: list[str]):
    keys = [alphabetical(each) for each in names]
    assert sorted(keys) == sorted(keys[1:] + keys[:1])
    assert all(isinstance(word, str) and word for words, _ in keys for word in words)
