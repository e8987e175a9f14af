"""Goes through the steps and writes down what comes of them, whatever goes wrong on the way."""

from collections.abc import Callable, Iterator
from contextlib import suppress

from tritempo_host.deploy.problems import DeployProblem
from tritempo_host.selftest.bench import Bench
from tritempo_host.selftest.record import Finding, Record, Status, remark
from tritempo_host.selftest.steps import buttons, buzzer, clock_module, display, lights, memory, timing

STEPS: dict[str, Callable[[Bench], Iterator[Finding]]] = {
    memory.STEP: memory.run,
    buttons.STEP: buttons.run,
    lights.STEP: lights.run,
    display.STEP: display.run,
    buzzer.STEP: buzzer.run,
    clock_module.STEP: clock_module.run,
}
NAMES = (*STEPS, timing.STEP)
GONE = "prompt_gone"


def test(bench: Bench, record: Record, only: tuple[str, ...], seconds: float, see: Callable[[Finding], None]) -> None:
    """Adds to the record, finding by finding, and shows each to `see`.

    A clock that has gone and a Ctrl-C end the test, and `record.stopped` says so; what was found stays.
    """
    wanted = [name for name in NAMES if not only or name in only]
    try:
        first = timing.read(bench) if timing.STEP in wanted else None
        for name in wanted:
            if name in STEPS:
                _step(bench, record, name, STEPS[name](bench), see)
            elif first is not None:
                _step(bench, record, name, timing.run(bench, first, seconds), see)
        with suppress(DeployProblem):
            bench.hands.do("stop()")
    except DeployProblem:
        record.stopped = "cable"
    except KeyboardInterrupt:
        record.stopped = "interrupted"


def _step(bench: Bench, record: Record, name: str, findings: Iterator[Finding], see: Callable[[Finding], None]) -> None:
    bench.person.tell(f"step_{name}")
    try:
        for finding in findings:
            record.findings.append(finding)
            see(finding)
    except DeployProblem as problem:
        if problem.key == GONE:
            raise
        # The program on the clock raised: this part is broken, or its driver; the next one may be well.
        failed = Finding(name, "", Status.FAIL, (remark("step_failed", why=problem.values.get("why", "")),))
        record.findings.append(failed)
        see(failed)
