"""Files that other programs read, made from a tournament and its logs; one file here a format, each with its reader
where one is of use. Nothing here asks a store, opens a file or knows a rule: values in, text or bytes out.

What a format cannot hold (a letter, a long name, a third player) is never bent silently: `CannotHoldError` says what,
whose, and what to do.
"""
