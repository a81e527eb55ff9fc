"""Options that tests share."""

from __future__ import annotations

import gc

import pytest
from hypothesis import HealthCheck, settings

from tests.browser import chromium, window

__all__ = ["chromium", "window"]

# No test is one of time: a busy machine takes what it takes for an example.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


@pytest.fixture(autouse=True, scope="module")
def _what_stays_is_left_alone() -> None:
    """Games that tests have played stay for those that come: the collector need not walk through them all each time."""
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="write the golden pictures of the little screen anew instead of comparing; then look at each of them",
    )
