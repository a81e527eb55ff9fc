"""Game setup (rulebook, "Game Setup"): the ways to start, the first state, sheets, and how the quest begins."""

from __future__ import annotations

import re

from msgspec.structs import replace

from companion.game import AnyAsk, AskOne, AskOrder, Choice, Draw, Illegal, Keeping, Option, Setup, plain, say

from . import bag, cards, rounds
from .commands import FreelancersSetup
from .meta import META
from .printed import Printed, seat_name
from .reading_aloud import enter_entry
from .state import FreelancersState, Item, Player

GAP = re.compile(r"_{3,}")
"""Where players write into a sentence of their sheets."""


def setups(printed: Printed, seats: tuple[int, ...], last: FreelancersState | None) -> tuple[Choice, ...]:
    """Return the ways to start: each quest, then beside the boxed game, then with the influence track as it lies."""
    quests = {
        key: quest
        for key, quest in printed.quests.items()
        if quest.cover.players[0] <= len(seats) <= quest.cover.players[1]
    }
    found: list[Choice] = []
    without = _way("beside", FreelancersSetup())
    if last is not None and last.options.quest in quests:
        found.append(_way("again", replace(last.options, order=())))
    elif last is not None and not last.story:
        found.append(without)
    for key, quest in quests.items():
        found.append(
            Choice(
                id=f"quest.{key}",
                question="setup",
                command=FreelancersSetup(quest=key),
                label=plain(quest.cover.title),
                detail=plain(" ".join(quest.cover.about.split())),
            )
        )
    found += [] if without in found else [without]
    names = (*((key, plain(quest.cover.title)) for key, quest in quests.items()), ("", say("freelancers.no_quest")))
    asks: list[AnyAsk] = [
        AskOne(
            field="quest",
            label=say("freelancers.ask.quest"),
            options=tuple(Option(key, name) for key, name in names),
        ),
        AskOrder(
            field="order",
            label=say("freelancers.ask.order"),
            options=tuple(Option(seat, seat_name(seat), digit=seat % 10) for seat in seats),
        ),
        AskOne(
            field="paths",
            label=say("freelancers.ask.paths"),
            options=tuple(Option(way, say(f"freelancers.paths.{way}")) for way in ("walked", "loose")),
        ),
    ]
    found.append(_way("custom", FreelancersSetup(), *asks))
    return tuple(found)


def without_quests(ways: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Return the ways to start that are left where the publisher's app tells the story: none asks for a quest."""
    return tuple(
        replace(way, asks=tuple(ask for ask in way.asks if ask.field != "quest"))
        for way in ways
        if isinstance(way.command, FreelancersSetup) and not way.command.quest
    )


def _way(name: str, command: FreelancersSetup, *asks: AnyAsk) -> Choice:
    return Choice(
        id=name,
        question="setup",
        command=command,
        label=say(f"freelancers.setup.{name}"),
        detail=say(f"freelancers.setup.{name}_detail"),
        asks=asks,
    )


def new(printed: Printed, setup: Setup) -> FreelancersState:
    """Return the first state. Raises Illegal for a quest that is not there, or not for so many."""
    options, seats = setup.options, setup.seats
    if not isinstance(options, FreelancersSetup):
        raise Illegal(say("freelancers.refuse.setup"))
    kept = {keeping.component: keeping.keeper for keeping in setup.keepers}
    if kept.get("story", "app") != "app":
        options = replace(options, quest="")  # the publisher's app tells the story tonight
    if options.quest and options.quest not in printed.quests:
        raise Illegal(say("freelancers.refuse.quest", what=options.quest))
    if options.order and tuple(sorted(options.order)) != tuple(sorted(seats)):
        raise Illegal(say("freelancers.refuse.order"))
    if options.quest:
        least, most = printed.quests[options.quest].cover.players
        if not least <= len(seats) <= most:
            raise Illegal(say("freelancers.refuse.players", least=least, most=most))
    keepers = setup.keepers
    if not options.quest:
        if all(keeping.keeper == "app" for keeping in keepers):  # nobody has said who keeps what
            keepers = tuple(Keeping(component.key, component.beside) for component in META.components)
        others = tuple(keeping for keeping in keepers if keeping.component not in ("story", "cards"))
        # Without a pack the box knows neither codes nor cards.
        keepers = (*others, Keeping("story", "unseen"), Keeping("cards", "unseen"))
    boards = printed.quests[options.quest].boards if options.quest else printed.boards
    state = FreelancersState(
        seats=seats,
        keepers=keepers,
        options=options,
        players=tuple(Player(seat=seat) for seat in seats),
        order=options.order or seats,
        unseen=bag.threats(boards),
        wounds=boards.wounds,
        supplies=boards.supplies,
        dials=(0,) * boards.dials,
    )
    if not options.order:
        state = replace(state, agenda=(Draw("influence", "influence", count=len(seats)),))
    return state


def free_sheets(printed: Printed, state: FreelancersState, seat: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the species and the jobs that nobody else has."""
    quest = printed.quest(state)
    others = [player for player in state.players if player.seat != seat]
    species = tuple(key for key in quest.species if all(other.species != key for other in others))
    jobs = tuple(key for key in quest.jobs if all(other.job != key for other in others))
    return species or tuple(quest.species), jobs or tuple(quest.jobs)


def blanks_of(printed: Printed, state: FreelancersState, player: Player) -> tuple[str, ...]:
    """Return the sentences with blanks on a player's two sheets."""
    if not state.story or not player.species:
        return ()
    quest = printed.quest(state)
    return (*quest.species[player.species].blanks, *quest.jobs[player.job].blanks)


def gaps_in(sentence: str) -> int:
    """Return how much is to be written into a sentence of a sheet: a filling for each gap, one behind it without."""
    return max(1, len(GAP.findall(sentence)))


def chosen(printed: Printed, state: FreelancersState, seat: int, species: str, job: str) -> FreelancersState:
    """Return the state with a player's two sheets beside each other, and nothing written into their story."""
    player = replace(state.player(seat), species=species, job=job, blanks=())
    count = sum(map(gaps_in, blanks_of(printed, state, player)))
    return state.with_player(replace(player, blanks=("",) * count))


def begun(printed: Printed, state: FreelancersState) -> FreelancersState:
    """Return the state once all is laid out: bag and decks filled, weapons in their slots, the story at its start."""
    if state.story and state.sheets_in_box:
        for seat in state.seats:
            if not state.player(seat).species:
                species, jobs = free_sheets(printed, state, seat)
                state = chosen(printed, state, seat, species[0], jobs[0])
    if state.bag_in_box:
        state = replace(state, bag=bag.first_bag(printed, state), filled=True)
    if not state.story:
        return rounds.new_round(state)
    quest = printed.quest(state)
    if state.cards_in_box:
        state = cards.decks(printed, state)
        for player in state.players:
            weapon = quest.species[player.species].weapon
            state = state.with_player(player.with_item(Item(weapon, "weapon")))
    state = replace(state, stage="story", place=quest.map.start, visited=(quest.map.start,))
    return enter_entry(printed, state, quest.cover.start)
