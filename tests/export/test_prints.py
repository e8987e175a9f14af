"""Papers for the hall: read back as PDF they hold every name, in the size they should have, always the same bytes."""

import builtins
import io
import random
import re
import string
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from export.tournaments import Written, matam, pairs
from tritempo.control import LANGUAGES
from tritempo_host.export.prints import (
    checkin_list,
    pairings,
    results_poster,
    score_sheets,
    standings_poster,
    table_cards,
    trump_slips,
)
from tritempo_host.export.prints.asked import asked
from tritempo_host.export.prints.content import Content
from tritempo_host.export.prints.letters import letters_of
from tritempo_host.problem import Problem
from tritempo_host.rules import RULESETS
from tritempo_host.tournament import Draft
from tritempo_host.tournament.state import Tournament
from tritempo_host.words import catalogue

A4, A4_ACROSS, A3 = (210, 297), (297, 210), (297, 420)
POINT_MM = 25.4 / 72
ODD = (
    "Ștefan Țepeș-Brâncoveanu",
    "Gal·la Muñoz i Güell",
    "Ŀŀ Œœ ß Æsir",
    "Ελένη Жук",
    "#set page(); $x$ *b* @a",
    "\\u{41} [\"'] <b>",
)


def pages_of(pdf: bytes) -> list[Any]:
    return list(PdfReader(io.BytesIO(pdf)).pages)


def flat(text: str) -> str:
    """Without spaces, line breaks, and the places where a long word may break."""
    return re.sub(r"[\s\u200b]", "", text)


def text_of(pdf: bytes) -> str:
    return flat("".join(page.extract_text() for page in pages_of(pdf)))


def size_of(page: Any) -> tuple[int, int]:
    width, height = (round(float(side) * POINT_MM) for side in (page.mediabox.width, page.mediabox.height))
    return width, height


@cache
def dealt() -> Tournament:
    """A second round of two matches with trumps, after a first with results."""
    made = matam(rounds=1)
    matches = [[1, 4, 2], [3, 5, 6]]
    tables = [
        {
            "table": 3 * n + place + 1,
            "match": n + 1,
            "board": board,
            "players": [3 * (team - 1) + place + 1 for team in group],
            "trumps": {"1": "canvi", "2": "prorroga", "3": "triple"},
        }
        for n, group in enumerate(matches)
        for place, board in enumerate("BGP")
    ]
    made.add(Draft("draw", {"round": 2, "system": "molinenc", "seed": "s", "matches": matches, "tables": tables}))
    return made.tournament


def two(names: Sequence[str] = ODD, rules: str = "romania") -> Tournament:
    """Games of two; the last of an odd number sits out."""
    games = [(n, n + 1, -1, -1) for n in range(1, len(names), 2)]
    return pairs(rules, names, [games]).tournament


