"""What the drawings are drawn with: schemdraw, with the few shapes that they use.

schemdraw writes SVG by itself, the same text each time, and needs no program beside Python.
"""

from typing import Literal

import schemdraw
from schemdraw.elements import Element
from schemdraw.segments import Segment, SegmentPoly, SegmentText

INK = {
    "black": "#222222", "red": "#d42020", "orange": "#f08000", "yellow": "#c8a800", "green": "#208a3c",
    "white": "#888888", "blue": "#2060d0", "violet": "#8a3ab8",
}  # fmt: skip
GREY = "#8c8c8c"
DARK = "#222222"
Align = Literal["left", "center", "right"]
_FONT = "DejaVu Sans, Verdana, sans-serif"


class Sheet:
    """A drawing in rows: x to the right, y up, one unit the distance of two pins of the Pico.

    What comes later lies over what came before.
    """

    def __init__(self) -> None:
        # Text stays text, so that it can be searched and read aloud.
        schemdraw.use("svg")
        schemdraw.svgconfig.text = "text"
        self._shapes = Element()

    def _add(self, shape: Segment | SegmentPoly | SegmentText) -> None:
        shape.zorder = len(self._shapes.segments)
        self._shapes.segments.append(shape)

    def wire(self, colour: str, *points: tuple[float, float], lw: float = 3) -> None:
        """A wire along the points. A white one has a grey edge."""
        self._add(Segment(list(points), color=INK[colour], lw=lw))
        if colour == "white":
            self._add(Segment(list(points), color="white", lw=lw - 1.8))

    def box(self, x: float, y: float, width: float, height: float, fill: str = "#f4f4f4", edge: str = DARK) -> None:
        """A box from its top left corner."""
        corners = [(x, y), (x + width, y), (x + width, y - height), (x, y - height)]
        self._add(SegmentPoly(corners, closed=True, fill=fill, color=edge, lw=1.2))

    def text(self, x: float, y: float, text: str, align: Align = "left", size: float = 11, colour: str = DARK) -> None:
        """A line of text, its middle at the height y; `align`: what of it is at x."""
        # By its baseline, half a capital letter lower: viewers do not agree where the middle of a text is.
        where = (x, y - 0.01 * size)
        self._add(SegmentText(where, text, align=(align, "base"), fontsize=size, color=colour, font=_FONT))

    def clamp(self, x: float, y: float, number: str) -> None:
        """A screw clamp with its number, its middle at x, y."""
        self.box(x - 0.5, y + 0.36, 1.0, 0.72, "#fff0a0")
        self.text(x, y, number, "center", 11)

    def resistor(self, left: float, y: float, width: float, name: str) -> None:
        """A resistor as a box with its name in it, from `left`."""
        self.box(left, y + 0.34, width, 0.68, "#ffffff")
        self.text(left + width / 2, y, name, "center", 9.5)

    def svg(self) -> str:
        drawing = schemdraw.Drawing(show=False)
        drawing.config(unit=1, fontsize=11, lw=1.4, margin=0.6, bgcolor="white")
        drawing.add(self._shapes.at((0, 0)).theta(0))
        return drawing.get_imagedata("svg").decode("utf-8") + "\n"
