"""The buzzer at its three levels. A person says what is to be heard."""

from collections.abc import Iterator

from tritempo_host.selftest.bench import Answer, Bench
from tritempo_host.selftest.record import Finding, Status, remark

STEP = "buzzer"
LEVELS = (1, 2, 3)


def run(bench: Bench) -> Iterator[Finding]:
    for level in LEVELS:
        answer = Answer.AGAIN
        while answer is Answer.AGAIN:
            bench.hands.do(f"beep({level})")
            answer = bench.person.ask("buzzer_heard", level=level)
        status, said = {
            Answer.YES: (Status.PASS, "buzzer_good"),
            Answer.NO: (Status.FAIL, "buzzer_silent"),
        }.get(answer, (Status.SKIP, "not_asked"))
        yield Finding(STEP, str(level), status, (remark(said),))
