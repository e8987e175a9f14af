"""Two desks over one store, a file or a federation's server: what one writes the other shows; the second is told."""

import re

from desk.desks import load, make, visited

T = "/t/3r-matam"


def test_two_desks_share_a_store(place: str) -> None:
    make(place)
    with visited(place) as one, visited(place) as other:
        assert "3r MàTaM" in other.get(T)
        one.does(f"{T}/people/4", {"name": "Els Nous"})
        other.get("/")  # it looks, as it does each second
        assert "Els Nous" in other.get(f"{T}/people")
        assert load(place, "3r-matam").teams[4].name == "Els Nous"


def test_the_second_of_two_is_told(place: str) -> None:
    make(place)
    with visited(place) as one, visited(place) as other:
        seen = re.search(r'name="seen" value="(\d+)"', other.get(f"{T}/people/4"))[1]  # type: ignore[index]
        one.does(f"{T}/people/4", {"name": "Els Nous"})
        answer = other.post(f"{T}/people/4", {"name": "Els Altres", "seen": seen})
        assert answer.status_code == 409 and "Els Altres" in answer.text
        assert load(place, "3r-matam").teams[4].name == "Els Nous"
