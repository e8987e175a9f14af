"""`/t/SLUG/results/N`: the tables of a round, and what is missing. `/t/SLUG/results/N/M`: the sheet of a table is
entered, corrected, taken back; nothing that somebody typed is lost because somebody else was faster."""

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, form_of, needs, role_in, session_of
from tritempo_host.desk.at_tables import at_tables
from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import desk_of, write
from tritempo_host.desk.forms import now, typed
from tritempo_host.desk.live.spoken import state
from tritempo_host.desk.played import played
from tritempo_host.desk.problems import TOLD, spoken, status_of
from tritempo_host.desk.rounds import game_in, newest, round_in, spoken_for, voice_of
from tritempo_host.desk.sheets import (
    BOXES,
    Outcome,
    clock_texts,
    differences_of,
    is_usual,
    log_of,
    outcome_of,
    rows_of,
    said_by_clock,
    texts_in,
)
from tritempo_host.desk.view import address, back, language_of, page, tournament_of, words
from tritempo_host.report.proposed import doubts as log_doubts
from tritempo_host.report.proposed import names_of
from tritempo_host.text import whole
from tritempo_host.tournament import Conflict, Draft, Game, Result, Round, entering
from tritempo_host.tournament.entering import (
    Typed,
    double_entry_differences,
    prefilled,
    result_draft,
    texts_of,
    unchanged,
)
from tritempo_host.tournament.spoken import end_word, said

# All tables of a round


@needs(Role.ENTRY)
def results(request: Request) -> Response:
    """`?table=5`: on to its sheet; without a number to the next that is missing."""
    current = tournament_of(request)
    round_ = round_in(request, current)
    asked = request.query_params.get("table", "").strip()
    unknown = ""
    if "table" in request.query_params and not asked and (waiting := _next_to_do(request, current, round_, 0)):
        return RedirectResponse(address(current, "results", round_.number, waiting), 303)
    if asked:
        table = whole(asked, 5)
        if table in round_.games:
            return RedirectResponse(address(current, "results", round_.number, table), 303)
        unknown = words(request, "desk_results")("no_table", table=asked[:20])
    return page(
        request,
        "results.html",
        status=404 if unknown else 200,
        topics=(current.topic, "clocks", "logs"),
        **_said(request, current),
        round=round_,
        number=round_.number,
        tables=at_tables(current.tournament, round_, desk_of(request).clocks.clocks()),
        logged=_logged(request, current, round_),
        unlike=_unlike(request, current, round_),
        state_of=lambda clock: state(clock, language_of(request)),
        first_missing=_next_to_do(request, current, round_, 0),
        double=bool(current.tournament.settings.get("double_entry")),
        unknown=unknown,
    )


def _said(request: Request, current: Current) -> dict[str, Any]:
    return spoken_for(request, current) | {"r": words(request, "desk_results")}


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


def _next_to_do(request: Request, current: Current, round_: Round, after: int) -> int | None:
    """The next table without a result, after the last the first again; where there is none, one to be entered by a
    second person, if this is one."""
    waiting = [game.table for game in round_.missing]
    if not waiting and not round_.closed:
        waiting = [game.table for _, game in sorted(round_.games.items()) if _is_second(request, current, game)]
    return next((table for table in waiting if table > after), waiting[0] if waiting else None)


# A sheet


@needs(Role.ENTRY)
def sheet(request: Request) -> Response:
    current = newest(request)
    game = game_in(request, current)
    if request.method != "POST":
        return _show(request, current, game)
    if not _may_write(request, current, game):
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
    spoken_in = _said(request, current)
    return page(
        request, "sheet_comes_to.html", **spoken_in, game=game, entry_words=words(request, "entries"), outcome=outcome
    )


def _may_write(request: Request, current: Current, game: Game) -> bool:
    """Who types results may enter them, and mend what was their own; other corrections are an arbiter's."""
    if current.tournament.rounds[game.round].closed:
        return False
    mine = game.result is None or game.result.who == session_of(request).who
    return mine or _is_second(request, current, game) or role_in(request) >= Role.ARBITER


