"""Tells the clocks of a round who plays at their tables: in the background, for a clock may take its time to answer or
not to. Whoever asks gets what came of it so far, at once."""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial

from tritempo_host.desk.current import Current, Currents
from tritempo_host.desk.live.clocks import ClockHall
from tritempo_host.desk.live.hub import Hub
from tritempo_host.link.fixtures_round import RoundSent, own_control, send_round
from tritempo_host.problem import Problem
from tritempo_host.tournament import Conflict, Refused
from tritempo_host.tournament.fixtures import check_by_hand, fixtures_of


@dataclass(frozen=True, slots=True)
class SendView:
    """The round as it was sent last. `sent`: what came of it; None while it is `running`, or if it failed as a whole:
    `problem` says why (Problem, Refused or Conflict), `broken` that it was a fault of this program."""

    round: int
    running: bool
    at: datetime
    sent: RoundSent | None = None
    problem: Problem | Refused | Conflict | None = None
    broken: bool = False


class Sending:
    """Publishes `clocks` and the topic of the tournament when it begins and when it is done."""

    def __init__(self, now: Currents, hall: ClockHall, hub: Hub) -> None:
        self._now = now
        self._hall = hall
        self._hub = hub
        self._guard = threading.Lock()
        self._sent: dict[tuple[int, int], SendView] = {}

    def start_sending(
        self,
        current: Current,
        number: int,
        who: str,
        lang: str,
        assign: Mapping[str, int] | None = None,
        again: bool = False,
        ports: Sequence[str] | None = None,
    ) -> bool:
        """Begins to send a drawn round to these clocks, or to all at whose port something is. False: a round is being
        sent already.

        `assign`: port to table, where a person says so. `again`: set clocks up anew also for a game that they have
        played. Raises BadAssignmentError for an `assign` that cannot be, Problem for a time control's file that cannot
        be used, KeyError for a round that was not drawn.
        """
        control = own_control(current.tournament, lang)
        check_by_hand(fixtures_of(current.tournament, number, current.listed.slug, control), assign or {})
        if ports is None:
            ports = [each.port for each in self._hall.clocks() if each.state not in ("gone", "looking")]
        ports = list(dict.fromkeys([*ports, *(assign or {})]))
        key = current.listed.id, number
        with self._guard:
            if any(view.running for view in self._sent.values()):
                return False
            self._sent[key] = SendView(number, True, datetime.now(UTC))

        def work() -> SendView:
            # what is sent is what is drawn at this moment
            self._now.look()
            now = self._now.find(current.listed.slug) or current
            if number not in now.tournament.rounds:
                raise Refused("unknown_round", round=number)
            tournament, slug = now.tournament, now.listed.slug
            sent = send_round(
                tournament, number, slug, self._hall.store, ports, assign, control, again, self._hall.borrow
            )
            if sent.drafts:
                self._now.append(now, sent.drafts, who)
            return SendView(number, False, datetime.now(UTC), sent)

        self._in_background(current, partial(self._send, key, work))
        return True

    def sent(self, current: Current, number: int) -> SendView | None:
        """What came of it when this round was last sent; None if this server never did."""
        return self._sent.get((current.listed.id, number))

    def _send(self, key: tuple[int, int], work: Callable[[], SendView]) -> None:
        try:
            view = work()
        except (Problem, Refused, Conflict) as problem:
            view = replace(self._sent[key], running=False, problem=problem)
        except Exception:
            logging.getLogger(__name__).exception("sending a round")
            view = replace(self._sent[key], running=False, broken=True)
        with self._guard:
            self._sent[key] = view

    def _in_background(self, current: Current, work: Callable[[], object]) -> None:
        def run() -> None:
            work()
            self._hub.publish("clocks", current.topic)

        self._hub.publish("clocks", current.topic)
        threading.Thread(target=run, name="sending", daemon=True).start()
