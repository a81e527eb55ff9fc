"""The browser that pages are looked at with: Debian's Chromium, started once for all tests that want it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest

CHROMIUM = os.environ.get("TABLEHAND_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
MARKS = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium, or set TABLEHAND_CHROMIUM"),
]

Test = TypeVar("Test", bound=Callable[..., Any])


def in_a_browser(test: Test) -> Test:
    """Mark a test that needs a browser; ``pytestmark = MARKS`` marks a whole file."""
    for mark in MARKS:
        test = mark(test)
    return test


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Return the browser. Whoever opens a context or a page in it closes it again."""
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield browser
        browser.close()


@pytest.fixture
def window(chromium: Any) -> Iterator[Any]:
    """Return a window of the browser that knows nothing of any other, and is closed at the end."""
    context = chromium.new_context()
    yield context
    context.close()
