"""The portable clock: rules, journal, serial frames and what the table sees, with no hardware in it.

The same files run on the Pico and the unix port (MicroPython) and on CPython, where the host replays logs with them.
"""

VERSION = "0.1.0"
