"""The systems of the club rules: MàTaM, Manresa, Ebre. Each takes a case's input and the settings, and answers."""

from collections.abc import Mapping, Sequence
from typing import Any

from tritempo_host.cases.shape import MOST
from tritempo_host.rules import ebre, manresa, matam, matam_clock
from tritempo_host.rules.positions import positions
from tritempo_host.rules.racks import after_racks, check
from tritempo_host.rules.ruleset import GameScore, Played, Settings, Sheet

Answer = dict[str, Any]
Given = Mapping[str, Any]

# What cases call things -> what they are called here.
ENDS = {"round_limit": "limit", "time_limit": "limit", "time": "limit", "hour": "limit"}
TRUMPS = {"tornar_a_tirar": "tornar", "salvaimpugnacio": "salva", "3*<6": "triple", "3 * <6": "triple"}


def game_bonus(given: Given, settings: Settings) -> Answer:
    """MM, Enfrontaments."""
    return _game(given["final_scores"], settings)


def match(given: Given, settings: Settings) -> Answer:
    """MM, Enfrontaments: `tables` by board, in each the scores of the teams in the same order."""
    tables = given["tables"]
    teams = tuple(range(len(matam.TREVOLS)))
    games = []
    for number, scores in enumerate(tables.values(), start=1):
        sheet = Sheet(tuple(scores), "limit")
        games.append(Played(1, 1, number, teams, teams, sheet, matam.score(sheet, settings)))
    lines = list(matam.match(games, settings).values())
    return {
        "per_table": {board: _game(scores, settings) for board, scores in tables.items()},
        "raw_totals": [line["game"] for line in lines],
        "totals": [line["total"] for line in lines],
        "positions": [line["place"] for line in lines],
        "trevols": [line["trevols"] for line in lines],
    }


def matam_racks(given: Given, settings: Settings) -> Answer:
    """MG 24 and 31."""
    return {"final_scores": _after_racks(given, matam.UNCOUNTED)}


def manresa_racks(given: Given, settings: Settings) -> Answer:
    """CSM, Final de la partida."""
    return {"final_scores": _after_racks(given)}


def ebre_racks(given: Given, settings: Settings) -> Answer:
    """TE, Puntuació; at the hour as the setting says."""
    leave = ebre.EBRE.chosen(settings)["hour_racks"] == "leave"
    return {"final_scores": _after_racks(given, ("limit",) if leave else ())}


def round_limit(given: Given, settings: Settings) -> Answer:
    """MG 31: what is left to play at the warning; or, with `scores`, what the game that it ended is worth."""
    if "scores" in given:
        end = _called(ENDS, given.get("end") or "round_limit")
        end = matam_clock.end_after_limit(end, matam.MATAM.chosen(settings)["out_after_limit"])
        final = _after_racks({"closer": None, **given, "end": end}, matam.UNCOUNTED)
        return {"final_scores": final, **_game(final, settings)}
    seat, last = given["seat_on_turn_at_warning"], given.get("last_seat_completed")
    running = given.get("turn_running", seat is not None)
    if not running and seat is not None:
        # between turns a case may name who is to play next: the one before him has just finished
        seat, last = None, seat - 1 if last is None and seat else last
    left = matam_clock.left_at_limit(given.get("players", 3), seat, last, matam.MATAM.chosen(settings)["limit_in_gap"])
    return {
        "turns_left_including_current": left.turns,
        "turns_left_this_hand": left.this_hand,
        "turns_left_extra_hand": left.extra_hand,
        "rack_values_counted": "limit" not in matam.UNCOUNTED,
    }


def turn_time(given: Given, settings: Settings) -> Answer:
    """MG 30 and the trumps 2, 4 and 5 of MM. `rejected` where the trumps cannot be in effect together."""
    trumps = [_called(TRUMPS, each) for each in given["trumps_in_effect_for_this_move"]]
    try:
        return {"allowance_ms": matam_clock.allowance(given.get("base_ms", matam_clock.TURN_MS), trumps)}
    except ValueError as error:
        if error.args[0] != "two_trumps":
            raise
        return {"rejected": True}


def matam_end(given: Given, settings: Settings) -> Answer:
    """MG 24.2 and 24.3."""
    lost_turn = matam.MATAM.chosen(settings)["lost_turn"]
    after, article = matam_clock.over(given["turns"], given.get("players", 3), lost_turn)
    return {"ends_after_turn": after, "article": article}


def manresa_end(given: Given, settings: Settings) -> Answer:
    """CSM, Final de la partida b."""
    lost_turn = manresa.MANRESA.chosen(settings)["lost_turn"]
    return {"ends_after_turn": manresa.over(given["turns"], given.get("players", 2), lost_turn)}


def overtime(given: Given, settings: Settings) -> Answer:
    """CSM, Control del temps b."""
    over = max(0, given["used_ms"] - given.get("allowance_ms", 1_800_000))
    return {"over_ms": over, "penalty": manresa.penalty(over)}


def ebre_points(given: Given, settings: Settings) -> Answer:
    """TE, Puntuació, last paragraph."""
    ranks = positions(given["final_scores"])
    return {"positions": ranks, "points": ebre.table_points(ranks, settings)}


def _called(names: Mapping[str, str], word: str) -> str:
    return names.get(word, word)


def _game(scores: Sequence[int], settings: Settings) -> Answer:
    found: GameScore = matam.score(Sheet(tuple(scores), "limit"), settings)
    with_bonus = [final + more for final, more in zip(found.final, found.bonus, strict=True)]
    return {"positions": found.places, "bonus": found.bonus, "with_bonus": with_bonus}


def _after_racks(given: Given, uncounted: Sequence[str] = ()) -> tuple[int, ...]:
    closer = given.get("closer")
    end = _called(ENDS, given.get("end") or "passes")
    if end not in uncounted and closer is not None:
        end = "out"
    racks = given["rack_values"] if "rack_values" in given else given.get("racks")
    racks = [0 if rack is None and seat == closer else rack for seat, rack in enumerate(racks or ())]
    if None in racks:
        raise ValueError("rack_unknown")
    sheet = Sheet(tuple(given["scores"]), end, closer, tuple(racks))
    check(sheet, (1, MOST), (sheet.end,))
    return after_racks(sheet, uncounted)
