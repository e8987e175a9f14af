"""Files of teams, players and results: any encoding and separator, every wrong line told, all or nothing."""

import csv
import io
import re
from datetime import UTC, datetime

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tritempo_host.tournament import Draft, Tournament
from tritempo_host.tournament.importing import read_people, read_results
from tritempo_host.tournament.spoken import end_words, said
from tritempo_host.tournament.spreadsheet import WrongLines, decoded
from tritempo_host.tournament.writing import written

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def made(rules: str, *drafts: Draft) -> Tournament:
    return written([], [Draft("created", {"name": "x", "rules": rules}), *drafts], "ana", NOW)[1]


def added(data: bytes, rules: str = "romania") -> Tournament:
    empty = made(rules)
    return made(rules, *read_people(data, empty).drafts)


def wrong(data: bytes, rules: str = "romania", *drafts: Draft) -> list[tuple[int, str]]:
    with pytest.raises(WrongLines) as told:
        read_people(data, made(rules, *drafts))
    assert all(said(each, lang) for each in told.value.lines for lang in ("ca", "ro", "en"))
    return [(each.line, each.code) for each in told.value.lines]


# Encodings

ROMANIAN = "nume;club\r\nȘerban Ionuț;Brăila\r\nȚiriac Mădălina;Iași\r\n"
CATALAN = "nom;club\r\nNúria Vilà;Palafrugell\r\nGuillem Çelma;Sant Cel·loni, 1º\r\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        *((text, how) for text in (ROMANIAN, CATALAN) for how in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le")),
        (ROMANIAN, "iso8859-16"),
        (CATALAN, "cp1252"),
        (CATALAN, "latin-1"),
        ("nom\r\nJoão Simões\r\n", "cp1252"),
        ("nume\r\nȘerban Ferrà\r\n", "iso8859-16"),
        ("nume\r\nVÂȘCU\r\nSÎȘU\r\nCĂȘUNEANU\r\n", "iso8859-16"),
        ("nume\r\nȚȘa\r\n", "iso8859-16"),
        ("nom\r\nκαι\r\n", "utf-8"),
        ("nom\r\nAgnès Jêrome\r\n", "utf-8"),
        ("nom\r\nJêrome 2ª\r\n", "utf-8"),
    ],
)
def test_encodings_are_guessed(text: str, encoding: str) -> None:
    assert decoded(text.encode(encoding))[0] == text


def test_the_older_romanian_letters_become_those_of_today() -> None:
    old = ROMANIAN.translate(str.maketrans("șțȘȚ", "şţŞŢ")).encode("cp1250")
    assert decoded(old)[0] == ROMANIAN


# ș or ț with it, for a file with nothing but ă or â cannot be told from one with ã or â
ROMANIAN_NAMES = st.text("abcdeimnorstșțăâîȘȚĂÂÎ -", min_size=3, max_size=20).filter(lambda name: set(name) & set("țȚ"))
CATALAN_NAMES = st.text("abcdeilmnorsàéèíïóòúüçÇÀÈÉl·' -", min_size=3, max_size=20)


# In the Romanian encodings two bytes that are one Latin letter of UTF-8: a file with no other accents can be either.
EITHER = re.compile("[ÂĂ][șȘ]")


@given(st.lists(ROMANIAN_NAMES, min_size=1), st.sampled_from(["utf-8", "utf-16", "cp1250", "iso8859-16"]))
@example(["ȚȘa"], "cp1250")
def test_romanian_names_in_every_encoding(names: list[str], encoding: str) -> None:
    text = "\r\n".join(["nume", *names])
    assume(encoding.startswith("utf") or not EITHER.search(text))
    old = text.translate(str.maketrans("șțȘȚ", "şţŞŢ")) if encoding == "cp1250" else text
    assert decoded(old.encode(encoding))[0] == text


