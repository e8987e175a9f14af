"""Terres de l'Ebre: tables of four and three, 4, 3, 2 and 1 points by place, an hour a game (TE)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tritempo_host.rules.positions import highest, shared
from tritempo_host.rules.racks import after_racks, check, places
from tritempo_host.rules.ruleset import Asked, GameScore, Played, RuleSet, Setting, Settings, Sheet, Standing
from tritempo_host.rules.tally import summed

SIZES = (3, 4)
POINTS = (4, 3, 2, 1)  # TE, Puntuació: by place at the table
BYE = Fraction(5, 2)  # the mean of the places: TE does not know a bye
COLUMNS = ("points", "sum")


ASKED = {
    "out": Asked(may=("racks", "by", "adjust", "absent")),
    **dict.fromkeys(("blocked", "hour"), Asked(may=("racks", "adjust", "absent"))),
    "interrupted": Asked(may=("adjust", "absent")),
    "no_show": Asked(must=("absent",), points=False),
}


def table_points(ranks: Sequence[int], settings: Settings) -> tuple[Fraction, ...]:
    """Points for the places at a table of up to four (TE, Puntuació).

    `ties`: those on one place get the "average" of the places they fill, or all the "highest". `small_table`: at three
    players "four" is still the first prize (4 3 2), or as many as there are "players" (3 2 1).
    """
    chosen = EBRE.chosen(settings)
    prizes = POINTS if chosen["small_table"] == "four" else POINTS[len(POINTS) - len(ranks) :]
    share = shared if chosen["ties"] == "average" else highest
    return share(prizes[: len(ranks)], ranks)


def score(sheet: Sheet, settings: Settings) -> GameScore:
    """A game at one table. Raises ValueError(code) for a sheet that cannot be (`rules.racks.check`).

    Who went out gains the racks of the others; nobody out, each loses his own, also when the hour ends the game unless
    `hour_racks` is "leave". Who never came gets no points.
    """
    if sheet.end == "bye":
        check(sheet, (1, 1), EBRE.ends)
        return GameScore((0,), (1,), (0,), (BYE if EBRE.chosen(settings)["bye"] == "average" else Fraction(0),))
    check(sheet, SIZES, EBRE.ends)
    uncounted = ("hour", "interrupted") if EBRE.chosen(settings)["hour_racks"] == "leave" else ("interrupted",)
    final = after_racks(sheet, uncounted)
    ranks = places(final, sheet.absent)
    points = table_points(ranks, settings)
    won = tuple(Fraction(0) if seat in sheet.absent else each for seat, each in enumerate(points))
    return GameScore(final, ranks, (0,) * len(final), won)


def standings(
    entrants: Sequence[int], played: Sequence[Played], deductions: Mapping[int, Fraction], settings: Settings
) -> list[Standing]:
    """By total points, then by the sum of the game points (TE, Puntuació, last paragraph)."""

    def worth(game: Played, seat: int) -> dict[str, int | Fraction]:
        return {"points": game.score.points[seat], "sum": game.score.final[seat]}

    return summed(entrants, played, COLUMNS, worth, deductions)


EBRE = RuleSet(
    id="ebre",
    name={"ca": "Terres de l'Ebre", "ro": "Terres de l'Ebre", "en": "Terres de l'Ebre"},
    source="TE",
    version="1",
    sizes=SIZES,
    boards=(),
    control="ebre",
    ends=("out", "blocked", "hour", "interrupted", "no_show", "bye"),
    asked=ASKED,
    columns=COLUMNS,
    facts=("played",),
    draws=("ebre",),
    articles={"out": "TE", "blocked": "TE", "hour": "TE"},
    score=score,
    standings=standings,
    rounds=lambda players: 3,  # TE, its second paragraph
    settings=(
        Setting("ties", ("average", "highest"), "TE §Puntuació"),
        Setting("small_table", ("four", "players"), "TE §Puntuació"),
        Setting("hour_racks", ("subtract", "leave"), "TE §Desenvolupament"),
        Setting("bye", ("average", "nothing"), "-"),
    ),
)
