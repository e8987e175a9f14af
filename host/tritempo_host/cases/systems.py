"""Which function answers for which system, with what shape of input and under which rule set's settings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from tritempo_host.cases import clubs, games
from tritempo_host.cases.shape import (
    Shape,
    by_key,
    decimal,
    digits,
    either,
    fields,
    flag,
    led_by,
    list_of,
    mapping,
    maybe,
    named_in,
    number,
    one_of,
    row,
    text,
    threes,
    threes_of,
    unlike,
    whole,
)
from tritempo_host.draws.cases import SYSTEMS as DRAWS
from tritempo_host.export.cases import SYSTEMS as FORMATS
from tritempo_host.rules import RULESETS, romania_cases


@dataclass(frozen=True, slots=True)
class System:
    """`rules`: id of the rule set whose settings count, or None. `answer(input, settings)`: all that is known.

    `judges`: it is given what is expected as well, since of many good answers one stands there. `draws`: the settings
    are those of the rule set's draws, which in a tournament are called `draw_KEY`.
    """

    rules: str | None
    shape: Shape
    answer: Callable[..., Mapping[str, Any]]
    judges: bool = False
    draws: bool = False

    def settings(self, given: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
        """Those that it takes, of all by rule set."""
        mine = given.get(self.rules or "", {})
        if self.draws:
            return {key.removeprefix("draw_"): value for key, value in mine.items() if key.startswith("draw_")}
        return {key: value for key, value in mine.items() if not key.startswith("draw_")}


any_whole, points, racks = whole(), list_of(whole(), 1, 1000), list_of(maybe(whole(0)), 1, 1000)
three, two, seats = list_of(whole(), 3, 3), list_of(whole(), 2, 2), whole(1, 1000)
turns = list_of(one_of("S", "P", "X", "I", "T"))
count, time = whole(0, 10**6), whole(0)
rows = unlike(list_of(led_by(either(any_whole, text), number)), itemgetter(0))
standing = fields({"columns": unlike(list_of(text, 2, 20)), "rows": rows})
ADJUSTED = {"rack_values": maybe(racks), "closer": maybe(whole(0, 999)), "end": maybe(text)}
adjusted = fields({"scores": points}, ADJUSTED)
seat, each_seat = whole(0, 3), list_of(whole(0), 0, 4)
sheet = fields(
    {"scores": list_of(whole(), 1, 4), "end": text},
    {
        "by": maybe(seat),
        "rack_values": maybe(each_seat),
        "overtime_ms": maybe(each_seat),
        "adjust": maybe(list_of(whole(), 0, 4)),
        "absent": maybe(list_of(seat, 0, 4)),
        "full_turns": maybe(whole(0, 1000)),
    },
)
BY_COLUMNS = ("matam", "manresa", "ebre", "wespa")  # whose standings go by columns of numbers
ended = fields({"turns": turns}, {"players": seats})

SYSTEMS: dict[str, System] = {
    "matam_game_bonus": System("matam", fields({"final_scores": three}), clubs.game_bonus),
    "matam_match": System("matam", fields({"tables": mapping(three)}), clubs.match),
    "matam_rack_adjust": System("matam", fields({"scores": three}, ADJUSTED), clubs.matam_racks),
    "matam_round_limit": System(
        "matam",
        by_key(
            "scores",
            fields({"scores": three}, {**ADJUSTED, "racks": maybe(racks)}),
            fields(
                {"seat_on_turn_at_warning": maybe(whole(0, 999))},
                {"last_seat_completed": maybe(whole(0, 999)), "players": seats, "turn_running": flag},
            ),
        ),
        clubs.round_limit,
    ),
    "matam_turn_time": System(
        "matam", fields({"trumps_in_effect_for_this_move": list_of(text)}, {"base_ms": time}), clubs.turn_time
    ),
    "matam_end_detection": System("matam", ended, clubs.matam_end),
    "manresa_rack_adjust": System("manresa", adjusted, clubs.manresa_racks),
    "manresa_overtime": System("manresa", fields({"used_ms": time}, {"allowance_ms": time}), clubs.overtime),
    "manresa_end_detection": System("manresa", ended, clubs.manresa_end),
    "ebre_points": System("ebre", fields({"final_scores": list_of(whole(), 1, 4)}), clubs.ebre_points),
    "ebre_rack_adjust": System("ebre", adjusted, clubs.ebre_racks),
    "molinenc_draw": System(
        None,
        by_key(
            "ranking_after_round_4",
            fields({"ranking_after_round_4": unlike(threes_of(any_whole))}),
            fields({"teams": threes}, {"rounds": whole(0, 300)}),
        ),
        DRAWS["molinenc_draw"],
        judges=True,
    ),
    "ro_pairing": System(
        "romania",
        fields(
            {"ranking": unlike(list_of(any_whole))},
            {"already_met": list_of(row(any_whole, any_whole)), "club": mapping(maybe(text), digits)},
        ),
        DRAWS["ro_pairing"],
        judges=True,
        draws=True,
    ),
    "fmt_tsh_t": System(
        None,
        fields(
            {"name": text, "rating": any_whole, "opponents": list_of(count), "scores": list_of(maybe(any_whole))},
            {"etc": mapping(list_of(maybe(either(any_whole, text))))},
        ),
        lambda given, settings: FORMATS["fmt_tsh_t"](given),
    ),
    "fmt_tou": System(
        None,
        fields(
            {
                "name": text,
                "players": count,
                "games": list_of(row(one_of("w", "l", "d", "b"), maybe(any_whole), flag, maybe(count))),
            }
        ),
        lambda given, settings: FORMATS["fmt_tou"](given),
    ),
}
flags = list_of(one_of("a", "b", "in_time", "flagged"), 0, 2)
ROMANIA: dict[str, Shape] = {
    "ro_normal": fields({"scores": two}),
    "ro_abandon": fields({"remaining_score": any_whole, "abandoner_score": any_whole, "full_turns": count}),
    "ro_overtime": by_key(
        "scores",
        fields({"flags_fallen": flags, "scores": two}, {"full_turns": count}),
        fields({"flags_fallen": flags, "in_time_score": any_whole, "flagged_score": any_whole}, {"full_turns": count}),
    ),
    "ro_three_wrong": fields({"opponent_score": any_whole, "offender_score": any_whole, "offender_rack": whole(0)}),
    "ro_pas_pas": fields({"scores": two, "rack_values": list_of(whole(0), 2, 2)}),
    "ro_interrupt": fields({"scores": two}),
    "ro_fixed": fields({"event": one_of(*romania_cases.EVENTS)}, {"absent": list_of(one_of("a", "b"), 0, 2)}),
    "ro_warnings": fields({}, {"technical": count, "disciplinary": count, "penalties": count, "total": decimal}),
    "ro_challenge": fields({"valid_words": count, "invalid_words": count}),
    "ro_rounds": fields({"players": count}),
    "ro_late": fields(
        {"arrival_s": fields({"a": maybe(time), "b": maybe(time)})},
        {"allowance_s": time},
    ),
    "ro_clock_correction": fields(
        {"announced_remaining_s": time, "remaining_s": list_of(time, 2, 2)}, {"time_extended_for_challenges": flag}
    ),
    "ro_standing": named_in(
        "deductions",
        fields({"rows": unlike(list_of(row(text, list_of(decimal))), itemgetter(0))}, {"deductions": mapping(decimal)}),
    ),
    "ro_end_detection": fields({"turns": turns}, {"players": whole(2, 2)}),
    "ro_full_turns": fields({"moves_completed_in_total": count}, {"players": whole(2, 2)}),
}
SYSTEMS |= {f"{each}_game": System(each, sheet, games.game(each)) for each in RULESETS}
SYSTEMS |= {f"{each}_standing": System(each, standing, games.standing(each)) for each in BY_COLUMNS}
SYSTEMS |= {
    "cusca_standing": System(
        "cusca",
        fields({"rows": unlike(list_of(row(text, list_of(number, 0, 1000))), itemgetter(0))}),
        games.cusca_standing,
    ),
    "matam_boards": System(
        "matam", fields({"players": list_of(row(text, text, maybe(number)), 3, 3)}), games.matam_boards
    ),
}
SYSTEMS |= {name: System("romania", ROMANIA.get(name, fields({})), f) for name, f in romania_cases.SYSTEMS.items()}
