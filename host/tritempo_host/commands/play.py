"""`tritempo play`: the clock in a terminal, for a person."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click
from platformdirs import user_data_path
from rich.console import Console
from rich.live import Live

from tritempo_host.picture import can_show
from tritempo_host.spoken import SpokenProblem
from tritempo_host.virtual import check_supported
from tritempo_host.virtual.options import Speed
from tritempo_host.words import LANGUAGES, language, speak

if TYPE_CHECKING:  # they cannot be imported on Windows
    from tritempo_host.virtual.clock import VirtualClock
    from tritempo_host.virtual.terminal import Wake

DRAW_S = 0.04  # at most 25 pictures a second
POOR_TERMINALS = ("", "dumb", "unknown")
NOTE_S = 0.3  # the shortest time that a sound's sign is shown


@click.command()
@click.option("--flash", type=click.Path(path_type=Path), help="Flash image; made if it is not there.")
@click.option("--speed", type=Speed(), default=1.0, help="How many times faster than real time.")
@click.option("--seats", type=click.IntRange(3, 4), default=3, help="Seat buttons.")
@click.option("--bell", is_flag=True, help="Ring the terminal's bell at each sound.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language, of the clock too; else the system's.")
def play(flash: Path | None, speed: float, seats: int, bell: bool, lang: str | None) -> None:
    """Play on the clock, in this terminal.

    \b
    1 2 3 (or a b c)   the players' buttons; with --seats 4 also 4 (or d)
    space (or p)       PAUSE
    t                  TRUMP
    Shift and a letter holds that button down until the same key again; so does a key that is kept down.
    q                  ends; the game is kept, and goes on with the next `tritempo play`
    """
    say = speak("clock", language(lang))
    _check_terminal()
    check_supported()
    from tritempo_host.virtual.clock import VirtualClock
    from tritempo_host.virtual.terminal import Wake, ended_by_signals

    image = flash or user_data_path("tritempo", appauthor=False, ensure_exists=True) / "play.img"
    wake = Wake()
    with (
        ended_by_signals(),
        VirtualClock(
            image,
            speed=speed,
            seats=seats,
            lang=language(lang),
            lang_again=lang is not None,
            on_event=lambda _: wake.ring(),
        ) as clock,
    ):
        if clock.damaged:  # to be read when the game is over: the play screen covers it
            click.echo(say("damaged", flash=image, copy=clock.damaged), err=True)
        _play(clock, wake, speed, bell, say)
    click.echo(say("kept", flash=image))


def _check_terminal() -> None:
    """Raises Problem where the clock cannot be drawn, and says what would help."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise SpokenProblem("not_a_terminal")
    term = os.environ.get("TERM", "")
    if term in POOR_TERMINALS:
        raise SpokenProblem("poor_terminal", term=term)
    if not can_show(sys.stdout.encoding):
        raise SpokenProblem("poor_encoding", encoding=sys.stdout.encoding)


def _play(clock: "VirtualClock", wake: "Wake", speed: float, bell: bool, say: Callable[..., str]) -> None:
    from tritempo_host.virtual.face import Face, draw
    from tritempo_host.virtual.keyboard import PATIENT_S, Keyboard
    from tritempo_host.virtual.terminal import read_keys, single_keys

    seats = clock.seats
    note = say("damaged_short", copy=clock.damaged.name) if clock.damaged else ""  # until the first key
    console = Console()
    keyboard = Keyboard(PATIENT_S if speed == 1 else 0.1 / speed)
    with single_keys(), Live(console=console, screen=True, auto_refresh=False) as live:
        shown, heard, drawn_s = None, None, 0.0
        note_until_s = 0.0
        while clock.alive:
            now_s = time.monotonic()
            keys = read_keys(wake, _wait_s(keyboard.next_s(), note_until_s, now_s))
            if keys is None or "q" in keys:
                return
            note = "" if keys else note
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
            face = Face(
                clock.frame(), clock.lights(), seats, keyboard.held, now_s < note_until_s, clock.port, speed, note
            )
            if (face, console.size) != shown and now_s - drawn_s >= DRAW_S:
                shown, drawn_s = (face, console.size), now_s
                live.update(draw(face, console.size, console.color_system is not None, say), refresh=True)
        clock.wait_for(lambda: False)  # says how it ended


def _wait_s(next_s: float | None, note_until_s: float, now_s: float) -> float:
    """Until the keyboard or the note has something to do; not longer than a picture is late."""
    times = [t for t in (next_s, note_until_s) if t is not None and t > now_s]
    return min([DRAW_S, *(t - now_s for t in times)])
