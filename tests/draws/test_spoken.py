"""Every step and every refusal has its words, in three languages, with fields that it has values for."""

import json
import string
from itertools import combinations

import pytest

from draws.tournaments import field, rounds
from tritempo_host.draws import SYSTEMS, CannotDrawError, Entrant, Field, Met, Step, draw
from tritempo_host.draws.spoken import card, explain, refused
from tritempo_host.draws.trumps import CARDS
from tritempo_host.words import LANGUAGES, catalogue

FULL = tuple(range(1, 13))
ALL_MET = tuple(Met(1, pair) for pair in combinations(FULL, 2))


def every_step() -> dict[str, Step]:
    """One step of each code, from draws of all kinds."""
    drawn = [each for system in SYSTEMS for each in rounds(system, 12, 5, settings={})]
    drawn += rounds("molinenc", 9, 5, settings={"beyond": "search", "trumps": True})
    drawn += [draw("ebre", field(12, (), FULL), 2, "s", {"fold": how}) for how in ("fold", "slide", "neighbours")]
    drawn += [draw(system, field(12, ALL_MET, FULL), 2, "s") for system in SYSTEMS]
    drawn += [draw("romania", field(11, ALL_MET[:14], FULL), 2, "s"), draw("swiss", field(3), 1, "s")]
    one = rounds("molinenc", 9, 1)[0]
    met = tuple(Met(1, match) for match in one.matches)
    drawn.append(draw("molinenc", Field(tuple(map(Entrant, range(2, 11))), met), 2, "seed"))
    drawn.append(draw("round_robin", Field(tuple(map(Entrant, range(1, 5))), ALL_MET), 2, "seed"))
    club = tuple(Entrant(n, "A") for n in (1, 2, 3))
    drawn.append(draw("romania", Field((*club, Entrant(4), Entrant(5)), ranking=(1, 2, 3, 4, 5)), 2, "s"))
    return {step.code: step for each in drawn for step in each.explain} | changed_by_hand()


def changed_by_hand() -> dict[str, Step]:
    """The steps that `tournament.changing` adds to a draw."""
    values = {"first": 7, "other": 3, "order": (5, 7), "table": 4, "second": 6, "match": 2, "why": "came late"}
    fields = {
        "swap": ("first", "other"),
        "instead": ("first", "other"),
        "join": ("first", "order", "table"),
        "into": ("first", "table"),
        "tables": ("table", "second"),
        "matches": ("match", "second"),
    }
    return {
        f"changed_{code}": Step(f"changed_{code}", {key: values[key] for key in (*keys, "why")})
        for code, keys in fields.items()
    }


STEPS = every_step()


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_there_are_words_for_every_step_and_a_step_for_all_words():
    assert {f"step_{code}" for code in STEPS} == {key for key in catalogue("draws") if key.startswith("step_")}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", STEPS)
def test_a_step_is_said(code: str, lang: str):
    step = STEPS[code]
    kept = json.loads(json.dumps({"code": step.code, "values": dict(step.values)}))
    said = explain([step], "n{}".format, lang)
    assert said == explain([kept], "n{}".format, lang) and len(said) == 1
    assert not set("{}[]") & set(said[0])
    text = catalogue("draws")[f"step_{code}"]["en"]
    for value in (value for key, value in step.values.items() if key in fields(text) and isinstance(value, int)):
        assert str(value) in said[0]


def test_all_words_have_three_forms_with_the_same_fields():
    for key, forms in catalogue("draws").items():
        assert sorted(forms) == sorted(LANGUAGES), key
        assert len({frozenset(fields(text)) for text in forms.values()}) == 1, key
        assert all(text.strip() for text in forms.values())


def test_the_romanian_says_who_was_passed_over_and_why():
    ahead = Field((Entrant(1, "A"), Entrant(2, "A"), Entrant(3), Entrant(4)), (Met(1, (1, 3)),), (1, 2, 3, 4))
    drawn = draw("romania", ahead, 2, "seed")
    said = explain(drawn.explain, lambda n: f"P{n}", "en")
    assert said[0] == "Drawn by number: 1 P1, 2 P2, 3 P3, 4 P4."
    assert said[2] == "P1 – P4. Has met already: P3. Of the same club: P2."


def refusals() -> list[CannotDrawError]:
    def of(function, *args) -> CannotDrawError:
        with pytest.raises(CannotDrawError) as caught:
            function(*args)
        return caught.value

    return [
        *(of(draw, "swiss", field(4), 1, seed) for seed in ("", "a" * 999, "\ud800")),
        of(draw, "swiss", field(4), 1, "s", {"start": "x"}),
        of(draw, "x", field(4), 1, "s"),
        of(draw, "swiss", field(4), 0, "s"),
        of(draw, "swiss", Field((Entrant(1), Entrant(1))), 1, "s"),
        *(of(draw, "molinenc", field(n), 1, "s") for n in (0, 6, 8)),
        of(draw, "molinenc", field(9), 9, "s"),
        *(of(draw, "ebre", field(n), 1, "s") for n in (2, 5)),
    ]


REFUSALS = refusals()


def test_there_are_words_for_every_refusal():
    assert {f"cannot_{each.code}" for each in REFUSALS} == {
        key for key in catalogue("draws") if key.startswith("cannot_")
    }


def test_a_name_with_a_stop_ends_a_sentence_by_itself():
    def name_of(n: int) -> str:
        return ("Ana", "Late Venit, jr.", "Ion…")[n - 1]

    order = {"code": "ro_first", "values": {"order": [1, 2]}}
    assert explain([order], name_of, "en") == ["Round 1: order by lot (romania/round 1): Ana, Late Venit, jr."]
    order["values"]["order"] = [2, 3]
    assert explain([order], name_of, "ca")[0].endswith("Late Venit, jr., Ion….")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("error", REFUSALS, ids=lambda error: error.code)
def test_a_refusal_is_said(error: CannotDrawError, lang: str):
    said = refused(error, lambda n: f"P{n}", lang)
    assert said.endswith(".") and "{" not in said
    assert "entrant" not in error.values or str(error.values["entrant"]) in said
    # a page shows it, too, where nobody types commands
    assert "tritempo" not in said and "=" not in said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("code", "command"),
    [
        ("not_threes", "tritempo tournament withdraw --back"),
        ("few_teams", "tritempo tournament set draw_few_teams=repeat"),
        ("five", "tritempo draw --set five=out"),
    ],
)
def test_who_types_commands_is_told_which(code: str, command: str, lang: str):
    error = next(each for each in REFUSALS if each.code == code)
    shown = refused(error, str, lang)
    typed = refused(error, str, lang, commands=True)
    assert typed.startswith(shown) and command in typed


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_have_names(lang: str):
    assert len({card(each, lang) for each in CARDS}) == 6
    assert card("unknown", lang) == "unknown"


def test_a_step_of_another_version_is_left_out():
    assert explain([{"code": "from_the_future", "values": {"x": 1}}], str, "ca") == []


def test_systems_have_names():
    assert {f"system_{each}" for each in SYSTEMS} == {key for key in catalogue("draws") if key.startswith("system_")}
