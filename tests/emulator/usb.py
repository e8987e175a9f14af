"""The host's end of the Pico's USB serial: bytes, with a host that reads or does not, and a cable.

rp2040py's own USBCDC answers an idle endpoint at once with nothing, or takes single bytes; here the host stays silent
while it has nothing to say, as a real one does (USB 2.0, 8.4.5: NAK).
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from emulator.chip import Chip

PACKET_US = 50  # 64 bytes at 12 Mbit/s
# rp2040py cannot leave a packet with the chip for ever and take it later, so a host that does not read takes one after
# so long: forty times MicroPython's own patience with a host (500 ms).
ASLEEP_US = 20_000_000


class Usb:
    """`received`: all that the chip has sent and the host has taken."""

    def __init__(self, chip: "Chip") -> None:
        self._chip = chip
        self._cdc: Any = chip.device.cdc
        self._usb: Any = self._cdc.usb
        self.received = bytearray()
        self.enumerated = 0
        self._reads = True
        self._to_send = bytearray()
        self._asking: list[tuple[int, int]] = []
        self._cdc.on_serial_data = self._take
        self._cdc.on_device_connected = self._connected
        self._inner_read = self._usb.on_endpoint_read
        self._usb.on_endpoint_read = self._read
        self._inner_reset = self._usb.on_reset
        self._usb.on_reset = self._reset

    @property
    def reads(self) -> bool:
        """Whether the host takes what comes. If not: the port is open, and the program behind it is asleep.

        Set to True it takes the packet that waits in up to ASLEEP_US, and all others at once.
        """
        return self._reads

    @reads.setter
    def reads(self, reads: bool) -> None:
        self._reads = reads
        self._usb.write_delay_microseconds = PACKET_US if reads else ASLEEP_US

    def open(self, is_open: bool = True) -> None:
        """A program on the host opens the port, or closes it (DTR)."""
        self._cdc.set_control_lines(dtr=is_open, rts=is_open)

    def write(self, data: bytes) -> None:
        """The host sends; the chip takes it packet by packet as it has room."""
        self._to_send += data
        self._give()

    @property
    def unsent(self) -> int:
        """Bytes that the chip has not taken yet."""
        return len(self._to_send)

    def take(self) -> bytes:
        """What has come since this was last asked."""
        data = bytes(self.received)
        self.received.clear()
        return data

    def _connected(self) -> None:
        self.enumerated += 1

    def _take(self, data: bytes) -> None:
        self.received += data

    def _read(self, endpoint: int, size: int) -> None:
        if endpoint > 0 and endpoint == self._cdc._out_endpoint:
            self._asking[:] = [(endpoint, size)]
            self._give()
        else:
            self._inner_read(endpoint, size)

    def _give(self) -> None:
        if self._asking and self._to_send:
            _, size = self._asking.pop()
            packet = bytearray(self._to_send[:size])
            del self._to_send[:size]
            self._usb.endpoint_read_done(self._cdc._out_endpoint, packet)

    def _reset(self) -> None:
        self._asking.clear()
        self._to_send.clear()
        self._inner_reset()
