"""The web site of a tournament: every page sound, every link good, every state of a tournament, every language."""

import json
import posixpath
import re
import shlex
from collections.abc import Mapping
from itertools import pairwise

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from export.html import Page
from export.sites import HIDDEN, HOSTILE, Event, logs_of, matam, romania
from tritempo_host.cli import cli
from tritempo_host.export.site import pages
from tritempo_host.rules import RULESETS
from tritempo_host.text import clean
from tritempo_host.words import LANGUAGES, catalogue


def half_played() -> Event:
    """Three rounds, and of the fourth four games of nine."""
    event = matam(3)
    event.play(event.draw(), games=(1, 2, 3, 4), close=False)
    return event


def hostile() -> Event:
    """Names and reasons that try to be more than text, those in the store too, where an older program let them in."""
    event = Event(HOSTILE, "matam", place=HOSTILE)
    for team in range(3):
        event.write("team", name=f"{team}{HOSTILE}", club=HOSTILE)
        for n in range(3):
            event.write("player", name=f"{n}{team}{HOSTILE}", team=team + 1)
    tables = [{"table": n + 1, "match": 1, "board": "BGP"[n], "players": [n + 1, n + 4, n + 7]} for n in range(3)]
    event.write("draw", round=1, system="by hand", seed=HOSTILE, matches=[[1, 2, 3]], tables=tables)
    event.play(1, close=False)
    event.result(event.t.rounds[1].games[1], why=HOSTILE)
    event.write("penalty", HOSTILE, {"entrant": 1, "kind": "points", "points": "1", "round": 1})
    event.t.date = HOSTILE
    event.t.teams[2].name = event.t.players[4].club = f"{HOSTILE}{HIDDEN}"
    return event


def left() -> Event:
    """A player who withdraws after the first round, one who is absent from the second, one who enters late."""
    event = romania(1, players=8)
    event.write("withdraw", entrant=8)
    event.write("absent", entrant=1, round=2)
    event.write("player", name="Târziu Vlad")
    event.play(event.draw(), close=False)
    return event


STATES = {
    "nothing": lambda: Event("Buit", "matam"),
    "nobody has played": lambda: matam(0),
    "drawn": lambda: _drawn(matam(0)),
    "half played": half_played,
    "finished": lambda: matam(2),
    "byes": lambda: romania(2),
    "left": left,
    "hostile": hostile,
}


def _drawn(event: Event) -> Event:
    event.draw()
    return event


@pytest.fixture(scope="module", params=STATES)
def site(request: pytest.FixtureRequest) -> Mapping[str, str]:
    tournament = STATES[request.param]().t
    return pages(tournament, logs_of(tournament, 1), "ro")


@pytest.fixture(scope="module")
def parsed(site: Mapping[str, str]) -> dict[str, Page]:
    """The pages, read: that they are well-formed is checked here."""
    return {name: Page(text) for name, text in site.items() if name.endswith(".html")}


@pytest.fixture(scope="module")
def played() -> Mapping[str, str]:
    tournament = half_played().t
    return pages(tournament, logs_of(tournament), "ca")


def test_every_page_is_well_formed_and_every_link_leads_to_a_page(site: Mapping[str, str], parsed: dict[str, Page]):
    for name, page in parsed.items():
        for link in page.links:
            path, _, part = link.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            assert target in site, (name, link)
            assert not part or part in parsed[target].ids


def test_pages_ask_for_nothing_and_run_nothing(site: Mapping[str, str], parsed: dict[str, Page]):
    for name, text in site.items():
        assert not re.search(r"url\((?!#)|@import|https?:", text), name
    for name, page in parsed.items():
        assert not {"script", "img", "iframe", "object", "form", "base", "style"} & {tag for tag, _ in page.tags}
        for _, attrs in page.tags:
            assert not any(key.startswith("on") or key in ("src", "srcset") for key in attrs), (name, attrs)
        assert any("script-src 'none'" in (attrs.get("content") or "") for attrs in page.of("meta"))


def test_pages_say_what_they_are_to_those_who_do_not_see_them(parsed: dict[str, Page]):
    for name, page in parsed.items():
        if name == "index.html":
            continue
        assert page.of("html") == [{"lang": name[:2]}]
        assert page.of("a")[0]["href"] == "#main"
        assert "main" in page.ids
        assert len(page.of("h1")) == len(page.of("main")) == 1
        levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h[1-6]", tag)]
        assert all(b <= a + 1 for a, b in pairwise(levels)), (name, levels)
        assert all(attrs.get("scope") in ("col", "row") for attrs in page.of("th"))
        assert len(page.of("caption")) == len(page.of("table"))
        for _, attrs in page.tags:
            assert all(each in page.ids for each in (attrs.get("aria-labelledby") or "").split())
        for attrs in page.of("svg"):
            assert attrs.get("role") == "img" or attrs.get("aria-hidden") == "true" or attrs.get("x") == "0"
        assert sum(attrs.get("aria-current") == "true" for attrs in page.of("span")) == 1  # the language


