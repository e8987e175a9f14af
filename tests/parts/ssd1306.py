"""The controllers of the display, SSD1306, SSD1309 and SH1106, as a device on an I2C bus: bytes in, a picture out.

Runs on CPython and inside MicroPython. A bus calls `start(read)`, `write(byte)` (True: acknowledged), `read()` and
`stop()`. Like the real ones it takes any byte; what no data sheet knows, or what this model does not, is in `faults`.
"""

ROWS = 64
WIDTH = 128
PAGES = 8

_ARGUMENTS = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
_ARGUMENTS_306 = dict(_ARGUMENTS)
_ARGUMENTS_306.update({0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0xA3: 2})
_ARGUMENTS_309 = dict(_ARGUMENTS_306)
_ARGUMENTS_309[0xFD] = 1
del _ARGUMENTS_309[0x8D]
_ARGUMENTS_106 = dict(_ARGUMENTS)
_ARGUMENTS_106[0xAD] = 1
# kind: arguments by command, columns of RAM, first column of the glass
_KINDS = {
    "ssd1306": (_ARGUMENTS_306, 128, 0),
    "ssd1309": (_ARGUMENTS_309, 128, 0),
    "sh1106": (_ARGUMENTS_106, 132, 2),
}
_PLAIN = (0x2E, 0x2F, 0xE3)
BY_COLUMN, BY_PAGE = 0, 2  # addressing: on to the next page by itself, or not


