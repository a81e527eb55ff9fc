"""Every sentence that the console can say is in the word list, and its hints fit the display's last row."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import companion.console
from companion import front
from companion.game import Big, Item, Keeping, Menu, Page, SetUp, Setup, Title, Who, plain, say
from companion.games import TITLES
from companion.packs import shipped
from companion.screens import to_text
from companion.words import of_the_house

FOLDER = Path(companion.console.__file__).parent
VARYING = {
    "console.star.": ("pause", "now", "people", "fix", "scores", "sound", "display", "next", "off", "mute"),
    "console.title.": ("star", "people", "fix", "keep", "sound", "display"),
    "console.yes.": ("undo", "off", "finish"),
    "console.sure.": ("undo", "off", "finish"),
    "console.sound.": ("all", "tones", "none", "again"),
    "console.display.": ("full", "dim", "turn"),
    "console.hint.": ("pick", "pick_long", "some", "some_long", "order", "order_long", "seat", "seat_look"),
}


def used() -> set[str]:
    text = "".join(file.read_text() for file in (*FOLDER.glob("*.py"), Path(front.__file__)))
    plain = set(re.findall(r'"((?:console|lobby)\.[a-z_.]+)"', text))
    varying = set(re.findall(r'f"(console\.[a-z_.]+\.)\{', text))
    assert varying <= set(VARYING)
    return plain | {head + tail for head, tails in VARYING.items() for tail in tails}


def test_every_sentence_is_there_and_none_is_left_over() -> None:
    words = of_the_house()
    assert [key for key in sorted(used()) if not words.knows(key)] == []
    assert [key for key in sorted(words.keys()) if key.startswith("console.") and key not in used()] == []


def test_hints_fit() -> None:
    words = of_the_house()
    hints = {key: words._lists[key] for key in sorted(words.keys()) if key.startswith("console.hint.")}
    assert {key: hint for key, hint in hints.items() if "{" not in hint and len(hint) > 22} == {}


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.meta.key)
def test_what_the_owner_is_asked_is_read_whole(title: Title) -> None:
    packs, meta = shipped(title.meta.key), title.meta
    game, words = title.bind(packs), of_the_house(meta.key).naming({})
    asked = set()
    for keepers in (
        tuple(Keeping(c.key, c.keepers[0]) for c in meta.components),
        tuple(Keeping(c.key, c.beside) for c in meta.components),
    ):
        for people in range(meta.least, meta.most + 1):
            seats = tuple(range(1, people + 1))
            for way in game.setups(seats, None):
                assert isinstance(way.command, SetUp)
                for doubt in game.doubts(Setup(seats=seats, options=way.command, keepers=keepers)):
                    page = Page(key="", widgets=(Big(doubt.shown, doubt.label),), hints=say("console.hint.doubt"))
                    asked.add((doubt.key, to_text(page, words, {})))
    assert asked
    assert [(key, text) for key, text in sorted(asked) if "\u2026" in text] == []


@pytest.mark.parametrize("key", ["lobby.beside", "lobby.beside_on", "lobby.back", "console.keepers"])
def test_the_table_s_own_lines_in_a_list_of_ways_to_play_are_read_whole(key: str) -> None:
    # Longer than the display: the bar beside it takes room from each line.
    items = tuple(Item(n, say(key)) for n in range(1, 8))
    page = Page(key="", widgets=(Menu(say("console.title.setup"), items, 0),), hints=say("console.hint.pick"))
    assert "\u2026" not in to_text(page, of_the_house().naming({}), {})


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.meta.key)
def test_the_keys_are_called_the_same_in_every_game(title: Title) -> None:
    """Keys in small letters, as on the table's own pages; the same act in the same words; all of it fits the row."""
    name = title.meta.key
    said = of_the_house(name)._lists.items()
    hints = {key.removeprefix(f"{name}.hint."): hint for key, hint in said if key.startswith(f"{name}.hint.")}
    assert hints
    assert [hint for hint in hints.values() if re.match(r"(Enter|Digit|Action|Type)\b", hint)] == []
    assert [hint for hint in hints.values() if "{" not in hint and len(hint) > 22] == []
    assert {hints.get("more"), hints.get("again", hints.get("over"))} <= {None, "+ - more pages", "enter: once more"}


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.meta.key)
def test_what_a_game_asks_stands_whole_over_a_list(title: Title) -> None:
    """In two rows at the most, with a name of some length; what a pack says itself may be longer."""
    name = title.meta.key
    house = of_the_house(name)
    asked = [key for key in house._lists if key.startswith(f"{name}.prompt.") and ".own_" not in key]
    words = house.naming({3: "Katharina"})
    gaps: dict[str, Any] = {"seat": Who(3), "n": 3, "what": plain("Yellow 12")}
    items = tuple(Item(n, plain(f"Take number {n}")) for n in range(1, 5))
    cut = []
    for key in asked:
        page = Page(key="", widgets=(Menu(say(key, **gaps), items, 0),), hints=say("console.hint.pick"))
        above = to_text(page, words, {}).split("\n")[0]
        cut += [above] if above.split() != words(say(key, **gaps)).split() else []
    assert asked
    assert cut == []
