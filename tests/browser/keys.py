"""What hands on a keyboard do at a page; no mouse anywhere."""

from playwright.sync_api import Page

TABS = 200  # the most that it may take to get anywhere


def tab_to(page: Page, selector: str) -> None:
    """Presses Tab until the element has the focus, as somebody without a mouse has to."""
    target = page.locator(selector).first
    target.wait_for()
    for _ in range(TABS):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached by Tab on {page.url}")


def enter(page: Page, selector: str = "") -> None:
    """Presses Enter where the focus is, or on an element that Tab leads to, and waits for the page that follows."""
    if selector:
        tab_to(page, selector)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def key(page: Page, pressed: str) -> None:
    """Presses a key that leads to another page, with the focus in no field."""
    page.evaluate("document.activeElement.blur()")
    with page.expect_navigation():
        page.keyboard.press(pressed)


def write(page: Page, selector: str, text: str) -> None:
    """Goes to a field by Tab, and types over what it has."""
    tab_to(page, selector)
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.insert_text(text) if "\n" in text else page.keyboard.type(text)
