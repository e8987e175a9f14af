"""The screen of a round: what every table is at, when it begins, what is printed, what clocks are told."""

import io
import re
import time
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path

import pytest
from pypdf import PdfReader

from desk.desks import Visitor, load, visited, write
from desk.hall import opened
from desk.played_rounds import OUT, drawn, enter_all, look
from tritempo_host.desk.access import Role
from tritempo_host.desk.at_tables import at_tables
from tritempo_host.desk.live.clock import LiveClock
from tritempo_host.desk.pages.round import minutes_of, moment_of
from tritempo_host.tournament import Draft, Tournament
from tritempo_host.tournament.fixtures import fixtures_of, names_of

T = "/t/3r-matam"


# What it shows


def test_a_round_with_results_is_not_said_to_have_not_begun(round_one: Visitor, store: Path) -> None:
    assert "The round has not begun yet" in round_one.get(f"{T}/round/1")
    sheet = {"round": 1, "table": 1, "scores": [300, 250, 200], "end": "limit", "racks": [1, 2, 3]}
    write(store, "3r-matam", Draft("result", sheet))
    round_one.get("/")  # the desk looks
    assert "The round has not begun yet" not in round_one.get(f"{T}/round/1")


def test_a_round_says_what_comes_next(round_one: Visitor, store: Path) -> None:
    page = look(round_one).get(f"{T}/round/1")
    order = [
        page.index(f"{T}/{path}") for path in ("round/1/cards.pdf", "round/1/fixtures", "results/1/1", "round/1/close")
    ]
    assert order == sorted(order)
    assert (
        "The round has not begun yet. Limit of the round: 60:00." in page
        and "the hand in progress, and one more" in page
    )
    assert page.count("no clock") == 9 and "Tables without a result: 9 of 9" in page
    enter_all(store, "3r-matam", but=[7])
    page = look(round_one).get(f"{T}/round/1")
    assert "Tables without a result: 1 of 9" in page and f"{T}/results/1/7" in page


def test_of_a_rule_set_without_a_limit_there_is_none(store: Path) -> None:
    slug = drawn(store, "wespa", 7)
    with visited(store) as visitor:
        page = look(visitor).get(f"/t/{slug}/round/1")
        assert "Limit of the round" not in page and "one more" not in page
        assert "sits out" in page
        look(visitor).does(f"/t/{slug}/round/1/start", {"do": "now"}, form_at=f"/t/{slug}/round/1")
        assert "The round has no time limit." in look(visitor).get(f"/t/{slug}/round/1")


def test_a_round_that_was_not_drawn_is_no_page(round_one: Visitor) -> None:
    for number in ("2", "0", "x", "9" * 5000):
        look(round_one).get(f"{T}/round/{number}", 404)


def test_a_closed_round_leads_on(round_one: Visitor, store: Path) -> None:
    enter_all(store, "3r-matam")
    write(store, "3r-matam", Draft("close", {"round": 1}))
    page = look(round_one).get(f"{T}/round/1")
    assert "The round is closed" in page and f"{T}/round/2/draw" in page and f"{T}/round/1/reopen" in page
    assert "Begin now" not in page


def test_who_types_results_sees_the_tables_and_no_buttons_of_the_organiser(store: Path) -> None:
    drawn(store)
    with opened(store) as hall:
        pere = hall.somebody(Role.ENTRY)
        page = pere.get(f"{T}/round/1")
        assert "Enter results" in page and "Begin now" not in page and f"{T}/round/1/close" not in page
        answer = pere.post(f"{T}/round/1/start", {"do": "now"}, form_at=f"{T}/results/1/1")
        assert answer.status_code == 403 and load(store, "3r-matam").rounds[1].started is None


# What a table is at


def clock(t: Tournament, table: int, state: str, **live: object) -> LiveClock:
    fixture = next(each for each in fixtures_of(t, 1, "3r-matam") if each.table == table)
    said = {"state": state, "fixture": fixture.id, "round": 1, "table": table, "names": list(fixture.names), **live}
    return LiveClock(f"/dev/clock{table}", "live", f"e6614c00000000{table:02x}", live=said)


