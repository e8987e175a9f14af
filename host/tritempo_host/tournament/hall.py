"""A round as the hall sees it: which one it is, how long it still lasts. Pure: who shows it says what time it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tritempo.control import PRESETS, preset
from tritempo_host.tournament.fixtures import control_of
from tritempo_host.tournament.state import Round, Tournament


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The countdown of a round. `state`: "unstarted", "waiting" (it will begin at `started`), "running", "over" (the
    limit has come) or "closed".

    `limit_ms`: how long it lasts; None where its time control has no limit of the round, and then it is never over.
    `left_ms`: until the limit, 0 after it. `at_limit`: what the time control does then, as it has it: "hand_plus_one",
    "stop", "signal"; None without a limit. `last_hand`: the limit has come, and the hand in progress and one more are
    still played (MG 31).
    """

    round: int
    state: str
    started: datetime | None = None
    limit_ms: int | None = None
    left_ms: int | None = None
    at_limit: str | None = None

    @property
    def ends(self) -> int | None:
        """The moment of the limit in milliseconds since 1970, as a page counts; None where it is not known."""
        if self.started is None or self.limit_ms is None:
            return None
        return round(self.started.timestamp() * 1000) + self.limit_ms

    @property
    def started_ms(self) -> int | None:
        """The moment of the beginning, counted in the same way."""
        return None if self.started is None else round(self.started.timestamp() * 1000)

    @property
    def ends_with_hand(self) -> bool:
        """Whether the hand in progress and one more are still played when the limit has come (MG 31)."""
        return self.at_limit == "hand_plus_one"

    @property
    def last_hand(self) -> bool:
        return self.state == "over" and self.ends_with_hand


def shown_round(t: Tournament) -> Round | None:
    """The round that the hall is in: the last that is being played; else the first that is open and not left behind,
    else the last. A round that is opened again to correct it takes the hall nowhere."""
    rounds = [each for _, each in sorted(t.rounds.items())]
    opened = [each for each in rounds if not each.closed]
    played = [each for each in opened if each.missing and _begun(each)]
    if played:
        return played[-1]
    here = [each for each in opened if not _left_behind(each, rounds)]
    return here[0] if here else rounds[-1] if rounds else None


def _begun(round_: Round) -> bool:
    return round_.started is not None or len(round_.missing) < len(round_.games)


def _left_behind(round_: Round, rounds: Sequence[Round]) -> bool:
    """Whether all its results are in and a later round has begun, or was drawn after they came."""
    if round_.missing:
        return False
    came = max((game.history[0].entry for game in round_.games.values()), default=0)
    return any(each.number > round_.number and (_begun(each) or each.entry > came) for each in rounds)


def round_clock(
    tournament: Tournament, number: int, now: datetime, control: Mapping[str, Any] | None = None
) -> RoundClock:
    """The countdown of a drawn round at a moment (aware). `control`: a whole time control, where the setting names a
    file, which cannot be read here. KeyError for a round that has not been drawn."""
    round_ = tournament.rounds[number]
    limit, at_limit = _limit(tournament, round_, control)
    start = round_.started
    if start is not None and start.length_ms is not None:
        limit, at_limit = start.length_ms, at_limit or "signal"
    if start is None:
        state = "closed" if round_.closed else "unstarted"
        return RoundClock(number, state, limit_ms=limit, left_ms=limit, at_limit=at_limit)
    since = round((now - start.at).total_seconds() * 1000)
    left = None if limit is None else max(0, limit - max(0, since))
    state = "closed" if round_.closed else "waiting" if since < 0 else "over" if left == 0 else "running"
    return RoundClock(number, state, start.at, limit, left, at_limit)


def _limit(tournament: Tournament, round_: Round, control: Mapping[str, Any] | None) -> tuple[int | None, str | None]:
    """The longest limit of the round's games, for a round ends with its last, and what comes then."""
    controls = [control] if control else []
    if not control:
        ids = {control_of(tournament, len(game.players)) for game in round_.games.values()}
        controls = [preset(each) for each in PRESETS if each in ids]
    longest = max(controls, key=lambda each: each["round_ms"], default=None)
    if longest is None or not longest["round_ms"]:
        return None, None
    return longest["round_ms"], longest["at_round_limit"]
