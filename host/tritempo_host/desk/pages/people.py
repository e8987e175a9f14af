"""`/t/SLUG/people`: who takes part, and one more. `/t/SLUG/people/N`: one team with its players, or one player:
changed, gone, back, or taken out again if it was a mistake."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, needs
from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import write
from tritempo_host.desk.forms import Typed, all_typed, counting, now, number, shown, typed
from tritempo_host.desk.lineups import lineups
from tritempo_host.desk.problems import TOLD, spoken, status_of
from tritempo_host.desk.view import address, back, language_of, page, tournament_of
from tritempo_host.rules.alphabet import WHOLE
from tritempo_host.tournament import Conflict, Draft, Player, Tournament
from tritempo_host.tournament.bodies import same_name

PLAYER = ("name", "surnames", "rating", "board", "licence", "club")  # fields of a player of a team
ALONE = ("name", "surnames", "club", "rating", "licence", "from")  # of one who takes part alone


@needs(Role.ORGANISER)
def people(request: Request) -> Response:
    current = tournament_of(request)
    if request.method != "POST":
        return _list(request, current)
    t, given = current.tournament, all_typed(request)
    try:
        added = write(request, current, _added(t, given))
    except TOLD as error:
        return _list(request, now(request), given=given, problem=spoken(request, error), status=status_of(error))
    first = added.entries[0]
    after = added.tournament
    name = after.name_of(first.body[first.kind])
    key = "added_late" if t.rounds else "added"
    values = {"n": len(after.entrants), "number": first.body[first.kind], "name": name, "round": after.next_round}
    return back(request, f"{address(current, 'people')}?add=1", key, "desk_people", **values)


def _added(t: Tournament, given: Typed) -> list[Draft]:
    """A new team with its players, or a new player."""
    start = number(given["from"])
    late = {"from": start} if start is not None else {}
    if not t.by_teams:
        return [Draft("player", _person(given, "", ("name", "club", "rating", "licence")) | late)]
    name, club = given["name"], given["club"]
    drafts = [Draft("team", {"name": name} | ({"club": club} if club else {}) | late)]
    return drafts + [Draft("player", each | {"team_name": name}) for each in _new_players(given)]


def _new_players(given: Typed) -> list[dict[str, Any]]:
    """Those whose rows are not empty."""
    rows = sorted({key.partition("_")[0] for key in given if key.startswith("new") and "_" in key})
    people = [_person(given, f"{row}_", ("name", "rating", "board")) for row in rows]
    return [each for each in people if each != {"name": ""}]


def _person(given: Typed, before: str, fields: Sequence[str]) -> dict[str, Any]:
    body = {key: given[before + key] for key in fields}
    return {key: value for key, value in body.items() if value or key == "name"}


def _list(
    request: Request, current: Current, given: Typed | None = None, problem: str = "", status: int = 200
) -> Response:
    t, query = current.tournament, request.query_params.get("q", "")[:100]
    lang = language_of(request)
    laid = current.once(("lineups", lang), lambda: lineups(t, lang)) if t.by_teams else {}
    members: dict[int, str] = {}
    for player in t.players.values():
        if t.by_teams and player.team is not None:
            members[player.team] = f"{members.get(player.team, '')} {player.name}"
    rows = [
        (each, who)
        for each, who in t.entrants.items()
        if _holds(f"{each} {who.name} {who.club} {members.get(each, '')}", query)
    ]
    return page(
        request,
        "people.html",
        status=status,
        topics=(current.topic,),
        rows=rows,
        laid=laid,
        needed=len(t.ruleset.boards),
        loose=[each for each in t.players.values() if t.by_teams and each.team is None],
        clubs=any(who.club for who in t.entrants.values()),
        rated=any(each.rating is not None for each in t.players.values()),
        query=query,
        given=given or Typed(),
        adding=bool(given) or "add" in request.query_params,
        problem=problem,
        states={each: state(t, each) for each, _ in rows},
    )


def _holds(text: str, query: str) -> bool:
    """Whether somebody is looked for who has such a text; accents and capitals may be left out."""
    plain, wanted = (_without_accents(each) for each in (text, query))
    return wanted in plain if wanted else same_name(query) in same_name(text)


def _without_accents(text: str) -> str:
    """As somebody types it in haste: "ș" is s, "l·l" is ll."""
    apart = unicodedata.normalize("NFD", same_name(text).translate(WHOLE))
    return "".join(c for c in apart if not unicodedata.combining(c) and c != "·")


def state(t: Tournament, entrant: int) -> list[tuple[str, int]]:
    """What is to be said of an entrant: (key in words/desk_people.toml, round)."""
    found: list[tuple[str, int]] = []
    entered = t.entrants[entrant].entered
    if entered > 1:
        found.append(("state_late", entered))
    if t.is_gone(entrant, t.next_round):
        found.append(("state_gone", max(start for start, _ in t.gone[entrant])))
    found += [("state_absent", each) for who, each in sorted(t.absences) if who == entrant and each >= t.next_round]
    return found


# One of them


@needs(Role.ORGANISER)
def entrant(request: Request) -> Response:
    current = tournament_of(request)
    which = number(request.path_params["n"])
    if which is None or which not in current.tournament.entrants:
        raise HTTPException(404)
    if request.method != "POST":
        return _one(request, current, which)
    deed = typed(request, "do")
    before = shown(request, current)
    try:
        if deed == "remove":
            name = current.tournament.name_of(which)
            write(request, current, removal(current, which))
            return back(request, address(current, "people"), "removed", "desk_people", name=name)
        if deed in ("withdraw", "back"):
            body = {"entrant": which}
            start = number(typed(request, "round"))
            body |= {"from": start} if start is not None else {}
            done = write(request, current, [Draft(deed, body, typed(request, "why") or None)])
        else:
            drafts = _changes(request, before, which)
            if not drafts:
                return back(request, address(current, "people"), "unchanged", "desk_people")
            done = write(request, current, drafts)
    except TOLD as error:
        there = now(request)
        if which not in there.tournament.entrants:
            raise
        return _one(request, there, which, before, spoken(request, error), error)
    values = {"name": done.tournament.name_of(which), "round": done.entries[0].body.get("from", "")}
    key = {"withdraw": "withdrawn", "back": "returned"}.get(deed, "changed")
    return back(request, address(current, "people") + f"#e{which}", key, "desk_people", **values)


def fields_of(t: Tournament, which: int) -> dict[str, str]:
    """An entrant as the fields of its form, those of a team's players as `pNUMBER_FIELD`."""
    if not t.by_teams:
        return {key: _text(t, t.players[which], key) for key in ALONE}
    team = t.teams[which]
    out = {"name": team.name, "club": team.club, "from": str(team.entered)}
    for player in t.team_players(which):
        out |= {f"p{player.number}_{key}": _text(t, player, key) for key in PLAYER}
        out[f"p{player.number}_leave"] = ""
    return out


