"""A round, a game and a result as tables and lines for a person."""

from collections.abc import Mapping
from typing import Any

from rich.table import Table

from tritempo_host.commands.tournament._desk import NAME, table
from tritempo_host.draws import spoken as draws
from tritempo_host.rules.ruleset import GameScore, RuleSet, Sheet
from tritempo_host.text import DECIMAL, clean
from tritempo_host.tournament import Game, Result, Round, Tournament
from tritempo_host.tournament.spoken import end_word
from tritempo_host.words import speak


def round_table(tournament: Tournament, round_: Round, lang: str) -> Table:
    """The tables of a round with their players in the order of play, and what came out where it is known."""
    say = speak("tournament", lang)
    boards, trumps = tournament.by_teams, any(game.trumps for game in round_.games.values())
    rows = []
    for number, game in sorted(round_.games.items()):
        score = score_of(tournament, game)
        for seat, player in enumerate(game.players):
            name = clean(tournament.players[player].name, 2 * NAME)
            row: list[object] = [
                number if seat == 0 else "",
                game.board if boards and seat == 0 else "",
                seat + 1,
                name,
            ]
            row.append(clean(tournament.name_of(game.entrants[seat]), 2 * NAME) if boards else "")
            row.append(trump(game.trumps.get(seat + 1), lang))
            row += ["", ""] if score is None else [score.final[seat], score.places[seat]]
            rows.append(row)
    heads = [say(f"head_{key}") for key in ("table", "board", "seat", "player", "team", "trump", "points", "place")]
    kept = [0, *([1] if boards else []), 2, 3, *([4] if boards else []), *([5] if trumps else []), 6, 7]
    folded = [n for n, column in enumerate(kept) if column in (3, 4)]
    right = [n for n, column in enumerate(kept) if column in (0, 2, 6, 7)]
    return table([heads[n] for n in kept], [[row[n] for n in kept] for row in rows], folded, right)


def trump(card: str | None, lang: str) -> str:
    """A trump's own name, which is Catalan everywhere."""
    return "" if card is None else draws.card(card, lang)


def score_of(tournament: Tournament, game: Game) -> GameScore | None:
    return None if game.sheet is None else tournament.ruleset.score(game.sheet, tournament.rule_settings)


def figure(rules: RuleSet, column: str, value: object, lang: str) -> str:
    """A value of the standings or of a game as this language writes it: `1,525`."""
    return rules.shown(column, value).replace(".", DECIMAL[lang])


def game_table(tournament: Tournament, game: Game, sheet: Sheet, lang: str) -> Table:
    """The sheet of a game, a line a player: what is on it, and what the rules make of it."""
    say, rules = speak("tournament", lang), tournament.ruleset
    score = rules.score(sheet, tournament.rule_settings)
    columns: list[tuple[str, list[object]]] = [
        ("seat", [n + 1 for n in range(len(game.players))]),
        ("player", [clean(tournament.players[each].name, 2 * NAME) for each in game.players]),
        ("score", list(sheet.scores)),
        ("rack", list(sheet.racks)),
        ("overtime", [f"{ms // 60000}:{ms // 1000 % 60:02}" if ms else "" for ms in sheet.overtime_ms]),
        ("adjust", [each or "" for each in sheet.adjust]),
        ("scrabbles", list(sheet.scrabbles)),
        ("points", list(score.final)),
        ("place", list(score.places)),
        ("bonus", list(score.bonus) if any(score.bonus) else []),
        ("counts", [figure(rules, "points", each, lang) for each in score.points] if any(score.points) else []),
    ]
    columns = [(key, values) for key, values in columns if any(value != "" for value in values)]
    rows = list(zip(*(values for _, values in columns), strict=True))
    right = [n for n, (key, _) in enumerate(columns) if key != "player"]
    return table([say(f"head_{key}") for key, _ in columns], rows, (1,), right)


def ending(tournament: Tournament, game: Game, sheet: Sheet, lang: str) -> str:
    """How a game ended, and by whom."""
    by = f" ({clean(tournament.players[game.players[sheet.by]].name, NAME)})" if sheet.by is not None else ""
    return f"{end_word(sheet.end, lang)}{by}"


def by_whom(result: Result, lang: str) -> str:
    """Who entered a result, when, and why it was corrected."""
    say = speak("tournament", lang)
    at = f"{result.at.astimezone():%Y-%m-%d %H:%M:%S}"
    line = say("entered", entry=result.entry, at=at, who=result.who)
    return f"{line} {say('because', why=result.why)}" if result.why else line


def explained(body: Mapping[str, Any], tournament: Tournament, lang: str) -> list[str]:
    """How a draw came about, step by step."""
    return draws.explain(body.get("explain", ()), tournament.name_of, lang)
