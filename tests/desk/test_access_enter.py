"""Coming in: codes, links, PINs; their limits and their end; a server that starts anew."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from desk.desks import make, visited
from desk.hall import WHO, Hall, enter, hidden, opened
from tritempo_host.desk.access import Access, Role, WrongCodeError, codes, limits, stored_sessions
from tritempo_host.store import open_store
from tritempo_host.words import catalogue

ACCESS = "/t/3r-matam/access"


# By code, link and PIN


def test_the_code_of_this_run_makes_an_organiser(hall: Hall) -> None:
    visitor = hall.stranger()
    assert (
        visitor.client.get(ACCESS, follow_redirects=False).headers["location"]
        == f"/enter?next={ACCESS.replace('/', '%2F')}"
    )
    answer = enter(visitor, hall.access.code, "Núria", ACCESS)
    assert answer.headers["location"] == ACCESS
    assert "Núria" in visitor.get(ACCESS)


def test_a_code_is_understood_as_people_type_it(hall: Hall) -> None:
    code = hall.access.code
    for typed in (code.lower(), f"  {code} ", code.replace("-", " "), code.replace("-", "–"), code.replace("0", "o")):
        assert enter(hall.stranger(), typed).status_code == 303, typed


def test_a_link_is_one_press_and_a_name(hall: Hall) -> None:
    link, visitor = hall.lend(Role.ARBITER).link, hall.stranger()
    page = visitor.get(f"/enter?code={link}")
    assert "This link lets you in: <strong>arbiter</strong>, <bdi>3r MàTaM</bdi>" in page
    assert hidden(page, "code") == link
    answer = enter(visitor, link, form_at=f"/enter?code={link}")
    assert answer.headers["location"] == "/t/3r-matam"
    assert "Pere" in visitor.get("/t/3r-matam")


def test_looking_at_a_link_changes_nothing(hall: Hall) -> None:
    link = hall.lend(Role.ARBITER).link
    visitor = hall.stranger()
    visitor.get(f"/enter?code={link}")
    assert hall.access.sessions.present() == []
    assert visitor.client.get("/t/3r-matam", follow_redirects=False).status_code == 303


def test_a_pin_says_by_itself_which_tournament_and_role_it_is_for(hall: Hall, store: Path) -> None:
    make(store, "cusca", 4)
    pins = {(role, which): hall.lend(role, which).pin for role in (Role.ARBITER, Role.ENTRY) for which in (0, 1)}
    assert len(set(pins.values())) == 4
    for (role, which), pin in pins.items():
        visitor = hall.stranger()
        answer = enter(visitor, f"{pin[:3]} {pin[3:]}", WHO[role])
        assert answer.headers["location"] == f"/t/{hall.listed[which].slug}"
        page = visitor.get("/enter")
        assert re.search(rf"{WHO[role]}</bdi>: {'arbiter' if role == Role.ARBITER else 'results entry'}", page)


def test_what_is_no_code_is_said_to_be_none(hall: Hall) -> None:
    for code in ["123456", "ABCD-EFGH", "?", "é" * 30, "0" * 500, "A" * 20, "' OR 1=1 --", "१२३४५६"]:
        answer = enter(hall.stranger(), code, "Pere")
        assert answer.status_code == 403, code
        assert "This code is not valid" in answer.text and 'aria-invalid="true"' in answer.text
        assert 'value="Pere"' in answer.text  # what was typed is kept


def test_nobody_comes_in_without_a_name(hall: Hall) -> None:
    for who in ["", "   ", "\u202e\u200f", "—", "\x07"]:
        answer = enter(hall.stranger(), hall.access.code, who)
        assert answer.status_code == 422 and "Write your name" in answer.text, who
    assert hall.access.sessions.present() == []


def test_an_old_link_says_so(hall: Hall) -> None:
    old = hall.lend(Role.ENTRY).link
    hall.lend(Role.ENTRY)
    assert "no longer valid" in hall.stranger().get(f"/enter?code={old}")


# Sessions and their end


def test_the_token_is_another_after_coming_in(hall: Hall) -> None:
    visitor = hall.stranger()
    visitor.get("/enter")
    before = visitor.client.cookies["tritempo"]
    enter(visitor, hall.access.code)
    first = visitor.client.cookies["tritempo"]
    enter(visitor, hall.access.code)
    assert len({before, first, visitor.client.cookies["tritempo"]}) == 3
    assert len(hall.access.sessions.present()) == 1  # one browser, one session
    visitor.client.cookies.clear()
    visitor.client.cookies.set("tritempo", first)
    assert visitor.client.get(ACCESS, follow_redirects=False).status_code == 303


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(hall: Hall) -> None:
    visitor = hall.stranger()
    given = [*enter(visitor, hall.access.code).headers.get_list("set-cookie")]
    assert given and all("HttpOnly" in each and "SameSite=Lax" in each and "Path=/" in each for each in given)
    assert not any("Secure" in each for each in given)  # over http such a cookie would not come back
    secure = hall.stranger()
    secure.client.base_url = "https://192.168.1.20:8300"
    assert all("; Secure" in each for each in enter(secure, hall.access.code).headers.get_list("set-cookie"))


def test_who_leaves_is_out(hall: Hall) -> None:
    organiser = hall.somebody(Role.ORGANISER)
    token = organiser.client.cookies["tritempo"]
    assert organiser.post("/leave", form_at="/enter").status_code == 303
    organiser.client.cookies.set("tritempo", token)  # from a copy
    assert organiser.client.get(ACCESS, follow_redirects=False).status_code == 303
    assert hall.access.sessions.present() == []


def test_a_renewed_pin_ends_the_sessions_of_the_old_one_and_no_others(hall: Hall) -> None:
    arbiter, entry, organiser = (hall.somebody(role) for role in (Role.ARBITER, Role.ENTRY, Role.ORGANISER))
    made = hall.lend(Role.ARBITER)
    assert arbiter.client.get("/t/3r-matam", follow_redirects=False).status_code == 303
    assert entry.client.get("/t/3r-matam").status_code == 200
    assert organiser.client.get(ACCESS).status_code == 200
    assert enter(arbiter, made.pin).status_code == 303
    hall.access.lent.revoke(hall.listed[0].id, Role.ARBITER)
    assert arbiter.client.get("/t/3r-matam", follow_redirects=False).status_code == 303
    assert enter(arbiter, made.pin).status_code == 403


def test_a_code_that_is_renewed_while_somebody_comes_in_lets_nobody_in(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = hall.lend(Role.ARBITER)
    right = hall.access.attempts.right

    def meanwhile(address: str) -> None:
        right(address)
        hall.lend(Role.ARBITER)

    monkeypatch.setattr(hall.access.attempts, "right", meanwhile)
    with pytest.raises(WrongCodeError):
        hall.access.enter(made.pin, "Pere", "192.168.1.31")
    assert hall.access.sessions.present() == []


def test_the_server_starts_anew_and_everybody_is_still_in(store: Path) -> None:
    make(store)
    with opened(store) as hall:
        people = {role: hall.somebody(role) for role in Role}
        cookies = {role: dict(each.client.cookies) for role, each in people.items()}
        form = hidden(people[Role.ORGANISER].get(ACCESS), "csrf")
        pin, code = hall.lend(Role.ENTRY).pin, hall.access.code
        cookies[Role.ENTRY] = {}
    with opened(store) as hall:
        assert hall.access.code != code
        assert enter(hall.stranger(), code).status_code == 403  # what stood in the terminal before is of no use
        assert enter(hall.stranger(), pin, "Marta").status_code == 303
        arbiter, organiser = hall.stranger(), hall.stranger()
        for role, visitor in ((Role.ARBITER, arbiter), (Role.ORGANISER, organiser)):
            visitor.client.cookies.update(cookies[role])
            assert visitor.client.get("/t/3r-matam").status_code == 200
        # a form that was open when it stopped
        sent = organiser.client.post(ACCESS, data={"csrf": form, "do": "lend:entry"}, follow_redirects=False)
        assert sent.status_code == 303
        assert enter(hall.stranger(), hall.access.code).status_code == 303  # and this is how one gets in if all is lost


def test_a_session_and_a_code_end_after_their_time(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(store)
    now = datetime(2026, 11, 28, 9, tzinfo=UTC)
    with opened(store) as hall:
        for part in (hall.access.sessions, hall.access.lent):
            monkeypatch.setattr(part, "_now", lambda: now)
        monkeypatch.setattr(stored_sessions, "KEPT_S", 0)
        pin = hall.lend(Role.ENTRY).pin
        visitor = hall.stranger()
        assert enter(visitor, pin).status_code == 303
        now += timedelta(days=6)
        assert visitor.client.get("/t/3r-matam").status_code == 200
        now += timedelta(days=2)
        assert visitor.client.get("/t/3r-matam", follow_redirects=False).status_code == 303
        assert enter(visitor, pin).status_code == 303
        now += timedelta(days=7)
        assert hall.access.lent.valid(hall.listed[0].id) == {}
        assert enter(hall.stranger(), pin).status_code == 403


def test_two_servers_on_one_store_know_each_others_sessions(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_sessions, "KEPT_S", 0)
    make(store)
    with opened(store) as one, opened(store) as other:
        visitor = one.somebody(Role.ENTRY)
        there = other.stranger()
        there.client.cookies.update(dict(visitor.client.cookies))
        assert there.client.get("/t/3r-matam").status_code == 200
        one.lend(Role.ENTRY)
        assert there.client.get("/t/3r-matam", follow_redirects=False).status_code == 303


MADE_UP = ["", "e", "e" + "A" * 43, "s" + "A" * 43, "e" + "A" * 44, 'e"; Path=/', "e" * 5000, "ORGANISER", "%00"]


def test_a_cookie_that_somebody_made_is_nobodys(hall: Hall) -> None:
    hall.somebody(Role.ORGANISER)
    for token in MADE_UP:
        headers = {"Cookie": f"tritempo={token}"}
        assert hall.stranger().client.get(ACCESS, headers=headers, follow_redirects=False).status_code == 303, token


def test_any_change_of_a_good_cookie_makes_it_bad(hall: Hall) -> None:
    good = hall.somebody(Role.ORGANISER).client.cookies["tritempo"]
    for at in (0, 1, 20, len(good) - 1):
        bad = good[:at] + ("A" if good[at] != "A" else "B") + good[at + 1 :]
        answer = hall.stranger().client.get(ACCESS, headers={"Cookie": f"tritempo={bad}"}, follow_redirects=False)
        assert answer.status_code == 303, at


def test_the_store_has_no_code_and_no_token(hall: Hall, store: Path) -> None:
    made, organiser = hall.lend(Role.ENTRY), hall.somebody(Role.ORGANISER)
    kept = store.read_bytes()
    for secret in (
        made.pin,
        made.link,
        hall.access.code,
        codes.plain(hall.access.code),
        organiser.client.cookies["tritempo"],
    ):
        assert secret.encode() not in kept


def test_what_was_typed_into_a_session_that_ended_can_be_sent_again(hall: Hall) -> None:
    organiser = hall.somebody(Role.ORGANISER)
    form = hidden(organiser.get(ACCESS), "csrf")
    hall.access.sessions.end(hall.access.sessions.present()[0].session.id or 0)
    ours = {"Sec-Fetch-Site": "same-origin", "Origin": "http://192.168.1.20:8300"}
    page = organiser.client.post(ACCESS, data={"csrf": form, "do": "lend:entry", "note": '<i>"'}, headers=ours)
    assert page.status_code == 403 and "session has ended" in page.text
    assert 'name="note" value="&lt;i&gt;&#34;"' in page.text
    enter(organiser, hall.access.code)  # in another tab
    again = {"csrf": hidden(page.text, "csrf"), "do": hidden(page.text, "do")}
    page = organiser.client.post(ACCESS, data=again, headers=ours)
    assert page.status_code == 403 and "from before you signed in" in page.text
    again = {"csrf": hidden(page.text, "csrf"), "do": hidden(page.text, "do")}
    assert organiser.client.post(ACCESS, data=again, headers=ours, follow_redirects=False).status_code == 303
    assert Role.ENTRY in hall.access.lent.valid(hall.listed[0].id)


def test_what_another_site_sends_is_not_offered_again(hall: Hall) -> None:
    organiser = hall.somebody(Role.ORGANISER)
    for headers in ({"Origin": "https://evil.example"}, {}):
        page = organiser.client.post(ACCESS, data={"do": "lend:entry"}, headers=headers)
        assert page.status_code == 403 and "Send it again" not in page.text


# Wrong codes


def test_pins_cannot_be_tried_one_after_the_other(hall: Hall) -> None:
    made = hall.lend(Role.ARBITER)
    visitor = hall.stranger()
    answers = [enter(visitor, f"{n:06}") for n in range(8) if f"{n:06}" != made.pin]
    assert [each.status_code for each in answers[:5]] == [403] * 5
    assert answers[-1].status_code == 429 and int(answers[-1].headers["retry-after"]) > 0
    assert re.search(r"Seconds to wait: \d", answers[-1].text)
    assert enter(visitor, made.pin).status_code == 429  # even the right one has to wait
    assert enter(hall.stranger("192.168.1.77"), made.pin).status_code == 303  # from elsewhere not
    # what cannot be guessed is always looked at: nobody can be locked out
    assert enter(visitor, made.link).status_code == 303
    assert enter(visitor, hall.access.code).status_code == 303


def test_a_right_pin_does_not_make_others_free_to_try(hall: Hall) -> None:
    mine = hall.lend(Role.ENTRY).pin
    wrong = [pin for pin in ("000001", "000002", "000003", "000004", "000005", "000006") if pin != mine]
    visitor, seen = hall.stranger(), []
    for pin in wrong[:5]:
        seen += [enter(visitor, pin).status_code, enter(visitor, mine).status_code]
    assert seen[:9] == [403, 303] * 4 + [403]
    assert seen[-1] == 429


def test_the_organiser_sees_that_somebody_tries_codes(hall: Hall) -> None:
    organiser = hall.somebody(Role.ORGANISER)
    assert "Wrong codes of late" not in organiser.get(ACCESS)
    for n in range(4):
        enter(hall.stranger(), f"00000{n}")
    assert "Wrong codes of late: 4" in organiser.get(ACCESS)


# The organiser's page


def test_an_organiser_makes_shows_and_takes_back_codes(hall: Hall) -> None:
    organiser = hall.somebody(Role.ORGANISER, "Núria")
    page = organiser.does(ACCESS, {"do": "lend:arbiter"})
    found = re.search(r'class="code big">(\d{6})<', page)
    assert found and "http://192.168.1.20:8300/enter" in page and page.count("<svg") == 4
    assert enter(hall.stranger(), found[1]).status_code == 303
    assert found[1] in organiser.get(ACCESS)  # still there for who made it
    assert found[1] not in hall.somebody(Role.ORGANISER, "Marta").get(ACCESS)
    page = organiser.does(ACCESS, {"do": "hide"})
    assert found[1] not in page and "Made by Núria" in page
    page = organiser.does(ACCESS, {"do": "revoke:arbiter"})
    assert "Made by" not in page and enter(hall.stranger(), found[1]).status_code == 403


def test_a_new_code_is_seen_for_ten_minutes(store: Path) -> None:
    make(store)
    with open_store(store, "en") as opened_store:
        now = 1000.0
        config = type("C", (), {"who": "?", "names": ()})()
        access = Access(opened_store, config, monotonic=lambda: now)
        made = access.lent.lend(1, Role.ENTRY, "Núria", "token")
        assert access.lent.shown("token", 1) == {Role.ENTRY: made}
        assert access.lent.shown("other", 1) == {} and access.lent.shown("token", 2) == {}
        now += 601
        assert access.lent.shown("token", 1) == {}


def test_an_organiser_sees_who_is_in_and_puts_them_out(hall: Hall) -> None:
    organiser, arbiter = hall.somebody(Role.ORGANISER, "Núria"), hall.somebody(Role.ARBITER, "Pere")
    page = organiser.get(ACCESS)
    assert "<bdi>Pere</bdi>" in page and ">here</td>" in page
    session = next(each.session.id for each in hall.access.sessions.present() if each.session.who == "Pere")
    assert "<bdi>Pere</bdi>" not in organiser.does(ACCESS, {"do": f"end:{session}"})
    assert arbiter.client.get("/t/3r-matam", follow_redirects=False).status_code == 303


def test_another_code_puts_the_other_organisers_out(hall: Hall) -> None:
    one, other, arbiter = hall.somebody(Role.ORGANISER), hall.somebody(Role.ORGANISER), hall.somebody(Role.ARBITER)
    old = hall.access.code
    one.does(ACCESS, {"do": "renew"})
    assert hall.access.code != old and enter(hall.stranger(), old).status_code == 403
    assert other.client.get(ACCESS, follow_redirects=False).status_code == 303
    assert arbiter.client.get("/t/3r-matam").status_code == 200


def test_what_cannot_be_done_there_is_not_understood(hall: Hall) -> None:
    organiser = hall.somebody(Role.ORGANISER)
    for do in ["", "lend", "lend:organiser", "lend:public", "lend:x", "end:", "end:x", "end:²", "revoke:organiser"]:
        assert organiser.post(ACCESS, {"do": do}).status_code == 400, do


# Names


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "\u202eevil\u202c",
    "{{ 7*7 }}",
    "a\r\nSet-Cookie: role=organiser",
    "N" * 100,
    "'; DROP TABLE desk_sessions; --",
    "Ünï\u0000cödé",
    "𝔑𝔲𝔯𝔦𝔞 ŞŢșț",
]


def test_a_hostile_name_is_only_a_name(hall: Hall) -> None:
    organiser = hall.somebody(Role.ORGANISER)
    for who in HOSTILE:
        visitor = hall.stranger()
        answer = enter(visitor, hall.lend(Role.ARBITER).link, who)
        if "\0" in who:
            assert answer.status_code == 400
            continue
        assert answer.status_code == 303 and not any(
            each.startswith("role=") for each in answer.headers.get_list("set-cookie")
        )
        kept = next(each.session.who for each in hall.access.sessions.present() if each.session.role == Role.ARBITER)
        assert len(kept) <= 60 and not set(kept) & set("\r\n\u202e\u202c")
        pages = organiser.get(ACCESS), visitor.get("/enter"), visitor.get("/t/3r-matam"), visitor.get(ACCESS, 403)
        for page in pages:
            assert "<script>alert" not in page and "<img src=x" not in page and ">49<" not in page
            assert "\u202e" not in page


def test_a_name_is_changed(hall: Hall) -> None:
    arbiter = hall.somebody(Role.ARBITER, "Pere")
    page = arbiter.does("/name", {"who": "Marta Vila"}, form_at="/enter")
    assert "From now on you write as Marta Vila." in page
    assert [each.session.who for each in hall.access.sessions.present()] == ["Marta Vila"]
    assert arbiter.post("/name", {"who": " "}, form_at="/enter").status_code == 422


def test_nobody_comes_in_under_the_name_of_somebody_with_a_higher_role(hall: Hall) -> None:
    """What one has entered oneself one may mend: a name is not only a name."""
    hall.somebody(Role.ORGANISER, "Núria Puig")
    entry = hall.somebody(Role.ENTRY, "Eve")
    for taken in ("Núria Puig", "  nÚRIA   puig ", "Nu\u0301ria Puig"):
        answer = enter(hall.stranger(), hall.lend(Role.ARBITER).link, taken)
        assert answer.status_code == 409 and "under this name already" in answer.text
        assert entry.post("/name", {"who": taken}, form_at="/enter").status_code == 409
    assert "Eve" in {each.session.who for each in hall.access.sessions.present()}
    # two of one role, and who comes from a higher one in the same browser, may
    hall.somebody(Role.ORGANISER, "Núria Puig")
    browser = hall.somebody(Role.ORGANISER, "Marta")
    assert enter(browser, hall.lend(Role.ENTRY).link, "Marta").status_code == 303


# On this computer only


def test_who_sits_at_the_computer_is_the_organiser_and_has_a_name(store: Path) -> None:
    make(store)
    with visited(store, who="Núria") as visitor:
        assert "Núria" in visitor.get("/enter") and "tritempo serve --lan" in visitor.get(ACCESS)
        assert "From now on you write as Pere &amp; Co." in visitor.does(
            "/name", {"who": "Pere & Co"}, form_at="/enter"
        )
        assert 'value="Pere &amp; Co"' in visitor.get("/enter")
        assert (
            visitor.client.post(ACCESS, data={"do": "lend:entry"}).status_code == 403
        )  # forms are looked at all the same


def test_another_computer_is_not_the_organiser_of_such_a_server(store: Path) -> None:
    make(store)
    with visited(store) as visitor:
        app = visitor.client.app
        assert Hall(app).stranger().client.get("/").status_code == 421  # type: ignore[arg-type]
        stranger = Hall(app).stranger()  # type: ignore[arg-type]
        stranger.client.base_url = "http://localhost:8300"
        assert stranger.client.get(ACCESS, follow_redirects=False).status_code == 303


# The pure parts


def test_waits_grow_and_are_forgotten() -> None:
    now = 0.0
    attempts = limits.Attempts(lambda: now)
    for _ in range(5):
        attempts.begin("a")
    waits = []
    for _ in range(12):
        waits.append(attempts.wait("a"))
        now += waits[-1]
        attempts.begin("a")
    assert waits == sorted(waits) and waits[0] <= 6 and waits[-1] == 601
    assert attempts.wait("b") == 0
    now += 3000
    attempts.begin("a")
    assert attempts.wait("a") == 0


def test_from_everywhere_together_only_so_many_pins_a_day() -> None:
    now, tried = 0.0, 0
    attempts = limits.Attempts(lambda: now)
    while now < 24 * 3600:
        attempts.begin(f"10.0.{tried // 250}.{tried % 250}")
        tried += 1
        now += attempts.wait("another")
    assert tried < 4000  # of a million: a PIN of six digits stands for months


def test_many_attempts_at_once_are_counted_too() -> None:
    attempts = limits.Attempts(lambda: 0.0)
    begun = 0
    for _ in range(50):  # none of them has been told yet whether it was right
        try:
            attempts.begin("a")
            begun += 1
        except limits.MustWaitError:
            pass
    assert begun == 5


def test_addresses_that_were_seen_do_not_fill_the_memory() -> None:
    attempts, bucket = limits.Attempts(lambda: 0.0), limits.Bucket(1, 2, lambda: 0.0)
    for n in range(limits.REMEMBERED + 100):
        attempts.wrong(str(n))
        bucket.take(str(n))
    assert len(attempts._by) <= limits.REMEMBERED and len(bucket._left) <= limits.REMEMBERED


def test_every_word_has_its_three_languages() -> None:
    for key, forms in catalogue("desk_access").items():
        assert set(forms) == {"ca", "ro", "en"} and all(forms.values()), key
        assert not set("şţŞŢ") & set(forms["ro"]), key
