"""`/t/SLUG/results/N/M`: the sheet of a table is entered, corrected, taken back; nothing that somebody typed is lost
because somebody else was faster."""

from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, form_of, needs
from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import write
from tritempo_host.desk.forms import now, typed
from tritempo_host.desk.problems import TOLD, spoken, status_of
from tritempo_host.desk.rounds import game_in, newest, voice_of
from tritempo_host.desk.sheet_page import sheet_words, show_sheet
from tritempo_host.desk.sheets import Outcome, outcome_of, texts_in
from tritempo_host.desk.view import address, back, page, tournament_of, words
from tritempo_host.desk.who_enters import is_second, may_write, next_to_do
from tritempo_host.tournament import Conflict, Draft, Game, entering
from tritempo_host.tournament.entering import Typed, double_entry_differences, result_draft, unchanged


@needs(Role.ENTRY)
def sheet(request: Request) -> Response:
    current = newest(request)
    game = game_in(request, current)
    if request.method != "POST":
        return show_sheet(request, current, game)
    if not may_write(request, current, game):
        raise HTTPException(403)
    if form_of(request).get("do") == "undo":
        return _undo(request, current, game)
    return _save(request, current, game)


@needs(Role.ENTRY)
def reckoned(request: Request) -> Response:
    """What a sheet that is being typed comes to; nothing is written."""
    current = tournament_of(request)
    game = game_in(request, current)
    form = entering.form_of(current.tournament, game)
    outcome = outcome_of(request, current, game, form, texts_in(form, form_of(request)))
    spoken_in = sheet_words(request, current)
    return page(
        request, "sheet_comes_to.html", **spoken_in, game=game, entry_words=words(request, "entries"), outcome=outcome
    )


def _save(request: Request, current: Current, game: Game) -> Response:
    posted = form_of(request)
    form = entering.form_of(current.tournament, game)
    texts = texts_in(form, posted)
    outcome = outcome_of(request, current, game, form, texts)
    entered, best, why = outcome.typed.sheet, outcome.typed.words, typed(request, "why")
    if entered is None or outcome.cannot or posted.get("do") == "reckon":
        return show_sheet(request, current, game, texts, outcome, 200 if posted.get("do") == "reckon" else 422)
    seen = "" if game.result is None else str(game.result.entry)
    second = is_second(request, current, game)
    if not second and unchanged(game, entered, best):
        assert game.result is not None
        return _onward(request, current, game, "same_already", who=game.result.who)
    if str(posted.get("was", "")) != seen:
        # somebody has entered, corrected or taken back this table since the page was made
        return show_sheet(request, current, game, texts, outcome, 409, beside="meanwhile")
    try:
        if second and posted.get("do") != "correct":
            return _second(request, current, game, texts, outcome)
        if game.result is not None and not why:
            text = words(request, "desk_results")("why_needed")
            return show_sheet(request, current, game, texts, outcome, 422, text, "unlike" if second else "")
        if outcome.questions and posted.get("yes") != outcome.digest:
            return show_sheet(
                request, current, game, texts, outcome, 422, beside="unlike" if second else "", asked=True
            )
        write(request, current, [result_draft(game, entered, best, why)])
    except Conflict as conflict:
        # written in the moment between looking and saving, or about the whole round
        current = now(request)
        game = game_in(request, current)
        text = "" if game.result is not None and str(game.result.entry) != seen else spoken(request, conflict)
        return show_sheet(request, current, game, texts, outcome, 409, text, "" if text else "meanwhile")
    except TOLD as error:
        return show_sheet(request, current, game, texts, outcome, status_of(error), spoken(request, error))
    return _onward(request, now(request), game, "saved", result=_in_a_line(request, current, game, outcome))


def _second(request: Request, current: Current, game: Game, texts: Mapping[str, str], outcome: Outcome) -> Response:
    """What the second person typed is compared with what is there. Raises Conflict, Refused."""
    assert game.result is not None
    first = Typed(game.result.sheet, game.result.words)
    if double_entry_differences(first, outcome.typed):
        return show_sheet(request, current, game, texts, outcome, 409, beside="unlike")
    body = {"round": game.round, "table": game.table, "entry": game.result.entry}
    write(request, current, [Draft("checked", body)])
    return _onward(request, now(request), game, "checked", who=game.result.who)


def _in_a_line(request: Request, current: Current, game: Game, outcome: Outcome) -> str:
    v, score = voice_of(request, current), outcome.score
    finals = score.final if score else ()
    return ", ".join(f"{v.player(player)} {v.number(each)}" for player, each in zip(game.players, finals, strict=False))


def _onward(request: Request, current: Current, game: Game, key: str, **values: object) -> Response:
    """To the next table without a result; to all of them if there is none."""
    missing = next_to_do(request, current, current.tournament.rounds[game.round], game.table)
    url = address(current, "results", game.round, *([missing] if missing else []))
    return back(request, url, key, "desk_results", table=game.table, n=game.round, **values)


def _undo(request: Request, current: Current, game: Game) -> Response:
    posted = form_of(request)
    if game.result is None or str(posted.get("was", "")) != str(game.result.entry):
        return show_sheet(request, current, game, status=409, problem=words(request, "desk_results")("undo_other"))
    try:
        write(request, current, [Draft("undo", {"entry": game.result.entry}, typed(request, "why_undo") or None)])
    except TOLD as error:
        return show_sheet(request, current, game, status=status_of(error), problem=spoken(request, error))
    here = address(current, "results", game.round, game.table)
    return back(request, here, "undone", "desk_results", table=game.table)


routes = [
    Route("/t/{slug}/results/{n}/{m}", sheet, methods=["GET", "POST"]),
    Route("/t/{slug}/results/{n}/{m}/reckoned", reckoned, methods=["POST"]),
]
