"""Windows at a desk, what they complain of, and what is hard to see or to use in them."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
NOT_THERE = "no Chromium was found; on Debian: apt install chromium"
SIZES = {"phone": (390, 844), "laptop": (1280, 800), "projector": (1920, 1080)}
SERIOUS = ("serious", "critical")


def chromium() -> str | None:
    """The browser of this computer, if it has one."""
    return next(
        (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
    )


class People:
    """Windows of a browser. Each person has cookies of their own."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def sit(self, size: str = "laptop", lang: str = "en", **options: Any) -> Page:
        """A new person in front of a new window."""
        width, height = SIZES[size]
        context = self._browser.new_context(viewport={"width": width, "height": height}, locale=lang, **options)
        context.set_default_timeout(30_000)
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.location.get('url')}: {message.text}")

    @contextmanager
    def refused(self, *codes: int) -> Iterator[None]:
        """A browser logs each page that comes with such a code as an error; within this it may."""
        yield from self._may(*(f"status of {code} " for code in codes))

    @contextmanager
    def offline(self) -> Iterator[None]:
        """The same while no server answers."""
        yield from self._may("net::ERR_")

    def _may(self, *words: str) -> Iterator[None]:
        before = list(self.complaints)
        try:
            yield
        finally:
            new = self.complaints[len(before) :]
            self.complaints = before + [each for each in new if not any(word in each for word in words)]

    def leave(self) -> None:
        for context in self._contexts:
            context.close()
        assert not self.complaints, self.complaints


def faults(page: Page) -> list[str]:
    """What somebody who cannot see the page, or not well, would stumble over, as axe finds it."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found if each["impact"] in SERIOUS]


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
