"""One file for each command of `tritempo`: it reads arguments, calls the library and prints; nothing else.

`cli.py` finds a command by its file's name, so that starting one does not import the others.
"""
