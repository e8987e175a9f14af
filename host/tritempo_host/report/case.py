"""What a page or a screen is about: a summary, the log that it came from, and what the audit said of that log."""

from dataclasses import dataclass

from tritempo_host.audit import CODES, Audit
from tritempo_host.problem import Problem
from tritempo_host.report.speech import Speech
from tritempo_host.summary import Summary, summarise
from tritempo_host.words import speak

# What to think of a log at a glance; any verdict that is not here is bad.
LEVELS = {"sound": "good", "open": "fair", "unsigned": "fair", "part": "fair"}
# Verdicts of a finding after which the log goes no further, though its game may have.
SHORTENED = ("changed", "cut", "part")


@dataclass(frozen=True, slots=True)
class Told:
    """A finding of the audit in the reader's language; `t` is the time of its line, where that could be read."""

    code: str
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

    @property
    def shown_to(self) -> int | None:
        """The last line that holds, of a log that does not say how its game ended; None: it does, or it grows still."""
        short = any(CODES[found.code][1] in SHORTENED or found.code == "not_ended" for found in self.audit.findings)
        return self.audit.lines[-1].n if short and self.summary.state != "ended" else None

    def findings(self) -> list[Told]:
        """All that the audit found."""
        times = {line.n: line.t for line in self.audit.lines}
        return [
            Told(
                found.code,
                found.severity,
                found.line,
                None if found.line is None else times.get(found.line),
                found.text(self.lang),
            )
            for found in self.audit.findings
        ]

    def alarms(self) -> list[Told]:
        """The findings for the top of a page: what is wrong, and whether the lines after that hold."""
        return [found for found in self.findings() if found.severity != "info" or found.code.startswith("rest_")]

    def remarks(self) -> list[Told]:
        """The other findings."""
        alarms = self.alarms()
        return [found for found in self.findings() if found not in alarms]


def looks(findings: list[Told], speech: Speech) -> list[Told]:
    """Findings and what is unusual in the game, in order of time; what has no time comes first."""
    things = [Told(thing.code, "info", None, thing.t, speech.unusual(thing)) for thing in speech.summary.unusual]
    return sorted(findings + things, key=lambda look: (look.t is not None, look.t or 0))


def make_case(audit: Audit, log: str, sha256: str, lang: str) -> Case:
    """The case of an audited log. Raises Problem, saying what the audit found, if there is no game in it to show."""
    if audit.game is None or audit.header is None:
        raise Problem(f"{log}: {' '.join(found.text(lang) for found in audit.findings)}")
    return Case(summarise(audit.header, audit.lines, audit.game), audit, log, sha256, lang)
