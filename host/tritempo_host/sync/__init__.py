"""Fetches logs from clocks into the store: `engine` does it, `answers` looks at what clocks say of themselves, and
`screen` shows how it goes and what came of it."""

from tritempo_host.sync.answers import Link
from tritempo_host.sync.engine import Fetched, Sync, Visit, Watcher

__all__ = ["Fetched", "Link", "Sync", "Visit", "Watcher"]
