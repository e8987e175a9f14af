"""Says the facts of a tournament in a language. What it gives is plain text: the templates escape it."""

from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction

from tritempo_host.draws.spoken import card, explain
from tritempo_host.export.site.facts import Facts, Number, Tie
from tritempo_host.export.site.order import sort_key
from tritempo_host.rules.ruleset import Standing
from tritempo_host.text import DECIMAL, clean, clock, over, tenths
from tritempo_host.tournament.disagreeing import drawn_in
from tritempo_host.tournament.entry import changes
from tritempo_host.tournament.standings import PlayerStanding
from tritempo_host.tournament.state import Game, Player, Round
from tritempo_host.words import catalogue, speak

LONGEST = 80  # characters of a name
LONGEST_CHANGE = 600  # of a sentence with names and a reason


def plural(lang: str, n: int) -> str:
    """Which form of a word goes with a number: `one`, `few` or `many` (1 rundă, 2 runde, 20 de runde)."""
    if n == 1:
        return "one"
    return "few" if lang == "ro" and (n == 0 or 0 < n % 100 < 20) else "many"


class Voice:
    def __init__(self, facts: Facts, lang: str) -> None:
        self.f = facts
        self.lang = lang
        self.say = speak("site", lang)
        self._numbers: dict[tuple[int | Fraction, str], str] = {}
        self._players: dict[int, str] = {}
        self.title = clean(facts.t.name, LONGEST) or self.say("tournament")

    def count(self, key: str, n: int) -> str:
        """`3 rounds`: the number with its word in the right form."""
        return self.say(f"{key}_{plural(self.lang, n)}", n=n)

    def word(self, area: str, key: str) -> str:
        """A word of another area, where it has no fields."""
        return catalogue(area)[key][self.lang]

    def capital(self, text: str) -> str:
        return text[:1].upper() + text[1:]

    # Numbers and times

    def number(self, value: Number, column: str = "") -> str:
        """A value as people write it here, with the decimals that its column asks for."""
        if isinstance(value, tuple):
            return " · ".join(self.number(each, column) for each in value)
        if (value, column) not in self._numbers:  # a large tournament writes each of a few thousand over and over
            self._numbers[value, column] = self._written(value, column)
        return self._numbers[value, column]

    def _written(self, value: int | Fraction, column: str) -> str:
        return self.f.rules.shown(column, Fraction(value)).replace("-", "−").replace(".", DECIMAL[self.lang])

    def points(self, value: Fraction) -> str:
        """What a game counts, written as the first column of the standings is."""
        return self.number(value, self.f.rules.columns[0])

    def cell(self, line: Standing, key: str) -> str:
        return self.number(line.values[key], key) if key in line.values else "–"

    def wide(self, lines: Sequence[Standing]) -> set[str]:
        """The columns that hold a row of values a line: too wide for a phone."""
        return {key for key, value in (lines[0].values.items() if lines else ()) if isinstance(value, tuple)}

    def share(self, part: int, whole: int) -> str:
        """Percent, for a drawing."""
        return str(round(100 * part / whole, 2)) if whole else "0"

    def signed(self, value: Number) -> str:
        text = self.number(value)
        return text if text.startswith("−") or text == "0" else f"+{text}"

    def tenths(self, ms: int) -> str:
        return tenths(ms, self.lang)

    def over(self, ms: int) -> str:
        return over(ms, self.lang)

    def clock(self, ms: int) -> str:
        return clock(ms)

    def date(self) -> str:
        """The tournament's day in words; one that is no date is shown as it was written."""
        text = clean(self.f.t.date)
        try:
            day = date.fromisoformat(text)
        except ValueError:
            return text
        return self.say("day", day=day.day, month=self.say(f"month_{day.month}"), year=day.year)

    # Names

    def player(self, number: int) -> str:
        if number not in self._players:
            name = clean(self.f.t.players[number].name, LONGEST)
            self._players[number] = name or self.say("player_n", n=number)
        return self._players[number]

    def entrant(self, number: int) -> str:
        if not self.f.t.by_teams:
            return self.player(number)
        return clean(self.f.t.teams[number].name, LONGEST) or self.say("team_n", n=number)

    def names(self, entrants: Iterable[int]) -> str:
        return self.join([self.entrant(entrant) for entrant in entrants])

    def join(self, names: list[str]) -> str:
        """`A, B and C`."""
        if len(names) < 2:
            return "".join(names)
        return self.say("and", first=", ".join(names[:-1]), last=names[-1])

    def listed(self, numbers: Iterable[int], players: bool = False) -> list[int]:
        """Entrants or players in the order of an index."""
        name = self.player if players else self.entrant
        return sorted(numbers, key=lambda number: (sort_key(name(number), self.lang), number))

    # Links

    def link(self, entrant: int) -> str:
        return f"team-{entrant}.html" if self.f.t.by_teams else f"player-{entrant}.html"

    # The rules' own words

    def rules(self) -> str:
        return self.f.rules.name[self.lang]

    def column(self, key: str) -> str:
        return self.word("scoring", f"column_{key}")

    def in_text(self, key: str) -> str:
        """A column within a sentence: small letters, but for an abbreviation."""
        head = self.column(key)
        return head if head.isupper() else head[:1].lower() + head[1:]

    def game_points(self) -> str:
        """What a game counts, as a word."""
        return self.word("scoring", f"points_{self.f.rules.id}")

    def ending(self, game: Game) -> str:
        """How a game ended, and who ended it."""
        sheet = game.sheet
        if sheet is None:
            return ""
        word = self.word("scoring", f"end_{sheet.end}")
        return word if sheet.by is None else f"{word}: {self.player(game.players[sheet.by])}"

    def columns(self, lines: Sequence[Standing]) -> list[str]:
        """The columns worth showing: a fact that is nothing for all, or the same as the first column, is not."""
        rules = self.f.rules
        first = rules.columns[0]

        def tells(key: str) -> bool:
            values = [line.values.get(key, 0) for line in lines]
            return any(values) and values != [line.values[first] for line in lines]

        return [*rules.columns, *(key for key in rules.facts if tells(key))]

    def table(self, game: Game) -> str:
        """`Table 4 · board G`."""
        table = self.say("table", n=game.table)
        return f"{table} · {self.say('board', board=game.board)}" if game.board else table

    # Sentences

    def state(self, round_: Round) -> str:
        """Where a round is."""
        games, missing = len(round_.games), len(round_.missing)
        if round_.closed:
            return self.say("state_closed")
        if missing == games and games:
            return self.say("state_drawn")
        if missing:
            return self.say("state_playing", done=games - missing, games=self.count("games", games))
        return self.say("state_full")

    def tie(self, lines: list[Standing], index: int) -> str:
        """Why a line is below the one above it, in a sentence; empty where the first column says it."""
        tie: Tie | None = self.f.tie(lines, index)
        if tie is None:
            return ""
        line, above = lines[index], lines[index - 1]
        name, other = self.entrant(line.entrant), self.entrant(above.entrant)
        level = self.join([f"{self.in_text(key)} {self.number(line.values[key], key)}" for key in tie.equal])
        if tie.column is None:
            return self.say("tie_shared", name=name, other=other, rank=line.rank, level=level)
        mine, theirs = self._first_difference(line.values[tie.column], above.values[tie.column])
        return self.say(
            "tie_parted",
            name=name,
            other=other,
            level=level,
            column=self.in_text(tie.column),
            mine=self.number(mine, tie.column),
            theirs=self.number(theirs, tie.column),
        )

    @staticmethod
    def _first_difference(mine: Number, theirs: Number) -> tuple[Number, Number]:
        """Of two rows of values the first pair that differs."""
        if isinstance(mine, tuple) and isinstance(theirs, tuple):
            return next(((a, b) for a, b in zip(mine, theirs, strict=False) if a != b), (mine, theirs))
        return mine, theirs

    def gone(self, entrant: int) -> str:
        """Whether an entrant has withdrawn, and from when on."""
        left = [start for start, until in self.f.t.gone.get(entrant, ()) if until is None]
        return self.say("gone", round=left[-1]) if left else ""

    def reckoning(self, game: Game, seat: int) -> str:
        """What stands between the points on the sheet and those that count; empty if nothing does."""
        sheet, score = game.sheet, self.f.score(game)
        if sheet is None or score is None or sheet.scores[seat] == score.final[seat]:
            return ""
        parts = [self.say("on_sheet", points=self.number(sheet.scores[seat]))]
        if sheet.racks and sheet.racks[seat]:
            parts.append(self.say("rack", points=sheet.racks[seat]))
        if sheet.overtime_ms and sheet.overtime_ms[seat] > 0:
            parts.append(self.say("overtime", time=self.over(sheet.overtime_ms[seat])))
        if sheet.adjust and sheet.adjust[seat]:
            parts.append(self.say("adjusted", points=self.signed(sheet.adjust[seat])))
        # a number stays with its word, so that a line ends between two of them
        return "; ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)

    def trump(self, card_: str) -> str:
        return card(card_, self.lang)

    def why(self, game: Game) -> str:
        """Why a result was corrected."""
        return clean(game.history[-1].why or "", 200)

    def progress(self) -> str:
        """Where the tournament is."""
        if not self.f.rounds:
            return self.say("not_begun")
        last = self.f.rounds[-1]
        return f"{self.say('round', n=last.number)}: {self.state(last)}"

    def after(self, number: int) -> str:
        """`Standings after round 3`; while it is being played, that it is not whole yet."""
        key = "standings_during" if self.f.t.rounds[number].missing else "standings_after"
        return self.say(key, n=number)

    def order(self) -> str:
        """What parts entrants, in the order in which it is asked."""
        order, *others = (self.in_text(key) for key in self.f.rules.columns)
        for each in others:
            order = self.say("order_then", order=order, next=each)
        return self.say("order_all", order=order)

    def ties(self, lines: list[Standing]) -> list[str]:
        """A sentence for each line that the first column does not part from the one above it."""
        if not self.f.counted:
            return []
        return [sentence for index in range(len(lines)) if (sentence := self.tie(lines, index))]

    def penalties(self, number: int) -> list[str]:
        """Penalties and warnings up to a round, in the order in which they were given."""
        out = []
        for each in self.f.t.penalties:
            if each.round is not None and each.round > number:
                continue
            name = self.player(each.player) if each.player is not None else self.entrant(each.entrant)
            points = f" (−{self.points(each.points)})" if each.points > 0 else ""
            kind = f"penalty_{each.kind}"
            kind = self.say(kind if kind in catalogue("site") else "penalty_points")
            why = clean(each.why or "", 200)
            where = f"{self.say('round', n=each.round)}, " if each.round is not None else ""
            out.append(f"{where}{name}: {kind}{points}{f' – {why}' if why else ''}")
        return out

    def absent(self, number: int) -> list[int]:
        """Who said not to be there in a round. Who is drawn in it all the same plays, as far as anybody can tell."""
        round_ = self.f.t.rounds.get(number)
        drawn = drawn_in(round_) if round_ else set()
        return self.listed(each for each, when in self.f.t.absences if when == number and each not in drawn)

    def bye(self, number: int, entrant: int) -> str:
        """That somebody sat out, and what it brought."""
        line = self.f.brought.get((number, entrant))
        text = self.say("bye")
        return f"{text} ({self.number(*self._first(line))})" if line else text

    def _first(self, line: Standing) -> tuple[Number, str]:
        key = self.f.rules.columns[0]
        return line.values[key], key

    def board_sum(self, game: Game, team: int) -> str:
        """What a team got at a board, with its bonus."""
        score = self.f.score(game)
        if score is None or team not in game.entrants:
            return "–"
        seat = game.entrants.index(team)
        return self.number(score.final[seat] + score.bonus[seat])

    def by_result(self, number: int, entrants: Iterable[int]) -> list[int]:
        """The teams of a match, best first."""
        return sorted(entrants, key=lambda entrant: (self.f.brought[number, entrant].rank, entrant))

    def place_now(self, entrant: int) -> str:
        """`3rd of 9 after round 2`."""
        lines = self.f.lines
        if not self.f.counted or entrant not in lines:
            return self.gone(entrant)
        line, last = lines[entrant], self.f.counted[-1]
        value, key = self._first(line)
        parts = [
            self.say("place_of", rank=line.rank, all=len(lines), round=last),
            f"{self.in_text(key)}: {self.number(value, key)}",
            self.gone(entrant),
        ]
        return " · ".join(part for part in parts if part)

    def person_now(self, player: int) -> str:
        if not self.f.t.by_teams:
            return self.place_now(player)
        line = self.person(player)
        if line is None:
            return ""
        return self.say("place_of", rank=line.rank, all=len(self.f.people), round=self.f.counted[-1])

    def person(self, player: int) -> PlayerStanding | None:
        return self.f.person.get(player)

    def finished(self, player: int) -> int:
        return sum(game.sheet is not None for game in self.f.games_of(player))

    def teamless(self) -> list[int]:
        """Players who are in no team, in an event of teams."""
        return self.listed((p.number for p in self.f.t.players.values() if p.team is None), players=True)

    def timed(self) -> str:
        """Of how many games the times are known."""
        whole = sum(game.sheet is not None for game in self.f.t.games())
        return self.say("timed", known=len(self.f.logs), games=self.count("games", max(whole, len(self.f.logs))))

    def steps(self, round_: Round) -> list[str]:
        """How the draw came about."""
        return explain(round_.draw.get("explain", ()), self.entrant, self.lang)

    def changes(self, round_: Round) -> list[str]:
        """What was changed by hand after the draw, and why."""
        return [clean(each, LONGEST_CHANGE) for each in explain(changes(round_.draw), self.entrant, self.lang)]

    def seed(self, round_: Round) -> str:
        """The seed, for a paper; and that the round is not all that comes of it."""
        seed = f"{self.say('seed')}: {clean(round_.seed, 60)}" if round_.seed else ""
        return " · ".join(each for each in (seed, self.say("changed_by_hand") if changes(round_.draw) else "") if each)

    def drawn(self, round_: Round) -> str:
        """By which system a round was drawn."""
        system = f"system_{round_.draw.get('system')}"
        if system not in catalogue("draws"):
            return self.say("drawn_by_hand")
        return self.say("drawn_by", system=self.word("draws", system))

    def board_of(self, player: Player) -> str:
        return self.f.board(player) or ""
