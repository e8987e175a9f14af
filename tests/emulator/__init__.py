"""An emulated Raspberry Pi Pico with MicroPython's own image, and the clock's parts around it; the tests play with it.

docs/emulator.md says how to run them and what is modelled. The emulator (rp2040py) is imported by `chip.py` alone.
"""
