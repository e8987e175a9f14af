"""What is taken back, and back again, is as if it had never been; and nothing becomes that of other players by it."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.test_fold import (
    DRAWN,
    EMPTY,
    LANGS,
    NOW,
    PAIR,
    PLAYED,
    TEAMS,
    checked,
    last,
    refused,
    start,
    undo,
    written_down,
)
from tournament.tournaments import one_draw, result
from tritempo_host.tournament import Draft, Entry, Refused, Tournament, fold
from tritempo_host.tournament.entry import undone
from tritempo_host.tournament.spoken import said
from tritempo_host.tournament.writing import written


def test_what_others_build_on_is_said() -> None:
    with pytest.raises(Refused) as told:
        written_down(undo(last(PLAYED, "draw")), entries=PLAYED)
    first = min(entry.number for entry in PLAYED if entry.kind == "result")
    assert (told.value.code, told.value.values["entry"]) == ("built_on", first)
    assert refused(PLAYED, undo(2)) == "built_on"
    assert refused(PLAYED, undo(last(PLAYED, "result"))) == "built_on"  # the closing


def test_no_result_becomes_that_of_other_players() -> None:
    """A round was drawn twice, and has results: without its last draw they would be those of the first one's games."""
    pair = last(PAIR, "draw")
    players = [{"table": 1, "match": 1, "players": [2, 1]}]
    anew = written_down(Draft("draw", dict(PAIR[-1].body) | {"tables": players}), entries=PAIR)
    scores = {"round": 1, "table": 1, "scores": [300, 200], "end": "interrupted"}
    with_result = written_down(Draft("result", scores), entries=anew)
    with pytest.raises(Refused) as told:
        written_down(undo(last(anew, "draw")), entries=with_result)
    assert told.value.values == {"old": pair + 1, "entry": pair + 2, "kind": "result"}
    assert fold(written_down(undo(pair), entries=with_result)).game(1, 1) == fold(with_result).game(1, 1)
    # the other way round: the last draw was taken back before there was a result, and comes back after it
    first = written_down(undo(last(anew, "draw")), Draft("result", scores), entries=anew)
    assert refused(first, undo(last(first, "undo"))) == "built_on"
    # the same games drawn twice are the same games
    same = written_down(Draft("draw", PAIR[-1].body), Draft("result", scores), entries=PAIR)
    assert fold(written_down(undo(pair + 1), entries=same)).game(1, 1).result


def drawn_so(order: Sequence[int], number: int = 1) -> Draft:
    """A draw whose tables have the players of others: `order` says whose."""
    body = dict(one_draw(number).body)
    rows = body["tables"]
    body["tables"] = [row | {"players": rows[of]["players"]} for row, of in zip(rows, order, strict=True)]
    return Draft("draw", body)


ANEW = written_down(drawn_so((1, 2, 0)), entries=DRAWN)
LOG = Draft("log", {"log": "a/b", "round": 1, "table": 1})


@pytest.mark.parametrize("draft", [result(1), start(), LOG], ids=lambda draft: draft.kind)
def test_what_was_said_of_a_draw_is_not_said_of_another(draft: Draft) -> None:
    """A round was drawn twice. What was written down of its second draw was not written of the first one."""
    entries = written_down(draft, entries=ANEW)
    with pytest.raises(Refused) as told:
        written_down(undo(last(ANEW, "draw")), entries=entries)
    assert (told.value.code, told.value.values["entry"]) == ("built_on", len(entries))
    # the other way round: said of the first while the second did not count, which then comes back
    first = written_down(undo(last(ANEW, "draw")), draft, entries=ANEW)
    assert refused(first, undo(len(ANEW) + 1)) == "built_on"
    # and it does not come back itself when the other draw counts
    gone = written_down(undo(len(entries)), undo(last(ANEW, "draw")), entries=entries)
    assert refused(gone, undo(len(entries) + 1)) == "other_draw"


def test_a_log_that_was_given_to_a_game_is_not_that_of_who_sits_there_after_a_new_draw() -> None:
    there = written_down(LOG, entries=DRAWN)
    anew = written_down(drawn_so((1, 2, 0)), entries=there)
    assert fold(anew).logs == {}
    assert fold(written_down(undo(len(anew)), entries=anew)).logs == fold(there).logs
    # whose table is drawn as it was keep it
    assert fold(written_down(drawn_so((0, 2, 1)), entries=there)).logs == fold(there).logs


