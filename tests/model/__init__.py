"""A second, plain reading of the rules page, and the clock run side by side with it.

`clock_model.py` keeps the list of inputs, `position.py` and `world.py` play it from its beginning, `answers.py` says
what is seen; `drawing.py` draws controls and games, `side_by_side.py` is the hypothesis machine.
HYPOTHESIS_PROFILE=deep searches for minutes instead of seconds.
"""
