"""The cases of test_display.py, which runs each inside MicroPython: the driver, a bus, a controller, its picture."""

import gc

from device.display import PAGES, REFRESH_MS, RETRY_MS, SLICE_BYTES, WIDTH, Display
from device.panels import ADDRESSES
from parts.ssd1306 import Controller, OneWire
from scenes import all_scenes, middle
from tritempo.display import screens
from tritempo.display.canvas import Canvas

KINDS = ("ssd1306", "ssd1309", "sh1106")
DARK = bytes(WIDTH * PAGES)


class Bench:
    """A display on a bench, and a time that the test moves."""

    def __init__(self, kind="ssd1306", at=0x3C, **options):
        self.ms = 0
        self.controller = Controller(kind, at)
        self.wire = OneWire(self.controller)
        self.display = Display(self.wire, kind, clock_ms=lambda: self.ms, **options)
        self.canvas = Canvas()

    def send(self):
        return self.display.send(self.canvas.buffer)

    def settle(self):
        """Everything that can be sent now. How many slices."""
        slices = 1
        while self.send():
            slices += 1
            assert slices < 200, "it never ends"
        return slices

    def wait(self, ms, step=50):
        for _ in range(ms // step):
            self.ms += step
            self.settle()

    def shows(self):
        return self.controller.picture() == bytes(self.canvas.buffer)

    def draw(self, table):
        screens.draw(self.canvas, *table.shown())


def ready(*args, **options):
    bench = Bench(*args, **options)
    bench.draw(middle())
    bench.settle()
    assert bench.shows() and bench.display.trouble is None and not bench.controller.faults, bench.controller.faults
    return bench


def every_screen_arrives():
    """All languages, one after the other, on each kind: what is seen is what was drawn."""
    for kind in KINDS:
        bench = Bench(kind)
        for lang in ("ca", "ro", "en"):
            for name, make in all_scenes(lang).items():
                bench.draw(make())
                bench.settle()
                assert bench.shows(), (kind, lang, name)
        assert not bench.controller.faults, (kind, bench.controller.faults)


def only_what_changed_is_sent():
    bench = ready()
    for pixels, most in (
        ((), 0),
        (((3, 3),), 8),  # two addresses, two control bytes, three commands, one byte
        (((3, 3), (3, 4)), 8),
        (((40, 20), (44, 20)), 12),  # in one run
        (((40, 20), (52, 20)), 20),
        (((28, 20), (33, 20)), 13),  # over the border of two pieces
        (((0, 20), (60, 20)), 16),  # two runs
        (((127, 0), (0, 8)), 16),
    ):
        before = bench.wire.bytes
        for x, y in pixels:
            bench.canvas.buffer[y // 8 * WIDTH + x] ^= 1 << y % 8
        bench.settle()
        assert bench.shows()
        assert bench.wire.bytes - before == most, (pixels, bench.wire.bytes - before)


def a_second_costs_little():
    """The seconds of a turn, refreshing not counted: a tenth of a picture."""
    bench = ready()
    table = middle()
    bench.draw(table)
    bench.settle()
    before = bench.wire.bytes
    for _ in range(10):
        table.wait(1000)
        bench.draw(table)
        bench.settle()
    assert (bench.wire.bytes - before) // 10 < 350, (bench.wire.bytes - before) // 10


def slices_are_short():
    """Whatever changes: no slice has more than 0.7 ms on the bus, and a whole picture takes not too many."""
    bench = Bench("sh1106")
    seed = 5
    for density in (1, 3, 40, 400, 1024):
        for _ in range(20):
            for _ in range(density):
                seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
                bench.canvas.buffer[seed >> 8 & 1023] = seed >> 20 & 255
            bench.ms += REFRESH_MS // 3
            slices = 0
            while True:
                before = bench.wire.bytes
                more = bench.send()
                assert (bench.wire.bytes - before) * 9 / 400 < 0.7, bench.wire.bytes - before
                assert bench.wire.bytes - before <= SLICE_BYTES
                slices += 1
                if not more:
                    break
            assert slices <= 80, slices
            assert bench.shows()


def a_byte_that_is_not_acknowledged():
    """At every byte: from the first of a boot through the first picture and a change of it."""
    whole = ready()
    first = whole.wire.bytes
    read = []  # a byte that the display itself sends
    for at in range(1, first + 1):
        bench = Bench()
        bench.canvas.buffer[:] = whole.canvas.buffer
        bench.wire.fail_at = at
        bench.settle()
        if not bench.wire.failed:
            read.append(at)
            continue
        assert bench.display.trouble == "tr_display", at
        assert bench.settle() == 1, "a new try that did not wait"
        bench.ms += RETRY_MS
        bench.wire.fail_at = 0
        bench.controller.addr = ADDRESSES[1]  # where it looks then
        bench.settle()
        assert bench.display.trouble is None and bench.shows(), at
    assert len(read) == 1, read


def a_byte_of_a_change_is_not_acknowledged():
    bench = ready(address=0x3C)
    for at in range(1, 90):
        for i in range(200, 260):
            bench.canvas.buffer[i] ^= 0xFF
        fail_at = bench.wire.bytes + at
        bench.wire.fail_at = fail_at
        bench.settle()
        failed = bench.wire.bytes >= fail_at
        assert (bench.display.trouble is not None) == failed
        bench.wire.fail_at = 0
        bench.ms += RETRY_MS
        bench.settle()
        assert bench.display.trouble is None and bench.shows(), at


def unplugged_and_plugged_in_again():
    """The game draws on; a second after the plug is in again, so is the picture."""
    bench = ready()
    table = middle()
    for away_ms in (1, 300, 2000, 60000):
        bench.controller.unplug()
        for _ in range(max(1, away_ms // 1000)):
            table.wait(1000)
            bench.draw(table)
            bench.wait(1000 if away_ms > 1000 else 0)
        bench.settle()
        assert bench.display.trouble == "tr_display"
        bench.controller.plug()
        bench.wait(2 * RETRY_MS + 100)  # two addresses are tried
        assert bench.shows() and bench.display.trouble is None, away_ms


def a_nudge_between_two_writes():
    """It was away while nothing was sent: it takes all writes, but its RAM holds noise and it is dark."""
    for kind in KINDS:
        bench = ready(kind)
        for _ in range(3):
            bench.wait(3 * REFRESH_MS)
            bench.controller.power_cycle()
            assert not bench.shows()
            bench.wait(REFRESH_MS + 100)
            assert bench.shows() and bench.display.trouble is None, kind


def a_nudge_to_one_that_cannot_be_read():
    for kind in KINDS:
        bench = ready(kind)
        bench.controller.mute = True
        bench.wait(3 * REFRESH_MS)
        bench.controller.power_cycle()
        bench.wait(REFRESH_MS + 100)
        assert bench.controller.picture() != DARK
        bench.wait(PAGES * REFRESH_MS)
        assert bench.shows() and bench.display.trouble is None, kind


def a_nudge_during_a_picture():
    """After any slice of it."""
    table = middle()
    for at in range(1, 20):
        bench = Bench()
        bench.draw(table)
        for _ in range(at):
            bench.send()
        bench.controller.power_cycle()
        bench.settle()
        bench.wait(PAGES * REFRESH_MS + 100)
        assert bench.shows(), at


def nobody_sees_noise():
    """It lights up when its picture is whole."""
    bench = Bench()
    bench.draw(middle())
    while bench.send():
        assert bench.controller.picture() in (DARK, bytes(bench.canvas.buffer))
    assert bench.shows()


def a_picture_that_changes_while_it_is_sent():
    bench = ready()
    tables = [make() for make in all_scenes("ro").values()]
    for i, table in enumerate(tables):
        bench.draw(table)
        for _ in range(i % 7):
            bench.send()
    bench.settle()
    assert bench.shows()


def the_other_address_is_found():
    bench = Bench(at=0x3D)
    bench.draw(middle())
    bench.settle()
    bench.wait(RETRY_MS + 100)
    assert bench.shows() and bench.display.trouble is None


def a_hanging_bus_is_freed_before_a_new_try():
    freed = []
    bench = ready(recover=lambda: freed.append(True))
    bench.controller.unplug()
    bench.wait(5 * RETRY_MS)
    assert 4 <= len(freed) <= 5, len(freed)


def a_slice_leaves_little_to_collect():
    """Bytes for the collector in a slice, on a machine where everything takes twice the Pico's: a few small views."""

    class Nothing:
        def writeto(self, address, data):
            return len(data)

        def readfrom_into(self, address, buffer):
            pass

    display = Display(Nothing())
    picture = bytearray(bytes(range(256)) * 4)
    while display.send(picture):
        pass
    most = 0
    for i in range(60):
        for at in range(i, 1024, 61):
            picture[at] ^= 0x5A
        gc.collect()
        gc.disable()
        free = gc.mem_free()  # pyright: ignore[reportAttributeAccessIssue] (MicroPython's)
        display.send(picture)
        most = max(most, free - gc.mem_free())  # pyright: ignore[reportAttributeAccessIssue]
        gc.enable()
        while display.send(picture):
            pass
    assert most <= 1100, most


CASES = (
    every_screen_arrives,
    only_what_changed_is_sent,
    a_second_costs_little,
    slices_are_short,
    a_byte_that_is_not_acknowledged,
    a_byte_of_a_change_is_not_acknowledged,
    unplugged_and_plugged_in_again,
    a_nudge_between_two_writes,
    a_nudge_to_one_that_cannot_be_read,
    a_nudge_during_a_picture,
    nobody_sees_noise,
    a_picture_that_changes_while_it_is_sent,
    the_other_address_is_found,
    a_hanging_bus_is_freed_before_a_new_try,
    a_slice_leaves_little_to_collect,
)
