"""Who enters the result of which game: whoever types results, then perhaps a second person, else an arbiter."""

from starlette.requests import Request

from tritempo_host.desk.access import Role, role_in, session_of
from tritempo_host.desk.current import Current
from tritempo_host.tournament import Game, Round
from tritempo_host.tournament.bodies import same_name


def may_write(request: Request, current: Current, game: Game) -> bool:
    """Who types results may enter them, and mend what was their own; other corrections are an arbiter's."""
    if current.tournament.rounds[game.round].closed:
        return False
    mine = game.result is None or same_name(game.result.who) == same_name(session_of(request).who)
    return mine or is_second(request, current, game) or role_in(request) >= Role.ARBITER


def is_second(request: Request, current: Current, game: Game) -> bool:
    """Whether this is the second person to enter the game, from the paper, where each game is entered twice."""
    if not current.tournament.settings.get("double_entry") or game.result is None or game.checked is not None:
        return False
    return same_name(game.result.who) != same_name(session_of(request).who)


def next_to_do(request: Request, current: Current, round_: Round, after: int) -> int | None:
    """The next table without a result, after the last the first again; where there is none, one to be entered by a
    second person, if this is one."""
    waiting = [game.table for game in round_.missing]
    if not waiting and not round_.closed:
        waiting = [game.table for _, game in sorted(round_.games.items()) if is_second(request, current, game)]
    return next((table for table in waiting if table > after), waiting[0] if waiting else None)
