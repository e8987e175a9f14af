"""What the buttons mean: edges in, inputs of the game out, by a table of dialogs.

Pure, like the game: it knows no pins and no display, only which question is being asked.
"""
