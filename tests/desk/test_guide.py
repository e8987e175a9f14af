"""The organiser's guide names buttons and pages as they are called."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
# Set apart in a guide, and not what a button or a page is called.
NOT_LABELS = {"Another computer of yours", "Un altre ordinador vostre", "web.zip"}


def said(lang: str) -> list[str]:
    """All that the desk says."""
    words = files("tritempo_host").joinpath("words")
    found = [each for each in words.iterdir() if each.name.startswith("desk")]
    assert len(found) > 5
    texts = [say[lang] for each in found for say in tomllib.loads(each.read_text(encoding="utf-8")).values()]
    # a setting is called at the desk as everywhere
    for name in ("tournament", "draws"):
        settings = tomllib.loads(words.joinpath(f"{name}.toml").read_text(encoding="utf-8"))
        texts += [say[lang] for key, say in settings.items() if key.startswith("setting_")]
    return texts


def labels(name: str) -> list[str]:
    """What stands in italics; of `*A → B*` each by itself."""
    text = (DOCS / name).read_text(encoding="utf-8")
    found = re.findall(r"(?<!\*)\*([^*\s][^*]*)\*(?!\*)", text)
    return [re.sub(r"\s+", " ", part).strip() for each in found for part in each.split("→")]


@pytest.mark.parametrize(("name", "lang"), [("desk-guide.md", "en"), ("guia-organitzacio.md", "ca")])
def test_the_guide_names_what_is_there(name: str, lang: str) -> None:
    there = said(lang)
    found = [each for each in labels(name) if each not in NOT_LABELS]
    assert len(found) > 50
    # `…` and digits stand for what is another each time
    parts = {each: [part.strip() for part in re.split(r"…|\d+", each) if part.strip()] for each in found}
    unknown = [
        each
        for each in found
        if not any(all(part.casefold() in word.casefold() for part in parts[each]) for word in there)
    ]
    assert not unknown, unknown
