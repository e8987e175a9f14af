"""The game as a chart in the terminal: a bar a turn, to be read in colour, without it, and through a pipe.

A bar is made of cells of equal time. Play, overtime and pauses have shapes of their own, so colour only says again
which seat it was.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.text import Text

from tritempo_host.report.speech import Speech
from tritempo_host.summary.model import Segment, Summary, Turn
from tritempo_host.text import clean, clock, over, tenths

SEAT_STYLES = ("blue", "yellow", "green", "magenta")
# A pause is drawn no longer than this many cells: its length is written in the table of pauses.
LONGEST_PAUSE_CELLS = 6
CELL_MS = tuple(seconds * 1000 for seconds in (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 60))


@dataclass(frozen=True, slots=True)
class Shapes:
    """The character of each kind of cell."""

    turn: str
    over: str
    pause: str


FULL = Shapes("█", "▓", "╱")
PLAIN = Shapes("#", "!", "/")  # for an output that cannot write the others


def shapes_for(encoding: str | None) -> Shapes:
    """FULL if an output of this encoding can write it."""
    try:
        "█▓╱".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return PLAIN
    return FULL


def cell_length(summary: Summary, width: int) -> int:
    """Milliseconds a cell, so that the longest turn fits into `width` cells with its pauses."""
    room = max(1, width - LONGEST_PAUSE_CELLS)
    longest = max((turn.used_ms for turn in summary.turns), default=0)
    for cell in CELL_MS:
        if cell * room >= longest:
            return cell
    return -(-longest // (room * 60_000)) * 60_000


def bar(segments: list[Segment], cell_ms: int, shapes: Shapes, style: str) -> Text:
    """The bar of one turn. Each piece has as many cells as fit its end, so that rounding never adds up."""
    text = Text(no_wrap=True, overflow="crop")
    played = drawn = 0
    for segment in segments:
        if segment.kind == "pause":
            text.append(shapes.pause * min(LONGEST_PAUSE_CELLS, max(1, segment.length_ms // cell_ms)), "dim")
            continue
        played += segment.length_ms
        cells = max(1, (played + cell_ms // 2) // cell_ms - drawn)
        drawn += cells
        late = segment.kind == "over"
        text.append((shapes.over if late else shapes.turn) * cells, "red" if late else style)
    return text


class Chart:
    """The lines of a chart, at most `width` characters each: hand, turn, name, bar, time, overtime, and what it was."""

    def __init__(self, speech: Speech, width: int, shapes: Shapes = FULL) -> None:
        summary = speech.summary
        self.speech = speech
        self.shapes = shapes
        self.names = speech.short_names(10)
        self.number_width = len(str(len(summary.turns)))
        self.name_width = max(map(len, self.names))
        self.late_width = max((len(self._late(turn)) for turn in summary.turns), default=0)
        self.note_width = min(18, max((len(self._note(turn)) for turn in summary.turns), default=0))
        rest = 3 + self.number_width + self.name_width + 7 + self.late_width + self.note_width
        self.bar_width = max(8, width - rest - 6)  # a space between each two columns
        self.cell_ms = cell_length(summary, self.bar_width)

    def lines(self) -> Iterator[Text]:
        """The legend, then a line for each turn."""
        yield self._legend()
        pieces: dict[int, list[Segment]] = {}
        for segment in self.speech.summary.segments:
            # a pause without a hand came between turns, or after the end: no turn stood still
            if segment.kind in ("turn", "over") or (segment.kind == "pause" and segment.hand):
                pieces.setdefault(segment.turn or 0, []).append(segment)
        hand = 0
        for turn in self.speech.summary.turns:
            yield self._line(turn, pieces.get(turn.n, []), turn.hand != hand)
            hand = turn.hand

    def _line(self, turn: Turn, segments: list[Segment], first: bool) -> Text:
        style = SEAT_STYLES[turn.seat - 1]
        final = turn.hand == self.speech.summary.final_hand
        drawn = bar(segments, self.cell_ms, self.shapes, style)
        drawn.truncate(self.bar_width, pad=True)
        line = Text(no_wrap=True, overflow="crop")
        line.append(f"{turn.hand if first else '':>3} ", "bold" if final else "dim")
        line.append(f"{turn.n:>{self.number_width}} ")
        line.append(f"{self.names[turn.seat - 1]:<{self.name_width}} ", style)
        line.append_text(drawn)
        line.append(f" {tenths(turn.used_ms, self.speech.lang):>7}")
        line.append(f" {self._late(turn):>{self.late_width}}", "red")
        line.append(f" {clean(self._note(turn), max(1, self.note_width))}")
        line.rstrip()
        return line

    def _late(self, turn: Turn) -> str:
        return over(turn.overrun_ms, self.speech.lang)

    def _note(self, turn: Turn) -> str:
        if turn.kind != "base" and turn.mark is None:
            return self.speech.say(f"kind_{turn.kind}")
        return self.speech.mark(turn) if turn.mark else ""

    def _legend(self) -> Text:
        say = self.speech.say
        legend = Text("    ")
        for i, name in enumerate(self.names):
            legend.append(self.shapes.turn, SEAT_STYLES[i]).append(f" {name}  ")
        legend.append(self.shapes.over, "red").append(f" {say('legend_over')}  ")
        legend.append(self.shapes.pause, "dim").append(f" {say('legend_pause_short')}  ")
        legend.append(say("legend_cell", length=clock(self.cell_ms)), "dim")
        return legend
