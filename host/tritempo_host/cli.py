"""The `tritempo` command: finds the commands in `commands/` and turns expected errors into words for a person."""

# A Ctrl-C while this program is still being loaded: nothing has been done, and not even words are here yet.
try:
    import errno
    import io
    import os
    import signal
    import sys
    from collections.abc import Callable
    from itertools import pairwise
    from typing import Any

    import click

    from tritempo import VERSION
    from tritempo_host import commands
    from tritempo_host.lazy import LazyGroup, asked_language
    from tritempo_host.problem import Problem, tell
    from tritempo_host.usage import LANG, speak_click, speak_command
    from tritempo_host.words import catalogue, speak
except KeyboardInterrupt:
    raise SystemExit(130) from None

FAILED = 1
INTERRUPTED = 130  # what shells expect after a Ctrl-C


class _Tritempo(LazyGroup):
    """The outermost group: it finds out in which language all is said, and looks at the whole line."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[LANG] = lang = asked_language(args)
        speak_click(lang)
        speak_command(self, lang, ctx)
        # `--port "$PORT"` with PORT unset must not mean any clock there is.
        for before, arg in pairwise(["", *args]):
            option = arg[:-1] if arg.endswith("=") else "" if arg else before
            if option.startswith("-") and option.strip("-") and "=" not in option:
                raise click.UsageError(speak("cli", lang)("empty_option", option=option), ctx)
        return super().parse_args(ctx, args)


@click.group(cls=_Tritempo, package=commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="tritempo", message="%(prog)s %(version)s")
def cli() -> None:
    """Tritempo: the tournament clock for three-player Scrabble, and the organiser's tools."""


def main() -> None:
    """Entry point of the console script. Whatever happens, no traceback for what is not this program's mistake."""
    try:
        _prepare_output()
        code = _run()
        sys.stdout.flush()
    except (KeyboardInterrupt, click.Abort):
        # Everything is closed by now; what threads still wait for can only be an answer that nobody wants.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _last_words("stopped")
        os._exit(INTERRUPTED)
    except click.ClickException as problem:
        code = problem.exit_code
        _show(problem)
    except BrokenPipeError:
        code = FAILED  # whoever read it has read enough
        _abandon_output()
    except OSError as error:
        code = FAILED
        _abandon_output()
        _show(_in_words(error))
    sys.exit(code)


def _run() -> Any:
    try:
        return cli.main(standalone_mode=False)
    except SystemExit as end:
        # A command's own exit code; what it printed may still have to go out.
        return end.code


def _prepare_output() -> None:
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")  # `>&-`: nobody wants to see it
    # A Windows console may be set to a code page without our letters; show what it can rather than die.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _say(args: list[str], area: str = "cli") -> Callable[..., str]:
    return speak(area, asked_language(args))


def _in_words(error: OSError) -> Problem:
    """An error of the system that no command has words for. One about no file was met while writing the output."""
    say = _say(sys.argv[1:])
    key = f"system_{errno.errorcode.get(error.errno or 0, '')}"
    why = _say(sys.argv[1:], "clock")(key) if key in catalogue("clock") else error.strerror or error
    if error.filename is not None:
        return Problem(say("system", file=error.filename, why=why))
    return Problem(say("no_output", why=why))


def _show(problem: click.ClickException) -> None:
    try:
        problem.show()
    except OSError:
        _abandon_output()  # standard error cannot be written either


def _last_words(key: str) -> None:
    try:
        tell(_say(sys.argv[1:])(key))
        sys.stdout.flush()
    except (OSError, ValueError):
        return


def _abandon_output() -> None:
    """Python writes what is left when it ends; there it goes nowhere, instead of failing once more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(nowhere, stream.fileno())
