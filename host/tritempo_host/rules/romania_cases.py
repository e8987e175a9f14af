"""The cases of the Romanian systems (`ro_…`) in the schema of `scoring_cases.json`: an input in, what is expected out.

`SYSTEMS[system](input, settings)` gives all that is known of the answer; a case may expect only a part of it. Without
settings: the defaults. The draw (`ro_pairing`) is that of `draws`. Coefficients are written with three decimals. Raises
ValueError, and KeyError for what an input lacks.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from tritempo_host.rules import romania_clock as clock
from tritempo_host.rules import romania_coefficients as coefficients
from tritempo_host.rules import romania_sanctions as sanctions
from tritempo_host.rules.exact import decimal, fraction
from tritempo_host.rules.romania import ROMANIA, score, standings
from tritempo_host.rules.ruleset import GameScore, Played, Settings, Sheet

Answer = dict[str, Any]
SEATS = ("a", "b")
DEFAULTS: Settings = MappingProxyType({})

# What the cases call an event that settles a game by itself -> how the game ended.
EVENTS = {
    "draw_agreed_or_decided": "agreed",
    "no_show": "no_show",
    "sheets_later_than_5_min": "late_sheet",
    "played_outside_the_hall": "no_show",  # of both
    "sits_out": "bye",
    "no_partner": "bye",
    "bye": "bye",
    "both_flags": "both_flags",
}


def normal(given: Mapping[str, Any], settings: Settings = DEFAULTS) -> Answer:
    return _coefficients(_score(settings, given["scores"], "out"))


def abandon(given: Mapping[str, Any], settings: Settings = DEFAULTS) -> Answer:
    scores = (given["remaining_score"], given["abandoner_score"])
    return _named(("remaining", "abandoner"), _score(settings, scores, "abandon", 1, full_turns=given["full_turns"]))


def overtime(given: Mapping[str, Any], settings: Settings = DEFAULTS) -> Answer:
    """Seats by name: "a" and "b" with `scores`, else "in_time" and "flagged". No flag: a game as any other."""
    by_name = "scores" not in given
    names = ("in_time", "flagged") if by_name else SEATS
    scores = [given[f"{name}_score"] for name in names] if by_name else given["scores"]
    # a flag may also be called by its seat where the scores have names, and by what it did where they have none
    fallen = {_seat(name) for name in given["flags_fallen"]}
    if len(fallen) == 1:
        found = _score(settings, scores, "flag", fallen.pop(), full_turns=given.get("full_turns"))
    else:
        found = _score(settings, scores, "both_flags" if fallen else "out")
    return _named(("in_time", "flagged"), found) if by_name else _coefficients(found)


def three_wrong(given: Mapping[str, Any], settings: Settings = DEFAULTS) -> Answer:
    scores, racks = (given["opponent_score"], given["offender_score"]), (0, given["offender_rack"])
    found = _score(settings, scores, "three_wrong", 1, racks=racks)
    return {"offender_final": found.final[1], **_named(("opponent", "offender"), found)}


def pas_pas(given: Mapping[str, Any], settings: Settings = DEFAULTS) -> Answer:
    found = _score(settings, given["scores"], "pas_pas", racks=tuple(given["rack_values"]))
    return {"final_scores": list(found.final), **_coefficients(found)}


def interrupt(given: Mapping[str, Any], settings: Settings = DEFAULTS) -> Answer:
    return _coefficients(_score(settings, given["scores"], "interrupted"))


def fixed(given: Mapping[str, Any], settings: Settings = DEFAULTS) -> Answer:
    if given["event"] not in EVENTS:
        raise ValueError(f"no such event: {given['event']}")
    end = EVENTS[given["event"]]
    if end == "bye":
        found = _score(settings, (0,), end)
        return {"coefficient": _coefficients(found)["coefficients"][0], **_coefficients(found)}
    away = SEATS if given["event"] == "played_outside_the_hall" else given.get("absent", ())
    absent = tuple(_seat(name) for name in away) if end == "no_show" else ()
    return _coefficients(_score(settings, (0, 0), end, absent=absent))


def warnings(given: Mapping[str, Any], settings: Settings = DEFAULTS) -> Answer:
    technical, disciplinary = given.get("technical", 0), given.get("disciplinary", 0)
    first_free = ROMANIA.chosen(settings)["first_free"]
    taken = sanctions.deduction(technical, disciplinary, given.get("penalties", 0), first_free=first_free)
    answer: Answer = {
        "technical_equivalent": sanctions.warnings(technical, disciplinary),
        "deduction": decimal(taken),
    }
    if "total" in given:
        answer["corrected_total"] = decimal(fraction(given["total"]) - taken)
    return answer


def challenge(given: Mapping[str, Any], settings: Settings = DEFAULTS) -> Answer:
    mixed = ROMANIA.chosen(settings)["challenge_mixed"]
    verdict = sanctions.challenge(given["valid_words"], given["invalid_words"], mixed=mixed)
    return {"deposit": "stands" if verdict.stands else "annulled", "challenger_points": verdict.points}


def rounds(given: Mapping[str, Any], settings: Settings = DEFAULTS) -> Answer:
    return {"rounds": sanctions.rounds(given["players"])}


def late(given: Mapping[str, Any], settings: Settings = DEFAULTS) -> Answer:
    came = given["arrival_s"]
    found = clock.late((came["a"], came["b"]), given.get("allowance_s", clock.ALLOWANCE_S))
    answer: Answer = {"remaining_s": dict(zip(SEATS, found.left_s, strict=True))}
    if found.absent:
        present = [name for seat, name in enumerate(SEATS) if seat not in found.absent]
        best, worst = sorted(map(decimal, coefficients.no_show(found.absent)), reverse=True)
        who = f"{present[0]} wins by no-show" if present else "both no-show"
        answer["outcome"] = f"{who} {best}/{worst}"
    return answer


def clock_correction(given: Mapping[str, Any], settings: Settings = DEFAULTS) -> Answer:
    chosen = ROMANIA.chosen(settings)
    one, other = given["remaining_s"]
    found = clock.correct(
        given["announced_remaining_s"],
        (one, other),
        given.get("time_extended_for_challenges", False),
        short=chosen["clock_short"],
        half=chosen["clock_half"],
    )
    return {"error_s": found.error_s, "corrected_s": list(found.corrected_s)}


def standing(given: Mapping[str, Any], settings: Settings = DEFAULTS) -> Answer:
    """`rows`: [name, coefficients]; those whom nothing parts stand in alphabetical order."""
    rows = sorted(given["rows"], key=lambda row: row[0])
    played = [
        _single(player, number, fraction(text))
        for player, row in enumerate(rows)
        for number, text in enumerate(row[1], start=1)
    ]
    deductions = {
        player: fraction(given["deductions"][row[0]])
        for player, row in enumerate(rows)
        if row[0] in given.get("deductions", {})
    }
    lines = standings(range(len(rows)), played, deductions, settings)
    names = [row[0] for row in rows]
    return {
        "order": [names[line.entrant] for line in lines],
        "totals": {names[line.entrant]: decimal(_fraction(line.values["total"])) for line in lines},
        "ranks": {names[line.entrant]: line.rank for line in lines},
    }


def end_detection(given: Mapping[str, Any], settings: Settings = DEFAULTS) -> Answer:
    found = clock.end(given["turns"], given.get("players", 2), three_wrong=ROMANIA.chosen(settings)["three_wrong_in"])
    if found is None:
        return {"ends_after_turn": None, "reason": None}
    turn, reason, seat = found
    return {"ends_after_turn": turn, "reason": f"{reason}:{seat}" if reason == "three_wrong" else reason}


def full_turns(given: Mapping[str, Any], settings: Settings = DEFAULTS) -> Answer:
    return {"full_turns": clock.full_turns(given["moves_completed_in_total"], given.get("players", 2))}


SYSTEMS: dict[str, Callable[..., Answer]] = {
    "ro_normal": normal,
    "ro_abandon": abandon,
    "ro_overtime": overtime,
    "ro_three_wrong": three_wrong,
    "ro_pas_pas": pas_pas,
    "ro_interrupt": interrupt,
    "ro_fixed": fixed,
    "ro_warnings": warnings,
    "ro_challenge": challenge,
    "ro_rounds": rounds,
    "ro_late": late,
    "ro_clock_correction": clock_correction,
    "ro_standing": standing,
    "ro_end_detection": end_detection,
    "ro_full_turns": full_turns,
}


def _score(settings: Settings, scores: Sequence[int], end: str, by: int | None = None, **more: Any) -> GameScore:
    return score(Sheet(tuple(scores), end, by, **more), settings)


def _coefficients(found: GameScore) -> Answer:
    return {"coefficients": [decimal(each) for each in found.points]}


def _named(names: Sequence[str], found: GameScore) -> Answer:
    return dict(zip(names, map(decimal, found.points), strict=True))


def _seat(name: str) -> int:
    seats = {"a": 0, "b": 1, "in_time": 0, "flagged": 1}
    if name not in seats:
        raise ValueError(f"no such player: {name}")
    return seats[name]


def _single(player: int, number: int, points: Fraction) -> Played:
    """A coefficient got in a round, as the standings want it."""
    found = GameScore((0,), (1,), (0,), (points,))
    return Played(number, player, player, (player,), (player,), Sheet((0,), "bye"), found)


def _fraction(value: object) -> Fraction:
    assert isinstance(value, Fraction)
    return value
