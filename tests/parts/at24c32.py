"""The AT24C32, 4 KB of EEPROM, on an I2C bus: pages of 32 bytes, a write cycle in which it answers nothing.

Runs on CPython and inside MicroPython. From its data sheet ("Device Operation", "Write Operations").
"""

SIZE, PAGE = 4096, 32
CYCLE_MS = 10


class AT24C32:
    """`clock_ms()`: time. `writes`: write cycles by page, for its wear.

    `torn`: write cycles get so far (bytes; -1: to the end), then the power goes. `forgets`: it acknowledges all and
    keeps nothing.
    """

    addr = 0x57

    def __init__(self, clock_ms, memory=None):
        self.plugged = True
        self.memory = memory or bytearray(b"\xff" * SIZE)
        self.writes = [0] * (SIZE // PAGE)
        self.torn = -1  # none
        self.forgets = False
        self._clock_ms = clock_ms
        self._busy_until = None
        self._bytes = None  # of a write: two of the address, then data
        self._place = 0

    @property
    def busy(self):
        """Not either after a power cut, where time begins anew."""
        return self._busy_until is not None and 0 < self._busy_until - self._clock_ms() <= CYCLE_MS

    # The bus.

    def start(self, read):
        if read and self._bytes is not None and len(self._bytes) == 2:
            self._seek()
        self._bytes = None if read else []

    def write(self, byte):
        if self.busy:
            return False
        self._bytes.append(byte)
        return True

    def read(self):
        if self.busy:
            return 0xFF
        byte = self.memory[self._place]
        self._place = (self._place + 1) % SIZE
        return byte

    def stop(self):
        if self._bytes is None or self.busy or len(self._bytes) < 2:
            return
        self._seek()
        data = self._bytes[2:]
        self._bytes = None
        if data:
            self._store(data)

    def _seek(self):
        self._place = (self._bytes[0] << 8 | self._bytes[1]) % SIZE

    def _store(self, data):
        """What does not fit into the page begins at its start again."""
        page, at = self._place // PAGE, self._place % PAGE
        self.writes[page] += 1
        self._busy_until = self._clock_ms() + CYCLE_MS
        if self.forgets:
            return
        for i in range(len(data) if self.torn < 0 else self.torn):
            self.memory[page * PAGE + (at + i) % PAGE] = data[i]
