"""What a tournament asks of a rule set. The rule sets themselves are the other files here, one each.

A rule set is a value of `RuleSet`: data, and two functions. All arithmetic is exact: integers and fractions.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tritempo_host.rules.exact import decimal, short

Settings = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a rule can be read in several ways; the first choice is the default. `article`: whose words they are."""

    key: str
    choices: tuple[Any, ...]
    article: str

    @property
    def default(self) -> Any:
        return self.choices[0]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game as its sheet and its clock tell it; one item a seat, in the order of play; seats count from 0.

    `scores`: points on the sheet, before racks, time and challenges are counted. `end`: how it ended, one of the rule
    set's `ends`; `by`: the seat that did it (went out, gave up, fell). `racks`: value of the tiles left; () if not
    counted. `overtime_ms`: beyond the bank. `adjust`: points for challenges and by arbiters, with their sign. `absent`:
    seats that never came. `full_turns`: rounds of turns that all players finished, None if nobody knows.
    """

    scores: tuple[int, ...]
    end: str
    by: int | None = None
    racks: tuple[int, ...] = ()
    overtime_ms: tuple[int, ...] = ()
    adjust: tuple[int, ...] = ()
    scrabbles: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    full_turns: int | None = None


@dataclass(frozen=True, slots=True)
class GameScore:
    """What a game is worth, one item a seat.

    `final`: points after racks, time and challenges; `places`: competition ranking (1, 1, 3); `bonus`: what the place
    adds (MM); `points`: what the game counts in the standings (trèvols are given a match, not here: then 0).
    """

    final: tuple[int, ...]
    places: tuple[int, ...]
    bonus: tuple[int, ...]
    points: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A game that counts. `match`: the group of teams that play it (MM: three tables), else one match a table.

    `players` and `entrants` (team of each, or the player again) in the order of play.
    """

    round: int
    match: int
    table: int
    players: tuple[int, ...]
    entrants: tuple[int, ...]
    sheet: Sheet
    score: GameScore


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings. `rank`: shared by those whom no tie-break parts. `values`: by column and by fact.

    `parted_by`: the column that put this line below the one above it; None where the first did, or none.
    """

    rank: int
    entrant: int
    values: Mapping[str, int | Fraction | tuple[Fraction, ...]]
    parted_by: str | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """What the sheet of a game says beside its points, if it ended so; fields of `Sheet`. `must`: without it the sheet
    says nothing that can be scored. `may`: it counts where it is there. `points`: False where a game may have ended so
    before anybody scored, or whatever they scored: points that nobody wrote down are 0."""

    must: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    points: bool = True


@dataclass(frozen=True, slots=True)
class RuleSet:
    """`sizes`: fewest and most players at a table. `boards`: names of a team's places (B, G, P), () for single players.

    `score(sheet, settings)` raises ValueError(code) for a sheet that cannot be. `standings(entrants, played,
    deductions, settings)`: deductions are points by entrant (warnings, penalties), off the first column at the end.
    """

    id: str
    name: Mapping[str, str]
    source: str
    version: str
    sizes: tuple[int, int]
    boards: tuple[str, ...]
    control: str  # preset of the clock
    ends: tuple[str, ...]
    columns: tuple[str, ...]  # of the standings: what parts two lines, in this order
    draws: tuple[str, ...]  # ids of draw systems, the usual one first
    score: Callable[[Sheet, Settings], GameScore]
    standings: Callable[[Sequence[int], Sequence[Played], Mapping[int, Fraction], Settings], list[Standing]]
    settings: tuple[Setting, ...] = ()
    asked: Mapping[str, Asked] = field(default_factory=dict)  # by end: what is entered of a game; a bye is not entered
    facts: tuple[str, ...] = ()  # more values of a standing that inform and part nobody
    digits: Mapping[str, int] = field(default_factory=dict)  # decimals that a column always shows; else what it needs
    # The result of a match of several games (MM): its values by entrant. None where a match is a game.
    match: Callable[[Sequence[Played], Settings], Mapping[int, Mapping[str, int | Fraction]]] | None = None
    # Whose words a figure of a clock's log rests on: by end, and under "overtime", "challenges", "full_turns" and
    # "lost_turns", which count nothing where they are not here.
    articles: Mapping[str, str] = field(default_factory=dict)
    rounds: Callable[[int], int] = lambda entrants: 0  # that the rules plan for so many; 0: they say nothing
    late_meets_bye: bool = True  # whether who comes late may be paired with who sits out
    # Why somebody with so many rounds of absence and penalties of a point is out, a word of it; None: stays (RO).
    eliminated: Callable[[int, int], str | None] = lambda absences, penalties: None
    # What parts two lines when the next round is drawn, where that is not all of `columns`: who is level in these is
    # drawn in alphabetical order (RO), that of `alphabet`.
    drawn_by: tuple[str, ...] = ()
    alphabet: str = "ca"

    def chosen(self, settings: Settings) -> dict[str, Any]:
        """Every setting with its value: the one given, else the default. Raises ValueError("setting_unknown" or
        "setting_choice")."""
        known = {each.key: each for each in self.settings}
        for key, value in settings.items():
            if key not in known:
                raise ValueError("setting_unknown")
            if value not in known[key].choices:
                raise ValueError("setting_choice")
        return {each.key: settings.get(each.key, each.default) for each in self.settings}

    def shown(self, column: str, value: Any) -> str:
        """A value of a column or a fact as it is written, with a decimal point: `1.525`, `2.5`, `1.600 1.500 0.400`."""
        if isinstance(value, tuple):
            return " ".join(self.shown(column, each) for each in value)
        return decimal(value, self.digits[column]) if column in self.digits else short(value)
