"""A model of a Pico's serial line over USB, as MicroPython's C code has it, with a host at the other end.

From shared/tinyusb/mp_usbd_cdc.c of MicroPython 1.28 and TinyUSB's CDC class: a buffer of 256 bytes, from which packets
of 64 go to the endpoint; `write` waits up to half a second for a host that is there and does not take anything.
"""

BUFFER, PACKET, STDIN = 256, 64, 512
PACKET_US = 50
TASK_US = 20  # until the stack has its turn by itself after a packet
FLUSH_US = 16_000  # after a program has opened the port
WAIT_US = 500_000
CONTROL = 0x50100090
FULL, TURN = 1 << 15, 1 << 13


class Usb:
    """`received`: what the host has. `waited_us`: how long the firmware waited in `write`, all in all.

    `packet_us`: how long the host takes for one. `reads`: the host takes what comes. `is_open`: a program has the port
    open (DTR). `suspended`: the bus sleeps.
    """

    def __init__(self, pico):
        self._pico = pico
        self.received = bytearray()
        self.waited_us = 0
        self.packet_us = PACKET_US
        self.reads = True
        self.is_open = True
        self.suspended = False
        self._buffer = bytearray()
        self._packet = None
        self._turn = 0
        self.stdin = Stdin()
        self.stdout = self
        self.buffer = self
        pico.registers[CONTROL] = self._control

    def _control(self):
        """The word of the endpoint's buffer."""
        if self._packet is None:
            return self._turn
        return FULL | self._turn | len(self._packet)

    # The host.

    def send(self, data):
        self.stdin.come += data

    def open(self, is_open, reads=True):
        """With the port closed, the host's driver fetches nothing."""
        self.is_open = is_open
        self.read(is_open and reads)
        if is_open:
            self._pico.at(FLUSH_US, self._flush)

    def read(self, reads):
        self.reads = reads
        if reads and self._packet is not None:
            self._pico.at(self.packet_us, self._taken)

    # The chip.

    def _flush(self):
        if self._packet is None and self._buffer and not self.suspended:
            self._packet = bytes(self._buffer[:PACKET])
            self._buffer = self._buffer[PACKET:]
            self._turn ^= TURN
            if self.reads:
                self._pico.at(self.packet_us, self._taken)

    def _taken(self):
        if self._packet is not None and self.reads and not self.suspended:
            self.received += self._packet
            self._packet = None
            self._pico.at(TASK_US, self.task)

    def task(self):
        self._flush()

    def write(self, data):
        data = bytes(data)
        connected = self.is_open and not self.suspended
        if not connected and not self.suspended:
            self._buffer = (self._buffer + data)[-BUFFER:]  # the oldest goes
            self._flush()
            return len(data)
        done = waited = 0
        while True:
            count = min(len(data) - done, BUFFER - len(self._buffer))
            self._buffer += data[done : done + count]
            done += count
            self._flush()
            if done == len(data) or waited >= WAIT_US:
                return done
            waited = 0 if count else waited + 1000
            self.waited_us += 1000
            self._pico.pass_us(1000)
            self.task()


class Stdin:
    def __init__(self):
        self.come = bytearray()
        self.buffer = self

    def ready(self):
        return bool(self.come)

    def readinto(self, buffer):
        assert len(self.come) >= len(buffer), "it would wait for the host"
        buffer[:] = self.come[: len(buffer)]
        self.come = self.come[len(buffer) :]
        return len(buffer)