@given(st.lists(CATALAN_NAMES, min_size=1), st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"]))
def test_catalan_names_in_every_encoding(names: list[str], encoding: str) -> None:
    text = "\r\n".join(["nom", *names])
    assert decoded(text.encode(encoding))[0] == text


def test_what_is_no_text_is_told_with_its_line() -> None:
    assert wrong(b"\xff\xfen\x00\r") == [(1, "encoding")]
    assert wrong(b"nom\nAna\0\n") == [(2, "encoding")]
    assert wrong(b"") == [(1, "empty_file")]
    assert wrong(b"nom\n\n") == [(1, "empty_file")]


# Names

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Co", "Cn")), min_size=1, max_size=60)


def as_written(name: str) -> str | None:
    """How a name is kept, or None if it is refused; by the code that checks what is typed."""
    from tritempo_host.tournament.bodies import NAMED

    try:
        return NAMED(name)
    except ValueError:
        return None


@given(
    st.lists(NAMES, min_size=1, max_size=8), st.sampled_from([";", ",", "\t"]), st.sampled_from(["utf-8-sig", "utf-16"])
)
def test_any_name_survives_a_file(names: list[str], separator: str, encoding: str) -> None:
    kept = {as_written(name): name for name in names if as_written(name)}
    kept = {name: raw for name, raw in kept.items() if name and not name.startswith(("'", '="'))}
    folded = {name.casefold(): name for name in kept}
    names = [kept[name] for name in folded.values()]
    if not names:
        return
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    writer.writerow(["name", "club", "rating"])
    writer.writerows([name, "Club", "1000"] for name in names)
    try:
        people = added(out.getvalue().encode(encoding)).players.values()
    except WrongLines as told:  # two that NFC or capitals make the same
        assert {each.code for each in told.lines} == {"player_again"}
        return
    assert [each.name for each in people] == list(folded.values())


# Spreadsheets' habits


@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_separators_blank_lines_and_empty_columns(separator: str) -> None:
    lines = ["Nom;Club;Barruf;;", "Anna Vidal;Manresa;1234;;", ";;;;", "", "Bernat Puig;;;;", ""]
    players = added("\r\n".join(lines).replace(";", separator).encode()).players
    assert [(each.name, each.club, each.rating) for each in players.values()] == [
        ("Anna Vidal", "Manresa", 1234),
        ("Bernat Puig", "", None),
    ]


def test_excels_first_line_and_its_cells() -> None:
    data = 'sep=;\r\nnom;llicència;barruf\r\n"Vidal; Anna";="0042";1234,5\r\n\'=Anna;7;\r\n'.encode()
    players = added(data).players
    assert (players[1].name, players[1].licence, str(players[1].rating)) == ("Vidal; Anna", "0042", "2469/2")
    assert players[2].name == "=Anna"


def test_surnames_of_their_own_column_in_each_language() -> None:
    for head in ("nom;cognoms", "prenume;nume", "first name;surname"):
        player = added(f"{head}\nAnna;Vidal Puig\n".encode()).players[1]
        assert (player.name, player.surnames) == ("Anna Vidal Puig", "Vidal Puig")


# Teams

TEAMS = "equip;jugador;barruf\n" + "".join(f"Equip {t};J{t}{b};{100 * t + b}\n" for t in (1, 2, 3) for b in (1, 2, 3))


def test_teams_a_line_a_player() -> None:
    tournament = added(TEAMS.encode(), "matam")
    assert [team.name for team in tournament.teams.values()] == ["Equip 1", "Equip 2", "Equip 3"]
    assert [(each.name, each.team) for each in tournament.players.values()][:4] == [
        *(("J11", 1), ("J12", 1), ("J13", 1), ("J21", 2))
    ]


def test_teams_a_line_a_team() -> None:
    tournament = added(b"equip,club,B,G,P\nEls Uns,Vic,Anna,Berta,Carla\n", "matam")
    assert [(each.name, each.board, each.club) for each in tournament.players.values()] == [
        *(("Anna", "B", "Vic"), ("Berta", "G", "Vic"), ("Carla", "P", "Vic"))
    ]


# Errors


def test_teams_mean_nothing_where_players_play_alone() -> None:
    data = "equip;tauler;nom;mida\nÀguiles;B;Anna Vidal;L\nÀguiles;;David Roca;M"
    found = read_people(data.encode(), made("romania"))
    assert found.left_out == ("equip", "tauler") and found.ignored == ("mida",)
    assert found.columns == (("name", "nom"),)
    assert [each.body for each in found.drafts] == [{"name": "Anna Vidal"}, {"name": "David Roca"}]
    assert read_people(data.replace("Roca", "Roca\nÀguiles;;Joana Roig").encode(), made("matam")).left_out == ()


def test_all_wrong_lines_are_told_at_once() -> None:
    data = "nom;barruf\nAnna;dotze\n;12\nBerta;1\nBERTA ;2\n" + "x" * 101 + ";3\nCarla;1;2;3\n"
    assert wrong(data.encode()) == [(7, "too_many_cells")]
    assert wrong(data.replace(";1;2;3", ";1").encode()) == [
        *((2, "field_number"), (3, "field_empty"), (5, "player_again"), (6, "field_long"))
    ]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ("Anna\nBerta\n", [(1, "no_headings")]),
        ("nom;nom\nAnna;x\n", [(1, "heading_twice")]),
        ('nom\n"Anna\nBerta\n', [(2, "quotes")]),
    ],
)
def test_what_is_wrong_with_the_whole_file(data: str, what: list[tuple[int, str]]) -> None:
    assert wrong(data.encode()) == what


