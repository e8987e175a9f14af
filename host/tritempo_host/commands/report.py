"""`tritempo report LOG -o FILE.html`: a game as one page to look at, send and print."""

import sys
from pathlib import Path

import click

from tritempo_host.files import NotAPageError, write_page
from tritempo_host.problem import Problem
from tritempo_host.report.page import page
from tritempo_host.report.source import open_case, takes_log
from tritempo_host.text import clean
from tritempo_host.words import language, speak


@click.command()
@takes_log
@click.option("-o", "--output", required=True, help="File of the page; - for standard output.")
def report(log: str, store: str | None, key: bytes | None, lang: str | None, output: str) -> None:
    """Write the game of a LOG as one page of HTML that needs nothing else.

    LOG is the beginning of a game's id, as `tritempo logs` lists them, or a log file. An older page is written over,
    any other file is not.
    """
    lang = language(lang)
    say = speak("report", lang)
    text = page(open_case(log, store, key, lang))
    if output == "-":
        sys.stdout.buffer.write(text.encode())
        return
    shown = clean(output, 400)
    try:
        write_page(Path(output), text)
    except NotAPageError:
        raise Problem(say("no_page", file=shown)) from None
    except OSError as error:
        raise Problem(say("cannot_write", file=shown, why=error.strerror)) from None
    click.echo(say("written", file=shown), err=True)
