"""What a self-test finds out, as data: it is kept as JSON and shown on the page and the screen."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from tritempo import VERSION

FORMAT = 1


class Status(StrEnum):
    """`WARN`: it works, with something to look at."""

    PASS = "pass"
    WARN = "warn"
    FAIL = "fail"
    SKIP = "skipped"


@dataclass(frozen=True)
class Remark:
    """A sentence of words/selftest.toml with what is filled in."""

    key: str
    values: dict[str, Any] = field(default_factory=dict)


def remark(key: str, **values: Any) -> Remark:
    return Remark(key, values)


@dataclass(frozen=True)
class Finding:
    """One part and how it is. `part`: a button's name and the like, or "" where the step has one only."""

    step: str
    part: str
    status: Status
    remarks: tuple[Remark, ...] = ()
    figures: dict[str, Any] = field(default_factory=dict)


@dataclass
class Record:
    """A whole test. `stopped`: why it ended before its end (`interrupted`, `cable`), or None."""

    port: str
    began: datetime
    hello: dict[str, Any]
    only: tuple[str, ...] = ()
    asked: bool = True
    findings: list[Finding] = field(default_factory=list)
    stopped: str | None = None
    ended: datetime | None = None

    @property
    def device(self) -> str:
        return str(self.hello.get("device") or "?")

    def count(self, status: Status) -> int:
        return sum(finding.status is status for finding in self.findings)

    @property
    def passed(self) -> bool:
        return not self.stopped and not self.count(Status.FAIL)

    def as_json(self) -> dict[str, Any]:
        return {
            "tritempo_selftest": FORMAT,
            "host": VERSION,
            "device": self.device,
            "port": self.port,
            "began": self.began.isoformat(timespec="seconds"),
            "ended": self.ended.isoformat(timespec="seconds") if self.ended else None,
            "clock": self.hello,
            "only": list(self.only),
            "asked": self.asked,
            "passed": self.passed,
            "stopped": self.stopped,
            "findings": [
                {
                    "step": each.step,
                    "part": each.part,
                    "status": each.status.value,
                    "remarks": [{"key": said.key, **said.values} for said in each.remarks],
                    "figures": each.figures,
                }
                for each in self.findings
            ],
        }
