"""The virtual board: the Pico's buttons, lights, buzzer, display, flash and serial line on MicroPython's unix port."""