def test_a_closing_without_games_is_that_of_its_draw() -> None:
    """Nobody plays, one waits: closed at once. Without the second draw another would wait."""
    waits = [Draft("draw", {"round": 1, "system": "hand", "matches": [], "tables": [], "bye": [n]}) for n in (1, 2)]
    entries = written_down(*waits, Draft("close", {"round": 1}), entries=PAIR[:-1])
    with pytest.raises(Refused) as told:
        written_down(undo(last(entries, "draw")), entries=entries)
    assert (told.value.code, told.value.values["kind"]) == ("built_on", "close")


def test_a_draw_builds_on_who_is_in_which_team() -> None:
    moves = Draft("player", {"player": 1, "team": 2}), Draft("player", {"player": 4, "team": 1})
    entries = written_down(*moves, one_draw(), entries=TEAMS)
    with pytest.raises(Refused) as told:
        written_down(undo(len(TEAMS) + 1), entries=entries)
    assert (told.value.code, told.value.values["kind"]) == ("built_on", "draw")


def test_an_undo_is_taken_back_by_an_undo() -> None:
    gone = written_down(undo(last(PLAYED, "close")), entries=PLAYED)
    assert fold(gone).rounds[1].closed is None
    assert refused(gone, undo(last(PLAYED, "close"))) == "undone_already"
    back = written_down(undo(last(gone, "undo")), entries=gone)
    assert fold(back) == fold(PLAYED)
    assert refused(back, undo(last(gone, "undo"))) == "undone_already"


def test_a_redo_that_no_longer_fits_is_refused() -> None:
    entries = written_down(undo(last(TEAMS, "player")), entries=TEAMS)
    taken = written_down(Draft("player", {"name": "P3P", "team": 3, "board": "P"}), entries=entries)
    redo = undo(last(entries, "undo"))
    assert fold(written_down(redo, entries=taken)).players.keys() == set(range(1, 11))


ACTIONS = st.lists(
    st.one_of(
        st.builds(
            Draft, st.just("team"), st.fixed_dictionaries({"name": st.sampled_from(["Uns", "Altres", "Tercers"])})
        ),
        st.builds(Draft, st.just("player"), st.fixed_dictionaries({"name": st.sampled_from("ABCDEF")})),
        st.builds(
            lambda number, name: Draft("player", {"player": number, "name": name}),
            st.integers(1, 12),
            st.sampled_from("GHIJ"),
        ),
        st.builds(lambda order, number: drawn_so(order, number), st.permutations((0, 1, 2)), st.integers(1, 2)),
        st.builds(
            lambda number, team: Draft("player", {"player": number, "team": team}), st.integers(1, 9), st.integers(1, 3)
        ),
        st.builds(lambda table, number: result(table, number), st.integers(1, 3), st.integers(1, 2)),
        st.builds(
            lambda table, replaces: result(table, replaces=replaces, why="a slip"),
            st.integers(1, 3),
            st.integers(13, 40),
        ),
        st.builds(lambda number: Draft("close", {"round": number}), st.integers(1, 2)),
        st.builds(lambda number: Draft("reopen", {"round": number}), st.integers(1, 2)),
        st.builds(lambda number: Draft("withdraw", {"entrant": number}), st.integers(1, 4)),
        st.builds(lambda number: Draft("back", {"entrant": number}), st.integers(1, 4)),
        st.builds(lambda n, r: Draft("absent", {"entrant": n, "round": r}), st.integers(1, 3), st.integers(1, 2)),
        st.builds(lambda entrant: Draft("arrived", {"entrant": entrant}), st.integers(1, 4)),
        st.builds(lambda n, minute: start(n, f"2026-11-30T09:{minute}:00Z"), st.integers(1, 2), st.integers(10, 12)),
        st.builds(checked, st.integers(14, 30), st.integers(1, 3), st.integers(1, 2)),
        st.builds(lambda n: Draft("penalty", {"entrant": n, "kind": "points", "points": "1/2"}), st.integers(1, 3)),
        st.builds(lambda name: Draft("settings", {"name": name}), st.sampled_from(["x", "y"])),
        st.builds(
            lambda log, place: Draft("log", {"log": log} | place),
            st.sampled_from(["a/b", "c/d"]),
            st.sampled_from(
                [*({"round": n, "table": t} for n in (1, 2) for t in (1, 2, 3)), {"round": None}, {"part": True}]
            ),
        ),
        st.builds(lambda t: Draft("sent", {"round": 1, "table": t, "device": "d", "fixture": "f"}), st.integers(1, 3)),
        st.just(Draft("note", {"text": "x"})),
        st.builds(undo, st.integers(2, 40)),
        st.builds(undo, st.integers(13, 25)),
    ),
    min_size=5,
    max_size=25,
)


