"""Turns drafts into entries that may be written: fills in numbers, tells conflicts, refuses what cannot be."""

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from tritempo_host.tournament.bodies import NOTE, checked, checked_text, same_name
from tritempo_host.tournament.checks import admissible
from tritempo_host.tournament.entry import Draft, Entry, undone
from tritempo_host.tournament.fold import apply, fold
from tritempo_host.tournament.refused import Conflict, Refused
from tritempo_host.tournament.state import Tournament


def written(
    entries: Sequence[Entry], drafts: Iterable[Draft], who: str, at: datetime, seen: int | None = None
) -> tuple[list[Entry], Tournament]:
    """The new entries, in order, and the tournament with them. `entries`: all that are written already.

    `seen`: the number of the last entry that the writer had read, if they had. Raises Conflict if somebody wrote about
    the same thing after that, Refused for what cannot be.
    """
    have, who = list(entries), checked_text("who", who)
    tournament = fold(have)
    new: list[Entry] = []
    for draft in drafts:
        body = checked(draft.kind, filled_in(tournament, draft))
        why = None if draft.why is None else checked_text("why", draft.why, NOTE, lines=True)
        entry = Entry(len(have) + 1, at, who, draft.kind, body, why)
        if seen is not None:
            _no_conflict(have[: len(entries)], entry, seen)
        admissible(tournament, have, entry)
        if entry.kind in ("undo", "reopen"):
            tournament = _without(tournament, have, entry)
        else:
            apply(tournament, entry)
        have.append(entry)
        new.append(entry)
    return new, tournament


def filled_in(tournament: Tournament, draft: Draft) -> dict[str, Any]:
    """The body with what only the moment of writing knows: numbers of new teams and players, rounds, what is opened."""
    body = dict(draft.body)
    if draft.kind in ("team", "player") and body.get(draft.kind) is None:
        body |= {"add": True, draft.kind: getattr(tournament, f"{draft.kind}s_ever") + 1}
        if "from" not in body and tournament.rounds:
            body["from"] = tournament.next_round
    if draft.kind == "player" and "team_name" in body:
        body["team"] = _team_called(tournament, body.pop("team_name"))
    if draft.kind in ("withdraw", "back"):
        body.setdefault("from", tournament.next_round)
    if draft.kind == "created" and "uid" not in body:
        body["uid"] = secrets.token_hex(4)
    if draft.kind == "reopen" and "entry" not in body:
        round_ = tournament.rounds.get(body.get("round", 0))
        if round_ is None or not round_.closed:
            raise Refused("round_open", round=body.get("round"))
        body["entry"] = round_.closed
    return body


def _team_called(tournament: Tournament, name: object) -> int:
    """The number of a team: an import knows its new teams by name only."""
    wanted = same_name(str(name))
    found = [team.number for team in tournament.teams.values() if same_name(team.name) == wanted]
    if len(found) != 1:
        raise Refused("unknown_team_name", name=name)
    return found[0]


def _without(before: Tournament, entries: list[Entry], entry: Entry) -> Tournament:
    """The tournament after something was taken back. Raises Refused: "built_on" if a later entry needs it, or would
    become that of others; "other_draw" for an entry that would come back as that of others."""
    old, back = entry.body["entry"], _brought_back(entries, entry)
    try:
        after = fold([*entries, entry])
    except Refused as refused:
        failed = refused.values.get("entry")
        later = next((each for each in entries if each.number == failed), None)
        if later is None or later is back:
            raise
        raise Refused("built_on", old=old, entry=later.number, kind=later.kind) from refused
    for number, of_whom in before.rests_on.items():
        if after.rests_on.get(number, of_whom) != of_whom:
            raise Refused("built_on", old=old, entry=number, kind=entries[number - 1].kind)
    if back and fold(entries[: back.number]).rests_on.get(back.number) != after.rests_on.get(back.number):
        raise Refused("other_draw", entry=back.number, kind=back.kind)
    return after


def _brought_back(entries: list[Entry], entry: Entry) -> Entry | None:
    """What counts again if `entry` takes back an undo; None if it takes back anything else."""
    out, after = undone(entries), undone([*entries, entry])
    took = (each for each in entries if each.number in out and each.number not in after)
    return next((each for each in took if each.kind not in ("undo", "reopen")), None)


def touches(entry: Entry, entries: Sequence[Entry]) -> set[tuple[object, ...]]:
    """What an entry is about. Two entries that share one of these are about the same thing."""
    body = entry.body
    if entry.kind in ("undo", "reopen"):
        target = next((each for each in entries if each.number == body.get("entry")), None)
        return {("entry", body.get("entry")), *(touches(target, entries) if target else ())}
    if entry.kind in ("result", "checked"):
        return {("game", body.get("round"), body.get("table"))}
    if entry.kind in ("draw", "close"):
        return {("round", body.get("round"))}
    if entry.kind in ("team", "player"):
        return {(entry.kind, body.get(entry.kind))}
    if entry.kind in ("withdraw", "back"):
        return {("presence", body.get("entrant"))}
    if entry.kind == "start":
        return {("start", body.get("round"))}
    if entry.kind == "arrived":
        return {("arrival", body.get("entrant"))}
    if entry.kind == "absent":
        return {("absence", body.get("entrant"), body.get("round"))}
    if entry.kind == "sent":
        return set()
    if entry.kind == "log":
        return {("log", body.get("log")), *([("given", body["round"], body["log"])] if body.get("round") else [])}
    if entry.kind == "settings":
        # what the hall is told is no matter of who changes how the tournament goes
        alone = body.keys() == {"settings"} and body["settings"].keys() == {"message"}
        return {("message",)} if alone else {("settings",)}
    return set()


def _no_conflict(entries: Sequence[Entry], entry: Entry, seen: int) -> None:
    mine = touches(entry, entries)
    parts = ("game", "start", "given")
    rounds = {key[1] for key in mine if key[0] in ("round", *parts)}
    out = undone(entries)
    for other in entries[seen:]:
        theirs = touches(other, entries)
        # a draw or a closing is about all games of its round, their logs, and its beginning
        whole = {key[1] for key in theirs if key[0] == "round"} & rounds
        mine_whole = {key[1] for key in mine if key[0] == "round"} & {key[1] for key in theirs if key[0] in parts}
        adding = other.kind in ("team", "player") and other.body.get("add") and entry.body.get("add")
        if (mine & theirs or whole or mine_whole) and not adding and other.number not in out:
            raise Conflict(other)
