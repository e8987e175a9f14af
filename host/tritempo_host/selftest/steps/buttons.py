"""Buttons: none is stuck, each is the one it is said to be, and its contacts come to rest in good time."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field

from tritempo_host.selftest.bench import Answer, Bench
from tritempo_host.selftest.record import Finding, Status, remark

STEP = "buttons"
PRESSES = 3
STILL_S = 1.0  # nobody touches anything
PATIENCE_S = 20.0  # for the next press
RELEASE_S = 5.0  # for a button to be let go
LOOK_S = 0.05
TOGETHER_MS = 50  # two buttons that go down nearer than this were pressed by one finger
MOST_BOUNCE_US = 10_000  # the clock ignores what a contact does for so long after a press


@dataclass
class Seen:
    """What happened while one button was asked for."""

    name: str
    presses: list[int] = field(default_factory=list)  # ms
    others: list[tuple[str, int]] = field(default_factory=list)
    bounces_us: list[int] = field(default_factory=list)
    touches: int = 0
    down: bool = False

    def take(self, rested: list[list], down: list[str]) -> None:
        for name, is_down, ms, bounce_us, _changes in rested:
            if name != self.name:
                if is_down:
                    self.others.append((name, ms))
                continue
            if is_down is None:
                self.touches += 1
            elif is_down:
                self.presses.append(ms)
            self.bounces_us.append(bounce_us)
        self.down = self.name in down

    @property
    def together(self) -> list[str]:
        """Other buttons that went down with this one."""
        near = [name for name, ms in self.others if any(abs(ms - own) <= TOGETHER_MS for own in self.presses)]
        return sorted(set(near))


def names(seats: int) -> list[str]:
    return [*"ABCD"[:seats], "PAUSE", "TRUMP"]


def run(bench: Bench) -> Iterator[Finding]:
    wanted = names(bench.seats)
    stuck = yield from _at_rest(bench, wanted)
    taken_for: dict[str, str] = {}
    for name in wanted:
        if name in stuck:
            continue
        if not bench.person.present:
            yield Finding(STEP, name, Status.SKIP, (remark("not_asked"),))
            continue
        while True:
            seen = _watch(bench, name)
            finding = judge(seen)
            if finding.status is not Status.FAIL or bench.person.ask("button_again", button=name) is not Answer.YES:
                break
        if not seen.presses and seen.others:
            taken_for[name] = seen.others[0][0]
        yield finding
    for name, other in taken_for.items():
        if name < other and taken_for.get(other) == name:
            said = remark("button_swapped", one=name, other=other)
            yield Finding(STEP, "", Status.FAIL, (said,), {"swapped": [name, other]})


def _at_rest(bench: Bench, wanted: list[str]) -> Generator[Finding, None, list[str]]:
    """Nobody touches anything: what is down is stuck, and what moves is loose. Returns the stuck ones."""
    bench.person.tell("buttons_still")
    bench.hands.do("buttons()")
    bench.rest(STILL_S)
    answer = bench.hands.do("buttons()")
    stuck = [name for name in wanted if name in answer["down"]]
    moved = sorted({each[0] for each in answer["rested"]} & set(wanted) - set(stuck))
    for name in stuck:
        yield Finding(STEP, name, Status.FAIL, (remark("button_stuck", button=name),))
    for name in moved:
        yield Finding(STEP, name, Status.WARN, (remark("button_moved", button=name),))
    if not stuck and not moved:
        yield Finding(STEP, "", Status.PASS, (remark("buttons_rest"),))
    return stuck


def _watch(bench: Bench, name: str) -> Seen:
    """Until the button has been pressed often enough, or others were instead, or nothing comes any more."""
    bench.person.tell("button_press", button=name, times=PRESSES)
    bench.hands.do("buttons()")  # what came before the question is no answer to it
    seen = Seen(name)
    deadline = bench.now_s() + PATIENCE_S
    counted = 0
    while bench.now_s() < deadline:
        answer = bench.hands.do("buttons()")
        seen.take(answer["rested"], answer["down"])
        if len(seen.presses) > counted:
            counted = len(seen.presses)
            deadline = bench.now_s() + PATIENCE_S
        if len(seen.presses) >= PRESSES:
            deadline = min(deadline, bench.now_s() + RELEASE_S)
            if not seen.down:
                break
        if not seen.presses and len(seen.others) >= PRESSES:
            break
        bench.rest(LOOK_S)
    return seen


def judge(seen: Seen) -> Finding:
    name = seen.name
    worst_us = max(seen.bounces_us, default=0)
    figures = {
        "presses": len(seen.presses),
        "bounce_ms": worst_us / 1000,
        "touches": seen.touches,
        "others": [other for other, _ in seen.others],
    }

    def fail(key: str, **values: object) -> Finding:
        return Finding(STEP, name, Status.FAIL, (remark(key, button=name, **values),), figures)

    if not seen.presses:
        if not seen.others:
            return fail("button_silent")
        return fail("button_other", seen=", ".join(sorted({other for other, _ in seen.others})))
    if seen.together:
        return fail("button_together", seen=", ".join(seen.together))
    if seen.down:
        return fail("button_stays")
    if len(seen.presses) < PRESSES:
        return fail("button_few", count=len(seen.presses), times=PRESSES)
    said = [remark("button_good", count=len(seen.presses), ms=worst_us / 1000)]
    if worst_us > MOST_BOUNCE_US:
        said.append(remark("button_bounces", most=MOST_BOUNCE_US // 1000))
    if seen.touches:
        said.append(remark("button_touches", count=seen.touches))
    return Finding(STEP, name, Status.WARN if len(said) > 1 else Status.PASS, tuple(said), figures)
