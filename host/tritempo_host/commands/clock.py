"""`tritempo clock`: virtual clocks for the host tools, for scripts and for mpremote."""

import shlex
import sys
from contextlib import ExitStack
from pathlib import Path

import click
from platformdirs import user_data_path

from tritempo_host.virtual import check_supported
from tritempo_host.virtual.options import Speed, program
from tritempo_host.words import LANGUAGES, language, speak


@click.command()
@click.option("--flash", type=click.Path(path_type=Path), help="Flash image; made if it is not there.")
@click.option("--speed", type=Speed(), default=1.0, help="How many times faster than real time.")
@click.option("--count", type=click.IntRange(1, 100), default=1, help="So many clocks: FILE-1, FILE-2, …")
@click.option("--seats", type=click.IntRange(3, 4), default=3, help="Seat buttons.")
@click.option("--verbose", is_flag=True, help="Tell of lights and sounds too.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language, of the clock too; else the system's.")
def clock(flash: Path | None, speed: float, count: int, seats: int, verbose: bool, lang: str | None) -> None:
    """Run the clock's firmware here, with its serial line as a PTY.

    Prints a line `PTY /dev/pts/N` for each clock, then takes commands on standard input: A, B, C, PAUSE or TRUMP (with
    --seats 4 also D): a tap; `hold A 1600` (ms); `quit`. With several clocks, the number of one before it: `2 quit`.
    Killed and started again with the same flash image, a clock resumes its game.
    """
    say = speak("clock", language(lang))
    check_supported()
    from tritempo_host.virtual.clock import VirtualClock, buttons
    from tritempo_host.virtual.console import Console, describe
    from tritempo_host.virtual.listener import Event
    from tritempo_host.virtual.terminal import Wake, ended_by_signals

    wake = Wake()
    announced = False  # the ports come first, whatever the clocks do meanwhile

    def hear(number: int, event: Event) -> None:
        if verbose and announced and event.kind != "frame":
            click.echo(describe(number, event))
        if event.kind == "ended":
            wake.ring()

    with ended_by_signals(), ExitStack() as clocks:
        clocks.callback(wake.close)
        running = [
            clocks.enter_context(
                VirtualClock(
                    image,
                    speed=speed,
                    seats=seats,
                    lang=language(lang),
                    lang_again=lang is not None,
                    on_event=lambda event, number=number: hear(number, event),
                )
            )
            for number, image in enumerate(images(flash, count), start=1)
        ]
        for one in running:
            click.echo(f"PTY {one.port}")
        sys.stdout.flush()
        for one in running:
            if one.damaged:
                click.echo(say("damaged", flash=one.flash, copy=one.damaged), err=True)
        announced = True
        if sys.stdin.isatty() and sys.stdout.isatty():
            port = shlex.quote(running[0].port)
            click.echo(say("hint", buttons=" ".join(buttons(seats)), port=port, program=shlex.quote(program())))
        Console(running, wake, click.echo, say).run()


def images(flash: Path | None, count: int) -> list[Path]:
    """The flash images of `count` clocks. One alone has the name as it is given; several are numbered."""
    if flash is None:
        flash = user_data_path("tritempo", appauthor=False, ensure_exists=True) / "clock.img"
    elif count == 1:
        return [flash]
    return [flash.with_name(f"{flash.stem}-{number}{flash.suffix}") for number in range(1, count + 1)]
