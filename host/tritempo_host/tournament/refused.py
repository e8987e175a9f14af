"""What cannot be written down, and why; as a code and values, for words/entries.toml."""

from tritempo_host.tournament.entry import Entry


class Refused(Exception):  # noqa: N818 (an answer, not an error)
    """`code`: key in words/entries.toml. `values`: what its sentence names."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values

    def __str__(self) -> str:
        return f"{self.code} {self.values}"


class Conflict(Exception):  # noqa: N818
    """Somebody else wrote about the same thing after the writer had last looked: `entry` is what they wrote."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry)
        self.entry = entry
