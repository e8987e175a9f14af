"""`/t/SLUG/results/N`: the tables of a round, and what is missing."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, needs
from tritempo_host.desk.at_tables import at_tables
from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import desk_of
from tritempo_host.desk.live.spoken import state
from tritempo_host.desk.played import played
from tritempo_host.desk.rounds import round_in, spoken_for
from tritempo_host.desk.sheets import differences_of
from tritempo_host.desk.view import address, language_of, page, tournament_of, words
from tritempo_host.desk.who_enters import next_to_do
from tritempo_host.report.proposed import doubts as log_doubts
from tritempo_host.report.proposed import names_of
from tritempo_host.text import whole
from tritempo_host.tournament import Game, Round
from tritempo_host.tournament.matching import folded

LONGEST = 60  # characters that are looked at


@needs(Role.ENTRY)
def results(request: Request) -> Response:
    """`?table=5`, or a name of who sits there: on to its sheet; without anything to the next that is missing."""
    current = tournament_of(request)
    round_ = round_in(request, current)
    asked = request.query_params.get("table", "").strip()
    unknown, found = "", []
    if "table" in request.query_params and not asked and (waiting := next_to_do(request, current, round_, 0)):
        return RedirectResponse(address(current, "results", round_.number, waiting), 303)
    if asked:
        table = whole(asked, 5)
        if table in round_.games:
            return RedirectResponse(address(current, "results", round_.number, table), 303)
        found = _tables_of(current, round_, asked)
        if len(found) == 1:
            return RedirectResponse(address(current, "results", round_.number, found[0].table), 303)
        unknown = "" if found else words(request, "desk_results")("no_table", table=asked[:20])
    return page(
        request,
        "results.html",
        status=404 if unknown else 200,
        topics=(current.topic, "clocks", "logs"),
        **spoken_for(request, current),
        r=words(request, "desk_results"),
        round=round_,
        number=round_.number,
        tables=at_tables(current.tournament, round_, desk_of(request).clocks.clocks()),
        logged=_logged(request, current, round_),
        unlike=_unlike(request, current, round_),
        state_of=lambda clock: state(clock, language_of(request)),
        first_missing=next_to_do(request, current, round_, 0),
        double=bool(current.tournament.settings.get("double_entry")),
        unknown=unknown,
        found=found,
        asked=asked[:LONGEST] if found else "",
    )


def _tables_of(current: Current, round_: Round, asked: str) -> list[Game]:
    """The games of all whose name, or whose team's, has each word of what was typed, or begins with it; accents and
    capitals do not count. A number is no name."""
    t, wanted = current.tournament, folded(asked[:LONGEST]).split()
    if not any(letter.isalpha() for word in wanted for letter in word):
        return []

    def is_meant(player: int, entrant: int) -> bool:
        have = folded(f"{t.players[player].name} {t.name_of(entrant)}").split()
        return all(any(word.startswith(each) for word in have) for each in wanted)

    games = [game for _, game in sorted(round_.games.items())]
    return [each for each in games if any(map(is_meant, each.players, each.entrants))]


def _logged(request: Request, current: Current, round_: Round) -> set[int]:
    """The tables whose log is here."""
    matching = played(desk_of(request), current).matching
    return {table for table in round_.games if matching.log_of((round_.number, table)) is not None}


def _unlike(request: Request, current: Current, round_: Round) -> dict[int, list[str]]:
    """By table, where the result says something else than the log."""
    found = differences_of(desk_of(request), current, round_.number)
    t, lang = current.tournament, language_of(request)
    return {
        game[1]: log_doubts(each, lang, names_of(t, t.rounds[game[0]].games[game[1]])) for game, each in found.items()
    }


routes = [
    Route("/t/{slug}/results/{n}", results),
]
