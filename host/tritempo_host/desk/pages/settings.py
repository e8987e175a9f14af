"""`/t/SLUG/settings`: what a tournament is called, how many rounds, how its rules are read, how it is drawn, what its
clocks play by. Which settings there are `tournament.options` knows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tritempo.control import PRESETS, preset
from tritempo_host import controls
from tritempo_host.desk.access import Role, needs
from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import write
from tritempo_host.desk.forms import Typed, all_typed, now, shown, typed
from tritempo_host.desk.problems import TOLD, spoken, status_of
from tritempo_host.desk.view import address, back, language_of, page, tournament_of
from tritempo_host.draws import SYSTEMS
from tritempo_host.tournament import Conflict, Draft, Tournament
from tritempo_host.tournament.drawing_up import deals_trumps, default_system
from tritempo_host.tournament.options import ROUNDS, Option, as_typed, options
from tritempo_host.tournament.options import typed as value_of
from tritempo_host.words import speak

TEXTS = ("name", "date", "place")
FILE = "file"  # of the choice of a control: one of one's own


@dataclass(frozen=True, slots=True)
class Field:
    """A setting as it is asked. `value`: as typed; `choices`: (as typed, in words, whether it is the usual one)."""

    option: Option
    title: str
    value: str
    choices: tuple[tuple[str, str, bool], ...]


@needs(Role.ORGANISER)
def settings(request: Request) -> Response:
    current = tournament_of(request)
    if request.method != "POST":
        return _show(request, current)
    before = shown(request, current)
    try:
        body = _body(request, before)
        if not body:
            return back(request, address(current, "settings"), "unchanged", "desk_settings")
        write(request, current, [Draft("settings", body)])
    except _WrongError as wrong:
        return _show(request, current, before, wrong=wrong.args[0], status=422)
    except TOLD as error:
        return _show(request, now(request), before, error=error, status=status_of(error))
    return back(request, address(current, "settings"), "saved", "desk_settings")


class _WrongError(Exception):
    """The key of a field that holds what it cannot."""


def asked(t: Tournament) -> list[Option]:
    """The settings that matter to this tournament: of the draws those of its own, the deal where there is one."""
    system, found = default_system(t), options(t.rules)
    dealing = any(deals_trumps(each) for each in t.ruleset.draws)
    return [
        each
        for each in found
        if (each.of != "draw" or each.system == system)
        and (each.key != "trumps" or dealing)
        and (each.key != "system" or len(each.choices or ()) > 1)
        and each.key != "message"  # is said from the round's page
    ]


def fields_of(t: Tournament) -> dict[str, str]:
    """What the form asks, as typed."""
    given = {each.key: t.settings.get(each.key, each.default) for each in asked(t)}
    values = {key: "" if value is None else as_typed(value) for key, value in given.items()}
    return {key: getattr(t, key) for key in TEXTS} | values


def _changed(request: Request, before: Tournament) -> Typed:
    given = all_typed(request)
    if given["control"] == FILE:
        given["control"] = given["control_file"]
    fields = fields_of(before)
    return Typed({key: given[key] for key, value in fields.items() if key in given and given[key] != value})


def _body(request: Request, before: Tournament) -> dict[str, Any]:
    """What was changed from what the page had shown. Raises _WrongError, Problem."""
    changed = _changed(request, before)
    body: dict[str, Any] = {key: changed[key] for key in TEXTS if key in changed}
    given: dict[str, Any] = {}
    for each in asked(before):
        if each.key not in changed:
            continue
        try:
            value = value_of(each.key, changed[each.key], each.choices) if changed[each.key] else None
        except ValueError:
            raise _WrongError(each.key) from None
        given[each.key] = None if value == each.default else value
    if given.get("control"):
        low, high = before.ruleset.sizes
        controls.load(given["control"], low if low == high else None, language_of(request))
    if "system" in changed:
        given |= _misfits(before, changed["system"])
    return body | ({"settings": given} if given else {})


def _misfits(t: Tournament, system: str) -> dict[str, None]:
    """Settings of the draw until now that another system does not take: they go back to what is usual there."""
    takes = {f"draw_{each.key}": each.choices for each in SYSTEMS[system].settings}
    return {
        key: None
        for key, value in t.settings.items()
        if key.startswith("draw_") and key in takes and value not in takes[key]
    }


def _show(
    request: Request,
    current: Current,
    before: Tournament | None = None,
    wrong: str = "",
    error: Exception | None = None,
    status: int = 200,
) -> Response:
    t, lang = current.tournament, language_of(request)
    fields = fields_of(t)
    # what one has typed stays; of what one has not changed, what others have written in the meantime is shown
    was = fields_of(before) if before is not None else fields
    kept = _changed(request, before) if before is not None else Typed()
    asked_now = asked(t)
    made = [_field(each, kept.get(each.key, fields[each.key]), lang) for each in asked_now]
    return page(
        request,
        "settings.html",
        status=status,
        texts={key: kept.get(key, fields[key]) for key in TEXTS},
        groups=_groups(made),
        fields=fields,
        theirs={key for key in fields if isinstance(error, Conflict) and was.get(key, fields[key]) != fields[key]},
        wrong=wrong,
        most=ROUNDS,
        problem=spoken(request, error) if error is not None else "",
        usual_control=preset(t.ruleset.control)["name"][lang],
        system=speak("draws", lang)(f"system_{default_system(t)}"),
        planned=t.ruleset.rounds(len(t.entrants)),
        file=FILE,
        control_file=typed(request, "control_file") if request.method == "POST" else "",
        presets=[(each, preset(each)["name"][lang], preset(each)["source"]) for each in PRESETS],
    )


def _groups(fields: list[Field]) -> Mapping[str, list[Field]]:
    """By the part of the page where they stand."""
    places = {"rounds": "event", "control": "clocks", "double_entry": "results"}
    out: dict[str, list[Field]] = {each: [] for each in ("event", "draw", "rules", "clocks", "results")}
    for each in fields:
        part = places.get(each.option.key, "draw" if each.option.of in ("draw", "ours") else "rules")
        out[part].append(each)
    # the system and the seed go before what the system asks
    out["draw"].sort(key=lambda each: each.option.of != "ours")
    return out


def _field(option: Option, value: str, lang: str) -> Field:
    area, key = option.word
    say = speak(area, lang)

    def word(choice: Any) -> str:
        if option.key == "system":
            return speak("draws", lang)(f"system_{choice}")
        if isinstance(choice, bool):
            return speak("desk_settings", lang)("yes" if choice else "no")
        return say(f"{key}_{choice}") if isinstance(choice, str) else str(choice)

    choices = tuple((as_typed(each), word(each), each == option.default) for each in option.choices or ())
    return Field(option, say(key), value, choices)


routes = [Route("/t/{slug}/settings", settings, methods=["GET", "POST"])]