class Controller:
    """`kind`: which of the three. `addr`: on the bus. It begins as one that has just got its power."""

    def __init__(self, kind="ssd1306", addr=0x3C, seed=1):
        self.kind = kind
        self.addr = addr
        self.plugged = True
        self.mute = False
        self._arguments, self._columns, self._glass = _KINDS[kind]
        self._seed = seed
        self.faults = []
        self.data_bytes = 0
        self.power_cycle()

    # Power and plug.

    def power_cycle(self):
        """Off, with RAM that holds anything, and all settings as after a reset."""
        self.ram = bytearray(self._columns * PAGES)
        for i in range(len(self.ram)):
            self._seed = (self._seed * 1103515245 + 12345) & 0x7FFFFFFF
            self.ram[i] = self._seed >> 16 & 0xFF
        self.on = self.inverted = self.all_lit = False
        self.pump = self.kind == "ssd1309"  # this one is fed from outside
        self.locked = False
        self.contrast = 0x80 if self.kind == "sh1106" else 0x7F
        self.com_pins = 0x12
        self.rows = ROWS
        self.row_offset = self.start_row = 0
        self.columns_turned = self.rows_turned = False
        self.addressing = BY_PAGE
        self.column = self.page = 0
        self._columns_used = (0, self._columns - 1)
        self._pages_used = (0, PAGES - 1)
        self._control = None
        self._command = []

    def unplug(self):
        self.plugged = False

    def plug(self):
        self.plugged = True
        self.power_cycle()

    # The bus.

    def start(self, read):
        self._control = None
        self._command = []

    def write(self, byte):
        if not self.plugged:
            return False
        if self._control is None:
            self._control = byte
            if byte & 0x3F:
                self.faults.append("control byte 0x%02x" % byte)
        elif self._control & 0x40:
            self._store(byte)
        else:
            self._take(byte)
            if self._control & 0x80:
                self._control = None
        return True

    def read(self):
        """The status: bit 6 is 1 while the display is off. Some modules have no wire to tell it: `mute`."""
        return 0xFF if self.mute else 0x03 if self.on else 0x43

    def stop(self):
        if self._command:
            self.faults.append("command 0x%02x was cut off" % self._command[0])

    # Commands and data.

    def _take(self, byte):
        self._command.append(byte)
        first = self._command[0]
        wanted = self._arguments.get(first, 0)
        if len(self._command) <= wanted:
            return
        values = self._command[1:]
        self._command = []
        if self.locked and first != 0xFD:
            return
        if wanted:
            self._set(first, values)
        else:
            self._do(first)

    def _set(self, command, values):
        value = values[0]
        if command == 0x20:
            self.addressing = value & 3
        elif command == 0x21:
            self._columns_used = (values[0], values[1])
            self.column = values[0]
        elif command == 0x22:
            self._pages_used = (values[0], values[1])
            self.page = values[0]
        elif command == 0x81:
            self.contrast = value
        elif command == 0x8D:
            self.pump = bool(value & 4)
        elif command == 0xAD:
            self.pump = bool(value & 1)
        elif command == 0xA8:
            self.rows = (value & 63) + 1
        elif command == 0xD3:
            self.row_offset = value & 63
        elif command == 0xDA:
            self.com_pins = value
        elif command == 0xFD:
            self.locked = bool(value & 4)
        elif command not in (0xD5, 0xD9, 0xDB):
            self.faults.append("command 0x%02x is not modelled" % command)

    def _do(self, command):
        if command < 0x10:
            self.column = self.column & 0xF0 | command
        elif command < 0x20:
            self.column = self.column & 0x0F | (command & 15) << 4
        elif 0x40 <= command < 0x80:
            self.start_row = command & 63
        elif command in (0xA0, 0xA1):
            self.columns_turned = bool(command & 1)
        elif command in (0xA4, 0xA5):
            self.all_lit = bool(command & 1)
        elif command in (0xA6, 0xA7):
            self.inverted = bool(command & 1)
        elif command in (0xAE, 0xAF):
            self.on = bool(command & 1)
        elif 0xB0 <= command < 0xB8:
            self.page = command & 7
        elif 0xC0 <= command < 0xD0:
            self.rows_turned = bool(command & 8)
        elif not (self.kind == "sh1106" and 0x30 <= command < 0x34) and command not in _PLAIN:
            self.faults.append("unknown command 0x%02x" % command)

    def _store(self, byte):
        self.data_bytes += 1
        if self.column < self._columns:
            self.ram[self.page * self._columns + self.column] = byte
        if self.addressing == BY_PAGE:
            self.column += 1
            if self.column >= self._columns:
                # The SH1106 stays at its last column; the others begin the row again.
                self.column = self._columns - 1 if self.kind == "sh1106" else 0
        elif self.addressing == BY_COLUMN:
            self.column += 1
            if self.column > self._columns_used[1]:
                self.column = self._columns_used[0]
                self.page = self._pages_used[0] if self.page == self._pages_used[1] else self.page + 1
        else:
            self.faults.append("addressing by rows is not modelled")

    # What a person sees.

    def picture(self):
        """1024 bytes, MONO_VLSB, of what is lit, as the usual module is mounted: pins on top."""
        dark = not self.plugged or not self.on or not self.pump or self.rows != ROWS or self.com_pins != 0x12
        if dark or self.contrast == 0:
            return bytes(WIDTH * PAGES)
        if self.all_lit:
            return b"\xff" * (WIDTH * PAGES)
        out = bytearray(WIDTH * PAGES)
        upside = not self.rows_turned
        for page in range(PAGES):
            for x in range(WIDTH):
                column = self._glass + (x if self.columns_turned else WIDTH - 1 - x)
                byte = self._eight(column, page)
                if upside:
                    out[(PAGES - 1 - page) * WIDTH + x] = _reversed(byte)
                else:
                    out[page * WIDTH + x] = byte
        if self.inverted:
            for i in range(len(out)):
                out[i] ^= 0xFF
        return bytes(out)

    def _eight(self, column, page):
        """Eight rows of a column, from where the RAM is shown to begin."""
        shift = (self.start_row + self.row_offset) % ROWS
        byte = 0
        for bit in range(8):
            row = (8 * page + bit + shift) % ROWS
            byte |= (self.ram[row // 8 * self._columns + column] >> row % 8 & 1) << bit
        return byte


def _reversed(byte):
    out = 0
    for bit in range(8):
        out |= (byte >> bit & 1) << (7 - bit)
    return out


class OneWire:
    """A bus with nothing but controllers on it, as machine.I2C has its methods.

    Errors are the Pico's: one for an address that is not acknowledged; after a byte that is not, the count is short.

    `bytes`: how many went over it, addresses included. `fail_at`: the one that is not acknowledged; 0: none.
    """

    def __init__(self, *controllers):
        self._controllers = controllers
        self.bytes = 0
        self.fail_at = 0
        self.failed = False  # whether it has come to that

    def writeto(self, address, data):
        for controller in self._controllers:
            if controller.addr == address and controller.plugged:
                return self._write(controller, data)
        self._byte()
        raise OSError(5)

    def readfrom_into(self, address, buffer):
        for controller in self._controllers:
            if controller.addr == address and controller.plugged and self._byte():
                controller.start(True)
                for i in range(len(buffer)):
                    self.bytes += 1  # it is the reader who acknowledges these
                    buffer[i] = controller.read()
                controller.stop()
                return
        raise OSError(5)

    def _write(self, controller, data):
        if not self._byte():
            raise OSError(5)
        controller.start(False)
        taken = 0
        while taken < len(data) and self._byte() and controller.write(data[taken]):
            taken += 1
        faults = list(controller.faults)
        controller.stop()
        if taken < len(data):
            controller.faults = faults  # what a fault cuts off is no fault of the program
        return taken

    def _byte(self):
        self.bytes += 1
        failed = self.bytes == self.fail_at
        self.failed = self.failed or failed
        return not failed
