"""The tables of docs/build.md, in Markdown."""

from making import pico
from making.costs import current_ma, extra, quantity, total
from making.light import least_ma, usual_ma, worst_ma
from making.read import Board, Step


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def pins(board: Board) -> str:
    rows = [[str(pin.physical), f"GP{pin.gpio}", f"{pin.name} {pin.use}", pin.hangs] for pin in board.pins]
    for pin in board.pins:
        row = next(row for row in rows if row[0] == str(pin.physical))
        row[2] = pin.name if pin.use in ("sda", "scl", "buzzer") else f"{pin.use} {pin.name}"
    rows += [[str(number), pico.PINS[number], *text] for number, text in _SUPPLIES.items()]
    return table(["Pico's pin", "is called", "is", "what hangs on it"], sorted(rows, key=lambda row: int(row[0])))


_SUPPLIES = {
    13: ["ground", "the driver's ground"],
    18: ["ground", "the piezo's ground"],
    36: ["3.3 V out", "the display and the clock module"],
    38: ["ground", "the ground rail"],
    40: ["5 V of USB", "the 5 V rail: the lights, and nothing else"],
}


def end(board: Board, name: str) -> str:
    """A terminal in words: "Pico 4 (GP2)", "clamp 6", "button A: NO"."""
    device, _, terminal = name.partition(".")
    if device == "pico":
        return f"Pico **{terminal}** ({pico.PINS[int(terminal)]})"
    if device == "clamp":
        return f"clamp **{terminal}**"
    called = board.device(device).name
    if device == "driver":
        return f"driver **{terminal}**"
    return called if terminal == "rail" else f"{called}: {terminal}"


def wires(board: Board, step: Step) -> str:
    """First what is soldered on the board, then what leads to the case."""

    def row(wire) -> list[str]:
        return [end(board, wire.start), end(board, wire.end), wire.colour]

    def cased(wire) -> bool:
        return any(board.device(name.partition(".")[0]).place == "case" for name in (wire.start, wire.end))

    soldered = [row(wire) for wire in step.wires if not cased(wire)]
    leads = [row(wire) for wire in step.wires if cased(wire)]
    text = ""
    if soldered:
        text += "On the board:\n\n" + table(["from", "to", "colour"], soldered)
    if soldered and leads:
        text += "\n"
    if leads:
        text += "From the clamps to the case:\n\n" + table(["from", "to", "colour"], leads)
    return text


def parts(board: Board) -> str:
    rows = []
    for part in board.parts:
        counts = [str(quantity(part, build) or "") for build in board.builds]
        rows.append([part.name, f"{part.maker} {part.number}", f"{part.price:.2f}", *counts])
    sums = [f"**{total(board, build):.0f}**" for build in board.builds]
    rows.append(["**all of it, euros**", "", "", *sums])
    text = table(["part", "for example", "€ each", *(build.name for build in board.builds)], rows) + "\n"
    text += "".join(f"- **{build.name}**: {build.what}.\n" for build in board.builds)
    return text


def options(board: Board) -> str:
    rows = []
    for option in board.options:
        for choice, what in option.choices.items():
            more = extra(board, option.name, choice)
            cost = "in the sums" if choice == option.default else f"{more:+.2f}"
            rows.append([option.question, what, cost])
    return table(["choice", "", "euros"], rows)


def light(board: Board) -> str:
    rows = [
        [led.colour, f"{led.mv[1] / 1000:.1f} V"]
        + [f"{current(board.light, led):.0f} mA" for current in (least_ma, usual_ma, worst_ma)]
        for led in board.light.leds
    ]
    return table(["LED", "its voltage", "least", "usual", "most"], rows)


def currents(board: Board) -> str:
    rows = [[draw.what, f"{draw.ma} mA", f"{draw.most_ma} mA"] for draw in board.draws]
    for build in board.builds:
        usual, most = current_ma(board, build)
        rows.append([f"**all of it, {build.name}**", f"**{usual} mA**", f"**{most} mA**"])
    return table(["", "in a turn", "at most"], rows)


def holes(board: Board) -> str:
    lid = board.lid
    rows = []
    for count in (3, 4):
        for seat, x in zip("ABCD", lid.seats(count), strict=False):
            rows.append([f"button {seat}, {count} seats", str(x), str(lid.seats_y), f"Ø {lid.seat_hole} mm"])
    for name, x in lid.small_x.items():
        rows.append([name, str(x), str(lid.small_y), f"Ø {lid.small_hole} mm"])
    x, y = lid.display_at
    for display, (width, height) in lid.windows.items():
        rows.append([f"window for {display.upper()}, its middle", str(x), str(y), f"{width} x {height} mm"])
    x, y = lid.sound_at
    rows.append(["hole for the sound", str(x), str(y), f"Ø {lid.sound_hole} mm"])
    return table(["hole", "from the left, mm", "from the front, mm", "size"], rows)
