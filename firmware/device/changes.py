"""Each change of the buttons' pins, with its time, without the CPU.

A state machine of the PIO compares the pins with what they were, 10,000 times a second. When they have changed it
passes their levels on; one DMA channel writes them into a ring in RAM and starts another, which writes the time beside
them, from the very counter that `ticks_us` reads. All of it goes on while the CPU is busy, or stands still as it does
while the flash is erased (45 to 400 ms, interrupts off: MicroPython #17236). No interrupt is there to go missing, and
each entry has all levels, so that nothing has to be added up. (RP2040 datasheet: PIO 3.2, DMA 2.5, a channel that
starts another 2.5.2, the timer's TIMERAWL 4.6. RP2350: 11.2, 12.6, 12.8.)

The ring has 128 places: some fifteen presses that bounce, or 12 ms of the wildest storm. What has been taken out is
marked. If the mark before the next entry is gone, the ring has gone round over it, and something was lost.
"""

# The words in the state machine's program are names of its assembler.
# ruff: noqa: F821
# pyright: reportUndefinedVariable=false, reportArgumentType=false, reportCallIssue=false, reportAttributeAccessIssue=false

import machine
import rp2
import uctypes

from device import chip

PLACES_BITS = 7
PLACES = 1 << PLACES_BITS
SAMPLE_US = 100

_TIMES = 4 * PLACES  # bytes of the ring of times; that of levels lies behind it
_PINS = 6  # in the program
_STEPS = 5  # of the program from sample to sample
_MASK = (1 << _PINS) - 1
_TAKEN = 0xFF  # no levels look so
_NEAR = 8  # places that are left to the DMA when the ring is found overrun
_TICKS = 0x3FFFFFFF  # ticks_us has 30 bits of the counter
_RX_FIFO = chip.PIO0 + 0x20  # of the first state machine (RP2040 datasheet, 3.7; RP2350, 11.7)
_RX_REQUEST = 4  # DREQ_PIO0_RX0 (RP2040 datasheet, 2.5.3.1; RP2350, 12.6.4.1)
_AT_ONCE = 0x3F  # no request to wait for
_BYTE, _WORD = 0, 2


@rp2.asm_pio(fifo_join=rp2.PIO.JOIN_RX, in_shiftdir=rp2.PIO.SHIFT_LEFT)
def _watch():
    # y: what the pins were. At the start it is 0, as if all were down, so the first entry comes at once.
    wrap_target()
    label("same")
    mov(isr, null)
    in_(pins, 6)
    mov(x, isr)
    jmp(x_not_y, "other")
    jmp("same")
    label("other")
    mov(y, x)
    push(noblock)
    wrap()


class Changes:
    """`first_pin`: the lowest GPIO number of the buttons, which are side by side; each pulls its pin down.

    `lost`: how often the ring was overrun.
    """

    def __init__(self, first_pin, pin_count):
        if pin_count > _PINS:
            raise ValueError("too many buttons for the state machine's program")
        for number in range(first_pin, first_pin + _PINS):
            machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)
        self.lost = 0
        self._first_pin = first_pin
        # The DMA's rings must lie at multiples of their lengths, and MicroPython cannot be asked for such a place: the
        # ring of times takes the one that there is in twice its length, and that of levels what is left on one side.
        self._memory = bytearray(2 * _TIMES)
        start = -uctypes.addressof(self._memory) % _TIMES
        self._times_at = uctypes.addressof(self._memory) + start
        levels = start + _TIMES if start + _TIMES + PLACES <= 2 * _TIMES else start - PLACES
        self._levels = memoryview(self._memory)[levels : levels + PLACES]
        for i in range(PLACES):
            self._levels[i] = _TAKEN
        self._at = 0  # the next place to take from,
        self._next_at = self._times_at  # and where its time is
        self._writer = rp2.DMA()
        self._stamper = rp2.DMA()
        # A channel left over from another program must not run while it is set up.
        self._stamper.active(0)
        self._writer.active(0)
        self._stamper.config(
            read=chip.TIMERAWL,
            write=self._times_at,
            count=1,
            ctrl=self._control(self._stamper, _WORD, PLACES_BITS + 2, _AT_ONCE, self._writer),
        )
        self._writer.config(
            read=_RX_FIFO,
            write=uctypes.addressof(self._levels),
            count=1,
            ctrl=self._control(self._writer, _BYTE, PLACES_BITS, _RX_REQUEST, self._stamper),
            trigger=True,
        )
        self._machine = rp2.StateMachine(
            0, _watch, freq=_STEPS * 1_000_000 // SAMPLE_US, in_base=machine.Pin(first_pin)
        )
        self._machine.active(1)

    def _control(self, channel, size, ring_bits, request, then):
        return channel.pack_ctrl(
            size=size,
            inc_read=False,
            inc_write=True,
            ring_sel=True,
            ring_size=ring_bits,
            treq_sel=request,
            chain_to=then.channel,
            irq_quiet=True,
        )

    def has_come(self):
        """Whether `next` has something."""
        return self._stamper.write != self._next_at

    def next(self):
        """(ticks_us of the change, levels since then), or None. Bit i of `levels` is 0 while button i is down."""
        levels = self._levels
        if levels[self._at - 1 & (PLACES - 1)] != _TAKEN:
            self._overrun()
        time_at = self._next_at
        if self._stamper.write == time_at:
            return None
        at = self._at
        entry = machine.mem32[time_at] & _TICKS, levels[at] & _MASK
        levels[at] = _TAKEN
        at = at + 1 & (PLACES - 1)
        self._at = at
        self._next_at = self._times_at + 4 * at
        return entry

    def _overrun(self):
        self.lost += 1
        self._go_to(((self._stamper.write - self._times_at) >> 2) + _NEAR)
        self._levels[self._at - 1 & (PLACES - 1)] = _TAKEN

    def _go_to(self, place):
        self._at = place & (PLACES - 1)
        self._next_at = self._times_at + 4 * self._at

    def levels(self):
        """The pins as they are now."""
        return machine.mem32[chip.GPIO_IN] >> self._first_pin & _MASK

    def stop(self):
        """Gives the state machine and the channels back."""
        self._machine.active(0)
        for channel in (self._writer, self._stamper):
            channel.ctrl = 0  # disabled: it starts no other, and can be stopped (RP2350 erratum E5)
        for channel in (self._writer, self._stamper):
            channel.close()
