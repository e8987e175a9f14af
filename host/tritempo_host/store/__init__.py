"""The organiser's store: raw logs kept for ever, and everything else computed from them.

`open_store(location, lang)` gives a `Store` on SQLite or PostgreSQL, its schema brought up to date; all errors that a
person can mend come out of it as `Problem` in their language.
"""

from tritempo_host.store.examine import examine, examine_file
from tritempo_host.store.listing import ListedLog, list_logs
from tritempo_host.store.records import ClockLog, LogRecord, Meeting, StoredLog
from tritempo_host.store.store import Store, open_if_there, open_store

__all__ = [
    "ClockLog",
    "ListedLog",
    "LogRecord",
    "Meeting",
    "Store",
    "StoredLog",
    "examine",
    "examine_file",
    "list_logs",
    "open_if_there",
    "open_store",
]
