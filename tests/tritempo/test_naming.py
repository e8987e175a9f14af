"""Names within a number of pixels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tritempo.display import naming
from tritempo.display.font import width

NAMES = st.text("aàbcçdeéfgilmnopqrsșțtuüzMWÀȘ '-·漢", min_size=1, max_size=30).filter(lambda name: name[:1].isalpha())


@pytest.mark.parametrize(
    "name, px, fitted",
    [
        ("Anna Puig", 60, "Anna Puig"),
        ("  Anna   Puig ", 60, "Anna Puig"),
        ("Maria Antònia Salvà", 60, "Maria A. S."),
        ("Maria Antònia Salvà", 38, "Maria A."),
        ("Maria Antònia Salvà", 30, "Maria"),
        ("Mariàngela", 40, "Mariànge."),
        ("Gal·la", 19, "Ga."),  # never Gal. nor Gal·.
        ("Jean-Paul", 24, "Jean."),
        ("MM ·M", 20, "MM"),  # a sign is no initial
        ("Jugador 2", 40, "Jugado. 2"),
        ("d'Alòs", 12, "d."),
        ("W", 1, "W"),
    ],
)
def test_fit(name, px, fitted):
    assert naming.fit(name, px) == fitted


@pytest.mark.parametrize(
    "names, px, fitted",
    [
        (["Anna Puig", "Bernat Gascó"], 30, ["Anna", "Bernat"]),
        (["Maria Puig", "Maria Serra", "Joan Vila"], 40, ["Maria P.", "Maria S.", "Joan Vila"]),
        (["Maria Puig", "Maria Pons"], 40, ["Maria 1", "Maria 2"]),
        (["Anna", "Anna"], 60, ["Anna 1", "Anna 2"]),
        (["Maria ·Puig", "Maria -Pons"], 40, ["Maria 1", "Maria 2"]),
    ],
)
def test_fit_all(names, px, fitted):
    assert naming.fit_all(names, px) == fitted


@given(NAMES, st.integers(20, 128))
def test_a_name_fits_and_begins_as_it_did(name, px):
    fitted = naming.fit(name, px)
    assert width(fitted) <= px
    assert fitted[0] == name.split()[0][0]
    assert fitted == name.strip() or not fitted.endswith(("·", "·."))


@given(st.lists(NAMES, min_size=2, max_size=4), st.integers(28, 128))
def test_players_are_told_apart(names, px):
    fitted = naming.fit_all(names, px)
    assert len(set(fitted)) == len(names)
    assert all(width(name) <= px for name in fitted)
