"""A round is drawn: what stands in the way, what is asked before, which system and seed, what is told of it. Pure, but
for a seed by chance.

Who draws looks at `refusal`, asks `questions`, shows `draw_round` and writes its `draw_body` down; the same seed gives
the same draw again, so that what was shown is what is written.
"""

import secrets
from collections.abc import Iterator, Mapping
from typing import Any

from tritempo.control import PRESETS, preset
from tritempo_host.draws import SYSTEMS, Drawn, draw
from tritempo_host.tournament.arrivals import not_arrived
from tritempo_host.tournament.disagreeing import drawn_in
from tritempo_host.tournament.drawing import field_of
from tritempo_host.tournament.entry import changes
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
        if changes(rounds[number].draw):
            yield Question("draw_over_changes", {"round": number})
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
    for why, entrants in _eliminated(tournament, number).items():
        names = ", ".join(tournament.name_of(each) for each in entrants)
        yield Question(f"draw_eliminated_{why}", {"round": number, "entrants": tuple(entrants), "names": names})


def _eliminated(tournament: Tournament, number: int) -> dict[str, list[int]]:
    """Who would be drawn though the rules say that they are out, by the reason. That they are out the chief arbiter
    says (RO, SANCŢIUNI), so it is asked."""
    found: dict[str, list[int]] = {}
    before = [round_ for n, round_ in tournament.rounds.items() if n < number]
    for entrant in tournament.present(number):
        absences = sum(_stayed_away(round_, entrant) for round_ in before)
        penalties = sum(each.entrant == entrant and each.kind == "penalty" for each in tournament.penalties)
        if why := tournament.ruleset.eliminated(absences, penalties):
            found.setdefault(why, []).append(entrant)
    return found


def _stayed_away(round_: Round, entrant: int) -> bool:
    """Whether an entrant is not in the draw of a round, as those who came to the tournament later, or never came to
    the table."""
    if entrant not in drawn_in(round_):
        return True
    games = [game for game in round_.games.values() if entrant in game.entrants]
    return any(game.sheet is not None and game.entrants.index(entrant) in game.sheet.absent for game in games)


def _played(round_: Round) -> list[int]:
    """The tables that have a result."""
    return [table for table, game in sorted(round_.games.items()) if game.result]


def systems(tournament: Tournament, number: int) -> list[str]:
    """The draw systems that make, of those who are there in the round, tables which the rules and the clock that was
    set can play: first the one that is meant, then those of the rule set, then the others. [] if there is none."""
    rules, count = tournament.ruleset, len(tournament.present(number))
    control = tournament.settings.get("control")
    seats = set(preset(control)["seats"] if control in PRESETS else range(rules.sizes[0], rules.sizes[1] + 1))
    tables = {
        each.id: each.sizes(count, tournament.draw_settings(each))
        for each in SYSTEMS.values()
        if each.teams == tournament.by_teams
    }
    fit = [each for each, sizes in tables.items() if sizes and seats.issuperset(sizes)]
    meant = tournament.settings.get("system")
    if meant not in fit and count % 2:  # three who fit at one table do not play by twos while one looks on
        meant = next((each for each in fit if each in rules.draws and tables[each] == [count]), None)
    places = {each: n for n, each in enumerate(rules.draws)}
    return sorted(fit, key=lambda each: (each != meant, places.get(each, len(places))))


def default_system(tournament: Tournament, number: int | None = None) -> str:
    """The draw system that the settings name, else the rule set's usual one for so many.
    `number`: of the round, if it is not the next."""
    can = systems(tournament, number or tournament.next_round)
    return can[0] if can else str(tournament.settings.get("system") or tournament.ruleset.draws[0])


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
    not deal and for tables that the rules do not play, CannotDrawError for a draw that there is not."""
    system = system or default_system(tournament, number)
    chosen = tournament.draw_settings(SYSTEMS[system]) if system in SYSTEMS else {}
    if trumps and not deals_trumps(system):
        raise Refused("no_trumps", system=system)
    if deals_trumps(system):
        chosen["trumps"] = default_trumps(tournament, system) if trumps is None else trumps
    seed = seed or default_seed(tournament, number)
    drawn = draw(system, field_of(tournament, number), number, seed, chosen)
    low, high = tournament.ruleset.sizes
    wrong = sorted({len(each.order) for each in drawn.tables if not low <= len(each.order) <= high})
    if wrong:
        sizes = str(low) if low == high else f"{low}-{high}"
        raise Refused("draw_sizes", system=system, made=", ".join(map(str, wrong)), sizes=sizes)
    return drawn


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
