"""Real pages in a real browser: `serve` starts a desk as an organiser does, `people` opens windows at it.

A window that logs an error, or a page that fails, fails the test. Without Chromium these tests are skipped with a word;
with TRITEMPO_NEED_CHROMIUM set, as in CI, they fail instead.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from browser.rig import FLAGS, NOT_THERE, People, chromium
from serving import Serving


# Not for the whole session: while Playwright is at work an event loop runs in this thread, and no other
# test may run one.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = chromium()
    if program is None:
        if os.environ.get("TRITEMPO_NEED_CHROMIUM"):
            pytest.fail(NOT_THERE)
        pytest.skip(NOT_THERE)
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=program, args=FLAGS) as opened:
        yield opened


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Serving]]:
    """Starts `tritempo serve` with more options, over the store `tmp_path/store.db` unless another is named."""
    running: list[Serving] = []

    def start(*options: str, store: Path | None = None) -> Serving:
        running.append(Serving(store or tmp_path / "store.db", *options))
        return running[-1]

    yield start
    for each in running:
        each.stop()


@pytest.fixture
def people(browser: Browser, tmp_path: Path) -> Iterator[People]:
    made = People(browser)
    yield made
    made.leave()
    shutil.rmtree(tmp_path / "downloads", ignore_errors=True)
