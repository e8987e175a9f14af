"""Shows a summary to people: `page.py` makes one self-contained page to print from the templates.

`timeline.py` lays out its drawing; `screen.py` shows the same in a terminal.
"""
