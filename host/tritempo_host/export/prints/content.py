"""What stands on each paper, as data that JSON can hold; the templates only lay it out.

The words are words/prints.toml, those of the web site, and the rule set's own; names and numbers are written as the web
site writes them (`export.site.voice`).
"""

from collections.abc import Iterable, Sequence
from typing import Any

from tritempo_host.export.prints.asked import asked
from tritempo_host.export.site.facts import Facts
from tritempo_host.export.site.order import sort_key
from tritempo_host.export.site.voice import Voice
from tritempo_host.problem import Problem
from tritempo_host.text import clean
from tritempo_host.tournament.fixtures import game_of
from tritempo_host.tournament.published import published
from tritempo_host.tournament.state import Game, Player, Tournament
from tritempo_host.words import speak

# Turns on a sheet, by how many play: more than a game has, as long as it is no endless one.
TURNS = {1: 24, 2: 24, 3: 19, 4: 15}
Data = dict[str, Any]


class Content:
    """What is printed of a tournament in a language."""

    def __init__(self, tournament: Tournament, lang: str) -> None:
        self.t = tournament
        self.lang = lang
        self.f = Facts(published(tournament), {})
        self.v = Voice(self.f, lang)
        self.say = speak("prints", lang)

    # Of a round

    def cards(self, number: int, tables: Iterable[int] | None, trumps: bool) -> Data:
        return {
            "word": self.v.capital(self.v.word("tournament", "head_table")),
            "starts": self.v.say("starts"),
            "cards": [
                {
                    "table": game.table,
                    "round": self.v.say("round", n=number),
                    "match": self._match(game),
                    "id": game_of(self.t, game),
                    "seats": self._seats(game, trumps),
                }
                for game in self._games(number, tables)
            ],
            **self._head(),
        }

    def slips(self, number: int) -> Data:
        games = self._games(number, None)
        slips = [
            {
                "card": self.v.trump(game.trumps[seat]),
                "name": self.v.player(player),
                "where": self.v.say("round_table", round=number, table=game.table),
            }
            for game in games
            for seat, player in enumerate(game.players, 1)
            if seat in game.trumps
        ]
        if not slips:
            raise Problem(self.say("no_trumps", round=number))
        return {"slips": slips, "word": self.say("slip"), **self._head()}

    def sheets(self, number: int, tables: Iterable[int] | None) -> Data:
        return {
            "turn": self.say("turn"),
            "play": self.say("play"),
            "points": self.v.say("points"),
            "sum": self.v.say("sum"),
            "starts": self.v.say("starts"),
            "ended": self.say("ended"),
            "ended_by": self.say("ended_by"),
            "absent": self.say("absent"),
            "full_turns": self.say("full_turns"),
            "rest": self.say("rest"),
            "signed": self.say("signed"),
            "arbiter": self.say("arbiter"),
            "games": [self._sheet(game) for game in self._games(number, tables)],
            **self._head(),
        }

    def _sheet(self, game: Game) -> Data:
        wanted = asked(self.t, game)
        return {
            "title": self.v.say("round_table", round=game.round, table=game.table),
            "match": self._match(game),
            "id": game_of(self.t, game),
            "seats": self._seats(game, trumps=False),
            "turns": TURNS[min(len(game.players), max(TURNS))],
            "rows": [{"key": row, "text": self.say(f"row_{row}")} for row in wanted.rows],
            "ends": [self.v.word("scoring", f"end_{end}") for end in wanted.ends],
            "absent": wanted.absent,
            "full_turns": wanted.full_turns,
        }

    def pairings(self, number: int, by_name: bool) -> Data:
        games = self._games(number, None)
        round_ = self.t.rounds[number]
        out = [(self.v.say("bye"), round_.bye), (self.v.say("absent"), self.v.absent(number))]
        return {
            "title": self.v.say("round", n=number),
            "table": self.v.capital(self.v.word("tournament", "head_table")),
            "board": self.v.say("board_head"),
            "starts": self.v.say("starts"),
            "order": self.v.say("order_long"),
            "matches": [
                {
                    "name": self.v.say("match", n=match) if self.t.by_teams else "",
                    "games": [
                        {"table": game.table, "board": game.board or "", "seats": self._seats(game, trumps=False)}
                        for game in found
                    ],
                }
                for match, found in self.f.matches(round_)
            ],
            "people": self._people(games) if by_name else [],
            "out": [{"why": self.v.capital(why), "names": self.v.names(who)} for why, who in out if who],
            "seed": self.v.seed(round_),
            **self._head(),
        }

    def results(self, number: int, by_name: bool) -> Data:
        """What came out, for all to check; a game without a result has none of its points."""
        games = self._games(number, None)
        if not any(self.f.score(game) for game in games):
            raise Problem(self.say("no_results", round=number))
        sides = {
            game.table: [seat | self._outcome(game, n) for n, seat in enumerate(self._seats(game, trumps=False))]
            for game in games
        }
        people = [side | {"table": table} for table, found in sides.items() for side in found]
        out = [(self.v.say("bye"), self.t.rounds[number].bye), (self.v.say("absent"), self.v.absent(number))]
        return {
            "title": self.say("results", n=number),
            "check": self.say("results_check"),
            "table": self.v.capital(self.v.word("tournament", "head_table")),
            "matches": [
                {
                    "name": self.v.say("match", n=match) if self.t.by_teams else "",
                    "games": [
                        {"table": game.table, "board": game.board or "", "seats": sides[game.table]} for game in found
                    ],
                }
                for match, found in self.f.matches(self.t.rounds[number])
            ],
            "people": sorted(people, key=lambda one: (sort_key(one["name"], self.lang), one["table"]))
            if by_name
            else [],
            "out": [{"why": self.v.capital(why), "names": self.v.names(who)} for why, who in out if who],
            **self._head(),
        }

    def _outcome(self, game: Game, seat: int) -> Data:
        """What a player got: the points that count, and what comes to them, where these rules have that."""
        score = self.f.score(game)
        if score is None:
            return {"points": "–", "bonus": "", "place": 0}
        bonus = self.v.signed(score.bonus[seat]) if "bonus" in self.f.uses else ""
        return {"points": self.v.number(score.final[seat]), "bonus": bonus, "place": score.places[seat]}

    def _people(self, games: Sequence[Game]) -> list[Data]:
        rows = [
            {"name": self.v.player(player), "team": self._team(game, seat), "table": game.table, "seat": seat + 1}
            for game in games
            for seat, player in enumerate(game.players)
        ]
        return sorted(rows, key=lambda row: (sort_key(row["name"], self.lang), row["table"]))

    # Of the whole

    def standings(self, after: int | None) -> Data:
        number = after if after is not None else max(self.f.counted, default=None)
        if number is not None and number not in self.f.standings:
            raise Problem(self.say("no_standings", round=number))
        lines = self.f.now if number is None else self.f.standings[number]
        if not lines:
            raise Problem(self.say("no_people"))
        wide = self.v.wide(lines)
        columns = [key for key in self.v.columns(lines) if key not in wide]
        return {
            "title": self.v.say("standings") if number is None else self.v.after(number),
            "rank": self.v.say("place"),
            "who": self.v.say("team" if self.t.by_teams else "player"),
            "columns": [self.v.column(key) for key in columns],
            "lines": [
                {
                    "rank": line.rank,
                    "name": self.v.entrant(line.entrant),
                    "sub": self._under(line.entrant),
                    "values": [self.v.cell(line, key) for key in columns],
                    "top": number is not None and line.rank <= 3,
                }
                for line in lines
            ],
            "ties": {"title": self.v.say("ties"), "lines": self.v.ties(lines) if number is not None else []},
            "penalties": {"title": self.v.say("penalties"), "lines": self.v.penalties(number) if number else []},
            **self._head(),
        }

    def _under(self, entrant: int) -> str:
        """What stands under a name: a team's players by board, a player's club, and whether they have withdrawn."""
        if self.t.by_teams:
            parts = [self.v.player(player.number) for player in self.f.lineup(entrant)]
        else:
            parts = [clean(self.t.players[entrant].club, 60)]
        return " · ".join(part for part in (*parts, self.v.gone(entrant)) if part)

    def checkin(self) -> Data:
        if not self.t.players and not (self.t.by_teams and self.t.teams):
            raise Problem(self.say("no_people"))
        groups = []
        if self.t.by_teams:
            for team in self.v.listed(self.t.teams):
                club = clean(self.t.teams[team].club, 60)
                groups.append(
                    {
                        "number": team,
                        "name": self.v.entrant(team),
                        "arrived": team in self.t.arrived,
                        "note": " · ".join(each for each in (club, self._presence(team)) if each),
                        "players": [self._person(player) for player in self.f.lineup(team)],
                    }
                )
        loose = self.v.teamless() if self.t.by_teams else self.v.listed(self.t.players, players=True)
        if loose:
            name = self.v.say("no_team") if groups else ""
            players = [self._person(self.t.players[number]) for number in loose]
            groups.append({"number": None, "name": name, "arrived": False, "note": "", "players": players})
        return {
            "title": self.say("checkin"),
            "heads": {key: self.v.say(key) for key in ("player", "club", "rating")},
            "here": self.say("here"),
            "note": self.say("note"),
            "ratings": any(player.rating is not None for player in self.t.players.values()),
            "clubs": any(player.club for player in self.t.players.values()),
            "groups": groups,
            **self._head(),
        }

    def _person(self, player: Player) -> Data:
        return {
            "number": player.number,
            "name": self.v.player(player.number),
            "board": self.f.board(player) or "",
            "arrived": not self.t.by_teams and player.number in self.t.arrived,
            "club": clean(player.club, 60),
            "rating": self.v.number(player.rating) if player.rating is not None else "",
            "note": "" if self.t.by_teams else self._presence(player.number),
        }

    def _presence(self, entrant: int) -> str:
        """That somebody has withdrawn, or will not be there in the next round."""
        absent = (entrant, self.t.next_round) in self.t.absences
        return self.v.gone(entrant) or (self.v.say("absent") if absent else "")

    # What they share

    def _head(self) -> Data:
        day, place = self.v.date(), clean(self.t.place, 60)
        return {
            "tournament": self.v.title,
            "when": " · ".join(part for part in (day, place) if part),
            "page": self.say("page"),
        }

    def _games(self, number: int, tables: Iterable[int] | None) -> list[Game]:
        """The games of a round, or those of some tables. Raises Problem if there are none."""
        wanted = None if tables is None else set(tables)
        games = list(self.t.games(number)) if number in self.t.rounds else []
        games = [game for game in games if wanted is None or game.table in wanted]
        if not games:
            drawn = number in self.t.rounds
            raise Problem(self.say("no_games" if drawn else "not_drawn", round=number))
        return games

    def _seats(self, game: Game, trumps: bool) -> list[Data]:
        return [
            {
                "n": seat + 1,
                "name": self.v.player(player),
                "team": self._team(game, seat),
                "trump": self.v.trump(game.trumps[seat + 1]) if trumps and seat + 1 in game.trumps else "",
            }
            for seat, player in enumerate(game.players)
        ]

    def _team(self, game: Game, seat: int) -> str:
        return self.v.entrant(game.entrants[seat]) if self.t.by_teams else ""

    def _match(self, game: Game) -> str:
        """`Match 2 · board G`, in an event of teams."""
        if not self.t.by_teams:
            return ""
        parts = [self.v.say("match", n=game.match), self.v.say("board", board=game.board) if game.board else ""]
        return " · ".join(part for part in parts if part)
