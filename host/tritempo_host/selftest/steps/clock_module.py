"""The clock module (DS3231) with its memory, which a clock may have or not."""

from collections.abc import Iterator
from datetime import datetime

from tritempo_host.selftest.bench import Bench
from tritempo_host.selftest.record import Finding, Status, remark

STEP = "clock_module"
MOST_S = 5  # by how much its time may differ from the computer's before it is worth a word


def run(bench: Bench) -> Iterator[Finding]:
    module = bench.hands.do("clock_module()")
    if not module["found"]:
        yield Finding(STEP, "", Status.SKIP, (remark("module_none"),))
        return
    if module["unix"] is None:
        yield Finding(STEP, "DS3231", Status.FAIL, (remark("module_stopped"),))
    else:
        ahead_s = round(module["unix"] - bench.wall_s())
        shown = datetime.fromtimestamp(module["unix"]).astimezone().strftime("%Y-%m-%d %H:%M:%S")
        said = [remark("module_time", time=shown)]
        if abs(ahead_s) > MOST_S:
            said.append(remark("module_differs", seconds=abs(ahead_s)))
        status = Status.WARN if len(said) > 1 else Status.PASS
        yield Finding(STEP, "DS3231", status, tuple(said), {"ahead_s": ahead_s})
    if module["memory"]:
        yield Finding(STEP, "EEPROM", Status.PASS, (remark("module_memory"),))
    else:
        yield Finding(STEP, "EEPROM", Status.WARN, (remark("module_no_memory"),))
