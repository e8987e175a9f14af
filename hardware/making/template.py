"""hardware/lid-3.svg and lid-4.svg: the lid in its own size, to be printed on A4 (landscape, 100 %)."""

from making.read import Board

_PAGE = (297, 210)


def _cross(x: float, y: float, reach: float = 4) -> str:
    return f'<path d="M{x - reach} {y}h{2 * reach}M{x} {y - reach}v{2 * reach}"/>'


def _hole(x: float, y: float, hole: float, rim: float, name: str) -> list[str]:
    return [
        f'<circle cx="{x}" cy="{y}" r="{hole / 2}"/>',
        f'<circle cx="{x}" cy="{y}" r="{rim / 2}" class="rim"/>',
        _cross(x, y),
        f'<text x="{x}" y="{y - hole / 2 - 1.5}">{name}</text>' if rim > hole + 8 else "",
        f'<text x="{x}" y="{y + rim / 2 + 5}">{name}, hole {hole} mm</text>' if rim <= hole + 8 else "",
        f'<text x="{x}" y="{y + hole / 2 + 5}" class="small">hole {hole} mm</text>' if rim > hole + 8 else "",
    ]


def svg(board: Board, seats: int) -> str:
    """The template for so many seats, in millimetres. Seen from above, the players' side at the bottom."""
    lid = board.lid
    left, top = (_PAGE[0] - lid.width) / 2, 14
    front = top + lid.depth

    def at(x: float, y: float) -> tuple[float, float]:
        return left + x, front - y

    shapes = [f'<rect x="{left}" y="{top}" width="{lid.width}" height="{lid.depth}"/>']
    for seat, x in zip("ABCD", lid.seats(seats), strict=False):
        shapes += _hole(*at(x, lid.seats_y), lid.seat_hole, lid.seat_rim, seat)
    for name, x in lid.small_x.items():
        shapes += _hole(*at(x, lid.small_y), lid.small_hole, lid.small_rim, name)
    x, y = at(*lid.display_at)
    for number, (width, height) in enumerate(lid.windows.values()):
        kind = "rim" if number else ""
        shapes.append(
            f'<rect x="{x - width / 2}" y="{y - height / 2}" width="{width}" height="{height}" class="{kind}"/>'
        )
    shapes.append(_cross(x, y))
    sizes = "; ".join(f"{kind.upper()} {width} x {height}" for kind, (width, height) in lid.windows.items())
    deepest = max(height for _, height in lid.windows.values())
    shapes.append(f'<text x="{x}" y="{y + deepest / 2 + 5}">window: {sizes} mm</text>')
    x, y = at(*lid.sound_at)
    shapes += [
        f'<circle cx="{x}" cy="{y}" r="{lid.sound_hole / 2}"/>',
        _cross(x, y),
        f'<text x="{x}" y="{y + 9}">sound, {lid.sound_hole} mm</text>',
    ]
    ruler = front + 10
    shapes += [
        f'<path d="M{left} {ruler}h100M{left} {ruler - 3}v6M{left + 100} {ruler - 3}v6"/>',
        f'<text x="{left + 104}" y="{ruler + 1.5}" class="left">this line is 100 mm long: if not, print again at 100 %'
        " (not “fit to page”)</text>",
        f'<text x="{left}" y="{ruler + 12}" class="left">Tritempo, lid for {seats} seats, {lid.width} x '
        f"{lid.depth} mm, from above; this edge is the players’. "
        "Dashed: the rims of the buttons and the smaller windows.</text>",
    ]
    style = (
        "*{fill:none;stroke:#000;stroke-width:.25}.rim{stroke-dasharray:2 1.5}"
        "text{fill:#000;stroke:none;font:4px DejaVu Sans,Verdana,sans-serif;text-anchor:middle}"
        ".small{font-size:3px}.left{text-anchor:start}"
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{_PAGE[0]}mm" height="{_PAGE[1]}mm"'
    body = "\n".join(filter(None, shapes))
    return f'{head} viewBox="0 0 {_PAGE[0]} {_PAGE[1]}">\n<style>{style}</style>\n{body}\n</svg>\n'
