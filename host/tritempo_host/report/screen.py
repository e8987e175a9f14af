"""A game on the terminal: what the page says, in tables of at most 80 columns and a chart. The names are escaped."""

from collections.abc import Iterator

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from tritempo_host.chart import SEAT_STYLES, Chart, Shapes
from tritempo_host.report.case import Case, looks
from tritempo_host.report.speech import Speech
from tritempo_host.text import clean, clock, over, tenths

LEVEL_STYLES = {"good": "bold green", "fair": "bold yellow", "bad": "bold red"}
SEVERITY_STYLES = {"error": "red", "warning": "yellow", "info": "default"}


class Screen:
    """Makes what `tritempo show` prints. What a log could have a say in goes into Text, never into markup."""

    def __init__(self, case: Case, width: int, shapes: Shapes) -> None:
        self.case = case
        self.summary = case.summary
        self.speech = Speech(case.summary, case.lang, case.shown_to)
        self.say = self.speech.say
        self.width = min(width, 120)
        self.shapes = shapes

    def parts(self) -> Iterator[RenderableType]:
        """All of it, from top to bottom."""
        yield from self._head()
        if self.summary.turns:
            yield self._heading("show_chart")
            yield from Chart(self.speech, self.width, self.shapes).lines()
        yield self._heading("sec_seats")
        yield self._seats()
        yield self._sums()
        if self.summary.pauses:
            yield self._heading("sec_pauses")
            yield self._pauses()
        events = self.speech.events()
        if events:
            yield self._heading("sec_events")
            yield from (self._at(event.t, Text(event.sentence)) for event in events)
        if self.summary.unusual or self.case.audit.findings:
            yield self._heading("sec_unusual")
            yield from self._unusual()

    def _head(self) -> Iterator[Text]:
        summary, say = self.summary, self.say
        title = Text(self.speech.title(), "bold")
        title.append("  ").append(say("verdict", verdict=self.case.verdict), LEVEL_STYLES[self.case.level])
        yield title
        players = Text()
        for i, name in enumerate(self.speech.names()):
            players.append(f"{self.shapes.turn} ", SEAT_STYLES[i]).append(f"{name}  ")
        yield players
        began = Text(f"{self.speech.control()} · {self.speech.began()} · {clock(summary.length_ms)} · ")
        yield began.append(f"{say('ended')}: {self.speech.ending()}")
        yield Text(f"{clean(self.case.log, 40)} · {say('clock')} {clean(summary.device)}", "dim")

    def _heading(self, key: str) -> Text:
        return Text(f"\n{self.say(key)}", "bold underline")

    def _at(self, t: int | None, sentence: Text) -> Table:
        row = Table.grid(padding=(0, 1))
        row.add_column(width=7, justify="right", style="dim")
        row.add_column(overflow="fold")
        row.add_row("" if t is None else self.speech.since(t), sentence)
        return row

    def _table(self, *heads: str, right: tuple[str, ...] = ()) -> Table:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0))
        for head in heads:
            text = Text(self.say(head) if head else "")
            table.add_column(text, justify="right" if head in right else "left", no_wrap=head in right, overflow="fold")
        return table

    def _seats(self) -> Table:
        lang = self.case.lang
        banks = self.summary.seats[0].bank_ms is not None
        points = any(seat.penalty or seat.challenge_points for seat in self.summary.seats)
        numbers = ("col_time", "col_turns", "col_average", "col_longest", "col_over_short", "col_bank", "col_points")
        heads = [head for head in numbers if (banks or head != "col_bank") and (points or head != "col_points")]
        table = self._table("col_player", *heads, "col_marks", right=numbers)
        for seat in self.summary.seats:
            row = [
                Text(clean(self.speech.name(seat.seat), 20), SEAT_STYLES[seat.seat - 1]),
                tenths(seat.used_ms, lang),
                str(seat.turns),
                tenths(seat.average_ms, lang) if seat.turns else "",
                tenths(seat.longest_ms, lang),
                Text(over(seat.overrun_ms, lang), "red"),
            ]
            row += [tenths(seat.bank_ms or 0, lang)] if banks else []
            row += [self.speech.points(seat)] if points else []
            table.add_row(*row, Text(", ".join(self.speech.marks(seat))))
        return table

    def _sums(self) -> Text:
        return Text(self.speech.sums(), "dim")

    def _pauses(self) -> Table:
        heads = ("col_pause", "col_when", "", "col_reason", "col_length", "col_came")
        table = self._table(*heads, right=("col_when", "col_length"))
        for pause in self.summary.pauses:
            table.add_row(
                str(pause.n),
                self.speech.since(pause.start_ms),
                self.speech.where(pause),
                self.speech.reason(pause),
                tenths(pause.length_ms, self.case.lang),
                Text(self.speech.came(pause)),
            )
        return table

    def _unusual(self) -> Iterator[Table]:
        for look in looks(self.case.findings(), self.speech):
            sentence = Text(look.text, SEVERITY_STYLES[look.severity])
            if look.line is not None:
                sentence.append(f" ({self.say('finding_line', line=look.line)})", "dim")
            yield self._at(look.t, sentence)