def _text(t: Tournament, player: Player, key: str) -> str:
    if key == "rating":
        return "" if player.rating is None else t.ruleset.shown("rating", player.rating)
    return str({"from": player.entered, "board": player.board or ""}.get(key, getattr(player, key, "")))


def _changed(request: Request, before: Mapping[str, str]) -> Typed:
    """The fields that are not as the page had shown them."""
    given = all_typed(request)
    return Typed({key: given[key] for key in before if key in given and given[key] != before[key]})


def _changes(request: Request, before: Tournament, which: int) -> list[Draft]:
    changed = _changed(request, fields_of(before, which))
    bodies: dict[str, dict[str, Any]] = {}
    for key, value in changed.items():
        whose, _, name = key.rpartition("_")
        body = bodies.setdefault(whose, {})
        if name == "leave":
            body |= {"team": None, "board": None}
        elif name == "from":
            body[name] = number(value) or 0
        else:
            body[name] = None if name in ("rating", "board") and not value else value
    drafts = []
    for whose, body in bodies.items():
        kind = "player" if whose or not before.by_teams else "team"
        drafts.append(Draft(kind, {kind: int(whose[1:]) if whose else which} | body))
    if before.by_teams:
        drafts += [Draft("player", each | {"team": which}) for each in _new_players(all_typed(request))]
    return drafts


def removal(current: Current, which: int) -> list[Draft]:
    """Takes back all that was written of an entrant, the last first. What builds on it refuses."""
    t = current.tournament
    players = {each.number for each in t.team_players(which)} if t.by_teams else {which}
    own = [
        each
        for each in counting(current)
        if (each.kind == "team" and t.by_teams and each.body["team"] == which)
        or (each.kind == "player" and each.body["player"] in players)
        or (each.kind in ("arrived", "absent", "withdraw", "back") and each.body["entrant"] == which)
    ]
    return [Draft("undo", {"entry": each.number}) for each in reversed(own)]


def _one(
    request: Request,
    current: Current,
    which: int,
    before: Tournament | None = None,
    problem: str = "",
    error: Exception | None = None,
) -> Response:
    t, lang = current.tournament, language_of(request)
    fields = fields_of(t, which)
    # what one has typed stays; of what one has not changed, what others have written in the meantime is shown
    was = fields_of(before, which) if before is not None and which in before.entrants else fields
    kept = _changed(request, was) if error is not None else Typed()
    theirs = {key for key, value in fields.items() if isinstance(error, Conflict) and was.get(key, value) != value}
    drawn = any(which in match for each in t.rounds.values() for match in (*each.matches, each.bye))
    players = t.team_players(which) if t.by_teams else []
    return page(
        request,
        "entrant.html",
        status=status_of(error) if error is not None else 200,
        topics=(current.topic,),
        which=which,
        fields=fields,
        kept=kept,
        theirs=theirs,
        players=players,
        blank=range(1, max(1, len(t.ruleset.boards) - len(players)) + 1) if t.by_teams else range(0),
        laid=lineups(t, lang, [which]).get(which) if t.by_teams else None,
        boards=t.ruleset.boards,
        drawn=drawn,
        gone=t.is_gone(which, t.next_round),
        states=state(t, which),
        absences=[each for each in counting(current) if each.kind == "absent" and each.body["entrant"] == which],
        problem=problem,
        given=all_typed(request) if error is not None else Typed(),
    )


routes = [
    Route("/t/{slug}/people", people, methods=["GET", "POST"]),
    Route("/t/{slug}/people/{n}", entrant, methods=["GET", "POST"]),
]
