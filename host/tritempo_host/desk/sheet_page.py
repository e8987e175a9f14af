"""The page on which the sheet of a game is entered: its rows, what the clock says, what somebody else wrote, and where
typing goes on."""

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import desk_of
from tritempo_host.desk.forms import typed
from tritempo_host.desk.rounds import spoken_for, voice_of
from tritempo_host.desk.sheets import (
    BOXES,
    Outcome,
    clock_texts,
    is_usual,
    log_of,
    outcome_of,
    rows_of,
    said_by_clock,
)
from tritempo_host.desk.view import language_of, page, words
from tritempo_host.desk.who_enters import is_second, may_write, next_to_do
from tritempo_host.report.proposed import names_of
from tritempo_host.tournament import Game, Result, entering
from tritempo_host.tournament.entering import prefilled, texts_of
from tritempo_host.tournament.spoken import end_word, said


def show_sheet(
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
    blind = is_second(request, current, game) and not beside
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
        **sheet_words(request, current),
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
        may_write=may_write(request, current, game),
        beside=beside,
        blind=blind,
        double=bool(t.settings.get("double_entry")),
        asked=asked,
        problem=problem,
        why=typed(request, "why") if touched else "",
        tables=sorted(round_.games),
        next_missing=next_to_do(request, current, round_, game.table),
        **_how_results_read(request, current, game),
    )


def _focus(form: entering.Form, texts: Mapping[str, str], wrong: Sequence[entering.Mistyped], asked: bool) -> str:
    """The field in which typing goes on: the first that is wrong, else the first without points."""
    if asked:
        return ""
    if wrong:
        return wrong[0].key
    points = [entering.name("scores", seat) for seat in range(form.seats)]
    return next((key for key in points if not texts.get(key)), points[0])


def sheet_words(request: Request, current: Current) -> dict[str, Any]:
    """What the templates of a sheet speak with."""
    return spoken_for(request, current) | {"r": words(request, "desk_results")}


def _how_results_read(request: Request, current: Current, game: Game) -> dict[str, Any]:
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