def test_every_language_has_every_page(site: Mapping[str, str]):
    names = {code: {name[3:] for name in site if name.startswith(f"{code}/")} for code in LANGUAGES}
    assert names["ca"] == names["ro"] == names["en"]
    assert set(site) - {f"{code}/{name}" for code in LANGUAGES for name in names[code]} == {"index.html", "style.css"}
    assert 'url=ro/index.html"' in site["index.html"]


def test_the_same_tournament_gives_the_same_bytes():
    first, again = half_played().t, half_played().t
    assert pages(first, logs_of(first), "ca") == pages(again, logs_of(again), "ca")


def test_names_are_shown_and_never_obeyed():
    site = pages(hostile().t, {}, "en")
    for name, text in site.items():
        assert "<script" not in text and "\u202e" not in text and "\x1b" not in text, name
    index = Page(site["en/index.html"])
    assert index.text.count(HOSTILE) > 4


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=30), min_size=6, max_size=6))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_text_breaks_a_page(texts: list[str]):
    tournament = TWO_PLAYERS.t
    tournament.name, tournament.place, tournament.date, tournament.players[1].club, first, second = texts
    tournament.players[1].name, tournament.players[2].name = first, second
    site = pages(tournament)
    read = {
        name: Page(site[f"ro/{name}"]) for name in ("index.html", "round-1.html", "standings.html", "player-1.html")
    }
    for page in read.values():
        assert " ".join(clean(tournament.name, 80).split()) in page.text
    assert clean(first, 80) in read["player-1.html"].text and clean(second, 80) in read["player-1.html"].text


def _two_players() -> Event:
    event = Event("Duel", "romania")
    for name in ("Ana", "Dan"):
        event.write("player", name=name)
    event.play(event.draw())
    return event


TWO_PLAYERS = _two_players()


def test_the_words_are_there_in_three_languages():
    words = catalogue("site")
    assert all(set(forms) == set(LANGUAGES) and all(forms.values()) for forms in words.values())
    for key, forms in words.items():
        fields = {code: sorted(re.findall(r"{(\w+)}", text)) for code, text in forms.items()}
        assert fields["ca"] == fields["ro"] == fields["en"], key


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_what_a_rule_set_speaks_of_has_words(rules):
    keys = [f"column_{key}" for key in (*rules.columns, *rules.facts)]
    keys += [f"end_{key}" for key in rules.ends] + [f"points_{rules.id}"]
    assert [key for key in keys if set(catalogue("scoring").get(key, ())) != set(LANGUAGES)] == []
    assert [code for code in LANGUAGES if code not in rules.name] == []


# What the pages say.


def test_the_first_page_has_the_standings_as_they_are(played: Mapping[str, str]):
    page = Page(played["ca/index.html"])
    assert "Ronda 4: en joc (4 de 9 partides amb resultat)" in page.text
    assert "28 de novembre de 2026" in page.text
    assert len([row for row in page.rows if len(row) > 3]) == 10  # a head and nine teams


def test_a_round_says_who_starts_and_what_came_out(played: Mapping[str, str]):
    page = Page(played["en/round-4.html"])
    assert page.text.count("starts") == 5  # games without a result
    assert "being played (4 of 9 games in)" in page.text
    assert "llavor-4" in page.text
    whole = Page(played["en/round-3.html"])
    assert "starts" not in whole.text
    assert whole.text.count("Result of the match") == 3


def test_the_command_that_repeats_a_draw_is_shown_where_it_gives_this_draw():
    event = matam(0)
    event.play(event.draw(seed="Molins 2026", trumps=True))
    event.play(event.draw(seed="Molins 2026", trumps=True))
    event.draw(seed="another")
    site = pages(event.t)
    page = Page(site["en/round-2.html"])
    line = re.search(r"tritempo draw .*? --explain", page.text)
    assert line and line[0].startswith("tritempo draw --system molinenc --teams 9 --round 2 --seed 'Molins 2026'")
    shown = CliRunner().invoke(cli, [*shlex.split(line[0])[1:], "--json"])
    drawn = json.loads(shown.output)["rounds"][-1]
    orders = [tuple(who["number"] for who in each["order"]) for each in drawn["tables"]]
    assert orders == [game.entrants for game in event.t.games(2)]
    assert "tritempo draw" not in Page(site["en/round-3.html"]).text  # the rounds before had another seed
    assert "Ventafocs no. 6" in Page(site["en/people.html"]).text


def test_a_trump_that_was_dealt_is_not_told_before_the_game():
    event = matam(0)
    drawn = event.draw()
    event.t.rounds[drawn].games[1].trumps = {1: "rescat", 2: "canvi", 3: "triple"}
    assert "rescat" not in pages(event.t)[f"ca/round-{drawn}.html"]
    event.result(event.t.rounds[drawn].games[1])
    event.t.rounds[drawn].games[1].trumps = {1: "rescat", 2: "canvi", 3: "triple"}
    assert "rescat" in pages(event.t)[f"ca/round-{drawn}.html"]