def test_no_rating_is_below_nothing() -> None:
    assert wrong(b"nom;barruf\nAnna;-5\nDavid;0\nJoana;1402,5") == [(2, "field_range")]


def test_who_is_there_already() -> None:
    assert wrong(b"nom;club\nAnna;Vic\nAnna;Olot\n", "romania", Draft("player", {"name": "ANNA", "club": "vic"})) == [
        (2, "player_there")
    ]
    assert wrong(TEAMS.encode(), "matam", Draft("team", {"name": "equip 2"})) == [(n, "team_there") for n in (5, 6, 7)]


def test_a_team_with_too_few() -> None:
    assert wrong(TEAMS.rsplit("\n", 2)[0].encode(), "matam") == [(8, "team_size")]


# Results

ENDS = end_words(made("romania").ruleset.ends)


def two_tables() -> Tournament:
    tables = [{"table": n, "match": n, "players": [2 * n - 1, 2 * n]} for n in (1, 2)]
    draw = {"round": 1, "system": "romania", "seed": "x", "matches": [[1, 2], [3, 4]], "tables": tables}
    people = [Draft("player", {"name": name}) for name in ("Anna", "Berta", "Carla", "Dora")]
    return made("romania", *people, Draft("draw", draw))


@pytest.mark.parametrize(
    "data",
    [
        "ronda;taula;seient;punts;final\n1;1;1;400;out\n1;1;2;300;\n1;2;2;10;\n1;2;1;20;pas-pas\n",
        "taula;nom;punts;final\n1;Berta;300;\n1;ANNA;400;out\n2;Carla;20;pas, pas\n2;Dora;10;\n",
        "masa,loc,puncte,sfârșit\n1,2,300,\n1,1,400,out\n2,1,20,PAS-PAS\n2,2,10,\n",
        "taula;torn;punts;final\n1;2;300;\n1;1;400;out\n2;1;20;pas, pas\n2;2;10;\n",
    ],
)
def test_results_by_seat_and_by_name(data: str) -> None:
    drafts = read_results(data.encode(), two_tables(), ENDS, 1).drafts
    assert [draft.body for draft in drafts] == [
        {"round": 1, "table": 1, "scores": [400, 300], "end": "out", "by": 0},
        {"round": 1, "table": 2, "scores": [20, 10], "end": "pas_pas"},
    ]


def test_points_of_nobody_are_not_given_by_the_order_of_the_lines() -> None:
    """A file that somebody has sorted would give them to the wrong players."""
    with pytest.raises(WrongLines) as told:
        read_results(b"taula;punts;final\n1;400;out\n1;300;\n", two_tables(), ENDS, 1)
    assert [(each.line, each.code) for each in told.value.lines] == [(2, "whose")]


def test_wrong_results_are_told_at_once() -> None:
    data = (
        "ronda;taula;nom;punts;final\n1;9;Anna;1;out\n1;1;Anna;x;out\n1;1;Berta;2;\n1;2;Zoe;3;out\n1;2;Dora;4;\n2;;;;\n"
    )
    with pytest.raises(WrongLines) as told:
        read_results(data.encode(), two_tables(), ENDS)
    assert [(each.line, each.code) for each in told.value.lines] == [
        *((2, "unknown_game"), (3, "not_whole"), (5, "not_at_table"), (7, "missing_cell"))
    ]
    assert all(said(each, lang) for each in told.value.lines for lang in ("ca", "ro", "en"))


def test_results_that_are_there_are_passed_over_and_others_refused() -> None:
    there = {"round": 1, "table": 1, "scores": [400, 300], "end": "out", "by": 0}
    tables = [{"table": 1, "match": 1, "players": [1, 2]}]
    draw = {"round": 1, "system": "romania", "matches": [[1, 2]], "tables": tables}
    people = [Draft("player", {"name": name}) for name in ("Anna", "Berta")]
    tournament = made("romania", *people, Draft("draw", draw), Draft("result", there))
    data = "taula;torn;punts;final\n1;1;400;out\n1;2;300;\n"
    found = read_results(data.encode(), tournament, ENDS, 1)
    assert (found.drafts, found.same) == ((), 1)
    with pytest.raises(WrongLines) as told:
        read_results(data.replace("300", "301").encode(), tournament, ENDS, 1)
    assert [(each.line, each.code) for each in told.value.lines] == [(2, "result_there")]
