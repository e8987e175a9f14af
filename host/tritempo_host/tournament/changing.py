"""A drawn round is changed by hand: as little as has to be, with a reason, for all to see. Pure.

A change is a draw like any other, of the same seed, which says in its steps what was changed and why; whoever repeats
the draw from its seed and makes the same changes has the round. Only while no result is in. Who comes to a place gets
all of it: the table, the place in the order of play, the trump card that was dealt there. A match of teams stays whole:
teams change places, never single players, whose boards go by their ratings (MM, Enfrontaments).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tritempo_host.draws.history import pair, repeats, seats_had, times_met
from tritempo_host.draws.seats import order_table
from tritempo_host.draws.seed import Chance
from tritempo_host.tournament import drawing_up
from tritempo_host.tournament.bodies import checked_text
from tritempo_host.tournament.disagreeing import drawn_in, seatless
from tritempo_host.tournament.drawing import field_of, lineup
from tritempo_host.tournament.entry import CHANGED, Draft
from tritempo_host.tournament.refused import Refused
from tritempo_host.tournament.state import Round, Tournament

WHY = 200  # characters of a reason: it is read on the page of the round
LOOKED_AT = "–"  # stands for the reason of a change that is only looked at: nobody is asked for one before


@dataclass(frozen=True, slots=True)
class Change:
    """`kind`: "swap", two entrants change places, also with who sits out, or one who has no table comes in the place of
    one who is not there; "join", who has no table meets who sits out; "into", who has no table, or sits out, comes to a
    table (`other`); "tables", what is played at two tables, or in two matches of teams, changes places."""

    kind: str
    first: int
    other: int = 0


def refusal(tournament: Tournament, number: int) -> Refused | None:
    """Why a round cannot be changed: it is not drawn, has results, or is closed. None if it can."""
    if number not in tournament.rounds:
        return Refused("unknown_round", round=number)
    return drawing_up.refusal(tournament, number)


def changed(tournament: Tournament, number: int, change: Change, why: str) -> dict[str, Any]:
    """The body of the draw with the change in it. Raises Refused for what cannot be. The tables are checked as those of
    any draw when it is written."""
    if refused := refusal(tournament, number):
        raise refused
    if not why.strip():
        raise Refused("change_why")
    why = checked_text("why", why, WHY)
    round_ = tournament.rounds[number]
    plan = _Plan(tournament, round_)
    {"swap": plan.swap, "join": plan.join, "into": plan.into, "tables": plan.tables}[change.kind](
        change.first, change.other
    )
    return plan.body({"code": f"{CHANGED}{plan.code or change.kind}", "values": plan.told | {"why": why}})


def drafts(tournament: Tournament, body: Mapping[str, Any], why: str) -> list[Draft]:
    """What is written down: the draw, and when the round begins, if that was said, since a new draw has not begun."""
    start = tournament.rounds[body["round"]].started
    if start is None:
        return [Draft("draw", body, why)]
    more = {"length_ms": start.length_ms, "clocks": start.clocks or None}
    again = {"round": body["round"], "at": start.at.isoformat()} | {key: each for key, each in more.items() if each}
    return [Draft("draw", body, why), Draft("start", again)]


def room(tournament: Tournament, round_: Round) -> list[int]:
    """The tables that may have one more by the rules, by number."""
    most = tournament.ruleset.sizes[1]
    return [table for table, game in sorted(round_.games.items()) if len(game.players) < most]


def may_join(tournament: Tournament, round_: Round) -> bool:
    """Whether one more would make a table with who sits out, as far as the rules and the numbers go."""
    low, high = tournament.ruleset.sizes
    waiting = _waiting(tournament, round_)
    return bool(waiting) and tournament.ruleset.late_meets_bye and low <= len(waiting) + 1 <= high


def _waiting(tournament: Tournament, round_: Round) -> list[int]:
    """Who sits out and is there."""
    there = set(tournament.present(round_.number))
    return [each for each in round_.bye if each in there]


class _Plan:
    """A round while it is changed: `rows`, its tables with their players; `matches`; `bye`. `code` and `told` are those
    of the step that says so."""

    def __init__(self, tournament: Tournament, round_: Round) -> None:
        self.t = tournament
        self.round = round_
        self.there = set(tournament.present(round_.number))
        self.rows: list[dict[str, Any]] = [dict(row) for row in round_.draw["tables"]]
        self.matches = [list(match) for match in round_.matches]
        self.bye = list(round_.bye)
        self.code = ""
        self.told: dict[str, Any] = {}

    # What is done

    def swap(self, first: int, other: int) -> None:
        """Who is not there any more does not get a place to sit out; who has no table gets one only from such."""
        drawn = drawn_in(self.round)
        for each in (first, other):
            if each not in drawn and each not in self.there:
                raise Refused("change_nobody", name=self._name(each), round=self.round.number)
        out = [each for each in (first, other) if each not in self._seated()]
        if first == other or (len(out) == 2 and not self._one_for_another(first, other)):
            raise Refused("change_nothing")
        for late, seated in ((first, other), (other, first)):
            if late not in drawn and seated in self.there:
                raise Refused("change_loses", name=self._name(seated), late=self._name(late))
        self._put({first: other, other: first})
        self.bye = [each for each in self.bye if each in self.there or each not in (first, other)]
        self.told = {"first": first, "other": other}
        now = self._seated() | set(self.bye)
        if dropped := [each for each in (first, other) if each in drawn and each not in now]:
            self.code = "instead"
            self.told = {"first": first if dropped == [other] else other, "other": dropped[0]}

    def join(self, late: int, _other: int = 0) -> None:
        """A new table, the last, with who sits out. Who begins goes by the seed, as even as the rounds before allow."""
        self._without_a_table(late)
        waiting = _waiting(self.t, self.round)
        if not waiting:
            raise Refused("change_no_bye", round=self.round.number)
        if not self.t.ruleset.late_meets_bye:
            raise Refused("change_late_bye", name=self._name(late))
        if self.t.by_teams:
            raise Refused("change_whole")
        number = self.round.number
        table = max(self.round.games, default=0) + 1
        chance = Chance(self.round.seed, f"changed/round {number}/table {table}")
        order = order_table((*waiting, late), seats_had(field_of(self.t, number).met), chance)
        self._fits(table, len(order))
        self.matches.append([*waiting, late])
        self.rows.append({"table": table, "match": len(self.matches), "players": list(order)})
        self.bye = [each for each in self.bye if each not in waiting]
        self.told = {"first": late, "order": list(order), "table": table}

    def into(self, late: int, table: int) -> None:
        """The last in the order of play: nobody else's place changes."""
        if late not in self.bye:
            self._without_a_table(late)
        if late not in self.there:
            raise Refused("change_nobody", name=self._name(late), round=self.round.number)
        row = self._row(table)
        self._fits(table, len(row["players"]) + 1)
        if self.t.by_teams:
            raise Refused("change_whole")
        row["players"] = [*row["players"], late]
        self.matches[row["match"] - 1].append(late)
        self.bye = [each for each in self.bye if each != late]
        self.told = {"first": late, "table": table}

    def tables(self, first: int, other: int) -> None:
        """What is played at the one is played at the other; of teams the whole matches."""
        one, two = self._row(first)["match"], self._row(other)["match"]
        if one == two:
            raise Refused("change_same_match" if self.t.by_teams and first != other else "change_nothing")
        mine = {row.get("board"): row for row in self.rows if row["match"] == one}
        for row in (row for row in self.rows if row["match"] == two):
            same = mine[row.get("board")]
            same["players"], row["players"] = row["players"], same["players"]
        self.matches[one - 1], self.matches[two - 1] = self.matches[two - 1], self.matches[one - 1]
        self.told = {"table": first, "second": other}
        if self.t.by_teams:
            self.code, self.told = "matches", {"match": one, "second": two}

    # How

    def _put(self, places: Mapping[int, int]) -> None:
        """Everybody in `places` gets the place of the other."""
        players = dict(places) if not self.t.by_teams else self._players(places)
        for row in self.rows:
            row["players"] = [players.get(each, each) for each in row["players"]]
        self.matches = [[places.get(each, each) for each in match] for match in self.matches]
        self.bye = [places.get(each, each) for each in self.bye]

    def _players(self, places: Mapping[int, int]) -> dict[int, int]:
        """{player: who of the other team sits at the same board}."""
        boards = {team: self._boards(team) for team in places}
        return {
            player: boards[places[team]][board]
            for team in places
            for board, player in boards[team].items()
            if board in boards[places[team]]
        }

    def _boards(self, team: int) -> dict[str, int]:
        """{board: player}: as they are drawn in this round, else as they would be."""
        drawn = {
            str(game.board): game.players[game.entrants.index(team)]
            for game in self.round.games.values()
            if team in game.entrants
        }
        return drawn or {board: player.number for board, player in lineup(self.t, team).items()}

    def _seated(self) -> set[int]:
        return {each for match in self.matches for each in match}

    def _one_for_another(self, first: int, other: int) -> bool:
        """Whether one of two who have no table has sat out and is gone, so that the other may instead."""
        gone = [each for each in (first, other) if each in self.bye and each not in self.there]
        return len(gone) == 1 and not {first, other} <= set(self.bye)

    def _without_a_table(self, late: int) -> None:
        if late not in seatless(self.t, self.round):
            raise Refused("change_has_table", name=self._name(late), round=self.round.number)

    def _row(self, table: int) -> dict[str, Any]:
        found = next((row for row in self.rows if row["table"] == table), None)
        if found is None:
            raise Refused("unknown_game", round=self.round.number, table=table)
        return found

    def _fits(self, table: int, players: int) -> None:
        low, high = self.t.ruleset.sizes
        if not low <= players <= high:
            raise Refused("table_size", round=self.round.number, table=table, players=players, low=low, high=high)

    def _name(self, entrant: int) -> str:
        if entrant not in self.t.entrants:
            raise Refused("unknown_entrant", entrant=entrant)
        return self.t.name_of(entrant)

    def body(self, step: Mapping[str, Any]) -> dict[str, Any]:
        """The draw's body: repeats are those that there are now, and only who still meets was forced to."""
        old = self.round.draw
        times = times_met(field_of(self.t, self.round.number).met)
        more: dict[str, Sequence[Any]] = {
            "bye": self.bye,
            "repeats": [list(each) for each in repeats(self.matches, times)],
            "forced": [each for each in old.get("forced", ()) if tuple(each) in meeting(self.matches)],
            "explain": [*old.get("explain", ()), step],
        }
        rest = {key: value for key, value in old.items() if key not in more}
        rest |= {"matches": self.matches, "tables": self.rows}
        return rest | {key: value for key, value in more.items() if value}


def meeting(matches: Sequence[Sequence[int]]) -> set[tuple[int, int]]:
    """Who meets whom, the lower number first."""
    return {pair(one, two) for match in matches for one in match for two in match if one != two}
