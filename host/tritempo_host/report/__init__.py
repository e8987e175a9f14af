"""Shows a summary to people: `page.py` makes one self-contained page to print from the templates.

`timeline.py` lays out its drawing, `tables.py` its tables, and `text.py` writes times and names, for the terminal too.
"""
