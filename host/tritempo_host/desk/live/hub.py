"""Tells browsers that something has news: a number for each topic, which only grows.

Threads publish, coroutines wait. What is new is never sent along: who hears of it asks for it. So nothing can be lost:
whoever was away compares the number that they knew with the one there is now.

Why no wake-up is lost: a coroutine first stands in the queue and then looks at the numbers; a thread first changes the
number and then wakes who stands there. Why a thread is never held up: it only leaves a word for the event loop, one
for all that is published until the loop comes round; the loop wakes the waiting ones.
"""

import asyncio
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress


class Hub:
    """`publish` and `versions` may be called from any thread, `changed` in any event loop."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        # From the time of day: a browser that knew the server before its restart must not take a number for an old one.
        self._first = time.time_ns() // 1_000_000
        self._versions: dict[str, int] = {}
        self._loops: dict[asyncio.AbstractEventLoop, _Waiting] = {}
        self._closed = False

    @property
    def closed(self) -> bool:
        """Nobody is to wait any more."""
        return self._closed

    def publish(self, *topics: str) -> None:
        """There is news of these topics."""
        with self._guard:
            for topic in topics:
                self._versions[topic] = self._versions.get(topic, self._first) + 1
            self._tell(topics)

    def versions(self, topics: Iterable[str]) -> dict[str, int]:
        """The number of each topic now, also of one of which there never was any news."""
        with self._guard:
            return {topic: self._versions.get(topic, self._first) for topic in topics}

    def all_versions(self) -> Mapping[str, int]:
        """The same of all topics, to be asked later: of any, as they are now."""
        with self._guard:
            return defaultdict(lambda: self._first, self._versions)

    async def changed(self, topics: Iterable[str], known: Mapping[str, int], timeout_s: float) -> dict[str, int]:
        """The topics whose number is another than the one that is known, with their numbers; waits until there is one.

        {} when nothing has come for `timeout_s`, or the hub is closed. A topic that is not in `known` is news.
        """
        topics = tuple(dict.fromkeys(topics))
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout_s
        with self._guard:
            waiting = self._loops.setdefault(loop, _Waiting())
        while True:
            woken = waiting.stand(topics, loop)
            try:
                news = {topic: number for topic, number in self.versions(topics).items() if known.get(topic) != number}
                left_s = deadline - loop.time()
                if news or self._closed or left_s <= 0:
                    return news
                with suppress(TimeoutError):
                    async with asyncio.timeout(left_s):
                        await woken
            finally:
                waiting.leave(topics, woken)

    def close(self) -> None:
        """Sends everybody away: the server is about to end."""
        with self._guard:
            self._closed = True
            self._tell(None)

    def _tell(self, topics: Iterable[str] | None) -> None:
        """Leaves word in each loop; None: for everybody."""
        for loop, waiting in list(self._loops.items()):
            told_already = bool(waiting.word)
            waiting.word.update([None] if topics is None else topics)
            try:
                if loop.is_closed():
                    del self._loops[loop]
                elif not told_already:
                    loop.call_soon_threadsafe(self._wake, waiting)
            except RuntimeError:  # it has ended just now, and nobody waits in it
                del self._loops[loop]

    def _wake(self, waiting: "_Waiting") -> None:
        with self._guard:
            word, waiting.word = waiting.word, set()
        waiting.wake(word)


class _Waiting:
    """Who waits in one event loop. All but `word` belongs to that loop."""

    def __init__(self) -> None:
        self.word: set[str | None] = set()  # of which there was news since the loop last looked
        self._queues: dict[str, set[asyncio.Future[None]]] = {}

    def stand(self, topics: Iterable[str], loop: asyncio.AbstractEventLoop) -> "asyncio.Future[None]":
        woken = loop.create_future()
        for topic in topics:
            self._queues.setdefault(topic, set()).add(woken)
        return woken

    def leave(self, topics: Iterable[str], woken: "asyncio.Future[None]") -> None:
        for topic in topics:
            queue = self._queues[topic]
            queue.discard(woken)
            if not queue:
                del self._queues[topic]

    def wake(self, word: "set[str | None]") -> None:
        topics = list(self._queues) if None in word else word
        for topic in topics:
            for woken in self._queues.get(topic or "", ()):
                if not woken.done():
                    woken.set_result(None)
