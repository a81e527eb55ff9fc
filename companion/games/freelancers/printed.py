"""What the packs say: the quests on the shelf, the boards of the boxed game, and texts with their gaps filled."""

from __future__ import annotations

import re

import msgspec

from companion.effects import Do, Effect, find
from companion.game import Picture, Text, Who, plain, say

from .quest.boards import Boards
from .quest.book import Quest
from .quest.cards import QuestCard
from .quest.location_book import LocationPage
from .quest.verbs import Say, Tell
from .state import FreelancersState, Line, Player

_GAP = re.compile(r"\{(player|picked)\}")


class Printed(msgspec.Struct, frozen=True):
    """The checked packs: quests by their names, and the boards with the owner's answers."""

    quests: dict[str, Quest]
    boards: Boards

    def quest(self, state: FreelancersState) -> Quest:
        """Return the quest that is played. Raises KeyError beside the boxed game."""
        return self.quests[state.options.quest]

    def boards_of(self, state: FreelancersState) -> Boards:
        """Return the boards that count in this game."""
        return self.quest(state).boards if state.story else self.boards

    def page(self, state: FreelancersState) -> LocationPage | None:
        """Return the open page of the location book."""
        return self.quest(state).pages.get(state.page) if state.story else None

    def art(self, state: FreelancersState, file: str) -> str:
        """Return the name by which a picture of the quest's is known to pages, "" where there is none."""
        return f"{state.options.quest}/{file}" if self.quest(state).picture(file) is not None else ""

    def picture(self, name: str) -> Picture:
        """Return a picture by that name. Raises KeyError."""
        key, _, file = name.partition("/")
        return self.quests[key].pictures[file]

    def card(self, state: FreelancersState, number: str) -> QuestCard | None:
        """Return what is known of a card; None where no pack describes it."""
        return self.quest(state).cards.get(number) if state.story else None


def hearts(printed: Printed, state: FreelancersState, player: Player) -> int:
    """Return how many hearts a character has."""
    return printed.quest(state).species[player.species].hp if state.story and player.species else 3


def card_name(printed: Printed, state: FreelancersState, number: str) -> Text:
    """Return a card by its name, or by its number."""
    card = printed.card(state, number)
    return plain(card.name) if card is not None and card.name else say("freelancers.card", n=number)


def seat_name(seat: int) -> Text:
    """Return the name of a seat's player."""
    return say("freelancers.who", seat=Who(seat))


def dial_name(printed: Printed, state: FreelancersState, n: int) -> Text:
    """Return what the open page calls a dial, counted from 0; else its number."""
    page = printed.page(state)
    names = page.dials if page is not None else ()
    return plain(names[n].name) if n < len(names) else say("freelancers.dial", n=n + 1)


def place_name(printed: Printed, state: FreelancersState, key: str) -> str:
    """Return the name of a place of the map."""
    return next((place.name for place in printed.quest(state).map.places if place.key == key), key)


def filled(text: str, who: int, picked: int) -> Text:
    """Return a pack's text with names in its gaps."""
    found: Text | None = None
    at = 0
    for gap in _GAP.finditer(text):
        seat = who if gap.group(1) == "player" else picked
        name: Text = seat_name(seat) if seat else say("freelancers.somebody")
        before = text[at : gap.start()]
        piece = say("freelancers.join", a=plain(before), b=name) if before else name
        found = piece if found is None else say("freelancers.join", a=found, b=piece)
        at = gap.end()
    rest = text[at:]
    if found is None:
        return plain(text)
    return say("freelancers.join", a=found, b=plain(rest)) if rest else found


def line_text(printed: Printed, state: FreelancersState, line: Line) -> Text:
    """Return a line that was read, with its gaps filled; of a code that the table learns, which it is."""
    if line.path:
        effect = _at(printed.quest(state), line)
        if isinstance(effect, Tell):
            return say("freelancers.told", code=effect.code)
    return filled(text_of(printed, state, line), line.who, line.picked)


def text_of(printed: Printed, state: FreelancersState, line: Line) -> str:
    """Return what stands in the pack for a line that was read."""
    quest = printed.quest(state)
    if line.path:
        effect = _at(quest, line)
        return effect.text if isinstance(effect, Say) else ""
    if line.entry.startswith("action."):
        _, page, number = line.entry.split(".")
        return quest.pages[int(page)].action(int(number)).text
    entry = quest.entries.get(line.entry)
    return entry.text.strip() if entry is not None else ""


def title_of(printed: Printed, state: FreelancersState, line: Line) -> str:
    """Return the heading under which a line was read."""
    quest = printed.quest(state)
    if line.entry.startswith("action."):
        _, page, number = line.entry.split(".")
        return quest.pages[int(page)].action(int(number)).name
    entry = quest.entries.get(line.entry)
    return entry.title if entry is not None else ""


def _at(quest: Quest, line: Line) -> Effect:
    return find(quest.book, Do(line.entry, line.path))
