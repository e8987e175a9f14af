"""The settings of a tournament: every one has its words, and is typed as it is shown."""

from dataclasses import replace

import pytest

from tritempo_host.draws import SYSTEMS
from tritempo_host.rules import RULESETS
from tritempo_host.tournament.options import Option, as_typed, known, options, typed
from tritempo_host.words import LANGUAGES, catalogue

OPTIONS = [pytest.param(each, id=f"{rules}-{each.system}-{each.key}") for rules in RULESETS for each in options(rules)]


@pytest.mark.parametrize("option", OPTIONS)
def test_each_setting_has_its_name_and_its_choices_in_all_languages(option: Option) -> None:
    area, key = option.word
    words = catalogue(area)
    assert all(words[key][lang] for lang in LANGUAGES)
    if option.key == "system":
        assert all(f"system_{each}" in catalogue("draws") for each in option.choices or ())
        return
    for choice in option.choices or ():
        if isinstance(choice, str):
            assert all(words[f"{key}_{choice}"][lang] for lang in LANGUAGES)


@pytest.mark.parametrize("option", OPTIONS)
def test_each_choice_is_typed_as_it_is_shown(option: Option) -> None:
    for choice in option.choices or ():
        assert typed(option.key, as_typed(choice).upper(), option.choices) == choice
    if option.choices:
        with pytest.raises(ValueError, match="neither"):
            typed(option.key, "neither", option.choices)


@pytest.mark.parametrize(("text", "rounds"), [("5", 5), ("100", 100)])
def test_rounds_are_a_number(text: str, rounds: int) -> None:
    assert typed("rounds", text, None) == rounds


@pytest.mark.parametrize("text", ["0", "101", "five", "٥", "-1", "1" * 5000])
def test_what_is_no_number_of_rounds(text: str) -> None:
    with pytest.raises(ValueError, match=text):
        typed("rounds", text, None)


def test_two_draws_that_share_a_key_offer_what_each_of_them_has() -> None:
    shared = known("cusca")["draw_start"]
    assert shared is not None
    assert shared[0] == SYSTEMS["ebre"].settings[-1].default, "the rule set's usual draw goes before"
    assert set(shared) == {"tiles", "even", "draw"}


def test_a_text_is_any_text() -> None:
    assert typed("seed", "Molins 28", None) == "Molins 28"
    assert replace(options("matam")[0], choices=None).default is None
