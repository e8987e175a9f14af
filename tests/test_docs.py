"""The pages under docs/ say what the program does: diagrams are current and links lead somewhere."""

import json
import re
import subprocess
import sys
from pathlib import Path
from pkgutil import iter_modules

import pytest

from tritempo.scenario import check
from tritempo_host import commands

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "hardware").glob("*.md"))]


def test_the_state_diagram_is_drawn_from_the_transition_table():
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "make_diagram.py", "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_links_between_pages_lead_somewhere(page: Path):
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if not target.startswith(("http://", "https://")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("command", sorted(each.name for each in iter_modules(commands.__path__)))
def test_readme_and_another_page_know_every_command(command: str):
    readme, *others = [" ".join(page.read_text(encoding="utf-8").split()) for page in PAGES]
    assert re.search(rf"(`|tritempo ){command}\b", readme)
    assert any(f"tritempo {command}" in page for page in others)


def test_the_example_scenario_passes():
    page = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    for scenario in json.loads(page.partition("```json\n")[2].partition("```")[0]):
        assert check(scenario) == []
