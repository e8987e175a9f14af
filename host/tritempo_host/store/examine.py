"""The audit of a log that the store has: as of any log, and with what only the store knows about it."""

from tritempo_host.audit import Audit, Finding, audit
from tritempo_host.store.records import LogRecord


def examine(record: LogRecord) -> Audit:
    """Audits a stored log with its clock's key. Never raises."""
    log = record.stored
    found = audit(record.data, record.key, log.device, log.game)
    if log.size < log.clock_size:
        # that it stops somewhere is our doing, and says nothing about the clock
        part = Finding("part", values={"size": log.size, "clock_size": log.clock_size})
        found = found.with_findings(part, instead_of=("torn_line", "not_ended", "empty"))
    elif not log.closed and any(finding.code == "not_ended" for finding in found.findings):
        found = found.with_findings(Finding("still_open"), instead_of=("not_ended",))
    if not record.key_trusted:
        found = found.with_findings(Finding("key_changed"))
    if record.versions > 1:
        found = found.with_findings(Finding("other_content", values={"versions": record.versions}))
    return found
