"""Results at the desk: typed once, or twice; what the clock says; two at the same table; what nobody can type."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from desk.desks import Visitor, load, make, visited, write
from desk.hall import Hall, opened
from desk.hall import enter as come_in
from desk.played_rounds import OUT, drawn, enter_all, fields, look, play, sheet
from tritempo_host.desk.access import Role
from tritempo_host.tournament import Draft
from tritempo_host.tournament.state import Game

T = "/t/3r-matam"
FORM = "sheet-form"


def enter(visitor: Visitor, where: str, typed: dict[str, str], page: str | None = None) -> str:
    """Types into the sheet as it stands there, and sends it; it must be saved."""
    return look(visitor).does(where, {**fields(page or look(visitor).get(where), FORM), **typed})


def refused(visitor: Visitor, where: str, typed: dict[str, str], page: str | None = None, code: int = 422) -> str:
    answer = look(visitor).post(where, {**fields(page or look(visitor).get(where), FORM), **typed})
    assert answer.status_code == code, answer.text
    assert "Traceback" not in answer.text
    return answer.text


def yes(page: str) -> dict[str, str]:
    return {"yes": re.findall(r'name="yes" value="(\w+)"', page)[0]}


def game(store: Path, slug: str = "3r-matam", table: int = 1) -> Game:
    found = load(store, slug).game(1, table)
    assert found is not None
    return found


# One person, one sheet


def test_a_sheet_is_typed_and_the_next_missing_table_comes(round_one: Visitor, store: Path) -> None:
    page = enter(round_one, f"{T}/results/1/1", sheet((412, 388, 350), racks=(0, 5, 3), scrabbles=(1, 0, 0)))
    assert "Table 1 is saved:" in page and "420" in page and "Round 1 · Table 2" in page
    kept = game(store).sheet
    assert kept is not None
    assert (kept.scores, kept.racks, kept.scrabbles, kept.end, kept.by) == (
        (412, 388, 350),
        (0, 5, 3),
        (1, 0, 0),
        "out",
        None,
    )


def test_after_the_last_table_all_of_them_are_shown(round_one: Visitor, store: Path) -> None:
    enter_all(store, "3r-matam", but=[7])
    page = enter(round_one, f"{T}/results/1/7", sheet((401, 377, 288), "limit"))
    assert "Results of round 1" in page and "All results are in." in page and "Close the round" in page


def test_a_sheet_begins_empty_and_alarms_nobody(untouched: Visitor) -> None:
    page = untouched.get(f"{T}/results/1/1")
    assert (
        'role="alert"' not in page and "While you were typing" not in page and "history" not in page.split("<main")[1]
    )
    assert fields(page, FORM)["scores-1"] == "" and page.count("autofocus") == 1


def test_a_table_is_found_by_its_number(untouched: Visitor) -> None:
    round_one = untouched
    answer = round_one.client.get(f"{T}/results/1?table=5", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{T}/results/1/5")
    answer = round_one.client.get(f"{T}/results/1?table=", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{T}/results/1/1")
    for unknown in ("77", "0", "-3", "five", "9" * 50, "٣", "<b>"):
        page = look(round_one).get(f"{T}/results/1", 404, params={"table": unknown})
        assert "This round has no table" in page and "<b>" not in page


@pytest.fixture
def named(store: Path) -> Iterator[Visitor]:
    """A round of two tables and one who sits out, by people whose names are easily typed otherwise."""
    slug = make(store, "romania", 0)
    names = ("Núria Raval-Lejant", "Ștefan Țepeș", "Marc Col·lell", "Nuria Font", "Iu")
    write(store, slug, *(Draft("player", {"name": name}) for name in names))
    tables = [{"table": 1, "match": 1, "players": [1, 2]}, {"table": 2, "match": 2, "players": [3, 4]}]
    body = {"round": 1, "system": "by hand", "matches": [[1, 2], [3, 4]], "bye": [5], "tables": tables}
    write(store, slug, Draft("draw", body))
    with visited(store) as visitor:
        yield visitor


@pytest.mark.parametrize(
    ("asked", "table"),
    [
        ("stefan", 1),
        ("TEPES", 1),
        ("lejant", 1),
        ("raval lejant", 1),
        ("lejant  nuria", 1),
        ("collell", 2),
        ("col·lell, marc", 2),
        ("font", 2),
        ("fo nu", 2),
        ("1", 1),
    ],
)
def test_a_table_is_found_by_a_name(named: Visitor, asked: str, table: int) -> None:
    at = "/t/club-romania/results/1"
    answer = named.client.get(at, params={"table": asked}, follow_redirects=False)
    assert (answer.status_code, answer.headers.get("location")) == (303, f"{at}/{table}")


def test_where_several_sit_of_that_name_all_their_tables_are_offered(named: Visitor) -> None:
    at = "/t/club-romania/results/1"
    page = named.get(at, params={"table": "nuria"})
    found = page[page.index('id="found"') : page.index('id="tables"')]
    assert [f'href="{at}/{n}"' in found for n in (1, 2)] == [True, True] and "“nuria”" in found
    assert page.count("autofocus") == 1 and 'value="nuria"' in page
    for nobody in ("xavier", "uria", "iu", "raval font"):
        assert "and nobody who plays in it is called so" in named.get(at, 404, params={"table": nobody})


def test_in_an_event_of_teams_a_team_is_found_too(untouched: Visitor) -> None:
    page = untouched.get(f"{T}/results/1", params={"table": "team 4"})
    assert page[page.index('id="found"') : page.index('id="tables"')].count("<li>") == 3
    answer = untouched.client.get(f"{T}/results/1", params={"table": "p4g"}, follow_redirects=False)
    game = next(each for each in load_games(untouched) if "P4G" in each[1])
    assert answer.headers["location"] == f"{T}/results/1/{game[0]}"


def load_games(visitor: Visitor) -> list[tuple[int, list[str]]]:
    """The tables of round 1 with the names of who sits there."""
    told = visitor.client.get("/api/tournaments/3r-matam/rounds/1").json()
    return [(each["table"], [seat["name"] for seat in each["seats"]]) for each in told["tables"]]


def test_what_it_comes_to_is_shown_while_it_is_typed(round_one: Visitor, store: Path) -> None:
    typed = sheet((412, 388, 350), racks=(0, 5, 3))
    answer = look(round_one).post(f"{T}/results/1/1/reckoned", typed, form_at=f"{T}/results/1/1")
    assert answer.status_code == 200
    assert re.findall(r'<td class="n[^"]*">([^<]+)</td>', answer.text) == [
        *("420", "383", "347"),
        *("+33", "+21", "+9"),
        *("453", "404", "356"),
        *("1", "2", "3"),
    ]
    assert game(store).result is None
    without = look(round_one).post(f"{T}/results/1/1/reckoned", {"scores-1": "4"}, form_at=f"{T}/results/1/1")
    assert "once points and end are there" in without.text


def test_without_a_script_it_is_reckoned_by_a_button(round_one: Visitor, store: Path) -> None:
    answer = look(round_one).post(f"{T}/results/1/1", sheet((412, 388, 350), racks=(0, 5, 3), do="reckon"))
    assert answer.status_code == 200 and "453" in answer.text and 'value="412"' in answer.text
    assert game(store).result is None


def test_what_is_odd_is_asked_with_what_was_typed_kept(round_one: Visitor, store: Path) -> None:
    typed = sheet((900, 388, 12), "limit")
    page = refused(round_one, f"{T}/results/1/1", typed)
    assert "has 900 points" in page and "has only 12 points" in page
    assert fields(page, FORM)["scores-1"] == "900" and game(store).result is None
    # another figure is another question
    page = refused(round_one, f"{T}/results/1/1", {**typed, "scores-1": "901", **yes(page)}, page)
    enter(round_one, f"{T}/results/1/1", {**typed, "scores-1": "901", **yes(page)}, page)
    assert game(store).sheet.scores == (901, 388, 12)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({}, "it is missing"),
        (sheet(("abc", 1, 2)), "is not a whole number"),
        (sheet(("9" * 31, 1, 2)), "is not a whole number"),
        (sheet((10**30, 1, 2)), "is not a whole number"),
        (sheet((100_001, 1, 2)), "is too much"),
        (sheet((1.5, 1, 2)), "is not a whole number"),
        (sheet(("٣", 1, 2)), "is not a whole number"),
        (sheet(("", 1, 2)), "it is missing"),
        (sheet((1, 2, 3), ""), "it is missing"),
        (sheet((1, 2, 3), "flag"), "is none of the choices"),
        (sheet((300, 200, 100), racks=(-1, 2, 3)), "is below zero"),
        (sheet((300, 200, 100), racks=("x", 2, 3)), "is not a whole number"),
        (sheet((300, 200, 100), scrabbles=(101, 0, 0)), "is too much"),
        (sheet((300, 200, 100), by="9"), "is none of the choices"),
        (sheet((300, 200, 100), by="x" * 300), "is none of the choices"),
        (sheet((300, 200, 100), racks=(4, 5, 6)), "Say who went out"),
        (sheet((300, 200, 100), racks=(4, 5, 6), by="1"), "Who went out can have no tiles left"),
        (sheet((300, 200, 100), "limit", words=("a" * 150, "", "")), "the word cannot be kept"),
        (sheet(("<script>alert(1)</script>", 1, 2)), "is not a whole number"),
        (sheet((1, 2, 3), '"><b>'), "is none of the choices"),
    ],
)
def test_what_cannot_be_typed_is_said_at_its_field(untouched: Visitor, typed: dict[str, str], says: str) -> None:
    page = refused(untouched, f"{T}/results/1/1", typed)
    assert says in page and "<script>alert" not in page and '"><b>' not in page
    assert "Tables without a result: 9 of 9" in untouched.get(f"{T}/results/1")
    for key, text in typed.items():
        if key.startswith(("scores", "racks")) and len(text) < 100 and "<" not in text:
            assert fields(page, FORM)[key] == text


def test_an_adjustment_says_what_its_sign_means(untouched: Visitor) -> None:
    page = untouched.get(f"{T}/results/1/1")
    assert '<span class="small soft" id="says-adjust">−10 takes ten points off, 10 gives ten: challenges, ' in page
    assert page.count('aria-describedby="says-adjust"') == 3


def test_minus_and_spaces_are_understood(round_one: Visitor, store: Path) -> None:
    page = refused(round_one, f"{T}/results/1/1", sheet((" 412 ", "−5", "+350"), "limit", adjust=("-10", "", "")))
    assert "a negative score: -5" in page
    enter(
        round_one,
        f"{T}/results/1/1",
        {**sheet((" 412 ", "−5", "+350"), "limit", adjust=("-10", "", "")), **yes(page)},
        page,
    )
    assert game(store).sheet.scores == (412, -5, 350) and game(store).sheet.adjust == (-10, 0, 0)


@pytest.mark.parametrize("path", ["1/99", "1/0", "1/x", "2/1", "0/1", "1/" + "9" * 40, "-1/1"])
def test_tables_that_are_not_there_are_no_pages(untouched: Visitor, path: str) -> None:
    assert "There is no such page" in untouched.get(f"{T}/results/{path}", 404)


# A result that is there


def test_a_correction_needs_a_reason_and_what_was_there_stays(round_one: Visitor, store: Path) -> None:
    write(store, "3r-matam", Draft("result", {"round": 1, "table": 1, **OUT}))
    page = refused(round_one, f"{T}/results/1/1", {"scores-1": "421"})
    assert "A correction needs a reason" in page and fields(page, FORM)["scores-1"] == "421"
    enter(round_one, f"{T}/results/1/1", {"scores-1": "421", "why": "misread"}, page)
    assert [each.sheet.scores[0] for each in game(store).history] == [412, 421]
    page = look(round_one).get(f"{T}/results/1/1")
    assert "misread" in page and "replaced" in page and "Pere" in page


def test_the_same_again_is_no_correction(round_one: Visitor, store: Path) -> None:
    write(store, "3r-matam", Draft("result", {"round": 1, "table": 1, **OUT}))
    page = enter(round_one, f"{T}/results/1/1", {})
    assert "Pere had entered the very same already" in page and len(game(store).history) == 1


def test_a_result_is_taken_back(round_one: Visitor, store: Path) -> None:
    t = write(store, "3r-matam", Draft("result", {"round": 1, "table": 1, **OUT}))
    entry = t.rounds[1].games[1].result.entry
    page = look(round_one).does(f"{T}/results/1/1", {"do": "undo", "was": str(entry)})
    assert "the result was taken back" in page and game(store).result is None
    answer = look(round_one).post(f"{T}/results/1/1", {"do": "undo", "was": str(entry)})
    assert answer.status_code == 409 and "not the one that counts any more" in answer.text


def test_in_a_closed_round_nothing_is_entered(round_one: Visitor, store: Path) -> None:
    page = look(round_one).get(f"{T}/results/1/1")
    enter_all(store, "3r-matam")
    write(store, "3r-matam", Draft("close", {"round": 1}))
    assert FORM not in look(round_one).get(f"{T}/results/1/1")
    assert look(round_one).post(f"{T}/results/1/1", {**fields(page, FORM), **sheet((1, 2, 3))}).status_code == 403


# Two at the same table


def test_of_two_who_enter_one_table_the_second_sees_both(round_one: Visitor, store: Path) -> None:
    page = look(round_one).get(f"{T}/results/1/1")
    write(store, "3r-matam", Draft("result", {"round": 1, "table": 1, **OUT}))
    typed = sheet((412, 383, 350), racks=(0, 5, 3), scrabbles=(2, 0, 0))
    told = refused(round_one, f"{T}/results/1/1", typed, page, 409)
    assert "While you were typing Pere entered this table" in told and "the other: 388" in told
    assert fields(told, FORM)["scores-2"] == "383" and game(store).sheet.scores == (412, 388, 350)
    # and may still be right, with a reason
    told = refused(round_one, f"{T}/results/1/1", typed, told)
    enter(round_one, f"{T}/results/1/1", {**typed, "why": "8 read as 3"}, told)
    assert game(store).sheet.scores == (412, 383, 350)


def test_of_two_who_enter_the_same_nobody_is_asked(round_one: Visitor, store: Path) -> None:
    page = look(round_one).get(f"{T}/results/1/1")
    write(store, "3r-matam", Draft("result", {"round": 1, "table": 1, **OUT}))
    after = enter(round_one, f"{T}/results/1/1", sheet((412, 388, 350), racks=(0, 5, 3), by="1"), page)
    assert "had entered the very same already" in after and len(game(store).history) == 1


def test_what_was_taken_back_meanwhile_is_said(round_one: Visitor, store: Path) -> None:
    t = write(store, "3r-matam", Draft("result", {"round": 1, "table": 1, **OUT}))
    page = look(round_one).get(f"{T}/results/1/1")
    write(store, "3r-matam", Draft("undo", {"entry": t.rounds[1].games[1].result.entry}))
    told = refused(round_one, f"{T}/results/1/1", {"scores-1": "421", "why": "x"}, page, 409)
    assert "took back the result" in told
    enter(round_one, f"{T}/results/1/1", {"scores-1": "421"}, told)
    assert len(game(store).history) == 1


def test_a_draw_that_changed_meanwhile_is_not_written_over(round_one: Visitor, store: Path) -> None:
    page = look(round_one).get(f"{T}/results/1/1")
    body = load(store, "3r-matam").rounds[1].draw
    write(store, "3r-matam", Draft("draw", dict(body)))
    told = refused(round_one, f"{T}/results/1/1", sheet((412, 388, 350), racks=(0, 5, 3)), page, 409)
    assert "Meanwhile Pere wrote about the same thing" in told and fields(told, FORM)["scores-1"] == "412"


# Entered twice


@pytest.fixture
def twice(store: Path) -> Iterator[Visitor]:
    drawn(store, settings={"double_entry": True})
    write(store, "3r-matam", Draft("result", {"round": 1, "table": 1, **OUT}))
    with visited(store) as visitor:
        yield visitor


def test_the_second_does_not_see_what_the_first_typed(twice: Visitor, store: Path) -> None:
    page = look(twice).get(f"{T}/results/1/1")
    assert "Pere has entered this table" in page and "412" not in page and "388" not in page
    assert "412" not in look(twice).get(f"{T}/results/1") and "412" not in look(twice).get(f"{T}/round/1")
    after = enter(twice, f"{T}/results/1/1", sheet((412, 388, 350), racks=(0, 5, 3), by="1"), page)
    assert "Table 1: the same as Pere" in after
    assert game(store).checked is not None and len(game(store).history) == 1
    assert "entered the same" in look(twice).get(f"{T}/results/1/1")


def test_what_the_two_have_otherwise_is_shown_and_one_is_right(twice: Visitor, store: Path) -> None:
    typed = sheet((412, 338, 350), racks=(0, 5, 3), by="1")
    told = refused(twice, f"{T}/results/1/1", typed, code=409)
    assert "Pere has it otherwise" in told and "the other: 388" in told and fields(told, FORM)["scores-2"] == "338"
    without = refused(twice, f"{T}/results/1/1", {**typed, "do": "correct"}, told)
    assert "A correction needs a reason" in without and game(store).checked is None
    # the mistake was the second's
    enter(twice, f"{T}/results/1/1", {**typed, "scores-2": "388"}, told)
    assert game(store).checked is not None


def test_the_second_may_be_right(twice: Visitor, store: Path) -> None:
    typed = sheet((412, 338, 350), racks=(0, 5, 3), by="1")
    told = refused(twice, f"{T}/results/1/1", typed, code=409)
    enter(twice, f"{T}/results/1/1", {**typed, "do": "correct", "why": "misread"}, told)
    assert game(store).sheet.scores == (412, 338, 350) and game(store).checked is None


def test_when_all_are_in_once_the_second_is_led_through_the_tables(twice: Visitor, store: Path) -> None:
    enter_all(store, "3r-matam")
    page = look(twice).get(f"{T}/results/1")
    assert "Table 1, the next missing" in page and "once" in page


# What the clock says


def test_the_log_fills_in_how_it_ended_with_its_reason(store: Path) -> None:
    drawn(store)
    play(store, "3r-matam")
    with visited(store) as visitor:
        page = look(visitor).get(f"{T}/results/1/1")
        assert "End: a player went out" in page and "[MG 24.1]" in page and "(turn 8)" in page
        assert fields(page, FORM)["end"] == "out" and fields(page, FORM)["by"] == "2"
        assert page.count("the clock&#39;s log says so") == 2
        enter(visitor, f"{T}/results/1/1", sheet((412, 388, 350), "out", racks=(5, 0, 3)), page)
    assert game(store).sheet.by == 1


def test_what_is_unlike_the_log_is_asked(store: Path) -> None:
    drawn(store)
    play(store, "3r-matam")
    with visited(store) as visitor:
        page = refused(visitor, f"{T}/results/1/1", sheet((412, 388, 350), "limit"))
        assert "Entered: limit of the round. The log says: a player went out." in page
        enter(visitor, f"{T}/results/1/1", {**sheet((412, 388, 350), "limit"), **yes(page)}, page)
        assert "The log says: a player went out." in look(visitor).get(f"{T}/results/1")


def test_overtime_comes_from_the_log_in_minutes_begun(store: Path) -> None:
    slug = drawn(store, "manresa", 4)
    play(store, slug, turns=[400_000] * 9)
    with visited(store) as visitor:
        page = look(visitor).get(f"/t/{slug}/results/1/1")
        assert "over time; minutes begun" in page and "[CSM b]" in page
        have = fields(page, FORM)
        assert have["overtime_ms-1"] and have["end"] == "out"
        racks = (4, 0) if have["by"] == "2" else (0, 4)
        enter(visitor, f"/t/{slug}/results/1/1", {**have, **sheet((401, 377), racks=racks)}, page)
    assert any(game(store, slug).sheet.overtime_ms)


def test_with_two_logs_nothing_is_filled_in(store: Path) -> None:
    drawn(store)
    play(store, "3r-matam")
    play(store, "3r-matam", game="0badcafe", device="e6614c311b7f2a2d")
    with visited(store) as visitor:
        page = look(visitor).get(f"{T}/results/1/1")
        assert "more than one log" in page and "end" not in fields(page, FORM)


# Other rule sets


def test_romania_asks_full_turns_of_who_gave_up(store: Path) -> None:
    slug = drawn(store, "romania", 6)
    where = f"/t/{slug}/results/1/1"
    with visited(store) as visitor:
        page = look(visitor).get(where)
        assert 'data-when="end=flag abandon eliminated"' in page and "overtime_ms" not in page
        told = refused(visitor, where, sheet((100, 120), "abandon", by="1"))
        assert "full turns" in told
        enter(visitor, where, sheet((100, 120), "abandon", by="1", full_turns="4"), told)
    assert game(store, slug).sheet.full_turns == 4


def test_romania_has_ends_without_points(store: Path) -> None:
    slug = drawn(store, "romania", 6)
    with visited(store) as visitor:
        enter(visitor, f"/t/{slug}/results/1/1", {"end": "agreed"})
        enter(visitor, f"/t/{slug}/results/1/2", {"end": "no_show", "absent-2": "on"})
    assert game(store, slug).sheet.end == "agreed"
    assert game(store, slug, 2).sheet.absent == (1,)


@pytest.mark.parametrize(
    ("rules", "entrants", "sizes"), [("ebre", 10, {3, 4}), ("manresa", 9, {2, 3}), ("cusca", 9, {3})]
)
def test_tables_of_any_size_are_entered(store: Path, rules: str, entrants: int, sizes: set[int]) -> None:
    slug = drawn(store, rules, entrants)
    t = load(store, slug)
    with visited(store) as visitor:
        for each in t.games(1):
            seats = len(each.players)
            page = look(visitor).get(f"/t/{slug}/results/1/{each.table}")
            assert len(re.findall(r'name="scores-\d"', page)) == seats
            typed = sheet([400 - 20 * seat - each.table for seat in range(seats)], racks=(0, 4, 5, 6)[:seats])
            enter(visitor, f"/t/{slug}/results/1/{each.table}", typed, page)
    assert not load(store, slug).rounds[1].missing
    assert {len(each.players) for each in t.games(1)} <= sizes


# Who may


@pytest.fixture
def hall(store: Path) -> Iterator[Hall]:
    drawn(store)
    with opened(store) as found:
        yield found


def test_who_types_results_may_enter_and_mend_their_own(hall: Hall, store: Path) -> None:
    link = hall.lend(Role.ENTRY).link
    pere, anna, arbiter = hall.stranger(), hall.stranger(), hall.somebody(Role.ARBITER, "Marta")
    assert come_in(pere, link, "Pere").status_code == come_in(anna, link, "Anna").status_code == 303
    enter(pere, f"{T}/results/1/1", sheet((412, 388, 350), racks=(0, 5, 3)))
    enter(pere, f"{T}/results/1/1", {"scores-1": "421", "why": "misread"})
    page = anna.get(f"{T}/results/1/1")
    assert "an arbiter" in page and FORM not in page
    typed = {"was": str(game(store).result.entry), **sheet((1, 2, 3), "limit", why="mine")}
    assert anna.post(f"{T}/results/1/1", typed, form_at=f"{T}/results/1/2").status_code == 403
    enter(arbiter, f"{T}/results/1/1", {"scores-1": "431", "why": "seen on the board"})
    assert [each.who for each in game(store).history] == ["Pere", "Pere", "Marta"]


def test_the_public_sees_no_sheets(hall: Hall) -> None:
    stranger = hall.stranger()
    for path in (f"{T}/results/1", f"{T}/results/1/1", f"{T}/round/1", f"{T}/round/1/draw", f"{T}/round/1/close"):
        answer = stranger.client.get(path, follow_redirects=False)
        assert answer.status_code in (303, 403)
    assert hall.somebody(Role.ENTRY).client.get(f"{T}/round/1/close").status_code == 403
