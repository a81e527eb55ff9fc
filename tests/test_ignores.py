"""What a checker is told to let pass says on its own line why."""

from __future__ import annotations

import re
from pathlib import Path

HOME = Path(__file__).parents[1]
CODE = ("companion", "firmware_bridge", "web", "systemd", "tests")
IGNORED = re.compile(r"#\s*(?:type: ignore|noqa|ruff: noqa|pragma|mypy:)[^#]*")
REASON = re.compile(r"#\s*(?:type: ignore\[[a-z, -]+\]  # \S|(?:ruff: )?noqa: [A-Z0-9, ]+ - \S)")


def test_every_ignore_says_why() -> None:
    odd = [
        f"{file.relative_to(HOME)}:{number}: {found[0]}"
        for folder in CODE
        for file in sorted((HOME / folder).rglob("*.py"))
        if file != Path(__file__)
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if (found := IGNORED.search(line)) and not REASON.match(line, found.start())
    ]
    assert odd == []
