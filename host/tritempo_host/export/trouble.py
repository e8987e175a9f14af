"""What a format cannot hold, as data: words/export.toml has the sentences."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tritempo_host.words import speak


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that is in the way. `code`: a key of words/export.toml; `values`: what its sentence names, among them
    other troubles and errors of this kind, which are spoken in their turn."""

    code: str
    values: dict[str, Any] = field(default_factory=dict)

    def spoken(self, lang: str) -> str:
        """The sentence: what, where, what to do."""
        kinds = (Trouble, CannotHoldError)
        values = {key: v.spoken(lang) if isinstance(v, kinds) else v for key, v in self.values.items()}
        return speak("export", lang)(self.code, **values)


class CannotHoldError(Exception):
    """The format cannot hold what it was given, or a file is not of the format. All reasons at once."""

    def __init__(self, troubles: Iterable[Trouble]) -> None:
        self.troubles = tuple(troubles)
        super().__init__(", ".join(each.code for each in self.troubles))

    def spoken(self, lang: str) -> str:
        """One line a reason."""
        return "\n".join(each.spoken(lang) for each in self.troubles)


def refuse(code: str, **values: Any) -> CannotHoldError:
    """The error for a single reason: `raise refuse("tsh_name", name="A")`."""
    return CannotHoldError([Trouble(code, values)])