def test_a_table_is_at_what_its_clock_says(store: Path) -> None:
    t = load(store, drawn(store))
    clocks = [clock(t, 1, "running", seat=2), clock(t, 2, "paused", reason="challenge"), clock(t, 3, "setup")]
    tables = at_tables(t, t.rounds[1], clocks)
    assert [each.state for each in tables[:4]] == ["running", "paused", "none", "none"]
    assert tables[0].clock is clocks[0]


def test_of_two_clocks_of_a_table_the_one_that_plays_is_shown(store: Path) -> None:
    t = load(store, drawn(store))
    assert at_tables(t, t.rounds[1], [clock(t, 1, "ready"), clock(t, 1, "running")])[0].state == "running"


def test_a_clock_that_was_set_up_by_hand_is_found_by_its_table_and_names(store: Path) -> None:
    t = load(store, drawn(store))
    game = t.rounds[1].games[1]
    mine = clock(t, 1, "running", fixture=None, names=list(names_of(t, game)))
    others = clock(t, 2, "running", fixture=None, names=["Xavi", "Yago", "Zoe"])
    assert [each.state for each in at_tables(t, t.rounds[1], [mine, others])[:2]] == ["running", "none"]


def test_a_clock_of_an_earlier_draw_is_not_of_this_round(store: Path) -> None:
    t = load(store, drawn(store))
    old = clock(t, 1, "running")
    sent = {"round": 1, "table": 1, "device": "e661", "fixture": str(old.fixture)}
    t = write(store, "3r-matam", Draft("sent", sent), Draft("draw", dict(t.rounds[1].draw)))
    assert at_tables(t, t.rounds[1], [old])[0].state == "none"


def test_a_clock_that_was_told_and_is_away_is_said(round_one: Visitor, store: Path) -> None:
    t = load(store, "3r-matam")
    fixture = fixtures_of(t, 1, "3r-matam")[0].id
    write(store, "3r-matam", Draft("sent", {"round": 1, "table": 1, "device": "e6614c000000beef", "fixture": fixture}))
    assert "clock 00beef, not plugged in" in look(round_one).get(f"{T}/round/1")


def test_a_result_that_is_in_is_shown_with_its_end(round_one: Visitor, store: Path) -> None:
    write(store, "3r-matam", Draft("result", {"round": 1, "table": 1, **OUT}))
    page = look(round_one).get(f"{T}/round/1")
    assert "420" in page and "A player went out" in page


# When it begins

NOON = datetime(2026, 11, 28, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("do", "typed", "after"),
    [
        ("now", {}, timedelta()),
        ("in", {"minutes": "5"}, timedelta(minutes=5)),
        ("in", {"minutes": " 90 "}, timedelta(minutes=90)),
        ("in", {"minutes": "0"}, timedelta()),
        ("in", {"minutes": ""}, None),
        ("in", {"minutes": "-5"}, None),
        ("in", {"minutes": "9" * 30}, None),
        ("in", {"minutes": "1441"}, None),
        ("in", {"minutes": "five"}, None),
        ("in", {"minutes": "٣"}, None),
        ("at", {"at": ""}, None),
        ("at", {"at": "25:00"}, None),
        ("at", {"at": "half past ten"}, None),
        ("typed", {"minutes": "5"}, timedelta(minutes=5)),
        ("typed", {"minutes": "5", "at": "10:30"}, None),
        ("typed", {}, None),
        ("nonsense", {"minutes": "5"}, None),
    ],
)
def test_when_it_begins_is_understood_or_not(do: str, typed: dict[str, str], after: timedelta | None) -> None:
    moment = moment_of(do, {"minutes": "", "at": "", **typed}, NOON)
    assert moment == (None if after is None else NOON + after)


