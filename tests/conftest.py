"""Options that tests share."""

from __future__ import annotations

import pytest

from tests.browser import chromium, window

__all__ = ["chromium", "window"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="write the golden pictures of the little screen anew instead of comparing; then look at each of them",
    )
