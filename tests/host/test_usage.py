"""Help and usage errors in three languages: no command, option or error without words, and no word without a use."""

import ast
import re
import string
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from tritempo_host.cli import cli
from tritempo_host.usage import SPEAKING, paragraphs, said, stand_in
from tritempo_host.words import LANGUAGES

OURS = "tritempo_host.commands"
# Not words: names of ports, numbers and files of one kind, and values to be typed as they are.
AS_THEY_ARE = {"PORT", "N", "N,N", "N,N,N", "B|G|P", "UF2", "HEX", "A,B,C", "A,B,C|none", "BOOLEAN", ""} | {
    "csv|json|turns|tsh|tou|site",
    "cards|trumps|sheets|pairings|results|standings|checkin",
}


def every_command() -> dict[str, click.Command]:
    """All commands by how they are called, in English."""
    found: dict[str, click.Command] = {}
    with cli.make_context("tritempo", [], resilient_parsing=True) as ctx:

        def walk(name: str, command: click.Command) -> None:
            found[name] = command
            if isinstance(command, click.Group):
                for each in command.list_commands(ctx):
                    inner = command.get_command(ctx, each)
                    assert inner is not None
                    walk(f"{name} {each}", inner)

        walk("tritempo", cli)
    return found


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> dict[str, click.Command]:
    monkeypatch.setenv("LC_ALL", "C")
    CliRunner().invoke(cli, ["--help"])  # whatever was spoken before
    return every_command()


def texts(commands: dict[str, click.Command]) -> set[str]:
    found: set[str] = set()
    for command in commands.values():
        found.update(paragraphs(command.help or ""))
        found.update(each.help or "" for each in command.params if isinstance(each, click.Option))
    return found


def test_every_command_and_every_option_has_a_text(commands: dict[str, click.Command]):
    assert {"tritempo", "tritempo sync", "tritempo control new"} <= commands.keys()
    for name, command in commands.items():
        assert command.help, name
        for param in command.params:
            assert not isinstance(param, click.Option) or param.help, (name, param.name)


def test_every_text_has_its_words(commands: dict[str, click.Command]):
    assert texts(commands) - said().keys() == set(), "put them into words/help.toml"


def test_what_stands_for_a_value_has_its_word(commands: dict[str, click.Command]):
    params = [each for command in commands.values() for each in command.params]
    values = {stand_in(each) for each in params if not getattr(each, "is_flag", False)}
    assert values - said().keys() - AS_THEY_ARE == set()


def test_no_word_is_left_over(commands: dict[str, click.Command]):
    """What is of no command must be something that click says."""
    params = [each for command in commands.values() for each in command.params]
    ours = texts(commands) | {stand_in(each) for each in params}
    of_click = set()
    for name in SPEAKING:
        source = Path(sys.modules[f"click.{name}"].__file__ or "").read_text(encoding="utf-8")
        of_click |= {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}
    assert said().keys() - ours - of_click == set()


def test_every_word_has_three_forms_and_no_field_of_its_own():
    def fields(text: str) -> set[str]:
        return {f"{name}!{conversion}" for _, name, _, conversion in string.Formatter().parse(text) if name}

    for english, forms in said().items():
        assert sorted(forms) == sorted(LANGUAGES), english
        assert all(forms[lang].strip() for lang in LANGUAGES), english
        assert english.startswith("\b") == forms["ca"].startswith("\b") == forms["ro"].startswith("\b")
        if "`" not in english:
            assert fields(forms["ca"]) <= fields(english) and fields(forms["ro"]) <= fields(english), english
        # What is typed as it is: options, commands, variables.
        for typed in re.findall(r"--[a-z-]+|`[^`{]+`|\.json|Ctrl-C|BOOTSEL", english):
            assert typed in forms["ca"] and typed in forms["ro"], (english, typed)


def test_click_can_be_spoken_for():
    """Each of these modules of click looks its words up by that name: else they would stay English unnoticed."""
    assert all(hasattr(sys.modules[f"click.{name}"], "_") for name in SPEAKING)


# As they are shown


WRONG = [
    [],
    ["nothing"],
    ["shwo"],
    ["sync", "--nothing"],
    ["sync", "--accept-key"],
    ["flash"],
    ["export", "9f3a"],
    ["ports", "x"],
    ["ports", "x", "y"],
    ["control", "shwo"],
    ["control", "new", "file"],
    ["control", "new", "file", "--base", "chess"],
    ["clock", "--seats", "9"],
    ["clock", "--seats", "x"],
    ["clock", "--speed", "x"],
    ["ports", "--all=1"],
    ["ports", "--port"],
    ["verify", "--key", "zz", "file"],
    ["logs", "--lang", "xx"],
    ["logs", "--json", "--csv"],
    ["logs", "--store", ""],
]
ENGLISH = re.compile(r"\b(usage|options|commands?|try|for help|missing|invalid|not|such|show|the)\b", re.IGNORECASE)


@pytest.mark.parametrize("lang", ["ca", "ro"])
@pytest.mark.parametrize("args", WRONG, ids=" ".join)
def test_a_usage_error_is_in_the_language_of_the_locale(args: list[str], lang: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LC_ALL", f"{lang}.UTF-8")
    done = CliRunner().invoke(cli, args, prog_name="tritempo")
    assert done.exit_code in (0, 2) and done.output
    said_of_it = re.sub(r"«[^»]*»|„[^”]*”|'[^']*'|tritempo \w+|^  \w+  ", "", done.output, flags=re.M)
    assert not ENGLISH.search(said_of_it), done.output


def test_a_usage_error_is_in_the_language_that_was_asked_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LC_ALL", "ro_RO.UTF-8")
    for lang, word in (("ca", "No hi ha cap opció '--nothing'"), ("ro", "Nu există"), ("en", "No such option")):
        done = CliRunner().invoke(cli, ["sync", "--nothing", "--lang", lang])
        assert done.exit_code == 2 and word in done.output
    bad_key = CliRunner().invoke(cli, ["verify", "--key", "zz", "file", "--lang", "ca"])
    assert "Valor no vàlid per a '--key'" in bad_key.output and "clau" in bad_key.output


@pytest.mark.parametrize("name", [" ".join(each.split()[1:]) for each in every_command()])
def test_all_help_is_in_the_language_that_was_asked_for(name: str, commands: dict[str, click.Command]):
    """And in English again afterwards."""
    command = commands[f"tritempo {name}".strip()]
    english = command.help
    for lang, head in (("ca", "Ús: tritempo"), ("ro", "Utilizare: tritempo"), ("en", "Usage: tritempo")):
        args = [*name.split(), "--help"]
        done = CliRunner().invoke(cli, args, prog_name="tritempo", env={"LC_ALL": f"{lang}.UTF-8"})
        assert done.exit_code == 0 and done.output.startswith(head)
        shown = " ".join(done.output.split())
        for piece in paragraphs(english or ""):
            assert " ".join(said()[piece][lang].replace("\b", "").split()) in shown
        assert all(len(line) <= 120 for line in done.output.splitlines())
    assert command.help is not None and paragraphs(command.help) == paragraphs(english or "")
