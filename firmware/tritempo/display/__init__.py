"""What the table sees and hears: screens drawn with our own glyphs, the rhythms of the lights, and sounds.

Pure: a canvas, brightnesses and notes come out, and a board shows them.
"""
