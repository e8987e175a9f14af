"""The same work for many clocks at once."""

import threading
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")


class AtOnce(Generic[T]):
    """A work for each port, each in a thread of its own; `answers` by port."""

    def __init__(self, work: Callable[[str, threading.Event], T], ports: Sequence[str]) -> None:
        self.answers: dict[str, T] = {}
        self.stop = threading.Event()
        self._work = work
        self._ports = ports
        self._bugs: list[BaseException] = []
        self._news = threading.Event()
        for port in ports:
            # A second Ctrl-C must be able to end the program: hence a daemon.
            threading.Thread(target=self._thread, args=(port,), daemon=True).start()

    def wait(self) -> None:
        """Until all are done."""
        # Not by `Thread.join`, and in short waits: see tritempo_host.sync.engine.
        while len(self.answers) + len(self._bugs) < len(self._ports):
            self._news.wait(0.2)
            self._news.clear()
        if self._bugs:
            raise self._bugs[0]

    def _thread(self, port: str) -> None:
        try:
            self.answers[port] = self._work(port, self.stop)
        except BaseException as bug:
            # It must not end the other clocks' work, nor go unseen: `wait` raises it when all are done.
            self._bugs.append(bug)
        finally:
            self._news.set()
