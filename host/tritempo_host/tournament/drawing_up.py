"""A round is drawn: what stands in the way, what is asked before, which system and seed, what is told of it. Pure, but
for a seed by chance.

Who draws looks at `refusal`, asks `questions`, shows `draw_round` and writes its `draw_body` down; the same seed gives
the same draw again, so that what was shown is what is written.
"""

import secrets
from collections.abc import Iterator, Mapping
from typing import Any

from tritempo_host.draws import SYSTEMS, Drawn, draw
from tritempo_host.tournament.arrivals import not_arrived
from tritempo_host.tournament.drawing import field_of
from tritempo_host.tournament.refused import Question, Refused, Remark
from tritempo_host.tournament.state import Round, Tournament


def refusal(tournament: Tournament, number: int, dry: bool = False) -> Refused | None:
    """Why the round cannot be drawn; None if it can. `dry`: only to look, which is allowed for a round that was played
    as well: from its seed comes its draw."""
    if number > tournament.next_round:
        return Refused("draw_gap", round=number, next=tournament.next_round)
    if not tournament.entrants:
        return Refused("draw_nobody")
    round_ = tournament.rounds.get(number)
    if round_ is None or dry:
        return None
    if tables := _played(round_):
        return Refused("round_has_results", round=number, tables=", ".join(map(str, tables)))
    return Refused("round_closed", round=number) if round_.closed else None


def questions(tournament: Tournament, number: int) -> list[Question]:
    """What a person has to say yes to before the round is drawn."""
    return list(_questions(tournament, number))


def _questions(tournament: Tournament, number: int) -> Iterator[Question]:
    rounds = tournament.rounds
    if number in rounds and not rounds[number].closed and not _played(rounds[number]):
        yield Question("draw_again", {"round": number})
    waiting = {n: each for n, each in sorted(rounds.items()) if n < number and not each.closed}
    if waiting and number not in rounds:
        missing = {n: tuple(game.table for game in each.missing) for n, each in waiting.items()}
        yield Question("draw_early", {"round": number, "open": missing})
    planned = tournament.settings.get("rounds")
    if isinstance(planned, int) and number > planned:
        yield Question("draw_beyond", {"round": number, "planned": planned})
    # where nobody was checked in nobody is missing
    if tournament.arrived and (missing := not_arrived(tournament, number)):
        names = ", ".join(tournament.name_of(each) for each in missing)
        yield Question("draw_not_arrived", {"round": number, "entrants": tuple(missing), "names": names})


def _played(round_: Round) -> list[int]:
    """The tables that have a result."""
    return [table for table, game in sorted(round_.games.items()) if game.result]


def default_system(tournament: Tournament) -> str:
    """The draw system that the settings name, else the rule set's usual one."""
    return str(tournament.settings.get("system") or tournament.ruleset.draws[0])


def default_seed(tournament: Tournament, number: int) -> str:
    """The seed that the settings name, else that of the rounds before, else one by chance. One seed for all rounds:
    they are then of one design, and it repeats the whole tournament."""
    earlier = [each.seed for n, each in sorted(tournament.rounds.items()) if n < number and each.seed]
    return str(tournament.settings.get("seed") or (earlier[-1] if earlier else secrets.token_hex(4)))


def deals_trumps(system: str) -> bool:
    """Whether a system can deal the trump cards from the same seed."""
    return system in SYSTEMS and any(each.key == "trumps" for each in SYSTEMS[system].settings)


def default_trumps(tournament: Tournament, system: str) -> bool:
    """Whether the trump cards are dealt, if nobody says otherwise."""
    if not deals_trumps(system):
        return False
    chosen = tournament.draw_settings(SYSTEMS[system])
    return bool(tournament.settings.get("trumps", chosen.get("trumps", False)))


def draw_round(
    tournament: Tournament, number: int, seed: str | None = None, system: str | None = None, trumps: bool | None = None
) -> Drawn:
    """The draw of a round; what is not said is as the settings have it. Raises Refused for trumps that the system does
    not deal, CannotDrawError for a draw that there is not."""
    system = system or default_system(tournament)
    chosen = tournament.draw_settings(SYSTEMS[system]) if system in SYSTEMS else {}
    if trumps and not deals_trumps(system):
        raise Refused("no_trumps", system=system)
    if deals_trumps(system):
        chosen["trumps"] = default_trumps(tournament, system) if trumps is None else trumps
    seed = seed or default_seed(tournament, number)
    return draw(system, field_of(tournament, number), number, seed, chosen)


def remarks(tournament: Tournament, body: Mapping[str, Any]) -> list[Remark]:
    """What is told beside the tables of a draw (its body, written down or not): who sits out, who meets again, who was
    put together though the system would not have it."""
    name = tournament.name_of
    repeats = [tuple(pair) for pair in body.get("repeats", ())]
    forced = [pair for pair in map(tuple, body.get("forced", ())) if pair not in repeats]
    return [
        *(Remark("draw_bye", {"name": name(each)}) for each in body.get("bye", ())),
        *(Remark("draw_repeat", {"first": name(first), "other": name(other)}) for first, other in repeats),
        *(Remark("draw_forced", {"first": name(first), "other": name(other)}) for first, other in forced),
    ]
