"""What a page or a screen is about: a summary, the log that it came from, and what the audit said of that log."""

from dataclasses import dataclass

from tritempo_host.audit import Audit
from tritempo_host.problem import Problem
from tritempo_host.summary import Summary, summarise
from tritempo_host.words import speak

# What to think of a log at a glance; any verdict that is not here is bad.
LEVELS = {"sound": "good", "open": "fair", "unsigned": "fair", "part": "fair"}


@dataclass(frozen=True, slots=True)
class Told:
    """A finding of the audit in the reader's language; `t` is the time of its line, where that could be read."""

    severity: str  # error, warning, info
    line: int | None
    t: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Case:
    """`log` is what the log is called, `sha256` that of its bytes as they were fetched."""

    summary: Summary
    audit: Audit
    log: str
    sha256: str
    lang: str

    @property
    def level(self) -> str:
        """good, fair or bad."""
        return LEVELS.get(self.audit.verdict, "bad")

    @property
    def verdict(self) -> str:
        """The audit's verdict, as a word."""
        return speak("audit", self.lang)(f"verdict_{self.audit.verdict}")

    def findings(self, *severities: str) -> list[Told]:
        """The findings of these severities."""
        times = {line.n: line.t for line in self.audit.lines}
        return [
            Told(
                found.severity, found.line, None if found.line is None else times.get(found.line), found.text(self.lang)
            )
            for found in self.audit.findings
            if found.severity in severities
        ]


def make_case(audit: Audit, log: str, sha256: str, lang: str) -> Case:
    """The case of an audited log. Raises Problem, saying what the audit found, if there is no game in it to show."""
    if audit.game is None or audit.header is None:
        raise Problem(f"{log}: {' '.join(found.text(lang) for found in audit.findings)}")
    return Case(summarise(audit.header, audit.lines, audit.game), audit, log, sha256, lang)
