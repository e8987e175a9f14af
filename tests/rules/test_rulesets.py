"""What every rule set keeps: its words, its settings, and standings that no order of entry changes."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.sheets import game
from tritempo.control import PRESETS
from tritempo_host.draws import SYSTEMS as DRAWS
from tritempo_host.rules import RULESETS, get
from tritempo_host.rules.ruleset import Played, RuleSet, Sheet
from tritempo_host.words import LANGUAGES, catalogue

ALL = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
WORDS = catalogue("scoring")
ENTRANTS = (1, 2, 3, 4, 5, 6)
PLAIN = {"matam": "limit", "manresa": "zeros", "ebre": "blocked", "romania": "out", "cusca": "zeros", "wespa": "zeros"}


@ALL
def test_it_is_listed_under_its_id(rules: RuleSet):
    assert get(rules.id) is rules
    assert rules.control in PRESETS
    assert set(rules.name) == set(LANGUAGES)
    assert set(rules.draws) <= set(DRAWS)
    assert rules.draws


@ALL
def test_all_that_organisers_see_has_words(rules: RuleSet):
    keys = [f"points_{rules.id}", *(f"end_{end}" for end in rules.ends)]
    keys += [f"column_{each}" for each in (*rules.columns, *rules.facts)]
    for setting in rules.settings:
        keys.append(f"setting_{rules.id}_{setting.key}")
        keys += [f"{keys[-1]}_{choice}" for choice in setting.choices if isinstance(choice, str)]
    assert [key for key in keys if key not in WORDS] == []


def test_no_word_of_a_setting_is_left_over():
    keys = {f"setting_{rules.id}_{each.key}" for rules in RULESETS.values() for each in rules.settings}
    choices = {
        f"setting_{rules.id}_{each.key}_{choice}"
        for rules in RULESETS.values()
        for each in rules.settings
        for choice in each.choices
    }
    assert {key for key in WORDS if key.startswith("setting_")} <= keys | choices


@pytest.mark.parametrize("key", WORDS)
def test_words_are_there_in_three_languages(key: str):
    assert set(WORDS[key]) == set(LANGUAGES)
    assert all(text == text.strip() and text for text in WORDS[key].values())


@ALL
def test_settings_know_their_choices(rules: RuleSet):
    assert rules.chosen({}) == {each.key: each.default for each in rules.settings}
    assert all(len(set(each.choices)) == len(each.choices) > 1 for each in rules.settings)
    with pytest.raises(ValueError, match="setting_unknown"):
        rules.chosen({"no such": 1})
    with pytest.raises(ValueError, match="setting_choice"):
        rules.chosen({rules.settings[0].key: "no such"})


@ALL
def test_every_setting_can_be_taken(rules: RuleSet):
    sheet = Sheet((10,) * rules.sizes[0], PLAIN[rules.id])
    for setting in rules.settings:
        for choice in setting.choices:
            played = game(rules, ENTRANTS[: rules.sizes[0]], sheet, settings={setting.key: choice})
            assert len(rules.standings(ENTRANTS, [played], {}, {setting.key: choice})) == len(ENTRANTS)


@ALL
def test_a_wrong_end_and_a_wrong_number_of_players_are_refused(rules: RuleSet):
    least, most = rules.sizes
    with pytest.raises(ValueError, match=r"^end$"):
        rules.score(Sheet((0,) * least, "no such end"), {})
    for seats in (least - 1, most + 1):
        with pytest.raises(ValueError, match=r"^seats$"):
            rules.score(Sheet((0,) * seats, PLAIN[rules.id]), {})


@ALL
def test_ties_at_every_place(rules: RuleSet):
    """All tables whose scores are -1, 0 or 1: seats with the same score get the same, better ones never less."""
    for seats in range(rules.sizes[0], rules.sizes[1] + 1):
        for scores in product((-1, 0, 1), repeat=seats):
            found = rules.score(Sheet(scores, PLAIN[rules.id]), {})
            for one in range(seats):
                for other in range(seats):
                    if scores[one] == scores[other]:
                        assert found.places[one] == found.places[other]
                        assert found.points[one] == found.points[other]
                    elif scores[one] > scores[other]:
                        assert found.places[one] < found.places[other]
                        assert found.points[one] + found.bonus[one] >= found.points[other] + found.bonus[other]


@st.composite
def rounds(draw: st.DrawFn, rules: RuleSet) -> list[Played]:
    """Some rounds in which the six entrants play at tables of the rule set's least size; teams play three games."""
    size = rules.sizes[0]
    boards = max(1, len(rules.boards))
    played = []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        order = draw(st.permutations(ENTRANTS))
        for match in range(len(ENTRANTS) // size):
            group = order[match * size : match * size + size]
            for board in range(boards):
                scores = tuple(draw(st.integers(-20, 40)) for _ in range(size))
                scrabbles = tuple(draw(st.integers(0, 2)) for _ in range(size))
                sheet = Sheet(scores, PLAIN[rules.id], scrabbles=scrabbles)
                played.append(game(rules, group, sheet, (number, match + 1, match * boards + board + 1)))
    return played


@ALL
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_standings_do_not_depend_on_the_order_of_entry(rules: RuleSet, data: st.DataObject):
    played = data.draw(rounds(rules))
    found = rules.standings(ENTRANTS, played, {}, {})
    assert rules.standings(ENTRANTS[::-1], data.draw(st.permutations(played)), {}, {}) == found
    assert sorted(each.entrant for each in found) == list(ENTRANTS)
    keys = [tuple(each.values[column] for column in rules.columns) for each in found]
    assert keys == sorted(keys, reverse=True)
    assert [each.rank for each in found] == [1 + sum(other > key for other in keys) for key in keys]
    assert all(set(each.values) == {*rules.columns, *rules.facts} for each in found)


@ALL
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_nothing_shown_is_a_binary_fraction(rules: RuleSet, data: st.DataObject):
    for line in rules.standings(ENTRANTS, data.draw(rounds(rules)), {1: Fraction(1, 50)}, {}):
        for column, value in line.values.items():
            for each in value if isinstance(value, tuple) else (value,):
                assert isinstance(each, int | Fraction)
            assert rules.shown(column, value).replace("-", "").replace(".", "").replace(" ", "").isdecimal()


@ALL
def test_standings_before_the_first_game(rules: RuleSet):
    assert {each.rank for each in rules.standings(ENTRANTS, [], {}, {})} == {1}
    assert rules.standings((), [], {}, {}) == []
