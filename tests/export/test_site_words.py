"""The site's small arts: names in order, plurals, dates as each language writes them, colours that can be read."""

import re
from importlib.resources import files

import pytest

from export.sites import Event, matam
from tritempo_host.export.site.facts import Facts
from tritempo_host.export.site.order import sort_key
from tritempo_host.export.site.voice import Voice, plural


@pytest.mark.parametrize(
    ("lang", "names"),
    [
        ("ca", ["Àguila", "aguila 2", "Aguila 10", "Águilas", "Çà i llà", "Casa", "Cel", "Òliba", "Ós", "Zoo"]),
        ("ca", ["Gala", "Gal·la", "Gal·la Pi", "Gallard", "L'Espiga", "Lletra"]),
        (
            "ro",
            [
                "Ana Zamfir",
                "Azur",
                "Ăscuț",
                "Âncu",
                "Ion",
                "Îlă",
                "Sorin",
                "Szabo",
                "Șerban",
                "Tudor",
                "Țepeș",
                "Udrea",
            ],
        ),
        ("en", ["", "42", "Ana", "Âncu", "Ăscuț", "Serban", "Șerban", "Sorin"]),
    ],
)
def test_names_stand_in_the_order_of_the_language(lang: str, names: list[str]):
    assert sorted(names, key=lambda name: sort_key(name, lang)) == names


def test_the_old_romanian_letters_with_a_cedilla_stand_with_the_new_ones():
    assert sort_key("Şerban", "ro")[0] == sort_key("Șerban", "ro")[0]
    assert sort_key("S\u0326erban", "ro")[0] == sort_key("Șerban", "ro")[0]  # written as a letter and its comma


@pytest.mark.parametrize(
    ("n", "form"),
    [
        (0, "few"),
        (1, "one"),
        (2, "few"),
        (19, "few"),
        (20, "many"),
        (21, "many"),
        (100, "many"),
        (101, "few"),
        (119, "few"),
    ],
)
def test_romanian_has_three_plurals(n: int, form: str):
    assert plural("ro", n) == form
    assert plural("ca", n) == plural("en", n) == ("one" if n == 1 else "many")


def voice(lang: str, **body: str) -> Voice:
    return Voice(Facts(Event("Torneig", "romania", 1, **body).t, {}), lang)


def test_counts_are_spoken():
    assert voice("ro").count("games", 21) == "21 de partide"
    assert voice("ro").count("games", 3) == "3 partide"
    assert voice("ca").count("games", 1) == "1 partida"


@pytest.mark.parametrize(
    ("date", "shown"),
    [
        ("2026-04-01", ["1 d'abril de 2026", "1 aprilie 2026", "1 April 2026"]),
        ("2026-11-28", ["28 de novembre de 2026", "28 noiembrie 2026", "28 November 2026"]),
        ("el cap de setmana", ["el cap de setmana"] * 3),
    ],
)
def test_dates_are_in_words(date: str, shown: list[str]):
    assert [voice(lang, date=date).date() for lang in ("ca", "ro", "en")] == shown


def test_a_name_without_a_letter_to_show_has_a_number():
    tournament = matam(0).t
    tournament.players[4].name = "\u202e"
    tournament.teams[2].name = ""
    assert Voice(Facts(tournament, {}), "ro").player(4) == "Jucătorul 4"
    assert Voice(Facts(tournament, {}), "ca").entrant(2) == "Equip 2"


# Colours


def colours() -> list[dict[str, str]]:
    """The colours of the light and of the dark pages."""
    style = files("tritempo_host.export.site").joinpath("templates/style.css").read_text(encoding="utf-8")
    light, dark = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    return [dict(re.findall(r"--([\w-]+): (#[0-9a-fA-F]{3,6})", part)) for part in (light, dark)]


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2)."""
    digits = colour.removeprefix("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("look", [0, 1], ids=["light", "dark"])
def test_words_can_be_read_on_their_ground(look: int):
    colour = colours()[look]
    pairs = [(ink, ground) for ink in ("ink", "soft", "link", "mark", "good") for ground in ("paper", "band", "first")]
    pairs += [("head-ink", "head"), ("head-soft", "head"), ("head", "head-ink"), ("paper", "ink")]
    assert {pair: ratio for pair in pairs if (ratio := contrast(colour[pair[0]], colour[pair[1]])) < 4.5} == {}
    assert contrast(colour["bar"], colour["paper"]) > 3
    assert contrast(colour["over"], colour["paper"]) > 3
