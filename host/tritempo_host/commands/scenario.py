"""`tritempo scenario`: runs scenario files through the clock's state machine, here or inside MicroPython."""

import json
from pathlib import Path

import click

from tritempo import scenario as runner
from tritempo_host import micropython
from tritempo_host.problem import Problem


@click.command()
@click.argument("files", metavar="FILE…", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--on",
    "runtime",
    type=click.Choice(["cpython", "micropython"]),
    default="cpython",
    show_default=True,
    help="What runs them.",
)
def scenario(files: tuple[Path, ...], runtime: str) -> None:
    """Run scenario files (docs/scenarios.md) and print `N passed, N failed`. Exit code 1 if any failed."""
    passed = failed = 0
    # All are read first: a file that cannot be must not hide what came of those before it.
    for file, scenarios in [(file, read(file)) for file in files]:
        for name, wrong in here(scenarios) if runtime == "cpython" else inside(file):
            if wrong:
                failed += 1
                click.echo(f"{file.name}: {name}")
                for sentence in wrong:
                    click.echo(f"    {sentence}")
            else:
                passed += 1
    click.echo(f"{passed} passed, {failed} failed")
    if failed:
        raise SystemExit(1)


def read(file: Path) -> list[dict]:
    """The scenarios of a file. Raises Problem for what is not a list of scenarios."""
    try:
        scenarios = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise Problem(f"{file}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise Problem(f"{file}: this is not JSON: {error}") from error
    if not isinstance(scenarios, list):
        raise Problem(f"{file}: a scenario file is a list of scenarios")
    if not scenarios:
        raise Problem(f"{file}: there is no scenario in it")
    for i, each in enumerate(scenarios):
        fault = runner.fault(each)
        if fault:
            name = each.get("id") if isinstance(each, dict) else None
            raise Problem(f"{file}: scenario {i + 1} ({name or 'without an id'}): {fault}")
    return scenarios


def here(scenarios: list[dict]) -> list[tuple[str, list[str]]]:
    """Runs scenarios on CPython: their names and what is wrong with each."""
    return [(each["id"], runner.check(each)) for each in scenarios]


def inside(file: Path) -> list[tuple[str, list[str]]]:
    """Runs a whole file inside MicroPython. The same answer as `here`."""
    script = Path(__file__).parent.parent / "run_scenarios.py"
    done = micropython.run(script, str(file.resolve()), heap="64m")
    if done.returncode:
        raise Problem(f"{file}: MicroPython stopped: {(done.stderr or done.stdout).strip()}")
    return [(name, wrong) for name, wrong in map(json.loads, done.stdout.splitlines())]
