"""Keeps the result of a test: a JSON file and a page to print, under the clock's number and the time."""

import json
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from platformdirs import user_data_path

from tritempo_host.files import create
from tritempo_host.selftest.record import Record, Status
from tritempo_host.selftest.screen import Speech, verdict
from tritempo_host.text import clean


def default_folder() -> Path:
    return user_data_path("tritempo", appauthor=False) / "selftest"


def keep(record: Record, folder: Path, lang: str) -> list[Path]:
    """Writes both files and returns their paths; an older result is never written over. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    device = "".join(c for c in record.device[-8:] if c.isalnum()) or "clock"
    name = f"selftest-{device}-{record.began:%Y%m%d-%H%M%S}"
    texts = {".json": json.dumps(record.as_json(), ensure_ascii=False, indent=2) + "\n", ".html": page(record, lang)}
    paths = []
    for ending, text in texts.items():
        path = folder / f"{name}{ending}"
        create(path, text)
        paths.append(path)
    return paths


def page(record: Record, lang: str) -> str:
    """The result as one page of HTML that needs nothing else."""
    environment = Environment(
        loader=PackageLoader("tritempo_host.selftest"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(clean=clean)
    say = Speech(lang)
    steps: dict[str, list] = {}
    for finding in record.findings:
        steps.setdefault(finding.step, []).append(finding)
    return environment.get_template("page.html").render(
        record=record, steps=steps, say=say, lang=lang, verdict=verdict(record, say), Status=Status
    )
