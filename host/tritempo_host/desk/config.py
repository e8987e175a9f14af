"""How a desk was started."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Config:
    """`store`: a file, a database's URL, or None for the usual place. `open_to_all`: whether it listens beyond this
    computer, so that roles count. `lang`: of who does not ask for another. `ports`: of the clocks, if they were named;
    else all that are plugged in. `names`: under which others reach it, beside its addresses. `who`: sits at this
    computer. `code`: lets the organiser in; None: one made by chance. `copies`: a folder for a second copy after each
    round."""

    store: str | Path | None = None
    host: str = "127.0.0.1"
    port: int = 8300
    lang: str = "ca"
    ports: tuple[str, ...] = ()
    open_to_all: bool = False
    names: tuple[str, ...] = ()
    who: str = "?"
    code: str | None = None
    copies: Path | None = None
