"""`tritempo play`: the clock in a terminal, for a person."""

import sys
import time
from pathlib import Path

import click
from platformdirs import user_data_path
from rich.console import Console
from rich.live import Live

from tritempo_host.problem import Problem
from tritempo_host.virtual import check_supported
from tritempo_host.words import LANGUAGES, language, speak

DRAW_S = 0.04  # at most 25 pictures a second
NOTE_S = 0.3  # the shortest time that a sound's sign is shown


@click.command()
@click.option("--flash", type=click.Path(path_type=Path), help="Flash image; made if it is not there.")
@click.option("--speed", type=click.FloatRange(0.01, 10_000), default=1.0, help="How many times faster than real time.")
@click.option("--seats", type=click.IntRange(3, 4), default=3, help="Seat buttons.")
@click.option("--bell", is_flag=True, help="Ring the terminal's bell at each sound.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the system.")
def play(flash: Path | None, speed: float, seats: int, bell: bool, lang: str | None) -> None:
    """Play on the clock, in this terminal.

    \b
    1 2 3 (or a b c)   the players' buttons
    space (or p)       PAUSE
    t                  TRUMP
    Shift and a letter holds that button down until the same key again; so does a key that is kept down.
    q                  ends; the game is kept, and goes on with the next `tritempo play`
    """
    say = speak("clock", language(lang))
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Problem(say("not_a_terminal"))
    check_supported()
    from tritempo_host.virtual.terminal import ended_by_signals

    image = flash or user_data_path("tritempo", appauthor=False) / "play.img"
    with ended_by_signals():
        _play(image, speed, seats, bell, say)
    click.echo(say("kept", flash=image))


def _play(image: Path, speed: float, seats: int, bell: bool, say) -> None:
    from tritempo_host.virtual.clock import VirtualClock
    from tritempo_host.virtual.face import Face, draw
    from tritempo_host.virtual.keyboard import PATIENT_S, Keyboard
    from tritempo_host.virtual.terminal import Wake, read_keys, single_keys

    wake = Wake()
    console = Console()
    keyboard = Keyboard(PATIENT_S if speed == 1 else 0.1 / speed)
    with (
        VirtualClock(image, speed=speed, seats=seats, on_event=lambda _: wake.ring()) as clock,
        single_keys(),
        Live(console=console, screen=True, auto_refresh=False) as live,
    ):
        shown, heard, drawn_s = None, None, 0.0
        note_until_s = 0.0
        while clock.alive:
            now_s = time.monotonic()
            keys = read_keys(wake, _wait_s(keyboard.next_s(), note_until_s, now_s))
            if keys is None or "q" in keys:
                return
            now_s = time.monotonic()
            edges = keyboard.tick(now_s)
            for key in keys:
                edges += keyboard.key(key, now_s)
            for button, down, at_s in edges:
                if button in ("A", "B", "C", "D")[:seats] or len(button) > 1:
                    clock.edge(button, down, at_s)
            sound = clock.last("sound")
            if sound is not None and sound is not heard:
                heard = sound
                length_s = sum(int(word.split(":")[1]) for word in sound.words) / 1000 / speed
                note_until_s = now_s + max(NOTE_S, length_s)
                if bell:
                    console.bell()
            face = Face(clock.frame(), clock.lights(), seats, keyboard.held, now_s < note_until_s, clock.port, speed)
            if (face, console.size) != shown and now_s - drawn_s >= DRAW_S:
                shown, drawn_s = (face, console.size), now_s
                live.update(draw(face, console.size, console.color_system is not None, say), refresh=True)
        clock.wait_for(lambda: False)  # says how it ended


def _wait_s(next_s: float | None, note_until_s: float, now_s: float) -> float:
    """Until the keyboard or the note has something to do; not longer than a picture is late."""
    times = [t for t in (next_s, note_until_s) if t is not None and t > now_s]
    return min([DRAW_S, *(t - now_s for t in times)])
