"""The Pico's own board: pins, buttons, display, lights, buzzer, store and link. The only place for machine and rp2.

`board.Board` is what the app sees; docs/board.md says how each part works.
"""