@pytest.mark.parametrize(("hours", "minutes"), [(0, 10), (0, -10), (11, 0), (-11, 0)])
def test_a_time_of_day_is_the_nearest_one(hours: int, minutes: int) -> None:
    wanted = NOON.astimezone() + timedelta(hours=hours, minutes=minutes)
    for text in (f"{wanted:%H:%M}", f"{wanted:%H.%M}", f"{wanted.hour}:{wanted:%M}"):
        assert moment_of("at", {"at": text}, NOON) == wanted


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="there is no other time zone to be had")
@pytest.mark.parametrize(
    ("now", "typed", "wanted"),
    [
        ("2026-10-24T21:30+00:00", "10:00", "2026-10-25T10:00+01:00"),  # the night in which the clocks go back
        ("2026-03-28T22:30+00:00", "10:00", "2026-03-29T10:00+02:00"),  # and forward
        ("2026-10-25T09:30+00:00", "23:30", "2026-10-24T23:30+02:00"),  # begun the evening before
    ],
)
def test_a_time_of_day_is_that_of_its_day(now: str, typed: str, wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Europe/Madrid")
        time.tzset()
        moment = moment_of("at", {"at": typed}, datetime.fromisoformat(now))
    time.tzset()
    assert moment == datetime.fromisoformat(wanted)


def test_minutes_are_digits() -> None:
    assert [minutes_of(text) for text in ("12", "1440", "1441", "1e3", "²", "")] == [12, 1440, None, None, None, None]


def test_a_round_begins_now_or_later_and_is_taken_back(round_one: Visitor, store: Path) -> None:
    page = look(round_one).does(f"{T}/round/1/start", {"do": "now"}, form_at=f"{T}/round/1")
    started = load(store, "3r-matam").rounds[1].started
    assert started is not None and abs((datetime.now(UTC) - started.at).total_seconds()) < 60
    assert "of 60:00" in page and "data-until-ms" in page
    page = look(round_one).does(
        f"{T}/round/1/start", {"do": "in", "minutes": "15", "length": "45"}, form_at=f"{T}/round/1"
    )
    started = load(store, "3r-matam").rounds[1].started
    assert started.length_ms == 45 * 60_000 and started.at > datetime.now(UTC) + timedelta(minutes=13)
    assert not started.clocks and "the clocks will begin then too" not in page
    page = look(round_one).does(
        f"{T}/round/1/start", {"do": "in", "minutes": "15", "clocks": "1"}, form_at=f"{T}/round/1"
    )
    assert load(store, "3r-matam").rounds[1].started.clocks and "the clocks will begin then too" in page
    assert "Begins at" in page
    page = look(round_one).does(f"{T}/round/1/start", {"do": "forget"}, form_at=f"{T}/round/1")
    assert "the start was taken back" in page


def test_the_limit_and_the_last_hand_are_said(round_one: Visitor, store: Path) -> None:
    before = datetime.now(UTC) - timedelta(minutes=61)
    write(store, "3r-matam", Draft("start", {"round": 1, "at": before.isoformat()}))
    page = look(round_one).get(f"{T}/round/1")
    assert "Time! The hand in progress is finished, and one more is played: the last." in page


def test_a_start_that_is_not_understood_keeps_what_was_typed(round_one: Visitor, store: Path) -> None:
    for typed in ({"do": "at", "at": "99:99"}, {"do": "in", "minutes": "<b>"}, {"do": "now", "length": "0"}):
        answer = look(round_one).post(f"{T}/round/1/start", typed, form_at=f"{T}/round/1")
        assert answer.status_code == 422 and "It is not clear when it begins" in answer.text
        assert "<b>" not in answer.text
    assert load(store, "3r-matam").rounds[1].started is None


def test_of_two_who_start_a_round_the_second_is_told(round_one: Visitor, store: Path) -> None:
    page = look(round_one).get(f"{T}/round/1")
    seen = re.findall(r'name="seen" value="(\d+)"', page)[0]
    write(store, "3r-matam", Draft("start", {"round": 1, "at": datetime.now(UTC).isoformat()}))
    answer = look(round_one).post(f"{T}/round/1/start", {"do": "now", "seen": seen}, form_at=f"{T}/round/1")
    assert answer.status_code == 409 and "Meanwhile Pere wrote about the same thing" in answer.text


# Paper


@pytest.mark.parametrize(
    "path",
    [
        "round/1/cards.pdf",
        "round/1/cards.pdf?size=a6&tables=1,2",
        "round/1/sheets.pdf?tables=3",
        "round/1/sheets.pdf?size=nonsense&tables=a,-1,99999999999",
        "round/1/pairings.pdf?by=name&paper=a3",
        "standings.pdf",
        "checkin.pdf",
    ],
)
def test_papers_are_pdf(untouched: Visitor, path: str) -> None:
    answer = untouched.client.get(f"{T}/{path}")
    assert answer.status_code == 200 and answer.content.startswith(b"%PDF")
    assert answer.headers["content-type"] == "application/pdf"
    assert 'inline; filename="3r-matam-' in answer.headers["content-disposition"]


def papers_on(page: str) -> dict[str, str]:
    """Links to papers: what they are called, by address."""
    return {
        unescape(at): unescape(name)
        for at, name in re.findall(r'<a [^>]*href="([^"]*\.pdf[^"]*)"[^>]*>([^<]*)</a>', page)
    }


def read(visitor: Visitor, path: str) -> list[str]:
    """A paper's pages as text."""
    return [each.extract_text() for each in PdfReader(io.BytesIO(visitor.client.get(path).content)).pages]


def test_every_paper_that_there_is_has_a_link(untouched: Visitor) -> None:
    found = papers_on(untouched.get(f"{T}/round/1"))
    at = f"{T}/round/1"
    assert found[f"{at}/pairings.pdf"] == "Poster by table" and found[f"{at}/pairings.pdf?by=name"] == "Poster by name"
    assert {f"{at}/pairings.pdf?paper=a3", f"{at}/pairings.pdf?by=name&paper=a3"} < set(found)
    assert {f"{at}/cards.pdf?size=a6", f"{at}/sheets.pdf?size=a5"} < set(found)
    for path in found:
        assert untouched.client.get(path).content.startswith(b"%PDF"), path
    text = "".join(read(untouched, f"{at}/pairings.pdf?by=name"))
    names = re.findall(r"P\d[BGP]", text)
    assert len(names) == 27 and names == sorted(names)
    assert len(read(untouched, f"{at}/sheets.pdf?size=a5")) == 5  # two on a page


def test_single_players_look_for_their_name(store: Path) -> None:
    slug = drawn(store, "romania", 9)
    with visited(store) as visitor:
        found = [path for path in papers_on(look(visitor).get(f"/t/{slug}/round/1")) if "pairings" in path]
        assert [path.partition("pairings.pdf")[2] for path in found[:2]] == ["?by=name", ""]


def test_a_sheet_that_was_spoilt_is_printed_again_by_itself(untouched: Visitor) -> None:
    found = papers_on(untouched.get(f"{T}/results/1/4"))
    assert found == {f"{T}/round/1/sheets.pdf?tables=4": "Print this table's sheet"}
    [page] = read(untouched, f"{T}/round/1/sheets.pdf?tables=4")
    assert "table 4" in page.lower()


def test_there_is_no_paper_of_a_round_that_was_not_drawn(round_one: Visitor) -> None:
    look(round_one).get(f"{T}/round/2/cards.pdf", 404)
    for after in ("99", "0", "-1", "x"):
        look(round_one).get(f"{T}/standings.pdf?after={after}", 404)


# Clocks


def test_without_clocks_there_is_nothing_to_send_to(round_one: Visitor) -> None:
    page = look(round_one).get(f"{T}/round/1/fixtures")
    assert "No clock is plugged in" in page and page.count("no clock") == 9


def test_two_clocks_at_one_table_are_refused(round_one: Visitor) -> None:
    assigned = {"port /dev/one": "3", "port /dev/two": "3"}
    answer = look(round_one).post(f"{T}/round/1/fixtures", assigned)
    assert answer.status_code == 422 and "Table 3: one clock only can go there" in answer.text
    answer = look(round_one).post(f"{T}/round/1/fixtures", {"port /dev/<b>": "77"})
    assert answer.status_code == 422 and "the round has no table 77" in answer.text and "<b>" not in answer.text
    for nonsense in ("x", "9" * 5000, "-1"):
        assert look(round_one).post(f"{T}/round/1/fixtures", {"port /dev/one": nonsense}).status_code in (303, 422)
