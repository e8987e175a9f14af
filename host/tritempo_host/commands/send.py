"""`tritempo send`: tells a clock who plays what, what time it is, and that the round begins."""

import json
import sys
from typing import Any

import click

from tritempo.kept import BUTTONS
from tritempo_host.link import find, fixture
from tritempo_host.link.client import Clock
from tritempo_host.problem import Problem, tell
from tritempo_host.text import clean
from tritempo_host.words import LANGUAGES, language, speak


@click.command()
@click.option("--port", metavar="PORT", help="The clock; needed where more than one is plugged in.")
@click.option("--control", metavar="ID|FILE", help="Time control: a preset or a file; matam if not given.")
@click.option("--names", metavar="A,B,C", help="The players in turn order.")
@click.option("--seats", type=click.IntRange(2, 4), help="How many play; else as many as there are names.")
@click.option("--round", "round_number", type=click.IntRange(0, 9999), metavar="N", help="The round.")
@click.option("--table", type=click.IntRange(0, 9999), metavar="N", help="The table.")
@click.option("--holders", metavar="TRUMP=SEAT,…", help="Who holds which trump, if known: prorroga=2,salva=3.")
@click.option("--time", "set_time", is_flag=True, help="Set the clock's date and time to this computer's.")
@click.option("--pin", metavar="A,B,C|none", help="The arbiter's code: three presses of A, B, C, D and TRUMP; or none.")
@click.option("--start", is_flag=True, help="Start the clock of the round.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the locale.")
@click.option("--json", "as_json", is_flag=True, help="What was done, as JSON.")
def send(
    port: str | None,
    control: str | None,
    names: str | None,
    seats: int | None,
    round_number: int | None,
    table: int | None,
    holders: str | None,
    set_time: bool,
    pin: str | None,
    start: bool,
    lang: str | None,
    as_json: bool,
) -> None:
    """Send a clock its time, the arbiter's code, its next game, and start the round: whichever of them the options say.

    A game that is being played is never disturbed: the clock refuses. A new game takes the place of the one that waits
    there, with its names, round and table. Exit code 1 if anything was not done.
    """
    lang = language(lang)
    say = speak("link", lang)
    game = any(option is not None for option in (control, names, seats, round_number, table, holders))
    if not (game or set_time or start or pin):
        raise Problem(say("nothing_to_send"))
    presses = _presses(pin, lang) if pin else None
    made = fixture.make(control, names, seats, round_number, table, holders, lang) if game else None
    done: dict[str, Any] = {"port": port, "problem": None}
    try:
        done["port"] = port = port or _only_clock(lang)
        with Clock(port) as clock:
            # The time first: it goes into the header of the game's log.
            if set_time:
                clock.set_time()
                done["time"] = True
            if pin:
                clock.set_settings({"pin": presses})
                done["pin"] = presses
            if made:
                done["fixture"] = clock.send_fixture(**made)
                done["game"] = made
            if start:
                clock.round_start()
                done["start"] = True
    except Problem as problem:
        done["problem"] = problem.say(lang)
    if as_json:
        click.echo(json.dumps(done, ensure_ascii=False))
    else:
        if "pin" in done:
            click.echo(say("sent_pin" if presses else "sent_no_pin", port=port, pin=pin))
        for step in ("time", "fixture", "start"):
            if step in done:
                click.echo(say(f"sent_{step}", port=port, game=made and fixture.told(made, lang)))
        if done["problem"]:
            tell(done["problem"])
    if done["problem"]:
        sys.exit(1)


def _presses(pin: str, lang: str) -> list[str] | None:
    """The buttons of a code as it was typed; None for `none`. Raises Problem if it is none."""
    if pin.strip().lower() == "none":
        return None
    presses = [each.strip().upper() for each in pin.split(",")]
    if len(presses) != 3 or not all(each in BUTTONS for each in presses):
        raise Problem(speak("link", lang)("bad_pin", pin=clean(pin, 40)))
    return presses


def _only_clock(lang: str) -> str:
    """The port of the one clock that is plugged in. Raises Problem if it is not one."""
    say = speak("link", lang)
    found = find.clocks()
    if not found:
        raise Problem(say("none_found"))
    if len(found) > 1:
        raise Problem(say("which_clock", ports=", ".join(each.port for each in found)))
    return found[0].port
