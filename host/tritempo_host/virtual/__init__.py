"""The virtual clock: starts the firmware under MicroPython's unix port and works its buttons."""
