"""The hub: nobody who waits is forgotten, whoever was away catches up, and threads are not held up."""

import asyncio
import threading
import time

from desk.desks import Visitor
from tritempo_host.desk.live.hub import Hub

WAITING = 3000


def test_what_is_not_known_is_news_and_what_is_known_is_not():
    hub = Hub()

    async def look() -> None:
        first = await hub.changed(["a", "b"], {}, 5)
        assert first == hub.versions(["a", "b"])
        assert await hub.changed(["a", "b"], first, 0.01) == {}
        hub.publish("b")
        assert await hub.changed(["a", "b"], first, 5) == hub.versions(["b"])

    asyncio.run(look())


def test_who_was_away_catches_up():
    hub = Hub()
    known = hub.versions(["t1", "clocks"])
    for _ in range(7):
        hub.publish("t1")
    assert asyncio.run(hub.changed(["t1", "clocks"], known, 5)) == {"t1": known["t1"] + 7}


def test_a_server_that_started_anew_never_takes_an_old_number_for_a_new_one():
    before = Hub()
    for _ in range(5):
        before.publish("t1")
    time.sleep(0.01)  # a server does not start within a hundredth of a second of the one before
    assert Hub().versions(["t1"])["t1"] > before.versions(["t1"])["t1"]


def test_a_thread_wakes_thousands_of_which_each_hears_only_what_it_waits_for():
    hub = Hub()
    held_up_s = []

    async def wait(topic: str) -> dict[str, int]:
        return await hub.changed([topic, "never"], hub.versions([topic, "never"]), 60)

    def publish() -> None:
        began_s = time.perf_counter()
        hub.publish("odd")
        held_up_s.append(time.perf_counter() - began_s)

    async def crowd() -> None:
        tasks = [asyncio.create_task(wait("odd" if n % 2 else "even")) for n in range(WAITING)]
        await asyncio.sleep(0)  # all of them wait now
        threading.Thread(target=publish).start()
        heard = await asyncio.gather(*tasks[1::2])
        assert heard == [hub.versions(["odd"])] * (WAITING // 2)
        assert not any(task.done() for task in tasks[::2])
        hub.publish("even")
        await asyncio.gather(*tasks[::2])

    asyncio.run(crowd())
    assert held_up_s[0] < 0.1


def test_no_news_is_lost_between_looking_and_waiting():
    """Threads publish as fast as they can; who waits always ends at the last number."""
    hub = Hub()
    rounds, threads = 400, 4

    def publish() -> None:
        for _ in range(rounds):
            hub.publish("t1", "clocks")

    async def follow() -> dict[str, int]:
        known = hub.versions(["t1", "clocks"])
        last = {topic: number + rounds * threads for topic, number in known.items()}
        workers = [threading.Thread(target=publish) for _ in range(threads)]
        for worker in workers:
            worker.start()
        while known != last:
            news = await hub.changed(["t1", "clocks"], known, 20)
            assert news, (known, last)
            assert all(number > known[topic] for topic, number in news.items())
            known |= news
        return known

    async def room() -> None:
        await asyncio.gather(follow())

    asyncio.run(room())


def test_it_serves_several_loops_and_forgets_those_that_ended():
    hub = Hub()
    heard = []

    def browser() -> None:
        known = hub.versions(["t1"])
        ready.release()
        heard.append(asyncio.run(hub.changed(["t1"], known, 30)))

    ready = threading.Semaphore(0)
    browsers = [threading.Thread(target=browser) for _ in range(3)]
    for each in browsers:
        each.start()
    for _ in browsers:
        ready.acquire()
    hub.publish("t1")
    for each in browsers:
        each.join(30)
    assert heard == [hub.versions(["t1"])] * 3
    hub.publish("t1")
    hub.publish("t1")
    assert not hub._loops


def test_closing_sends_everybody_away():
    hub = Hub()

    async def wait() -> None:
        waiting = asyncio.create_task(hub.changed(["t1"], hub.versions(["t1"]), 60))
        await asyncio.sleep(0)
        threading.Thread(target=hub.close).start()
        assert await waiting == {}
        assert hub.closed
        assert await hub.changed(["t1"], hub.versions(["t1"]), 60) == {}

    asyncio.run(wait())


def test_who_gives_up_leaves_nothing_behind():
    hub = Hub()

    async def come_and_go() -> None:
        tasks = [asyncio.create_task(hub.changed(["t1"], hub.versions(["t1"]), 60)) for _ in range(50)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        [waiting] = hub._loops.values()
        assert not waiting._queues
        hub.publish("t1")

    asyncio.run(come_and_go())


def test_who_asks_only_what_the_line_is_does_not_wait_for_its_end(desk: Visitor) -> None:
    answer = desk.client.head("/events?topics=t1")
    assert (answer.status_code, answer.headers["content-type"][:17]) == (200, "text/event-stream")
