"""A model of what the firmware uses of a Pico's PIO and DMA: a state machine that tells changes, two chained channels.

The PIO's program is not run: `StateMachine` does what changes.py says of it. The channels do what they are told, into
the real memory of this process.
"""

import uctypes

SHIFT_LEFT, JOIN_RX = 0, 2
STEPS = 5  # of the program, from sample to sample
BITS = 6
RX_FIFO, RX_REQUEST, AT_ONCE = 0x50200020, 4, 0x3F
CHANNELS = 12


class Rp2:
    """`machines`: what the firmware has made. `flash`: what rp2.Flash() gives."""

    def __init__(self, pico):
        self.pico = pico
        self.machines = []
        self.channels = []
        self.fifo = []
        self.flash = None

    def module(self):
        from parts.machine import Module

        rp2 = self

        class StateMachine(_StateMachine):
            def __init__(self, number, program, freq, in_base):
                super().__init__(rp2, freq, in_base.number)

        class DMA(_Channel):
            def __init__(self):
                super().__init__(rp2)

        def asm_pio(**options):
            assert options == {"fifo_join": JOIN_RX, "in_shiftdir": SHIFT_LEFT}
            return lambda program: program

        return Module(
            StateMachine=StateMachine,
            DMA=DMA,
            PIO=Module(SHIFT_LEFT=SHIFT_LEFT, JOIN_RX=JOIN_RX),
            asm_pio=asm_pio,
            Flash=lambda: self.flash,
        )

    def read(self, address):
        if address == RX_FIFO:
            return self.fifo.pop(0)
        return self.pico.registers[address]()

    def serve(self):
        """The request of the FIFO, to the channel that waits for it."""
        for channel in self.channels:
            if self.fifo and channel.busy and channel.request == RX_REQUEST:
                channel.move()


class _StateMachine:
    def __init__(self, rp2, freq, first_pin):
        self._rp2 = rp2
        self._first = first_pin
        self.period_us = STEPS * 1_000_000 // freq
        self._last = 0
        self._looking = False
        self.is_active = False
        rp2.machines.append(self)
        rp2.pico.listeners.append(self._pins_changed)

    def active(self, on):
        self.is_active = bool(on)
        self._pins_changed()

    def _pins_changed(self):
        if self.is_active and not self._looking:
            self._looking = True
            pico = self._rp2.pico
            pico.at(self.period_us - pico.us % self.period_us, self._look)

    def _look(self):
        self._looking = False
        levels = sum(self._rp2.pico.levels[self._first + i] << i for i in range(BITS))
        if self.is_active and levels != self._last:
            self._last = levels
            self._rp2.fifo.append(levels)
            self._rp2.serve()


class _Channel:
    """`write`: the address it writes to next."""

    def __init__(self, rp2):
        self._rp2 = rp2
        self.channel = len(rp2.channels)
        assert self.channel < CHANNELS, "no channel is free"
        rp2.channels.append(self)
        self.write = 0
        self.ctrl = {}
        self.busy = False
        self.is_closed = False

    @property
    def request(self):
        return self.ctrl["treq_sel"] if self.ctrl else None  # 0: disabled, like none

    def pack_ctrl(self, **fields):
        return fields

    def active(self, on):
        self.busy = bool(on)

    def config(self, read, write, count, ctrl, trigger=False):
        assert count == 1 and ctrl["ring_sel"] and ctrl["inc_write"] and not ctrl["inc_read"] and ctrl["irq_quiet"]
        assert not write % (1 << ctrl["ring_size"]), "a ring must lie at a multiple of its length"
        self._read, self.write, self.ctrl = read, write, ctrl
        if trigger:
            self.start()

    def start(self):
        if self.ctrl:
            self.busy = True
            if self.request == AT_ONCE:
                self.move()

    def move(self):
        size = 1 << self.ctrl["size"]
        data = self._rp2.read(self._read).to_bytes(4, "little")[:size]
        uctypes.bytearray_at(self.write, size)[:] = data
        ring = 1 << self.ctrl["ring_size"]
        self.write = self.write // ring * ring + (self.write + size) % ring
        self.busy = False
        self._rp2.channels[self.ctrl["chain_to"]].start()

    def close(self):
        self.busy = False
        self.is_closed = True
