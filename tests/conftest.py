"""Options that tests share."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from tests.browser import chromium, window

__all__ = ["chromium", "window"]

# No test is one of time: a busy machine takes what it takes for an example.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="write the golden pictures of the little screen anew instead of comparing; then look at each of them",
    )
