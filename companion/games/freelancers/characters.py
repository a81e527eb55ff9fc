"""Character sheets (rulebook, "Resolving Other Game Effects"): what players gain and lose, one after the other.

What a gain brings along (a star in a skill box, an icon beside a gold) is done before the next: depth first.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.effects import begin
from companion.game import Draw

from .bag import with_supplies
from .by_hand import left
from .cards import SLOTS
from .printed import Printed, hearts
from .quest.things import SKILLS
from .state import FreelancersState, Give, Item, Mend, Need, Player, Take, Titled
from .tracks import shifted, wounds_back, wounds_off

EXTRA_XP = (4, 8)
"""With so many titles a player gains 1 XP."""
BARE_SKILL = 9
"""The most points of a skill where no sheet says how many boxes there are."""
CARDS = ("treasure", "trinket", "armor", "weapon", "augment", "follower")


def slots_of(printed: Printed, state: FreelancersState, item: Item) -> int:
    """Return how many HP slots an armor has, 0 for anything else."""
    card = printed.card(state, item.card)
    return card.hp if card is not None and item.kind == "armor" else 0


def room(printed: Printed, state: FreelancersState, item: Item) -> int:
    """Return how many HP slots of an armor are free."""
    return max(0, slots_of(printed, state, item) - item.stress - item.wounds)


def free_hp(printed: Printed, state: FreelancersState, seat: int) -> int:
    """Return how many hearts and armor slots of a player have no token on them."""
    player = state.player(seat)
    own = max(0, hearts(printed, state, player) - player.stress - player.wounds)
    return own + sum(room(printed, state, item) for item in player.items)


def placed(printed: Printed, state: FreelancersState, seat: int, what: str) -> FreelancersState | None:
    """Return the state with one stress or wound on a free slot; None where none is free.

    A player may put it on armor (rulebook, "Armor"): that is filled before hearts, since what lies on it goes with it
    when it is discarded. A table that has it otherwise corrects it.
    """
    player = state.player(seat)
    for item in player.items:
        if room(printed, state, item):
            laden = replace(item, stress=item.stress + 1) if what == "stress" else replace(item, wounds=item.wounds + 1)
            return state.with_player(player.with_item(laden))
    if player.stress + player.wounds >= hearts(printed, state, player):
        return None
    own = player.stress if what == "stress" else player.wounds
    return state.with_player(replace(player, **{"stress" if what == "stress" else "wounds": own + 1}))


def burden(player: Player, what: str) -> int:
    """Return how much stress, or how many wounds, a player has, on armor too."""
    total: int = getattr(player, what) + sum(getattr(item, what) for item in player.items)
    return total


# --- gaining


def give(printed: Printed, state: FreelancersState, step: Give) -> FreelancersState:
    """Return the state after one of what is to be gained, the rest still to come."""
    rest = replace(state, agenda=state.agenda[1:])
    if step.n < 1:
        return rest
    seat, what = step.seat, step.what
    if what == "influence":
        return shifted(rest, seat, step.n)
    if what == "supplies":
        return with_supplies(rest, step.n)
    if what == "wound":
        return _wound(printed, rest, seat, step.n)
    if not state.sheets_in_box:
        return left(rest, seat, what, step.n)
    if what in ("luck", "corruption"):
        player = rest.player(seat)
        return rest.with_player(replace(player, **{what: getattr(player, what) + step.n}))
    if step.n > 1:
        rest = rest.then(replace(step, n=step.n - 1))
    match what:
        case "stress":
            return placed(printed, rest, seat, "stress") or rest
        case "xp":
            return _star(printed, rest, seat)
        case "gold":
            return _gold(printed, rest, seat)
        case "treasure" | "follower":
            return _card(rest, seat, what)
        case _:
            return _skill(printed, rest, seat, what)


def _wound(printed: Printed, state: FreelancersState, seat: int, n: int) -> FreelancersState:
    """Wounds leave the wound track, so many as there are; those that find no free slot go into the bag."""
    n = min(n, state.wounds)
    state = wounds_off(state, n)
    if not state.sheets_in_box:
        state = left(state, seat, "wounds", n)
    for _ in range(n if state.sheets_in_box else 0):
        after = placed(printed, state, seat, "wounds")
        if after is not None:
            state = after
        elif state.bag_in_box:
            state = replace(state, bag=state.bag.add("wound"))
    return state


def _skill(printed: Printed, state: FreelancersState, seat: int, skill: str) -> FreelancersState:
    """Fill in the left-most unfilled box; a star or a gold in it is gained as well."""
    player = state.player(seat)
    count = player.skill(skill)
    track = printed.quest(state).track(player.species, player.job, skill) if state.story else ()  # type: ignore[arg-type]  # one of SKILLS
    if count >= (len(track) if state.story else BARE_SKILL):
        return state
    skills = tuple(n + 1 if s == skill else n for s, n in zip(SKILLS, player.skills, strict=True))
    state = state.with_player(replace(player, skills=skills))
    if not state.story:
        return state
    box = track[count]
    gains = [Give(seat=seat, what=what, n=1) for what, there in (("xp", box.star), ("gold", box.gold)) if there]
    return state.then(*gains)


def _star(printed: Printed, state: FreelancersState, seat: int) -> FreelancersState:
    player = state.player(seat)
    if not state.story:
        return state.with_player(replace(player, xp=player.xp + 1))
    if player.xp >= printed.quest(state).jobs[player.job].level:
        return state
    state = state.with_player(replace(player, xp=player.xp + 1))
    return _rewarded(printed, state, f"level.{player.job}.{player.xp}", seat)


def _gold(printed: Printed, state: FreelancersState, seat: int) -> FreelancersState:
    player = state.player(seat)
    if not state.story:
        return state.with_player(replace(player, gold=player.gold + 1))
    job = printed.quest(state).jobs[player.job]
    if player.gold >= job.gold:
        return state
    state = state.with_player(replace(player, gold=player.gold + 1))
    if player.gold + 1 == job.gold:  # the icon beside the last gold comes first: it goes on top of the title
        state = state.then(Give(seat=seat, what="gold-title", n=1))
    return _rewarded(printed, state, f"gold.{player.job}.{player.gold}", seat)


def _rewarded(printed: Printed, state: FreelancersState, entry: str, seat: int) -> FreelancersState:
    book = printed.quest(state).book
    return replace(state, agenda=begin(book, entry, state.agenda, seat)) if entry in book else state


def gold_title(printed: Printed, state: FreelancersState, seat: int) -> FreelancersState:
    """Return the state after the title below the gold was gained."""
    job = printed.quest(state).jobs[state.player(seat).job]
    return titled(state, seat, job.gold_title, job.gold_kind)


def titled(state: FreelancersState, seat: int, title: str, kind: str) -> FreelancersState:
    """Return the state after a player gained a title, unless somebody has it already (rulebook, "Gaining Titles")."""
    taken = any(own.title.casefold() == title.casefold() for player in state.players for own in player.titles)
    if title and not state.sheets_in_box:
        return left(state, seat, "title", 1, title)
    if taken or not title:
        return state
    player = state.player(seat)
    player = replace(player, titles=(*player.titles, Titled(title, kind)))
    state = state.with_player(player)
    return state.then(Give(seat=seat, what="xp", n=1)) if len(player.titles) in EXTRA_XP else state


def _card(state: FreelancersState, seat: int, deck: str) -> FreelancersState:
    """Draw a card; with both follower slots filled the player may, and need not (rulebook, "Followers")."""
    full = deck == "follower" and len(state.player(seat).of_kind(deck)) >= SLOTS[deck]
    if full and state.cards_in_box and len(state.followers):
        return state.then(Need(kind="draw", options=("draw", "leave"), seat=seat))
    return drawn_card(state, seat, deck)


def drawn_card(state: FreelancersState, seat: int, deck: str) -> FreelancersState:
    """Return the state with a card to be drawn for a player; nothing comes of an empty deck."""
    if not state.cards_in_box:
        return left(state, seat, deck, 1)
    if deck == "treasure" and not len(state.treasure) and state.treasure_discard.counts:
        pile = state.treasure.shuffled(*state.treasure_discard.items())
        state = replace(state, treasure=pile, treasure_discard=replace(state.treasure_discard, counts=()))
    if not len(state.treasure if deck == "treasure" else state.followers):
        return state
    number = state.drawn + 1
    return replace(state, drawn=number).then(Draw(f"{deck}.{number}", "cards", seat=seat))


# --- losing and healing


def take(printed: Printed, state: FreelancersState, step: Take) -> FreelancersState:
    """Return the state after one of what is to be lost, as many as able; of cards the player picks which."""
    rest = replace(state, agenda=state.agenda[1:])
    if step.n < 1:
        return rest
    seat, what = step.seat, step.what
    if what == "influence":
        return shifted(rest, seat, -step.n)
    if not (state.cards_in_box if what in CARDS else state.sheets_in_box):
        return left(rest, seat, what, -step.n)
    player = rest.player(seat)
    if what in ("luck", "corruption"):
        return rest.with_player(replace(player, **{what: max(0, getattr(player, what) - step.n)}))
    if step.n > 1:
        rest = rest.then(replace(step, n=step.n - 1))
    if what == "stress":
        return healed(printed, rest, seat, "stress")
    cards = tuple(item.card for item in player.of_kind(what))
    if not cards:
        return rest
    return rest.then(Need(kind="lose", options=cards, seat=seat, about=what))


def mend(printed: Printed, state: FreelancersState, step: Mend) -> FreelancersState:
    """Return the state with 1 HP healed, or the question whether stress or a wound is (rulebook, the same)."""
    rest = replace(state, agenda=state.agenda[1:])
    if step.n < 1:
        return rest
    if not state.sheets_in_box:
        return left(rest, step.seat, "hp", step.n)
    player = rest.player(step.seat)
    kinds = tuple(what for what in ("stress", "wounds") if burden(player, what))
    if not kinds:
        return rest
    if step.n > 1:
        rest = rest.then(Mend(seat=step.seat, n=step.n - 1))
    if len(kinds) == 1:
        return healed(printed, rest, step.seat, kinds[0])
    return rest.then(Need(kind="heal", options=kinds, seat=step.seat, n=step.n))


def healed(printed: Printed, state: FreelancersState, seat: int, what: str) -> FreelancersState:
    """Return the state with one stress or wound less, off a heart before off the armor, if there is one."""
    player = state.player(seat)
    if getattr(player, what):
        player = replace(player, **{what: getattr(player, what) - 1})
    else:
        laden = next((item for item in player.items if getattr(item, what)), None)
        if laden is None:
            return state
        player = player.with_item(replace(laden, **{what: getattr(laden, what) - 1}))
    state = state.with_player(player)
    return wounds_back(printed, state, 1) if what == "wounds" else state
