"""Fetches logs from clocks into the store: `engine` does it, `screen` shows how it goes and what came of it."""

from tritempo_host.sync.engine import Fetched, Link, Sync, Visit, Watcher

__all__ = ["Fetched", "Link", "Sync", "Visit", "Watcher"]
