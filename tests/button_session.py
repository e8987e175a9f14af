"""A scripted evening at the buttons, printed move by move: the same text must come from CPython and MicroPython."""

from at_the_table import AtTheTable


def evening(out):
    """Plays it; `out` takes each line."""

    def say(what):
        v = x.view()
        prompt = x.prompt()
        now = v and (v["state"], v["reason"], v["seat"], v["turn"], v["left_ms"], v["last_mark"], v["trumps"])
        out(f"{x.t} | {what} | {now}")
        if prompt:
            keys = [prompt["keys"][each] for each in ("A", "B", "C", "PAUSE", "TRUMP")]
            value = prompt["value"]  # by itself: the two show accents in a list differently
            asked = (prompt["id"], prompt["title"], prompt["left_ms"], prompt["mark"], prompt["word"])
            out(f"    {asked} {value} {keys}")

    x = AtTheTable(None)
    say("no game")
    for what, moves in SCRIPT:
        for button, ms in moves:
            if button is None:
                x.wait(ms)
            else:
                x.hold(button, ms)
                x.wait(600)
        say(what)
    for action in x.actions:
        out(str(action))
    out(str(x.refused))
    return x


def taps(*buttons):
    return [(button, 80) for button in buttons]


def menu(*buttons):
    """PAUSE is held until the menu comes, and then the buttons are pressed."""
    return [("PAUSE", 3050)] + taps(*buttons)  # noqa: RUF005  MicroPython has no [*…]


SCRIPT = (
    ("choose Ebre, then MàTaM, accept", taps("C", "C", "C", "A", "A", "A", "B")),
    ("three seats", taps("B")),
    ("begin", taps("B")),
    ("think", [(None, 41000)]),
    ("pass", [("A", 1700)]),
    ("prorroga", [("TRUMP", 80), ("A", 80), (None, 3000)]),
    ("handover, void, saved", taps("B", "PAUSE", "A", "B", "A")),
    ("handover and an exchange", [(None, 9000), ("C", 2600)]),
    ("the menu: two steps of time", menu("B", "C", "C", "B", "PAUSE")),
    ("undo", menu("A", "B", "PAUSE")),
    ("back from the menu", menu("PAUSE", "PAUSE")),
    ("settings", menu("C", "B", "A", "C", "B")),
    ("out", taps("TRUMP", "A")),
    ("challenged", taps("PAUSE")),
    ("a long look", [(None, 16000)]),
    ("valid", taps("A")),
)
