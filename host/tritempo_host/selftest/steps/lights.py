"""Lights, one by one: full, then dim. A person says what is to be seen."""

from collections.abc import Iterator

from tritempo_host.selftest.bench import Answer, Bench
from tritempo_host.selftest.record import Finding, Status, remark

STEP = "lights"
FULL, DIM = 255, 90  # of 255; dim is an eighth of the time on, and shows that the light can do more than on and off
NAMES = ("A", "B", "C", "D")
AWAY_S = 0.4  # dark for a moment before a light is shown again


def run(bench: Bench) -> Iterator[Finding]:
    for i in range(bench.seats):
        yield _light(bench, i)
    bench.hands.do("lights(0, 0, 0, 0)")


def _light(bench: Bench, i: int) -> Finding:
    name = NAMES[i]
    answers = {}
    for how, level in (("full", FULL), ("dim", DIM)):
        answer = Answer.AGAIN
        while answer is Answer.AGAIN:
            bench.hands.do("lights(0, 0, 0, 0)")
            bench.rest(AWAY_S)
            bench.hands.do(f"lights({', '.join(str(level if n == i else 0) for n in range(len(NAMES)))})")
            answer = bench.person.ask(f"light_{how}", button=name)
        if answer is Answer.NO:
            return Finding(STEP, name, Status.FAIL, (remark(f"light_not_{how}", button=name),))
        answers[how] = answer
    if Answer.SKIP in answers.values():
        return Finding(STEP, name, Status.SKIP, (remark("not_asked"),))
    return Finding(STEP, name, Status.PASS, (remark("light_good"),))
