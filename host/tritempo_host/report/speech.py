"""Says single facts of a game in a language: the sentences that the page and the terminal share."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tritempo_host.summary import Summary
from tritempo_host.summary.model import Moment, Pause, Seat, Turn, Undone, Unusual
from tritempo_host.text import clean, clock, local, tenths
from tritempo_host.words import speak


class Event(NamedTuple):
    """Something that happened at a moment; `seat` is whose it was, if it was anybody's."""

    t: int
    sentence: str
    seat: int | None


def cited(articles: str, source: str | None) -> str:
    """Those of `MG 26-28, CSM` that are of a document which a control's source names; `CSM a` is not `CSM b`."""
    named = re.findall(r"\b(?:MG|MM|CSM a|CSM b|CSM|TE|RO)\b", source or "")

    def follows(article: str) -> bool:
        document = article.split()[0]
        return article in named or document in named or any(name.split()[0] == article for name in named)

    return ", ".join(article for article in articles.split(", ") if article and follows(article))


class Speech:
    """The facts of one summary in one language. What it gives is plain text: escape it for where it goes."""

    def __init__(self, summary: Summary, lang: str, shown_to: int | None = None) -> None:
        """`shown_to`: the last line that holds, where the log goes no further though the game may have."""
        self.summary = summary
        self.shown_to = shown_to
        self.lang = lang
        self.say = speak("report", lang)

    def name(self, seat: int) -> str:
        """A player's name as it may be shown, or "Player 2" where the log has none."""
        return clean(self.summary.names[seat - 1]) or self.say("player", n=seat)

    def names(self) -> list[str]:
        return [self.name(seat.seat) for seat in self.summary.seats]

    def short_names(self, length: int) -> list[str]:
        """Names for narrow places: whole if they fit, else first names if they tell the players apart, else cut."""
        names = self.names()
        first = [name.split()[0] for name in names]
        if max(map(len, names)) > length and len(set(first)) == len(first):
            names = first
        return [clean(name, length) for name in names]

    def title(self) -> str:
        """`Round 2 · Table 5`, or what is known of it, or the game's id."""
        summary = self.summary
        parts = [self.say("round", n=summary.round)] if summary.round is not None else []
        parts += [self.say("table", n=summary.table)] if summary.table is not None else []
        return " · ".join(parts) or self.say("game", id=clean(summary.game))

    def since(self, t: int) -> str:
        """A time of the game's axis, counted from turn 1."""
        return clock(t - self.summary.start_ms)

    def control(self) -> str:
        """The control's name in this language."""
        control = self.summary.control
        return clean(control["name"].get(self.lang) or control["id"] or "")

    def ending(self) -> str:
        """How the game ended, or the state that the log leaves it in."""
        summary = self.summary
        if summary.state == "ended":
            if summary.abandoned_by:
                return self.say("end_abandon_by", name=self.name(summary.abandoned_by))
            return self.say(f"end_{summary.reason}")
        state = self.say(f"state_{summary.state}")
        if self.shown_to is not None:  # it is not known to be going on
            state = self.say("shown_to", line=self.shown_to)
        if summary.suggest_end:
            state += f" {self.say('suggested', reason=self.say(f'end_{summary.suggest_end}'))}"
        return state

    def sums(self) -> str:
        """The parts of the game's length in whole seconds, cut so that what is shown adds up, too."""
        sums = self.summary.sums()
        played = sums["turns"] // 1000
        stood = (sums["turns"] + sums["pauses"]) // 1000 - played
        whole = self.summary.length_ms // 1000
        parts = {"turns": played, "pauses": stood, "gaps": whole - played - stood, "length": whole}
        return self.say("sum_line", **{part: clock(seconds * 1000) for part, seconds in parts.items()})

    def began(self) -> str:
        return local(self.summary.wall, self.summary.start_ms) or self.say("wall_unknown")

    def mark(self, turn: Turn) -> str:
        """What a turn was: a play, a pass, refused, …, and its kind if it was no base turn."""
        mark = self.say(f"mark_{turn.mark or 'play'}")
        if turn.mark == "running" and self.shown_to is not None:
            mark = self.say("mark_shown")
        return mark if turn.kind == "base" else f"{self.say(f'kind_{turn.kind}')}: {mark}"

    def marks(self, seat: Seat) -> list[str]:
        """How many passes, exchanges, lost and refused turns a seat had, and its trumps."""
        counts = {"pass": seat.passes, "exchange": seat.exchanges, "lost": seat.lost, "refused": seat.refused}
        marks = [f"{self.say(f'mark_{mark}')} ×{count}" for mark, count in counts.items() if count]
        return marks + [self.trump(kind) for kind in seat.trumps]

    def points(self, seat: Seat) -> str:
        """What comes off a seat's score: for time, and for challenges (RO). Empty for nothing."""
        points = seat.penalty - seat.challenge_points
        return f"−{points}" if points else ""

    def turn(self, turn: Turn) -> str:
        """A turn in one line, for a title."""
        used = tenths(turn.used_ms, self.lang)
        parts = [self.say("turn_title", n=turn.n, hand=turn.hand, name=self.name(turn.seat), used=used)]
        if turn.overrun_ms:
            parts.append(self.say("overtime_title", over=clock(turn.overrun_ms + 999)))
        if turn.mark or turn.kind != "base":
            parts.append(self.mark(turn))
        return ", ".join(parts)

    def reason(self, pause: Pause) -> str:
        if pause.reason is None and pause.came == "ended":
            return self.say("came_ended")  # it was made to end the game, and that is its reason
        return self.say(f"reason_{pause.reason or 'none'}")

    def pause_reason(self, pause: Pause) -> str:
        """Why, and after a challenge what was decided: in so few words as stand in the drawing."""
        reason = self.reason(pause)
        return f"{reason}: {self.say(f'decided_{pause.came}')}" if pause.came in ("valid", "invalid") else reason

    def came(self, pause: Pause) -> str:
        """What came of a pause, and who had challenged if that is known."""
        shown = pause.came == "open" and self.shown_to is not None
        parts = [self.say("mark_shown" if shown else f"came_{pause.came}")]
        if pause.challenger:
            parts.append(self.say("came_by", name=self.name(pause.challenger)))
        if pause.points:
            parts.append(self.say("came_points", points=f"−{-pause.points}"))
        return "; ".join(parts)

    def where(self, pause: Pause) -> str:
        key = "turn_at" if pause.under == "running" else "after_turn"
        return self.say(key, n=pause.turn)

    def pause(self, pause: Pause) -> str:
        return self.say("pause_title", n=pause.n, reason=self.reason(pause), length=tenths(pause.length_ms, self.lang))

    def events(self) -> list[Event]:
        """Trumps, flags, the limit and what the arbiter did, in order of time."""
        summary = self.summary
        events = []
        for card in summary.trumps:
            sentence = self.say("event_trump", name=self.name(card.seat), trump=self.trump(card.kind))
            events.append(Event(card.t, sentence, card.seat))
        events += [Event(moment.t, self._moment(moment), moment.seat) for moment in self._moments()]
        for given in summary.given:
            key = "event_given" if given.ms > 0 else "event_taken"
            sentence = self.say(key, name=self.name(given.seat), time=clock(abs(given.ms)))
            events.append(Event(given.t, sentence, given.seat))
        events += [Event(undone.by_t, self._undone(undone), None) for undone in summary.undone]
        return sorted(events, key=lambda event: event.t)

    def trump(self, kind: str) -> str:
        return self.say(f"trump_{kind}")

    def unusual(self, thing: Unusual) -> str:
        return self.say(
            f"unusual_{thing.code}",
            pause=thing.pause,
            turn=thing.turn,
            count=thing.count,
            name=self.name(thing.seat) if thing.seat else "",
            length=clock(thing.ms or 0),
        )

    def rules(self) -> Iterator[tuple[str, str]]:
        """What the control asks for: (sentence, article). Only the documents that its `source` names are cited."""
        for sentence, articles in self._rules():
            yield sentence, cited(articles, self.summary.control["source"])

    def _rules(self) -> Iterator[tuple[str, str]]:
        control = self.summary.control
        if control["turn_ms"]:
            yield self.say("rule_turn", time=clock(control["turn_ms"])), ""
        elif self._banks():
            yield self.say("rule_bank", time=" / ".join(map(clock, self._banks()))), ""
        else:
            yield self.say("rule_count_up"), ""
        for field in ("increment", "delay"):
            if control[f"{field}_ms"]:
                yield self.say(f"rule_{field}", time=clock(control[f"{field}_ms"])), ""
        zero = {"lose_turn": "MG 30", "penalty": "CSM b", "flag": "RO"}
        if control["at_zero"] in zero:
            yield self.say(f"rule_zero_{control['at_zero']}"), zero[control["at_zero"]]
        if control["round_ms"]:
            article = {"hand_plus_one": "MG 31", "stop": "TE", "signal": ""}[control["at_round_limit"]]
            yield self.say(f"rule_round_{control['at_round_limit']}", time=clock(control["round_ms"])), article
        yield self.say(f"rule_press_{control['press']}"), {"any": "MG 32", "mover": "CSM, RO"}.get(control["press"], "")
        if "challenge" in control["pauses"]:
            article = {"current": "MG 26-28, CSM", "previous": "RO"}[control["challenge"]]
            yield self.say(f"rule_challenge_{control['challenge']}"), article
        if control["trumps"]:
            yield self.say("rule_trumps"), "MM"

    def _banks(self) -> list[int]:
        """Each bank that there is, once if they are all the same."""
        bank = self.summary.control["bank_ms"]
        banks = list(bank) if isinstance(bank, (list, tuple)) else [bank]
        banks = banks[:1] if len(set(banks)) == 1 else banks
        return banks if any(banks) else []

    def _moments(self) -> Iterator[Moment]:
        return (moment for moment in self.summary.moments if moment.what != "warn")

    def _moment(self, moment: Moment) -> str:
        if moment.seat is None:
            final = self.summary.final_hand
            return self.say("event_limit_hand", hand=final) if final else self.say("event_limit")
        kind = "turn" if self.summary.control["turn_ms"] else "bank"
        return self.say(f"event_flag_{kind}", name=self.name(moment.seat))

    def _undone(self, undone: Undone) -> str:
        first = undone.args[0]
        if undone.word == "verdict":
            what = self.say(f"input_verdict_{first}")
        elif undone.word == "end":
            what = self.say("input_end", reason=self.say(f"end_{first}"))
        elif undone.word == "trump":
            what = self.say("input_trump", trump=self.trump(first))
        else:
            what = self.say("input_seat", name=self.name(first))
        return self.say("event_undone", what=what, when=self.since(undone.t), line=undone.line, by=undone.by_line)