def _save(request: Request, current: Current, game: Game) -> Response:
    posted = form_of(request)
    form = entering.form_of(current.tournament, game)
    texts = texts_in(form, posted)
    outcome = outcome_of(request, current, game, form, texts)
    entered, best, why = outcome.typed.sheet, outcome.typed.words, typed(request, "why")
    if entered is None or outcome.cannot or posted.get("do") == "reckon":
        return _show(request, current, game, texts, outcome, 200 if posted.get("do") == "reckon" else 422)
    seen = "" if game.result is None else str(game.result.entry)
    second = _is_second(request, current, game)
    if not second and unchanged(game, entered, best):
        assert game.result is not None
        return _onward(request, current, game, "same_already", who=game.result.who)
    if str(posted.get("was", "")) != seen:
        # somebody has entered, corrected or taken back this table since the page was made
        return _show(request, current, game, texts, outcome, 409, beside="meanwhile")
    try:
        if second and posted.get("do") != "correct":
            return _second(request, current, game, texts, outcome)
        if game.result is not None and not why:
            text = words(request, "desk_results")("why_needed")
            return _show(request, current, game, texts, outcome, 422, text, "unlike" if second else "")
        if outcome.questions and posted.get("yes") != outcome.digest:
            return _show(request, current, game, texts, outcome, 422, beside="unlike" if second else "", asked=True)
        write(request, current, [result_draft(game, entered, best, why)])
    except Conflict as conflict:
        # written in the moment between looking and saving, or about the whole round
        current = now(request)
        game = game_in(request, current)
        text = "" if game.result is not None and str(game.result.entry) != seen else spoken(request, conflict)
        return _show(request, current, game, texts, outcome, 409, text, "" if text else "meanwhile")
    except TOLD as error:
        return _show(request, current, game, texts, outcome, status_of(error), spoken(request, error))
    return _onward(request, now(request), game, "saved", result=_in_a_line(request, current, game, outcome))


def _is_second(request: Request, current: Current, game: Game) -> bool:
    """Whether this is the second person to enter the game, from the paper, where each game is entered twice."""
    if not current.tournament.settings.get("double_entry") or game.result is None or game.checked is not None:
        return False
    return game.result.who != session_of(request).who


def _second(request: Request, current: Current, game: Game, texts: Mapping[str, str], outcome: Outcome) -> Response:
    """What the second person typed is compared with what is there. Raises Conflict, Refused."""
    assert game.result is not None
    first = Typed(game.result.sheet, game.result.words)
    if double_entry_differences(first, outcome.typed):
        return _show(request, current, game, texts, outcome, 409, beside="unlike")
    body = {"round": game.round, "table": game.table, "entry": game.result.entry}
    write(request, current, [Draft("checked", body)])
    return _onward(request, now(request), game, "checked", who=game.result.who)


def _in_a_line(request: Request, current: Current, game: Game, outcome: Outcome) -> str:
    v, score = voice_of(request, current), outcome.score
    finals = score.final if score else ()
    return ", ".join(f"{v.player(player)} {v.number(each)}" for player, each in zip(game.players, finals, strict=False))


def _onward(request: Request, current: Current, game: Game, key: str, **values: object) -> Response:
    """To the next table without a result; to all of them if there is none."""
    missing = _next_to_do(request, current, current.tournament.rounds[game.round], game.table)
    url = address(current, "results", game.round, *([missing] if missing else []))
    return back(request, url, key, "desk_results", table=game.table, n=game.round, **values)


def _undo(request: Request, current: Current, game: Game) -> Response:
    posted = form_of(request)
    if game.result is None or str(posted.get("was", "")) != str(game.result.entry):
        return _show(request, current, game, status=409, problem=words(request, "desk_results")("undo_other"))
    try:
        write(request, current, [Draft("undo", {"entry": game.result.entry}, typed(request, "why_undo") or None)])
    except TOLD as error:
        return _show(request, current, game, status=status_of(error), problem=spoken(request, error))
    here = address(current, "results", game.round, game.table)
    return back(request, here, "undone", "desk_results", table=game.table)


