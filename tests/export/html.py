"""Reads a page strictly: every tag is closed, nothing is where it cannot be; and what the page says and leads to."""

from html.parser import HTMLParser

VOID = {"meta", "link", "br", "rect", "path", "circle", "use"}
# tag -> what it must stand in
WITHIN = {
    "tr": {"thead", "tbody"},
    "th": {"tr"},
    "td": {"tr"},
    "thead": {"table"},
    "tbody": {"table"},
    "caption": {"table"},
    "li": {"ul", "ol"},
    "dt": {"div"},
    "dd": {"div"},
    "title": {"head", "svg", "g"},
    "h1": {"div"},
}
NO_BLOCKS = {"p", "h1", "h2", "h3", "caption", "a", "span"}  # hold words, and no blocks
BLOCKS = {"p", "ul", "ol", "table", "section", "div", "h1", "h2", "h3", "dl"}


class Page(HTMLParser):
    """`tags`: (name, attributes) in order; `links`: targets; `text`: what is read; `rows`: the cells of each row."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.rows: list[list[str]] = []
        assert text.startswith("<!doctype html>\n")
        self.feed(text)
        self.close()
        assert self.open == []
        ids = [attrs["id"] for _, attrs in self.tags if "id" in attrs]
        assert len(ids) == len(set(ids)), ids
        self.ids = set(ids)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), (tag, attrs)
        if tag in WITHIN:
            assert self.open[-1] in WITHIN[tag], (tag, self.open)
        if tag in BLOCKS:
            assert not NO_BLOCKS & set(self.open), (tag, self.open)
        if tag == "a":
            assert "a" not in self.open
        self.tags.append((tag, dict(attrs)))
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID and "svg" in self.open, tag
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, (tag, self.getpos())

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if {"td", "th"} & set(self.open):
            self.rows[-1][-1] += data

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag]

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())

    @property
    def links(self) -> list[str]:
        return [attrs["href"] or "" for tag in ("a", "link") for attrs in self.of(tag)]

    def row(self, start: str) -> list[str]:
        """The first row of a table of which a cell begins so."""
        rows = [[" ".join(cell.split()) for cell in row] for row in self.rows]
        return next(row for row in rows if any(cell.startswith(start) for cell in row))
