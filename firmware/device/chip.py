"""What differs between the Pico's chip (RP2040) and the Pico 2's (RP2350): where some registers are.

Both chips keep an alias of each register's address, 0x3000 above it, to which the bits to be cleared are written
(RP2040 datasheet, 2.1.2 "Atomic Register Access"; RP2350 datasheet, 2.1.3).
"""

import sys

CLEAR = 0x3000

IS_RP2350 = "RP2350" in getattr(sys.implementation, "_machine", "")
# RP2040 datasheet, 2.2.4 and RP2350 datasheet, 2.2.4: the peripherals' base addresses.
WATCHDOG = 0x400D8000 if IS_RP2350 else 0x40058000
# TIMER on the one, TIMER0 on the other: what ticks_us reads, its low 32 bits without latching the high ones.
TIMERAWL = 0x400B0028 if IS_RP2350 else 0x40054028
# The same on both.
PIO0 = 0x50200000
USB_DPRAM = 0x50100000
GPIO_IN = 0xD0000004
