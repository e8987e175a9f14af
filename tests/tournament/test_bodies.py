"""What is written down is checked, and names are compared as people see them."""

import pytest

from tritempo_host.tournament.bodies import same_name


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ("Anna Bou", " ANNA  bou "),
        ("José", "Jose\u0301"),
        ("Pere", "Pe\u00adre"),
        ("Pere", "\u200bPere\ufeff"),
        ("Ștefan Țepeș", "Ştefan Ţepeş"),
    ],
    ids=["capitals and spaces", "accents in two ways", "a soft hyphen", "spaces of no width", "cedillas for commas"],
)
def test_names_that_look_the_same_are_the_same(first: str, other: str) -> None:
    assert same_name(first) == same_name(other)


@pytest.mark.parametrize(("first", "other"), [("Josep", "Jòsep"), ("Anna Bou", "AnnaBou"), ("Pere", "Pera")])
def test_names_that_look_different_are_two(first: str, other: str) -> None:
    assert same_name(first) != same_name(other)
