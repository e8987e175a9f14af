"""The audit with what only the store knows: of a log that it has, and of a file from a clock that it has met."""

from tritempo_host.audit import Audit, Finding, audit, named_device
from tritempo_host.store.records import LogRecord
from tritempo_host.store.store import Store


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


def examine_file(data: bytes, key: bytes | None = None, store: Store | None = None) -> Audit:
    """Audits a log from anywhere: with `key`, else with the key that the store knows of its clock. Never raises but
    what the store does."""
    device = named_device(data)
    trusted = True
    if key is None and store and device:
        key, trusted = store.key_for(device, data)
    found = audit(data, key)
    return found if trusted else found.with_findings(Finding("key_changed"))
