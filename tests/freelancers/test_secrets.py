"""What nobody has heard yet reaches nobody: canaries in every entry of a quest, and in codes that nobody was given."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random

import msgspec
import pytest

from companion.game import Box, Keeping, Public, Seat, Setup
from companion.games.freelancers import META, bind
from companion.games.freelancers.commands import FreelancersSetup
from companion.games.freelancers.rules import Freelancers
from companion.games.freelancers.state import FreelancersState
from companion.packs import read_pack, shipped
from companion.playtest import Run, play
from tests.contract.tables import QUEST

CODE = re.compile(rb'^code = "([^"]+)"', re.MULTILINE)


@lru_cache
def game() -> Freelancers:
    """Return the game with the small quest, a word of its own in every text, title and way of each entry."""
    files = {f"quests/canaries/{name}": content for name, content in read_pack(QUEST).files.items()}
    name = "quests/canaries/entries/entries.toml"
    blocks = files[name].split(b"[[entry]]")
    files[name] = blocks[0] + b"".join(b"[[entry]]" + _marked(block) for block in blocks[1:])
    return bind({"boards.toml": shipped("freelancers")["boards.toml"], **files})


def _marked(block: bytes) -> bytes:
    found = CODE.search(block)
    assert found is not None
    word = b" canary-" + found[1] + b"-"
    return re.sub(rb'((?:text|title|not_yet|ask) = "|"say: )', rb"\1" + word + b" ", block)


@lru_cache
def run(players: int, seed: int) -> Run:
    keepers = tuple(Keeping(c.key, c.keepers[0]) for c in META.components)
    setup = Setup(seats=tuple(range(1, players + 1)), options=FreelancersSetup(quest="canaries"), keepers=keepers)
    return play(game(), setup, Random(seed), scribe=0.2, fixes=0.02)


def everything(state: FreelancersState, number: int, played: Run) -> bytes:
    """Return all that reaches anybody at a moment: views, lists, pages, and what was just said."""
    rules = game()
    seats = tuple(map(Seat, state.seats))
    shown = [rules.view(state, Public()), *(rules.view(state, seat) for seat in seats)]
    lists = [rules.choices(state, Box()), *(rules.choices(state, seat) for seat in seats)]
    said = played.notices[number - 1] if number else ()
    return msgspec.json.encode((shown, lists, rules.corrections(state), rules.pages(shown[0]), said))


def moments(played: Run) -> Iterator[tuple[int, FreelancersState]]:
    """Give the moments at which something else is read or told."""
    before: object = None
    for number, state in enumerate(played.states):
        assert isinstance(state, FreelancersState)
        now = (state.stage, state.shown, state.told, state.typed)
        if now != before:
            yield number, state
        before = now


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 3)])
def test_an_entry_reaches_nobody_before_it_is_read(players: int, seed: int) -> None:
    played = run(players, seed)
    heard, seen = set[str](), set[str]()
    for number, state in moments(played):
        heard |= {line.entry for line in (*state.shown, *state.heard)} | set(state.read)
        told = {code for code in state.told if state.typed and state.typed[-1].code == code}  # not yet: its own words
        words = {word.decode() for word in re.findall(rb"canary-([a-z0-9-]+)-", everything(state, number, played))}
        assert words <= heard | told, f"moment {number} shows {words - heard - told}"
        seen |= words
    assert len(seen) > 5, "hardly a canary was read at all"


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 3)])
def test_a_code_that_nobody_was_given_stands_nowhere(players: int, seed: int) -> None:
    """Those of losses, tokens and told entries; a page's own stands at its foot once the round is over."""
    played = run(players, seed)
    quest = game().printed.quests["canaries"]
    codes = {code for code in quest.entries if code.isdecimal() and len(code) == 4}
    assert {"7713", "3580", "9246", "3186", "0617", "0042"} <= codes
    seen: set[str] = set()
    for number, state in moments(played):
        page = quest.pages.get(state.page)
        given = {*state.told, *state.read, *(line.entry for line in state.heard), *(t.code for t in state.typed)}
        given |= {page.end} if page is not None and state.stage == "end" else set()
        given |= {"3580", "9246"} if given & {"3580", "9246"} else set()
        found = set(re.findall(rb"(?<![\d.-])\d{4}(?![\d.])", everything(state, number, played)))
        shown = {code.decode() for code in found} & codes
        assert shown <= given, f"moment {number} shows {shown - given}"
        seen |= shown
    assert "0042" in seen, "a code that is given is found"
