"""Phones at a table, each a page in a real browser in a context of its own."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tests.web.conftest import Room

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 720}
POOR = """
for (const [where, name] of [[crypto, "randomUUID"], [crypto, "subtle"], [navigator, "wakeLock"],
    [navigator, "clipboard"], [navigator, "serviceWorker"]])
  Object.defineProperty(where, name, { value: undefined, configurable: true });
"""
"""What a page over plain http lacks."""


def eventually(true: Callable[[], bool], seconds: float = 8.0) -> None:
    """Wait until something holds. (The pages' policy forbids a browser to wait for an expression.)"""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until
        time.sleep(0.03)


def awake(page: Any) -> None:
    """Wait until a page shows the table as it is."""
    eventually(lambda: not page.locator("#stale").is_visible())


def answered(page: Any, question: str) -> bool:
    """Tell whether the slab no longer asks ``question``."""
    return question not in page.locator("[data-part=hold]").inner_html()


class Phones:
    """Makes pages in contexts of their own, and keeps what went wrong in them."""

    def __init__(self, browser: Any, room: Room) -> None:
        self.browser, self.room, self.contexts = browser, room, []  # type: ignore[var-annotated]  # this game's own
        self.wrong: list[str] = []
        self.asked: list[str] = []
        room.serve()

    def page(self, path: str = "", size: dict[str, int] | None = None) -> Any:
        """Return a fresh phone, at a path if one is given."""
        context = self.browser.new_context(viewport=size or PHONE, has_touch=True)
        context.add_init_script(POOR)
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(8000)
        page.on("pageerror", lambda e: self.wrong.append(str(e)))
        page.on("console", lambda m: self.wrong.append(m.text) if "Content Security" in m.text else None)
        page.on("request", lambda r: self.asked.append(r.url))
        if path:
            page.goto(self.room.address + path)
        return page

    def close(self) -> None:
        """Put all phones away. Nothing may have gone wrong in any of them, nor have they asked anybody else."""
        for context in self.contexts:
            context.close()
        assert self.wrong == []
        assert all(url.startswith((self.room.address, "data:")) for url in self.asked)

    def seated(self, name: str, seat: int) -> Any:
        """Return a phone that came in by the lobby's code and sat down."""
        page = self.page("/join#ABCDEFGHIJKLMN2")
        page.wait_for_url("**/seats*")
        page.fill("#name", name)
        page.click(f"button.number[value='{seat}']")
        page.wait_for_url(f"**/seat/{seat}")
        awake(page)
        return page


def hide(page: Any, hidden: bool) -> None:
    """Put a page to sleep, or wake it."""
    page.evaluate(
        """(hidden) => {
            Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def hold(page: Any) -> None:
    """Put a finger on the slab."""
    page.locator("#slab").hover()  # waits, also where the slab is painted anew at this moment
    page.mouse.down()