def _show(
    request: Request,
    current: Current,
    game: Game,
    texts: Mapping[str, str] | None = None,
    outcome: Outcome | None = None,
    status: int = 200,
    problem: str = "",
    beside: str = "",
    asked: bool = False,
) -> Response:
    """`beside`: show what is there beside what was typed, because it came `meanwhile`, or because the second of two who
    enter each game has it otherwise (`unlike`)."""
    t, lang = current.tournament, language_of(request)
    form = entering.form_of(t, game)
    log = log_of(desk_of(request), current, game)
    clock = clock_texts(log)
    touched = texts is not None
    blind = _is_second(request, current, game) and not beside
    if texts is None:
        texts = clock if blind else prefilled(form, log.proposal)
    result = game.result
    other = texts_of(result.sheet, result.words) if beside and result else {} if beside else None
    marks = clock if result is None or blind else {}
    figures, odd = said_by_clock(log, lang, names_of(t, game))
    round_ = t.rounds[game.round]
    rows = rows_of(form, texts, marks, other, outcome if touched else None, lang)
    usual = [what for what in rows if what != "scores" and is_usual(form, rows[what])]
    return page(
        request,
        "sheet.html",
        status=status,
        **_said(request, current),
        game=game,
        number=game.round,
        round=round_,
        form=form,
        rows=rows,
        usual=usual,
        rare=[what for what in rows if what not in ("scores", *usual)],
        texts=texts,
        clock=marks,
        other=other,
        outcome=outcome or outcome_of(request, current, game, form, texts),
        focus=_focus(form, texts, outcome.typed.wrong if outcome and touched else (), asked),
        having=lambda what: " ".join(end.code for end in form.ends if what in end.fields),
        wrong={each.key: said(each, lang) for each in outcome.typed.wrong} if outcome and touched else {},
        log=log,
        figures=figures,
        odd=odd,
        may_write=_may_write(request, current, game),
        beside=beside,
        blind=blind,
        double=bool(t.settings.get("double_entry")),
        asked=asked,
        problem=problem,
        why=typed(request, "why") if touched else "",
        tables=sorted(round_.games),
        next_missing=_next_to_do(request, current, round_, game.table),
        **_in_words(request, current, game),
    )


def _focus(form: entering.Form, texts: Mapping[str, str], wrong: Sequence[entering.Mistyped], asked: bool) -> str:
    """The field in which typing goes on: the first that is wrong, else the first without points."""
    if asked:
        return ""
    if wrong:
        return wrong[0].key
    points = [entering.name("scores", seat) for seat in range(form.seats)]
    return next((key for key in points if not texts.get(key)), points[0])


def _in_words(request: Request, current: Current, game: Game) -> dict[str, Any]:
    """What the templates say of ends and of results that were written down."""
    t, lang, v = current.tournament, language_of(request), voice_of(request, current)

    def fact_word(what: str, text: str | None) -> str:
        if what == "by" and text:
            return v.player(game.players[int(text) - 1])
        return end_word(text, lang) if what == "end" and text else text or ""

    def ending(result: Result) -> str:
        by = result.sheet.by
        return end_word(result.sheet.end, lang) + ("" if by is None else f": {v.player(game.players[by])}")

    def figures_of(result: Result) -> list[tuple[str, list[str]]]:
        texts = texts_of(result.sheet, result.words)
        rows = {
            what: [texts.get(entering.name(what, seat), "") for seat in range(len(game.players))]
            for what in entering.ROWS
        }
        ticks = {what: ["✓" if each else "" for each in texts] for what, texts in rows.items() if what in BOXES}
        turns = result.sheet.full_turns
        more = [("full_turns", [str(turns)])] if turns is not None else []
        return [(what, each) for what, each in (rows | ticks).items() if any(each)] + more

    def final_of(result: Result) -> tuple[int, ...]:
        return t.ruleset.score(result.sheet, t.rule_settings).final

    return {
        "entry_words": words(request, "entries"),
        "end_word": lambda code: v.capital(end_word(code, lang)),
        "fact_word": fact_word,
        "ending": ending,
        "figures_of": figures_of,
        "final_of": final_of,
    }


routes = [
    Route("/t/{slug}/results/{n}", results),
    Route("/t/{slug}/results/{n}/{m}", sheet, methods=["GET", "POST"]),
    Route("/t/{slug}/results/{n}/{m}/reckoned", reckoned, methods=["POST"]),
]
