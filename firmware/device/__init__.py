"""The Pico's own board: pins, buttons, display, lights, buzzer, store and link. The only place for machine and rp2.

Not here yet. Until then the firmware runs on the virtual board beside it, which has the same interface.
"""
