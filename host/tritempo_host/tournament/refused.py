"""What cannot be written down, and why; as a code and values, for words/entries.toml."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

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


@dataclass(frozen=True, slots=True)
class Remark:
    """What a person should hear. `code`: key in words/entries.toml. `values`: what its sentence names."""

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question(Remark):
    """What a person has to say yes to before it is done."""
