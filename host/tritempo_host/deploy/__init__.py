"""Puts the firmware on clocks: compiles it (`build`), talks to MicroPython's prompt (`prompt`), fills a slot and
switches to it (`install`), and puts MicroPython itself on a blank Pico (`uf2`, `drive`). docs/deploy.md tells the idea.
"""
