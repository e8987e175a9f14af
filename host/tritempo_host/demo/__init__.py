"""The demonstration: a whole MàTaM game on a virtual clock in fast time, its plug pulled, its log fetched and shown.

`story.py` has the presses, words/demo.toml the words, `run.py` plays, `screen.py` shows.
"""
