"""`tritempo flash`: MicroPython onto a blank Pico, then the clock's firmware."""

from pathlib import Path

import click

from tritempo_host.commands.deploy import chosen, display_option, put, seats_option
from tritempo_host.deploy import drive as drives
from tritempo_host.deploy import uf2
from tritempo_host.deploy.build import build
from tritempo_host.deploy.problems import DeployProblem
from tritempo_host.deploy.reach import wait_for_board
from tritempo_host.link import find
from tritempo_host.words import LANGUAGES, language, speak

# For the system to find the serial port; MicroPython makes a file system on a blank flash first.
BOARD_S = 30.0
# Whether it can be read is found out below, and said in the user's language.
PATH = click.Path(path_type=Path, readable=False)


@click.command()
@click.argument("image", metavar="UF2", type=PATH)
@click.option("--drive", "given", metavar="FOLDER", type=PATH, help="The Pico's drive, if not found.")
@seats_option
@display_option
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the locale.")
def flash(image: Path, given: Path | None, seats: str | None, display: str | None, lang: str | None) -> None:
    """Put MicroPython (the file UF2, from micropython.org) onto a Pico, then the clock's firmware.

    Hold the Pico's BOOTSEL button down while you plug it in: it then shows up as a drive. What an earlier clock kept on
    its flash (logs, key, settings) stays.
    """
    lang = language(lang)
    say = speak("deploy", lang)
    uf2.check(image)
    made = build()
    before = find.boards()
    try:
        drive = drives.find(given)
    except DeployProblem as problem:
        if problem.key == "no_drive" and before:
            raise DeployProblem("no_drive_but_board", ports=", ".join(before)) from problem
        raise
    data = uf2.check(image, drive.chip)
    click.echo(say("flash_copying", drive=drive.path, chip=drive.chip))
    drives.copy(data, drive)
    click.echo(say("flash_waiting"))
    port = wait_for_board(before, BOARD_S)
    if port is None:
        raise DeployProblem("no_board_after", drive=drive.path)
    click.echo("\n".join(put(port, made, chosen(seats, display), True, lang)["lines"]))
