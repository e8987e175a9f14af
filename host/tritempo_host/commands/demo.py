"""`tritempo demo`: the whole way from a button to a report, in less than a minute."""

import time
from pathlib import Path

import click

from tritempo_host.demo.run import Demo


@click.command()
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("tritempo-demo"),
    show_default=True,
    help="Where the clock's flash, the store and the report go.",
)
@click.option("--lang", type=click.Choice(["ca", "ro", "en"]), help="Language of what the organiser sees.")
def demo(folder: Path, lang: str | None) -> None:
    """Play a MàTaM game on a virtual clock, pull its plug, fetch the log, audit it and write the report."""
    start = time.monotonic()
    run = Demo(folder, click.echo)
    try:
        run.play()
        run.fetch(lang)
        report = run.show(lang)
    finally:
        run.close()
    click.echo(f"\nThe report: {report.resolve()}")
    click.echo(f"All of it took {time.monotonic() - start:.0f} s. Your turn: make play")
