"""The first page while a round is played: everybody by name, where they sit, and who does not."""

import re

import pytest

from export.html import Page
from export.sites import ROMANIANS, Event, matam, romania
from tritempo_host.export.site import pages
from tritempo_host.export.site.order import sort_key


def rows(page: str) -> list[str]:
    """What is said of each who plays, or does not, as one line."""
    part = page[page.index('id="seats"') :]
    part = part[: part.index("</section>")]
    return [" ".join(re.sub(r"<[^>]+>", " ", each).split()) for each in re.findall(r"<li>(.*?)</li>", part, re.S)]


def second_round() -> Event:
    event = romania(1)
    event.draw()
    return event


def test_it_begins_with_who_plays_where_in_the_order_of_the_alphabet() -> None:
    event = second_round()
    page = pages(event.t, {}, "ro")["ro/index.html"]
    assert page.index("Runda 2: cine unde joacă") < page.index('id="standings"')
    found = rows(page)
    names = [next(name for name in ROMANIANS if each.startswith(name)) for each in found]
    assert names == sorted(ROMANIANS, key=lambda name: sort_key(name, "ro"))
    assert [each.startswith("Șt") for each in found].index(True) == names.index("Ștefan Șerban")


def test_it_says_the_table_and_all_who_sit_there_in_their_order() -> None:
    event = second_round()
    page = pages(event.t, {}, "en")["en/index.html"]
    by_name = {name: each for name in ROMANIANS for each in rows(page) if each.startswith(name)}
    for game in event.t.rounds[2].games.values():
        sitting = [event.t.players[number].name for number in game.players]
        order = " · ".join(f"{n} {name}" for n, name in enumerate(sitting, 1))
        for name in sitting:
            assert by_name[name] == f"{name} {order} Table {game.table}", name
        assert f'href="round-2.html#table-{game.table}" aria-label="Table {game.table}"' in page
    [out] = event.t.rounds[2].bye
    assert "sits out" in by_name[event.t.players[out].name]


def test_in_an_event_of_teams_all_players_are_there_with_their_team_and_board() -> None:
    event = matam(0)
    event.draw()
    found = rows(pages(event.t, {}, "ca")["ca/index.html"])
    assert len(found) == 27
    game = event.t.rounds[1].games[5]
    player = event.t.players[game.players[0]]
    [mine] = [each for each in found if each.startswith(player.name)]
    assert mine.endswith(f"Taula 5 {game.board}") and event.t.teams[player.team or 0].name in mine


def test_a_table_whose_result_is_in_says_so() -> None:
    event = second_round()
    event.play(2, games=(1,), close=False)
    said = [each for each in rows(pages(event.t, {}, "en")["en/index.html"]) if "result in" in each]
    assert len(said) == len(event.t.rounds[2].games[1].players)


def test_who_is_absent_is_looked_for_by_name_as_well() -> None:
    event = romania(1, players=8)
    event.write("absent", entrant=3, round=2)
    event.draw()
    [found] = [each for each in rows(pages(event.t, {}, "en")["en/index.html"]) if each.startswith(ROMANIANS[2])]
    assert found == f"{ROMANIANS[2]} absent"


def test_of_a_team_that_is_absent_all_players_are_named() -> None:
    event = matam(0)
    for team in (2, 5, 9):
        event.write("absent", entrant=team, round=1)
    event.draw(few_teams="repeat")
    found = rows(pages(event.t, {}, "en")["en/index.html"])
    assert len(found) == 27 and sum(each.endswith(" absent") for each in found) == 9


@pytest.mark.parametrize("close", [False, True])
def test_it_is_gone_once_all_results_are_in(close: bool) -> None:
    event = second_round()
    event.play(2, close=close)
    assert 'id="seats"' not in pages(event.t, {}, "en")["en/index.html"]


def test_before_a_draw_there_is_none_and_the_page_is_sound() -> None:
    page = pages(romania(0).t, {}, "en")["en/index.html"]
    assert 'id="seats"' not in page and 'id="people"' in page
    assert "seats" in Page(pages(second_round().t, {}, "en")["en/index.html"]).ids