def level_teams() -> Event:
    """Three teams who are level in trèvols and points after a round; two of them in all."""
    event = matam(0, teams=3)
    event.draw(few_teams="repeat")
    for game in event.t.rounds[1].games.values():
        scrabbles = [2 if entrant == 3 else 0 for entrant in game.entrants]
        event.result(game, [300, 300, 300], end="limit", by=None, racks=(), scrabbles=tuple(scrabbles))
    event.write("close", round=1)
    return event


def test_ties_are_told_in_words():
    site = pages(level_teams().t)
    page = Page(site["en/standings-1.html"])
    assert (
        "Xiquets de Gal·la and Els Quatre Gats are level (trèvols 3 and points 963). "
        "Xiquets de Gal·la is ahead – scrabbles: 6 to 0." in page.text
    )
    assert (
        "Els Quatre Gats and Óssos Bruns are level in all (trèvols 3, points 963 and scrabbles 0) and share place 2."
        in page.text
    )
    assert "Order: trèvols, then points, then scrabbles." in page.text
    assert page.row("Óssos Bruns")[0] == page.row("Els Quatre Gats")[0] == "2"
    assert "comparteixen el lloc 2" in Page(site["ca/standings-1.html"]).text
    assert "împart locul 2" in Page(site["ro/standings-1.html"]).text


def test_coefficients_have_three_decimals_and_the_comma_of_the_language():
    site = pages(romania(2).t)
    assert re.search(r"\b[01],\d{3}\b", Page(site["ro/round-1.html"]).text)
    assert re.search(r"\b[01]\.\d{3}\b", Page(site["en/round-1.html"]).text)
    bye = next(iter(romania(2).t.rounds[1].bye))
    assert Page(site["ro/round-1.html"]).text.count("stă (1,000)") == 1
    row = Page(site[f"ro/player-{bye}.html"]).row("stă")
    assert row[0] == "1" and row[-2:].count("1,000") + row[-1:].count("1,000") >= 1


def test_who_has_left_and_who_was_absent_is_told():
    event = left()
    site = pages(event.t)
    assert "withdrawn from round 2 on" in Page(site["en/player-8.html"]).text
    assert "Ștefan Șerban: absent" in Page(site["en/round-2.html"]).text
    assert "Târziu Vlad" in Page(site["ro/people.html"]).text


def test_a_correction_is_told_with_its_reason():
    event = matam(0)
    event.play(event.draw(), close=False)
    event.result(event.t.rounds[1].games[1], why="sumat dos cops")
    assert "resultat corregit (sumat dos cops)" in Page(pages(event.t)["ca/round-1.html"]).text


def test_a_game_with_a_log_has_its_turns(played: Mapping[str, str]):
    page = Page(played["ca/game-1-1.html"])
    assert len([attrs for attrs in page.of("svg") if attrs.get("role") == "img"]) > 5
    first = half_played().t.rounds[1].games[1].players[0]
    name = half_played().t.players[first].name
    assert page.row(name)[:2] == ["1", page.row(name)[1]]
    assert {"Bernat Soler", "Carla Vidal"} <= set(logs_of(half_played().t, 1)[1, 1].names)
    assert "Carla Vidal" not in page.text  # the names are the tournament's, not the log's
    assert "game-4-1.html" not in played["ca/round-4.html"]
    assert "6 de 31 partides" in Page(played["ca/times.html"]).text


def test_a_log_of_another_number_of_players_is_not_shown():
    tournament = romania(1).t
    logs = {(1, 1): next(iter(logs_of(half_played().t, 1).values()))}
    assert "ca/game-1-1.html" not in pages(tournament, logs)


def test_links_stay_the_same_from_round_to_round():
    event = matam(1)
    before = set(pages(event.t))
    event.play(event.draw())
    assert before < set(pages(event.t))


@pytest.mark.parametrize("rules", [each for each in RULESETS if each not in ("matam", "romania")])
def test_every_rule_set_has_a_site(rules: str):
    ruleset = RULESETS[rules]
    event = Event("Vespre", rules)
    seats = ruleset.sizes[1]
    for n in range(seats):
        event.write("player", name=f"Jugador {n + 1}", rating="1500.5")
    event.write(
        "draw",
        round=1,
        system="by hand",
        seed="",
        matches=[list(range(1, seats + 1))],
        tables=[{"table": 1, "match": 1, "players": list(range(1, seats + 1))}],
    )
    assert "Jugador 1" in pages(event.t)["ro/round-1.html"]
    event.play(1)
    site = pages(event.t)
    for name, text in site.items():
        if name.endswith(".html"):
            assert Page(text).open == []
    assert Page(site["ca/standings-1.html"]).row("Jugador 1")


def test_a_result_that_only_one_person_has_typed_is_in_no_file():
    event = romania(1)
    event.write("settings", settings={"double_entry": True})
    number = event.draw()
    drawn = pages(event.t, {}, "ca")
    event.play(number, close=False)
    assert pages(event.t, {}, "ca") == drawn
    event.write("close", round=number)
    assert pages(event.t, {}, "ca") != drawn