Paper = Callable[[Tournament, int, str], bytes]
OF_A_ROUND: dict[str, Paper] = {
    "cards": table_cards,
    "cards a6": lambda t, n, lang: table_cards(t, n, lang, size="a6"),
    "sheets": score_sheets,
    "sheets a5": lambda t, n, lang: score_sheets(t, n, lang, size="a5"),
    "pairings": pairings,
    "pairings by name": lambda t, n, lang: pairings(t, n, lang, by="name"),
}
ALL: dict[str, Paper] = {
    **OF_A_ROUND,
    "standings": lambda t, n, lang: standings_poster(t, lang),
    "checkin": lambda t, n, lang: checkin_list(t, lang),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("paper", ALL)
def test_every_name_can_be_read_on_every_paper(paper: str, lang: str):
    for tournament, number in ((dealt(), 2), (two(), 1)):
        text = text_of(ALL[paper](tournament, number, lang))
        for player in tournament.players.values():
            assert flat(player.name) in text, player.name
        for team in tournament.teams.values():
            assert flat(team.name) in text, team.name


@pytest.mark.parametrize(
    ("paper", "size", "pages"),
    [
        ("cards", A4, 3),
        ("cards a6", A4_ACROSS, 2),
        ("sheets", A4, 6),
        ("sheets a5", A4_ACROSS, 3),
        ("pairings", A4, 1),
        ("pairings by name", A4, 1),
        ("standings", A4, 1),
        ("checkin", A4, 1),
    ],
)
def test_papers_have_the_size_and_the_pages_that_they_should(paper: str, size: tuple[int, int], pages: int):
    made = pages_of(ALL[paper](dealt(), 2, "ca"))
    assert [size_of(page) for page in made] == [size] * pages


def test_a_poster_can_be_of_a3():
    for pdf in (pairings(dealt(), 2, "ca", paper="a3"), standings_poster(dealt(), "ca", paper="a3")):
        assert [size_of(page) for page in pages_of(pdf)] == [A3]


@pytest.mark.parametrize("paper", ALL)
def test_the_same_tournament_gives_the_same_bytes_without_a_date(paper: str):
    tournament = dealt()  # each has an id of its own
    first, again = (ALL[paper](tournament, 2, "ro") for _ in range(2))
    assert first == again
    assert not {"/CreationDate", "/ModDate"} & set(PdfReader(io.BytesIO(first)).metadata or {})


@pytest.mark.parametrize("paper", ALL)
def test_the_letters_are_in_the_file(paper: str):
    for page in pages_of(ALL[paper](two(), 1, "ro")):
        for font in page["/Resources"]["/Font"].values():
            inner = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
            assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(inner), font


def test_a_card_says_where_who_starts_and_what_the_clock_calls_the_game():
    page = pages_of(table_cards(dealt(), 2, "ca", size="a6"))[0]
    text = flat(page.extract_text())
    for said in ("Taula", "Ronda2", "Enfrontament1·taulerB", "comença", "OpendeMolins"):
        assert said in text, said
    assert text.count("comença") == 4
    assert len(re.findall(r"r2-t\d-[0-9a-f]{8}", text)) == 4
    assert "canvi" not in text, "a card that was dealt is its holder's alone"
    assert "canvi" in text_of(table_cards(dealt(), 2, "ca", trumps=True))


def test_a_slip_a_player_has_the_trump_that_was_dealt():
    text = text_of(trump_slips(dealt(), 2, "ca"))
    assert [text.count(card) for card in ("canvi", "pròrroga", "3×<6")] == [6, 6, 6]


def test_only_the_tables_that_are_asked_for():
    assert len(pages_of(score_sheets(dealt(), 2, "ca", tables=[2, 5]))) == 2
    assert "Ronda2,taula5" in text_of(score_sheets(dealt(), 2, "ca", tables=[5]))


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sheet_asks_for_what_its_rules_ask_for(rules: str, lang: str):
    tournament = dealt() if rules == "matam" else three(rules) if RULESETS[rules].sizes[1] > 2 else two(rules=rules)
    number = max(tournament.rounds)
    text = text_of(score_sheets(tournament, number, lang))
    for end in RULESETS[rules].ends:
        assert (flat(catalogue("scoring")[f"end_{end}"][lang]) in text) == (end != "bye"), end
    wanted = asked(tournament, next(tournament.games(number)))
    for key, forms in catalogue("prints").items():
        if key.startswith("row_"):
            assert (flat(forms[lang]) in text) == (key.removeprefix("row_") in wanted.rows), key
    for key in ("absent", "full_turns"):
        assert (flat(catalogue("prints")[key][lang]) in text) == getattr(wanted, key), key


def three(rules: str) -> Tournament:
    made = Written(rules)
    made.add(*(Draft("player", {"name": f"Jugador {n}"}) for n in range(1, 7)))
    tables = [{"table": n, "match": n, "players": [3 * n - 2, 3 * n - 1, 3 * n]} for n in (1, 2)]
    matches = [table["players"] for table in tables]
    made.add(Draft("draw", {"round": 1, "system": "threes", "seed": "s", "matches": matches, "tables": tables}))
    return made.tournament


ROWS = {  # what a rule set's sheet has, beside the points, the racks, what is added, the final points and the best word
    "matam": {"scrabbles", "trump"},
    "manresa": set(),  # three at a table: CSM a, whose time costs nothing
    "ebre": set(),
    "romania": set(),
    "cusca": {"scrabbles"},
    "wespa": {"overtime_ms"},
}


@pytest.mark.parametrize("rules", RULESETS)
def test_the_rows_of_each_rule_set(rules: str):
    tournament = dealt() if rules == "matam" else three(rules) if RULESETS[rules].sizes[1] > 2 else two(rules=rules)
    wanted = asked(tournament, next(tournament.games(max(tournament.rounds))))
    assert set(wanted.rows) - {"scores", "racks", "adjust", "final", "words"} == ROWS[rules]
    assert wanted.full_turns == (rules == "romania"), "only there they decide what a game counts"


def test_a_chess_clock_that_costs_points_is_asked_for_overtime():
    tournament = two(rules="manresa")
    assert "overtime_ms" in asked(tournament, next(tournament.games())).rows


def test_a_poster_says_who_sits_out_and_what_parted_whom():
    tournament = pairs("wespa", ("Anna", "Berta", "Carla", "Dolors", "Emma"), [[(1, 2, 400, 300), (3, 4, 400, 350)]])
    assert "Emma" in text_of(pairings(tournament.tournament, 1, "en", by="name"))
    poster = text_of(standings_poster(tournament.tournament, "en"))
    assert "Standingsafterround1" in poster and "Tie-breaks" in poster


def test_the_poster_of_standings_waits_for_the_second_person():
    made = matam(rounds=1)
    before = standings_poster(matam(rounds=0).tournament, "en")
    made.add(Draft("settings", {"settings": {"double_entry": True}}))
    assert text_of(standings_poster(made.tournament, "en")) == text_of(before)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("by", ["table", "name"])
def test_the_results_of_a_round_hang_on_the_wall_for_all_to_check(by: Any, lang: str):
    for tournament in (
        matam(rounds=2).tournament,
        pairs("romania", ODD, [[(1, 2, 412, 388), (3, 4, 301, 299)]]).tournament,
    ):
        text = text_of(results_poster(tournament, 1, lang, by))
        assert flat(catalogue("prints")["results_check"][lang]) in text
        for game in tournament.games(1):
            assert game.sheet is not None
            score = tournament.ruleset.score(game.sheet, tournament.rule_settings)
            for player, final in zip(game.players, score.final, strict=True):
                assert flat(tournament.players[player].name) in text and str(final) in text
        out = [tournament.name_of(each) for each in tournament.rounds[1].bye]
        assert all(flat(name) in text for name in out)


def test_the_results_by_name_are_in_the_order_of_the_alphabet_with_their_tables():
    content = Content(matam(rounds=1).tournament, "en").results(1, by_name=True)
    names = [one["name"] for one in content["people"]]
    assert names == sorted(names) and len(names) == 18
    assert [size_of(page) for page in pages_of(results_poster(matam(rounds=1).tournament, 1, "en", "name", "a3"))] == [
        A3
    ]


def test_a_result_that_is_missing_or_typed_once_has_no_points_yet():
    made = pairs("wespa", ("Anna", "Berta", "Carla", "Dora"), [[(1, 2, 400, 380), (3, 4, -1, -1)]])
    [first, second] = [
        each["seats"]
        for match in Content(made.tournament, "en").results(1, False)["matches"]
        for each in match["games"]
    ]
    assert [seat["points"] for seat in first] == ["400", "380"] and [seat["points"] for seat in second] == ["–", "–"]
    made.add(Draft("settings", {"settings": {"double_entry": True}}))
    with pytest.raises(Problem, match="no result yet"):
        results_poster(made.tournament, 1, "en")


def test_before_the_first_result_there_is_a_poster_too():
    assert "Gal·la" in text_of(standings_poster(two(), "ca"))


def test_who_has_come_is_ticked_on_the_list():
    made = matam(rounds=1)
    before = checkin_list(made.tournament, "ca")
    made.add(Draft("arrived", {"entrant": 2}))
    teams = Content(made.tournament, "ca").checkin()["groups"]
    assert [group["number"] for group in teams if group["arrived"]] == [2]
    assert not any(player["arrived"] for group in teams for player in group["players"]), "a team came"
    assert checkin_list(made.tournament, "ca") != before
    alone = pairs("wespa", ("Anna", "Berta"), [])
    alone.add(Draft("arrived", {"entrant": 1}))
    (group,) = Content(alone.tournament, "ca").checkin()["groups"]
    assert [(player["name"], player["arrived"]) for player in group["players"]] == [("Anna", True), ("Berta", False)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_not_there_is_said(lang: str):
    tournament = dealt()
    words = catalogue("prints")
    for paper in OF_A_ROUND.values():
        with pytest.raises(Problem) as caught:
            paper(tournament, 3, lang)
        assert caught.value.message == words["not_drawn"][lang].format(round=3)
    for make, key in (
        (lambda: score_sheets(tournament, 2, lang, tables=[77]), "no_games"),
        (lambda: trump_slips(tournament, 1, lang), "no_trumps"),
        (lambda: standings_poster(tournament, lang, after_round=2), "no_standings"),
        (lambda: checkin_list(Written("matam").tournament, lang), "no_people"),
        (lambda: standings_poster(Written("romania").tournament, lang), "no_people"),
    ):
        with pytest.raises(Problem) as caught:
            make()
        assert caught.value.message == words[key][lang].format(round=1 if key == "no_trumps" else 2)


def test_a_round_in_which_all_sit_out_is_refused_in_words():
    made = Written("wespa")
    made.add(Draft("player", {"name": "Anna"}))
    made.add(Draft("draw", {"round": 1, "system": "swiss", "seed": "s", "matches": [], "tables": [], "bye": [1]}))
    with pytest.raises(Problem, match="none of these tables"):
        table_cards(made.tournament, 1, "en")


def test_without_typst_it_is_said_what_to_do(monkeypatch: pytest.MonkeyPatch):
    real = builtins.__import__

    def lacking(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "typst":
            raise ImportError("no wheel", name="typst")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", lacking)
    with pytest.raises(Problem, match="typst is missing"):
        table_cards(dealt(), 2, "en")


# What a keyboard somewhere may send: any letter that a name may have, and names with no place to break.
NAMES = st.one_of(
    st.text(st.characters(exclude_categories=("Cc", "Cs", "Co", "Cn")), min_size=1, max_size=100),
    st.text("WMșțl·lÀ ", min_size=90, max_size=100),
    st.sampled_from(
        ["שלום עולם " * 9, "مرحبا بالعالم " * 7, "日本語" * 30, "👩‍👩‍👧‍👦" * 12, "e\u0301" * 49, "x" * 100]
    ),
)


@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(NAMES, min_size=4, max_size=4), st.randoms(use_true_random=False))
def test_no_name_breaks_a_paper(names: list[str], rng: random.Random):
    tournament = two([f"Anna {n}" for n in range(1, 5)])
    for player, name in zip(tournament.players.values(), names, strict=True):
        player.name = player.club = name
    lang = rng.choice(LANGUAGES)
    pages = {paper: len(pages_of(ALL[paper](tournament, 1, lang))) for paper in ALL}
    assert pages == {paper: 2 if paper == "sheets" else 1 for paper in ALL}


@given(st.lists(st.text(string.ascii_letters + " șțăîâçàéïóúñ·'-", min_size=1, max_size=60), min_size=2, max_size=2))
@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
def test_a_name_of_latin_letters_is_read_back_whole(names: list[str]):
    tournament = two(("Anna", "Berta"))
    for player, name in zip(tournament.players.values(), names, strict=True):
        player.name = name
    for paper in ("cards", "sheets", "pairings", "checkin"):
        text = text_of(ALL[paper](tournament, 1, "ca"))
        for name in names:
            assert flat(name) in text, (paper, name)


def test_what_is_no_font_is_refused():
    with pytest.raises(ValueError, match="cmap"):
        letters_of(b"\0" * 200)


def test_every_word_has_three_forms_with_the_same_fields_and_is_used():
    def fields(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    for key, forms in catalogue("prints").items():
        assert sorted(forms) == sorted(LANGUAGES), key
        assert len({frozenset(fields(form)) for form in forms.values()}) == 1, key
