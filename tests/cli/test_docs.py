"""What README, hardware.md and docs/ tell people to type: every command is one, the first script holds."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import packs, script
from companion.__main__ import parser
from companion.app import pages
from companion.games import TITLES
from companion.shelf import Shelf
from companion.words import of_the_house
from systemd.installer.__main__ import parser as installer

HOME = Path(__file__).parents[2]
PAPERS = [HOME / "README.md", HOME / "hardware.md", *sorted((HOME / "docs").glob("*.md"))]
COMMAND = re.compile(r"(?:sudo )?(?:\./)?tablehand (?P<words>[a-z-].*)")


def commands(paper: Path) -> Iterator[list[str]]:
    """Yield the words of every call of tablehand in a paper: in an indented or fenced block, or between backquotes."""
    text = paper.read_text("utf-8")
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks for line in block.splitlines()] + re.findall(r"^    (.*)$", text, re.MULTILINE)
    spans = re.findall(r"(?<!`)`([^`]+)`(?!`)", text)
    for line in (*lines, *(" ".join(span.split()) for span in spans)):
        if found := COMMAND.fullmatch(line.strip()):
            typed = re.split(r"\s{2,}|\s#", found["words"])[0]  # what stands further right says what it does
            yield shlex.split(typed.replace("[", "").replace("]", ""))


def refused(words: list[str]) -> bool:
    """Tell whether the command line does not take these words."""
    by = installer() if words[0] in ("install", "update", "uninstall") else parser()
    if len(words) <= 2 and words[-1].isalpha():  # a command that is only spoken of, without what it takes
        words = [*words, "--help"]
    try:
        by.parse_args(words)
    except SystemExit as end:
        return end.code != 0
    return False


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_every_command_that_is_written_down_can_be_typed(paper: Path) -> None:
    assert [shlex.join(words) for words in commands(paper) if refused(words)] == []


def test_commands_are_found_where_they_are_written() -> None:
    found = {words[0] for paper in PAPERS for words in commands(paper)}
    assert found >= {"run", "test", "test-appliance", "play", "replay", "playtest", "pack", "quest", "doctor", "update"}


def test_the_first_script_of_the_docs_holds() -> None:
    text = (HOME / "docs" / "table-scripts.md").read_text("utf-8")
    first = re.search(r"(?:^    .*\n)+", text, re.MULTILINE)
    assert first is not None
    written = script.read_text(re.sub(r"^    ", "", first[0], flags=re.MULTILINE))
    library = packs.open_library(TITLES, None)
    words = of_the_house(*(title.meta.key for title in TITLES))
    assert script.play(written, TITLES, words, pages, lambda: Shelf(*library.boxes())) == 1
