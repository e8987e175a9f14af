"""Makes everything that follows from hardware/board.toml: the firmware's pins, tables, drawings, lists.

One file reads it (`read`), the `check_…` files say what is wrong with it, and each other file makes one thing of it.
"""
