"""What the demo shows: chapters, the story with its times, the clock's display, and the commands it gives."""

from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from tritempo_host import picture
from tritempo_host.virtual.face import display


class Screen:
    """Writes on standard output. `say`: the words of the area "demo"."""

    def __init__(self, say: Callable[..., str]) -> None:
        self._say = say
        self._console = Console(highlight=False)
        self._draws = picture.can_show(self._console.encoding)

    def chapter(self, key: str) -> None:
        """A heading."""
        self._console.print()
        title = Text(self._say(key), style="bold")
        self._console.print(Rule(title, align="left", style="dim", characters="─" if self._draws else "-"))

    def line(self, key: str, **values: object) -> None:
        """A sentence."""
        self._console.print(Text(self._say(key, **values)), soft_wrap=True)

    def event(self, t_ms: int, key: str, **values: object) -> None:
        """A line of the story: its time, as the report has it, and what happened."""
        minutes, seconds = divmod(t_ms // 1000, 60)
        time = Text(f"  {minutes:3d}:{seconds:02d}  ", style="cyan")
        self._console.print(time + Text(self._say(key, **values)), soft_wrap=True)

    def display(self, buffer: bytes) -> None:
        """What the clock shows."""
        if self._draws:
            self._console.print(Padding(display(picture.braille(buffer)), (0, 2), expand=False))
        else:
            self.line("no_picture")

    def command(self, line: str) -> None:
        """A command, as one would type it."""
        self._console.print(Text.assemble(("$ ", "dim"), (line, "bold")), soft_wrap=True)
        self._console.file.flush()

    def end(self, site: Path, folder: Path, seconds: int, play: str, serve: str) -> None:
        """Where the site and all else is, how long it took, and what to do next: open the desk, play a game."""
        self._console.print()
        self.line("site_at", site=site)
        self.line("folder_at", folder=folder)
        self.line("desk_at", command=serve)
        self.line("yours", seconds=seconds, command=play)