def tried(drafts: Sequence[Draft]) -> list[Entry]:
    """What came of drafts, of which some may have been refused."""
    entries = list(DRAWN)
    for draft in drafts:
        try:
            # who checks is somebody else than who entered
            entries = entries + written(entries, [draft], "eva" if draft.kind == "checked" else "ana", NOW)[0]
        except Refused as refusal:
            assert all(said(refusal, lang) for lang in LANGS)
    return entries


def whose(tournament: Tournament) -> dict[int, Any]:
    """Of whom each entry is that counts now: who sits at its game, the draw that begins, who meets whom."""
    found: dict[int, Any] = {}
    for round_ in tournament.rounds.values():
        sides = {table: (game.players, game.entrants) for table, game in round_.games.items()}
        found[round_.entry] = round_.matches, round_.bye, sides
        if round_.closed:
            found[round_.closed] = found[round_.entry]
        if round_.started:
            found[round_.started.entry] = round_.entry
        for game in round_.games.values():
            of_it = (*game.history, *([game.checked] if game.checked else ()))
            found |= {each.entry: sides[game.table] for each in of_it}
    for link in tournament.logs.values():
        game = None if link.round is None or link.table is None else tournament.game(link.round, link.table)
        assert game or link.round is None
        found[link.entry] = game and game.players
    return found


@given(ACTIONS)
@settings(max_examples=300, deadline=None)
def test_an_entry_is_for_ever_of_those_of_whom_it_was_written(drafts: list[Draft]) -> None:
    entries, meant = tried(drafts), {}
    for count in range(len(DRAWN), len(entries) + 1):
        for number, of_whom in whose(fold(entries[:count])).items():
            assert meant.setdefault(number, of_whom) == of_whom


@given(ACTIONS)
@settings(max_examples=150, deadline=None)
def test_undo_of_everything_returns_the_empty_tournament(drafts: list[Draft]) -> None:
    entries = tried(drafts)
    for entry in reversed(entries):
        if entry.kind not in ("created", "undo", "reopen") and entry.number not in undone(entries):
            entries = written_down(undo(entry.number), entries=entries)
    assert fold(entries) == fold(EMPTY)


@given(ACTIONS, st.data())
@settings(max_examples=150, deadline=None)
def test_one_undo_is_as_if_it_had_never_been_and_its_undo_as_if_nothing_had(drafts: list[Draft], data) -> None:
    entries = tried(drafts)
    out = undone(entries)
    counting = [entry for entry in entries if entry.number not in out and entry.kind not in ("undo", "reopen")]
    one = data.draw(st.sampled_from(counting))
    try:
        gone = written_down(undo(one.number), entries=entries)
    except Refused as refusal:
        assert refusal.code in ("built_on", "undo_created")
        return
    assert fold(gone) == fold([entry for entry in counting if entry is not one])
    assert fold(written_down(undo(gone[-1].number), entries=gone)) == fold(entries)


@given(ACTIONS)
@settings(max_examples=100, deadline=None)
def test_what_was_written_at_once_or_one_by_one_is_the_same(drafts: list[Draft]) -> None:
    entries = tried(drafts)
    assert fold(entries) == written(entries, [], "ana", NOW)[1]
    again = [Draft(entry.kind, entry.body, entry.why) for entry in entries[1:] if entry.kind != "created"]
    assert [each.body for each in written_down(*again)][1:] == [each.body for each in entries[1:]]
