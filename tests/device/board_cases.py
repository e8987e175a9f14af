"""The cases of test_board.py, which runs each inside MicroPython: the Pico's board on a model of the Pico."""

# pyright: reportArgumentType=false, reportOptionalOperand=false, reportOperatorIssue=false
# (what stands in for a module is none, and what begins as None is None to pyright for ever)

import random
import sys

from parts.at24c32 import AT24C32
from parts.ds3231 import DS3231
from parts.machine import PERIOD, Module, Pico, WatchdogReset

SAMPLE_MS = 0.2  # a change is seen so late at most
A, B, PAUSE = 2, 3, 6  # pins


def boot(**options):
    """(pico, board), ready for the first press."""
    pico = Pico(**options).install()
    from device.board import Board

    board = Board()
    turn(pico, board)
    return pico, board


def forget_drivers():
    """So that the next ones find another Pico."""
    for name in list(sys.modules):
        if name.startswith("device"):
            del sys.modules[name]


def turn(pico, board, rest_ms=0):
    """Once around a loop: the edges that it gets."""
    if rest_ms:
        board.idle(rest_ms)
    board.now_ms()
    return list(board.edges())


def turns(pico, board, ms, rest_ms=50):
    edges = []
    end = pico.us + 1000 * ms
    while pico.us < end:
        edges += turn(pico, board, min(rest_ms, max(1, (end - pico.us) // 1000)))
    return edges


def press(pico, pin, in_ms, for_ms=60.0):
    pico.at(int(1000 * in_ms), lambda: pico.drive(pin, 0))
    pico.at(int(1000 * (in_ms + for_ms)), lambda: pico.drive(pin, 1))


def within(edges, times_us, names):
    """The edges are these, in order, each within a ms."""
    assert [edge[1:] for edge in edges] == names, edges
    offsets = [1000 * edge[0] - us for edge, us in zip(edges, times_us)]
    assert max(offsets) - min(offsets) <= 1000 + 1000 * SAMPLE_MS, offsets


# Buttons.


def edges_have_their_own_time_while_the_chip_stands_still():
    """MicroPython #17236: writing flash stops interrupts; an erase takes 45 ms, and 400 at worst."""
    pico, board = boot()
    start = pico.us
    press(pico, A, 10.3, 20)
    press(pico, B, 200.7, 150)
    pico.stand_still(400)
    edges = turns(pico, board, 100)
    times = [start + us for us in (10300, 30300, 200700, 350700)]
    within(edges, times, [("A", True), ("A", False), ("B", True), ("B", False)])
    assert not board.lost_edges() and not board.jump_ms()


def an_hour_away_loses_nothing_and_the_watchdog_is_the_limit():
    pico, board = boot()
    start = pico.us
    for i in range(20):
        press(pico, A, 10 + 300 * i, 100)
    pico.stand_still(7000)
    edges = turn(pico, board)
    within(
        edges,
        [start + 10000 + 300000 * (i // 2) + 100000 * (i % 2) for i in range(40)],
        [("A", True), ("A", False)] * 20,
    )


def times_go_on_over_the_wrap_of_every_counter():
    """CircuitPython #3410: ticks_us wraps at 2**30, the timer it reads at 2**32."""
    for ticks in (PERIOD - 1_500_000, 4 * PERIOD - 1_500_000):
        forget_drivers()
        pico, board = boot(ticks_us=ticks)
        start = pico.us
        for i in range(12):
            press(pico, A, 100.4 + 250 * i, 50)
        edges = turns(pico, board, 3100)
        times = [start + 100400 + 250000 * (i // 2) + 50000 * (i % 2) for i in range(24)]
        within(edges, times, [("A", True), ("A", False)] * 12)
        assert not board.lost_edges() and not board.jump_ms()


def a_bouncing_press_is_one():
    """OneButton #67, ezButton #8: with the sampling and the DMA, not the rule alone (traces: test_buttons.py)."""
    pico, board = boot()
    start = pico.us
    for at, ms in ((0, 0.3), (0.8, 0.9), (2.2, 3), (6, 60), (66.4, 1), (70, 2)):
        press(pico, A, 5 + at, ms)
    edges = turns(pico, board, 300)
    within(edges, [start + 5000, start + 71000], [("A", True), ("A", False)])


def ten_milliseconds_are_a_press():
    """micropython-async #24: a poll missed a short one."""
    pico, board = boot()
    for rest_ms in (1, 7, 50, 500):
        for i in range(5):
            press(pico, B, 20 + 61.7 * i, 10)
        edges = turns(pico, board, 700, rest_ms)
        assert [edge[1:] for edge in edges] == [("B", True), ("B", False)] * 5
        for down, up in zip(edges[::2], edges[1::2]):
            assert 9 <= up[0] - down[0] <= 11


def an_edge_ends_the_rest():
    pico, board = boot()
    turns(pico, board, 100)
    start = pico.us
    press(pico, A, 20)
    board.idle(500)
    assert pico.us - start < 20_500
    assert [edge[1:] for edge in turn(pico, board)] == [("A", True)]


def an_interrupt_that_goes_missing_costs_no_edge():
    """rp2's pin interrupts can go missing: the rest then ends a little later, and the time is the edge's own."""
    pico, board = boot()
    pico.interrupts_work = False
    start = pico.us
    press(pico, A, 20.5, 200)
    board.idle(500)
    assert pico.us - start < 130_000
    edges = turns(pico, board, 500)
    within(edges, [start + 20500, start + 220500], [("A", True), ("A", False)])
    assert not board.lost_edges()


def a_level_that_decides_after_the_bounce_does_not_wait_for_the_rest_to_end():
    """No pin moves then, so no interrupt comes."""
    pico, board = boot()
    turns(pico, board, 100)
    press(pico, A, 20, 4)
    board.idle(500)
    assert [edge[1:] for edge in turn(pico, board)] == [("A", True)]
    start = pico.us
    edges = []
    while not edges and pico.us - start < 1_000_000:
        board.idle(500)
        edges = turn(pico, board)
    assert [edge[1:] for edge in edges] == [("A", False)] and pico.us - start < 25_000


def a_ring_that_is_overrun_is_told_and_ends_with_the_right_level():
    pico, board = boot()
    for i in range(200):
        press(pico, A, 1 + 1.0 * i, 0.5)
    press(pico, PAUSE, 300, 1000)
    pico.stand_still(500)
    edges = turns(pico, board, 100)
    assert edges[-1][1:] == ("PAUSE", True)
    downs = [down for _, name, down in edges if name == "A"]
    assert downs == [i % 2 == 0 for i in range(len(downs))] and not len(downs) % 2
    assert board.lost_edges() >= 1 and not board.lost_edges()
    assert [edge[1:] for edge in turns(pico, board, 1500)] == [("PAUSE", False)]


def a_random_storm_never_leaves_a_wrong_level():
    rng = random
    rng.seed(7)
    pico, board = boot()
    down = {}
    for _ in range(40):
        for _ in range(rng.randrange(120)):
            pin = rng.randrange(2, 8)
            pico.at(rng.randrange(60_000), lambda pin=pin: pico.drive(pin, rng.randrange(2)))
        if rng.randrange(2):
            pico.stand_still(rng.randrange(400))
        edges = turns(pico, board, 150, rng.randrange(1, 60))
        assert sorted(edge[0] for edge in edges) == [edge[0] for edge in edges]
        for _, name, is_down in edges:
            assert down.get(name, False) != is_down
            down[name] = is_down
        for i, name in enumerate(("A", "B", "C", "D", "PAUSE", "TRUMP")):
            assert down.get(name, False) == (not pico.levels[2 + i]), name


def a_dead_state_machine_is_told_and_the_levels_still_count():
    pico, board = boot()
    pico.rp2.machines[0].is_active = False
    press(pico, A, 10, 300)
    edges = turns(pico, board, 700)
    assert [edge[1:] for edge in edges] == [("A", True), ("A", False)] and board.lost_edges() == 2


def a_button_that_is_down_at_power_on_is_told():
    pico = Pico()
    pico.drive(PAUSE, 0)
    pico.install()
    from device.board import Board

    board = Board()
    assert [edge[1:] for edge in turns(pico, board, 50)] == [("PAUSE", True)]


def no_edge_is_later_than_the_time_that_was_told():
    """What happens after `now_ms` waits for the next turn: the app has let time pass no further."""
    pico, board = boot()
    now = board.now_ms()
    press(pico, A, 3, 100)
    pico.pass_us(5000)
    assert not board.edges()
    start = pico.us
    board.idle(500)
    assert pico.us - start < 1000
    board.now_ms()
    edges = list(board.edges())
    assert [edge[1:] for edge in edges] == [("A", True)] and edges[0][0] > now


# Lights and sound.


def lights_change_only_when_they_are_told_something_new():
    pico, board = boot()
    told = [pico.pwms[pin].told for pin in (10, 11, 12)]
    assert 13 not in pico.pwms  # three seats
    before = [len(each) for each in told]
    board.lights((255, 0, 128))
    board.lights((255, 0, 128))
    board.lights((255, 0, 0))
    assert [len(each) - n for each, n in zip(told, before)] == [1, 0, 2]
    assert [each[-1][2] for each in told] == [65535, 0, 0] and told[2][-2][2] == 128 * 128


def a_pattern_plays_by_itself_while_the_loop_turns_and_rests():
    pico, board = boot()
    told = pico.pwms[15].told
    board.now_ms()
    start = pico.us
    board.sound(((700, 250), (0, 150), (1400, 30)))
    turns(pico, board, 700, 500)
    tones = [(us - start, hertz if duty else 0) for us, hertz, duty in told if us >= start]
    changes = [tone for i, tone in enumerate(tones) if not i or tone[1] != tones[i - 1][1]]
    assert changes.pop(0)[1] == 0  # the pitch is set first
    assert [hertz for _, hertz in changes] == [700, 0, 1400, 0]
    for (us, _), ms in zip(changes, (0, 250, 400, 430)):
        assert 0 <= us - 1000 * ms < 3000, changes
    assert all(duty in (0, 32768) for _, _, duty in told)


def a_late_turn_makes_one_note_longer_and_the_next_sound_cuts_in():
    """MicroPython PR 17363: timer callbacks come late. Here times are subtracted, never ticks counted."""
    pico, board = boot()
    told = pico.pwms[15].told
    board.sound(((700, 20), (0, 20), (700, 20)))
    pico.stand_still(400)
    turn(pico, board)
    assert told[-1][2] == 0
    turns(pico, board, 60)
    assert told[-1][2] == 0 and len([1 for _, _, duty in told if duty]) >= 2
    board.sound(((700, 5000),))
    board.sound(((175, 30),))
    turns(pico, board, 100)
    assert told[-1][1:] == (175, 0)
    board.sound(())
    assert told[-1][1:] == (175, 0)


# The line.


def talk(pico, board, ms, data=b"", written=0):
    """Writes `data` as the line takes it; returns how much went."""
    end = pico.us + 1000 * ms
    while pico.us < end:
        if board.room() and written < len(data):
            written += board.write(data[written : written + 300])
        board.idle(1)
        board.alive()
    return written


def all_bytes_arrive_in_order():
    pico, board = boot()
    data = bytes(i * 7 % 256 for i in range(5000))
    assert talk(pico, board, 500, data) == len(data)
    assert bytes(pico.usb.received) == data and not pico.usb.waited_us


def a_host_faster_than_the_loop_can_see_makes_nothing_wait():
    """Between two looks a packet has come and gone, and the buffer still has more."""
    pico, board = boot()
    pico.usb.packet_us = 5  # on a real wire 64 bytes take 43
    data = bytes(i * 13 % 256 for i in range(20_000))
    written = 0
    while written < len(data):
        written += board.write(data[written : written + 200 + written % 57])
        pico.pass_us(1 + written % 7)
        assert not pico.usb.waited_us
    pico.pass_us(10_000)
    assert bytes(pico.usb.received) == data


def a_host_that_stops_reading_makes_nothing_wait():
    pico, board = boot()
    data = bytes(i * 11 % 256 for i in range(4000))
    pico.at(3000, lambda: pico.usb.read(False))
    done = talk(pico, board, 5000, data)
    assert done < 1500 and not pico.usb.waited_us and not board.room()
    pico.usb.read(True)
    done = talk(pico, board, 500, data, done)
    assert bytes(pico.usb.received) == data and not pico.usb.waited_us


def a_port_that_is_closed_makes_nothing_wait_and_its_rest_goes_to_nobody_twice():
    pico, board = boot()
    data = bytes(4000)
    pico.at(3000, lambda: pico.usb.open(False))
    talk(pico, board, 3000, data)
    assert not board.room() and not pico.usb.waited_us
    pico.usb.received = bytearray()
    pico.usb.open(True)
    pico.usb.send(b"hello")  # before what was left over has gone
    talk(pico, board, 2)
    assert board.read() == b"hello"
    talk(pico, board, 300, b"answer")
    assert bytes(pico.usb.received[-6:]) == b"answer" and len(pico.usb.received) <= 330 and not pico.usb.waited_us


def nobody_has_ever_opened_the_port():
    pico, board = boot()
    pico.usb.open(False)
    assert talk(pico, board, 1000, bytes(2000)) <= 512 and not pico.usb.waited_us


def a_bus_that_sleeps_makes_nothing_wait():
    """The host sleeps, or the cable is out of a Pico with its own supply."""
    pico, board = boot()
    pico.usb.suspended = True
    talk(pico, board, 3000, bytes(3000))
    assert not pico.usb.waited_us and not board.room()


def whatever_the_host_does_nothing_waits():
    random.seed(3)
    pico, board = boot()
    usb = pico.usb
    usb.open(False)
    acts = (
        lambda: usb.read(False),
        lambda: usb.read(True),
        lambda: usb.open(False),
        lambda: usb.open(True),
        lambda: usb.send(b"x"),
    )
    for _ in range(400):
        random.choice(acts)()
        # A program that has opened the port listens before it speaks: else nobody can know that it is there.
        talk(pico, board, random.randrange(1, 40), bytes(1000))
        board.read()
        assert usb.waited_us < 20_000, usb.waited_us


def what_the_host_says_is_read_in_pieces():
    pico, board = boot()
    pico.usb.send(bytes(range(200)))
    got = b""
    for _ in range(10):
        piece = board.read()
        assert len(piece) <= 64
        got += piece
    assert got == bytes(range(200)) and board.read() == b""


def a_byte_ends_the_rest():
    pico, board = boot()
    start = pico.us
    pico.at(30_000, lambda: pico.usb.send(b"?"))
    board.idle(500)
    assert 30_000 <= pico.us - start < 31_000


def ctrl_c_is_a_byte_as_any_other():
    """MicroPython #7867: ModemManager wrote to the port, Ctrl-C killed main.py."""
    import micropython

    told = []
    sys.modules["micropython"] = Module(kbd_intr=told.append, const=micropython.const)
    pico, board = boot()
    assert told == [-1]
    pico.usb.send(b"\x03AT\r\x03")
    assert board.read() == b"\x03AT\r\x03"
    assert board.maintenance() is False and told == [-1, 3]


# Watchdog, module, and the rest.


def a_loop_that_hangs_is_reset_and_the_next_boot_knows():
    pico, board = boot()
    assert board.died is None
    turns(pico, board, 20_000, 500)
    try:
        pico.pass_us(9_000_000)
        raise AssertionError("nothing has reset it")
    except WatchdogReset:
        pass
    forget_drivers()
    _, board = boot(died=True)
    assert board.died == "watchdog"


def another_reset_by_the_same_timer_is_no_bark():
    """The boot loader and machine.reset() use it, too."""
    _, board = boot(died=True, mark=0xB007C0D3)
    assert board.died is None


def maintenance_gives_everything_back():
    pico, board = boot()
    board.lights((255, 255, 255))
    board.sound(((700, 9000),))
    assert board.maintenance() is False
    pico.pass_us(60_000_000)  # no watchdog any more
    assert not pico.rp2.machines[0].is_active and all(channel.is_closed for channel in pico.rp2.channels)
    assert all(pwm.told[-1][2] == 0 and not pwm.active for pwm in pico.pwms.values())
    assert not any(pico.interrupts.values())


def the_registers_of_a_pico_2_are_its_own():
    pico, board = boot(chip="RP2350", died=True)
    start = pico.us
    press(pico, A, 10.2)
    within(turns(pico, board, 200), [start + 10200, start + 70200], [("A", True), ("A", False)])
    assert board.died == "watchdog"
    board.maintenance()
    pico.pass_us(60_000_000)


def without_a_module_there_is_no_time_and_no_heart():
    pico, board = boot()
    assert board.unix() is None and board.heart is None
    assert "device.eeprom" not in sys.modules and "device.clockmodule" not in sys.modules
    board.set_unix(1_790_000_000)
    pico.pass_us(2_500_000)
    assert board.unix() == 1_790_000_002


def a_module_knows_the_time_and_keeps_the_heartbeat():
    chip = DS3231()
    chip.set(2026, 11, 30, 10, 0, 0)
    ms = [0]
    memory = AT24C32(lambda: ms[0])
    pico, board = boot(parts=(chip, memory))
    base = board.unix()
    assert base == 1_796_032_800
    turns(pico, board, 5000, 500)
    assert board.unix() - base == 5
    board.heart.beat(b"a beat")
    assert board.heart.last() == b"a beat" and memory.writes[1] == 1
    board.set_unix(base + 3600)
    assert chip.shows() == (2026, 11, 30, 11, 0, 0)
    chip.plugged = memory.plugged = False
    board.set_unix(base + 7200)
    assert board.unix() == base + 7200


def a_bus_that_hangs_costs_a_beat_some_ms_and_is_set_up_anew():
    """The block would else send what it still holds to the next part that is spoken to."""
    memory = AT24C32(lambda: 0)
    pico, board = boot(parts=(memory,))
    pico.bus.hangs = True
    begun, start = pico.i2c_begun, pico.us
    try:
        board.heart.beat(b"a beat")
        raise AssertionError("it went through")
    except OSError:
        pass
    assert pico.i2c_begun == begun + 1 and pico.us - start < 6000
    memory.plugged = pico.bus.hangs = False
    try:
        board.heart.beat(b"a beat")
    except OSError:
        pass
    assert pico.i2c_begun == begun + 1  # nobody there: that is no reason


def an_error_is_kept_and_never_printed():
    pico, board = boot()
    try:
        raise ValueError("nobody has foreseen this")
    except ValueError as error:
        board.complain(error)
    assert "nobody has foreseen this" in board.complaint and "board_cases" in board.complaint
    assert not pico.usb.received


CASES = (
    edges_have_their_own_time_while_the_chip_stands_still,
    an_hour_away_loses_nothing_and_the_watchdog_is_the_limit,
    times_go_on_over_the_wrap_of_every_counter,
    a_bouncing_press_is_one,
    ten_milliseconds_are_a_press,
    an_edge_ends_the_rest,
    an_interrupt_that_goes_missing_costs_no_edge,
    a_level_that_decides_after_the_bounce_does_not_wait_for_the_rest_to_end,
    a_ring_that_is_overrun_is_told_and_ends_with_the_right_level,
    a_random_storm_never_leaves_a_wrong_level,
    a_dead_state_machine_is_told_and_the_levels_still_count,
    a_button_that_is_down_at_power_on_is_told,
    no_edge_is_later_than_the_time_that_was_told,
    lights_change_only_when_they_are_told_something_new,
    a_pattern_plays_by_itself_while_the_loop_turns_and_rests,
    a_late_turn_makes_one_note_longer_and_the_next_sound_cuts_in,
    all_bytes_arrive_in_order,
    a_host_faster_than_the_loop_can_see_makes_nothing_wait,
    a_host_that_stops_reading_makes_nothing_wait,
    a_port_that_is_closed_makes_nothing_wait_and_its_rest_goes_to_nobody_twice,
    nobody_has_ever_opened_the_port,
    a_bus_that_sleeps_makes_nothing_wait,
    whatever_the_host_does_nothing_waits,
    what_the_host_says_is_read_in_pieces,
    a_byte_ends_the_rest,
    ctrl_c_is_a_byte_as_any_other,
    a_loop_that_hangs_is_reset_and_the_next_boot_knows,
    another_reset_by_the_same_timer_is_no_bark,
    maintenance_gives_everything_back,
    the_registers_of_a_pico_2_are_its_own,
    without_a_module_there_is_no_time_and_no_heart,
    a_module_knows_the_time_and_keeps_the_heartbeat,
    a_bus_that_hangs_costs_a_beat_some_ms_and_is_set_up_anew,
    an_error_is_kept_and_never_printed,
)
