"""The little screen in every phase, pixel by pixel. ``pytest --rewrite-golden`` writes the pictures anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game import Box, Lines, Page, Seat
from companion.games.freelancers import TITLE
from companion.games.freelancers.commands import Enter, Sheet
from companion.screens import draw
from companion.words import of_the_house
from tests.console.hands import Hands
from tests.freelancers.party import Party, began
from tests.freelancers.quests import template
from tests.screens.catalogue import Shown
from tests.screens.golden import same

GOLDEN = Path(__file__).parent / "golden"
IN_SMALL_LETTERS = 21
"""Characters that fit a line."""
OW = "[[entry]]\ncode = 'ow'\ntitle = 'A nettle'\ntext = 'It was a nettle.'\neffects = ['Wound +1', 'New round']"
FACES = {"plan": Shown(37)}
NAMES = {1: "Ann", 2: "Bo", 3: "Cy", 4: "Di", 5: "Ed", 6: "Philomena-Rose", 7: "小明"}
words = of_the_house("freelancers").naming(NAMES)


def named(party: Party, name: str, *more: str) -> dict[str, Page]:
    """Return the pages of a moment: the first as ``name``, and those others that are called so."""
    first, *rest = party.game.pages(party.view)
    there = {page.key: page for page in rest}
    return {name: first} | {f"{name}-{key}": there[key] for key in more}


def setting_up() -> dict[str, Page]:
    four = Party(players=4)
    four.do(Seat(3), Sheet(3, "snail", "postman"))
    found = named(four, "setup", "todo.1", "roles.1", "roles.2", "roles.3")
    return found | named(Party(quest="", players=7), "setup-beside", "todo.1")


def a_round() -> dict[str, Page]:
    party = began(players=4)
    found = named(party, "plan", "order", "dials.1", "boards", "hearts.1")
    party.places(1, 2)
    found |= named(party, "plan-later")
    found |= named(party.do(Box(), Enter("7777")), "plan-unknown")
    found |= named(party.time_out(), "stress-unknown")
    party.pick(0, "1")
    found |= named(party, "plan-late")
    party.places(1, 4)
    found |= named(party, "act")
    party.resolve().comes("14")
    found |= named(party, "check")
    corrupted = began("{ do = 'check', on = { roll = 'skill', skill = 'sense' }, bands = [{ then = [] }] }")
    corrupted.has(1, corruption=1)
    found |= named(corrupted.tries(1).comes("14"), "check-corrupted")
    party.stands().acts()
    return found | named(party, "end", "entry.1")


def on_the_way() -> dict[str, Page]:
    said = "'say: Steam on the hedges, scorched daisies, and a cow with a very clean ear. Nobody asks the cow.'"
    party = began(said, "'Travel'").tries()
    found = named(party, "story", "entry.2")
    found |= named(party.listen(), "travel")
    asked = began(
        "{ do = 'choose', by = 'top', ask = 'Who carries the kettle home?', ways = ["
        "{ text = 'Me', then = ['Stress +1'] }, { text = 'Not me', then = [] }] }"
    ).tries()
    found |= named(asked, "choose")
    long = began(
        "{ do = 'choose', ask = 'What do you say to her?', ways = ["
        "{ text = 'Go and see the sea. And stay, if you love it.', then = [] }, { text = 'Home', then = [] }] }"
    )
    found |= named(long.tries(0), "long-choice", "answer.1.1", "answer.2.1")
    found |= named(began("'Camp'").tries(1), "camp", "answer.1.1")
    found |= named(began("'say: Beds, at last.', 'Save'").tries().listen(), "save", "entry.1")
    found |= named(began("'Goto ow'", more=OW).tries(1).listen(), "plan-hurt", "news.1")
    alone = began("'Read tea'").given(clocks=())
    found |= named(alone, "plan-no-clock")
    full = began(players=7, quest="", sheets="app").given(
        level=3, tracks=(("risk-1", "risk-1", "risk-1-again"), ("wound",)), wounds=2
    )
    full.given(dials=(17, 0, 0, 0))
    for seat in full.state.seats:
        full.has(seat, stress=seat % 3, luck=seat, corruption=seat % 2, xp=2 * seat)
    return found | named(
        full, "late-evening", "order", "boards", "dials.1", "hearts.1", "hearts.2", "hearts.3", "skills.6"
    )


def endings() -> dict[str, Page]:
    return {
        **named(began("'Title the Damp (lawful)', 'Win tea'").tries(2), "won", "ending.1.1", "ending.2.1"),
        **named(began("'Fail'").tries(), "lost"),
    }


def beside() -> dict[str, Page]:
    party = Party(quest="", players=4).begin()
    return named(party, "beside", "dials.1", "dials.2", "boards", "order")


def catalogue() -> dict[str, Page]:
    return setting_up() | a_round() | on_the_way() | endings() | beside()


PAGES = catalogue()


AT_THE_BOX = {
    "keys-quests": "",
    "keys-setup": "1",
    "keys-species": "/ 1 1",
    "keys-job": "2",
    "keys-ready": "2 / 2 1 1 1 / 3 1 2 1",
    "keys-story": "enter",
    "keys-plan": "enter",
    "keys-placed": "1",
    "keys-act": "2 4",
    "keys-check": "1",
    "keys-end": "1 1 1",
    "keys-code": "0 9",
    "keys-unknown": "1 1 enter",
    "keys-table": "*",
}
"""What is typed at a box on which three play the small quest, one after the other, and how the display looks then."""


@pytest.mark.parametrize("name", PAGES)
def test_picture(name: str, request: pytest.FixtureRequest) -> None:
    same(draw(PAGES[name], words, FACES), GOLDEN / f"{name}.png", request)


def test_pictures_at_the_box(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    files = template()
    packs = {"boards.toml": files.pop("boards.toml")} | {f"quests/small/{name}": text for name, text in files.items()}
    box = Hands(tmp_path, (TITLE,), of_the_house("freelancers"), {"freelancers": packs})
    for seat in (1, 2, 3):
        box.table.sit(seat, NAMES[seat], "")
    box.fate.say("influence", ["1", "2", "3"])
    box.fate.say("dice", ["14"])
    box.do(Box(), "pick", game="freelancers")
    for name, keys in AT_THE_BOX.items():
        box.type(keys)
        same(box.panel.picture, GOLDEN / f"{name}.png", request)


def test_rules_to_be_looked_up_fit_their_lines() -> None:
    table = began()
    found = table.game.explains(table.view)
    for phase in ("act", "check", "travel", "end"):
        found += table.game.explains(replace(table.view, phase=phase))
    lines = [words(line) for page in found for widget in page.widgets if isinstance(widget, Lines)
             for line in widget.lines]  # fmt: skip
    assert len(lines) > 40
    assert not [line for line in lines if len(line) > IN_SMALL_LETTERS]
    assert not table.game.explains(replace(table.view, phase="over"))


def test_an_entry_of_several_pages_says_on_all_but_the_last_that_it_goes_on() -> None:
    party = began("'say: Steam on the hedges, scorched daisies, and a cow with a very clean ear. Nobody asks the cow.'")
    party.tries()
    read = [page.more for page in party.game.pages(party.view) if page.key.startswith("entry.")]
    assert len(read) > 1
    assert read == [True] * (len(read) - 1) + [False]


def test_no_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == {*PAGES, *AT_THE_BOX}
