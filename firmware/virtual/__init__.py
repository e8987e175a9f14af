"""The virtual board: the Pico's buttons, lights, buzzer, display, flash and serial line on MicroPython's unix port.

`board.Board` is what the app sees. A supervisor on the host (`tritempo_host.virtual`) starts the process, holds the
other end of the *panel* (the socket on which buttons come in and lights, sounds and frames go out) and says how in the
environment variable TRITEMPO_BOARD. The protocol is in docs/virtual-clock.md.
"""
