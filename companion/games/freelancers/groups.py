"""Whom effects name, and what they ask: groups in order of influence, values of the table, tests."""

from __future__ import annotations

from companion.effects import Test
from companion.game import Text, say

from . import characters
from .printed import Printed
from .quest import conditions
from .state import FreelancersState, Need, Player
from .tracks import by_influence, dial_at, threat


class Unknown(Exception):
    """Something that people keep and the box does not know: ``need`` is how it is asked."""

    def __init__(self, need: Need) -> None:
        super().__init__(need.about)
        self.need = need


def answer(state: FreelancersState, key: str) -> int | None:
    """Return what people said of ``key`` for the effect under way."""
    return next((told.n for told in state.answers if told.key == key), None)


def members(printed: Printed, state: FreelancersState, group: str, who: int) -> tuple[int, ...]:
    """Return the seats of a group, the highest influence first. Raises Unknown where the sheets must be asked."""
    order = state.order
    match group:
        case "everyone":
            return order
        case "others":
            return tuple(seat for seat in order if seat != who)
        case "me":
            return (who,) if who else ()
        case "picked":
            return (state.picked,) if state.picked else ()
        case "top":
            return order[:1]
        case "bottom":
            return order[-1:]
        case "above":
            return order[: order.index(who)] if who else ()
        case "below":
            return order[order.index(who) + 1 :] if who else ()
        case _:
            pass
    end, _, what = group.partition("-")
    if end == "action":
        return by_influence(state, tuple(s.seat for s in state.standees if s.action == int(what)))
    return (_extreme(printed, state, group, end, what),)


def _extreme(printed: Printed, state: FreelancersState, group: str, end: str, what: str) -> int:
    """Return who has most or least of something; a tie is broken by influence, the higher having the higher result."""
    if not (state.cards_in_box if what in characters.CARDS else state.sheets_in_box):
        told = answer(state, f"who:{group}")
        if told is None:
            raise Unknown(Need(kind="who", options=tuple(map(str, state.order)), about=group))
        return told
    counts = [(measure(printed, state, state.player(seat), what), seat) for seat in state.order]
    best = max(n for n, _ in counts) if end == "most" else min(n for n, _ in counts)
    tied = [seat for n, seat in counts if n == best]
    return tied[0] if end == "most" else tied[-1]


def measure(printed: Printed, state: FreelancersState, player: Player, what: str) -> int:
    """Return how much a player has of something."""
    match what:
        case "might" | "agility" | "smarts" | "will" | "sense":
            return player.skill(what)
        case "xp" | "gold" | "luck" | "corruption":
            return int(getattr(player, what))
        case "stress":
            return characters.burden(player, "stress")
        case "wound":
            return characters.burden(player, "wounds")
        case "hp":
            return characters.free_hp(printed, state, player.seat)
        case "titles":
            return len(player.titles)
        case "lawful" | "chaotic":
            return sum(title.kind == what for title in player.titles)
        case "influence":
            return len(state.order) - state.order.index(player.seat)
        case "augment":
            return len(player.of_kind("augment")) + sum(len(item.augments) for item in player.items)
        case _:
            return len(player.of_kind(what))


def value(printed: Printed, state: FreelancersState, of: str) -> int:
    """Return a value of the table, a counter, or a dial of the page ("dial:NAME")."""
    match of:
        case "threat":
            return threat(printed, state)
        case "level":
            return state.level
        case "players":
            return len(state.seats)
        case "round":
            return state.round
        case "wounds":
            return printed.boards_of(state).wounds - state.wounds
        case "risk":
            return len(state.tracks[0]) + len(state.tracks[1])
        case "time":
            return len(state.bag)
        case _:
            pass
    if of.startswith("dial:"):
        at = dial_at(printed, state, of.removeprefix("dial:"))
        return state.dials[at] if at is not None else 0
    return state.counter(of)


def judge(printed: Printed, state: FreelancersState, test: Test, who: int) -> bool:
    """Tell whether a test of the quest's holds. Raises Unknown where people have to be asked."""
    match test:
        case conditions.Value(of=of, least=least, most=most):
            return _within(value(printed, state, of), least, most)
        case conditions.Counter(counter=counter, least=least, most=most):
            return _within(state.counter(counter), least, most)
        case conditions.DialAt(dial=dial, least=least, most=most):
            return _within(value(printed, state, f"dial:{dial}"), least, most)
        case conditions.Locked(action=action):
            return action in state.locks
        case conditions.Chosen(action=action, least=least, most=most):
            return _within(sum(s.action == action for s in state.standees), least, most)
        case conditions.At(place=place):
            return state.place == place
        case conditions.Visited(place=place):
            return place in state.visited
        case conditions.Marked(place=place, remark=remark):
            return any(one.place == place and one.remark == remark for one in state.remarks)
        case conditions.PageIs(page=page):
            return state.page == page
        case conditions.WasRead(entry=entry):
            return printed.quest(state).entries[entry].code in state.read
        case conditions.IsIn(of=of):
            return who in members(printed, state, of, who)
        case (
            conditions.Has()
            | conditions.HasCard()
            | conditions.HasTitle()
            | conditions.HasTrait()
            | conditions.IsSpecies()
            | conditions.IsJob()
        ):
            return _of_players(printed, state, test, who)
        case _:
            pass
    raise TypeError(f"{test} is no test of a quest's")


def _within(n: int, least: int | None, most: int | None) -> bool:
    if least is None and most is None:
        least = 1
    return (least is None or n >= least) and (most is None or n <= most)


def _of_players(printed: Printed, state: FreelancersState, test: Test, who: int) -> bool:
    of = str(getattr(test, "of", ""))
    if not _kept(state, test):
        key = f"yes:{_words_of(test)}:{who}"
        told = answer(state, key)
        if told is None:
            raise Unknown(Need(kind="yes", options=("yes", "no"), seat=0 if of else who, about=key, n=who))
        return bool(told)
    seats = members(printed, state, of, who) if of else (who,)
    found = [_holds(printed, state, test, state.player(seat)) for seat in seats if seat]
    every = isinstance(test, conditions.Has) and test.every
    return all(found) if every else any(found)


def _kept(state: FreelancersState, test: Test) -> bool:
    """Tell whether the box itself knows what a test asks of players."""
    if isinstance(test, conditions.Has) and test.what == "influence":
        return True
    cards = isinstance(test, conditions.HasCard | conditions.HasTrait) or (
        isinstance(test, conditions.Has) and test.what in characters.CARDS
    )
    return state.cards_in_box if cards else state.sheets_in_box


def _holds(printed: Printed, state: FreelancersState, test: Test, player: Player) -> bool:
    match test:
        case conditions.Has(what=what, least=least, most=most):
            return _within(measure(printed, state, player, what), least, most)
        case conditions.HasCard(card=card):
            return any(card == item.card or card in item.augments for item in player.items)
        case conditions.HasTitle(title=title):
            return any(own.title == title for own in player.titles)
        case conditions.HasTrait(trait=trait):
            return trait in traits(printed, state, player)
        case conditions.IsSpecies(species=species):
            return player.species == species
        case conditions.IsJob(job=job):
            return player.job == job
        case _:
            pass
    raise TypeError(f"{test} is no test of a player's")


def traits(printed: Printed, state: FreelancersState, player: Player) -> tuple[str, ...]:
    """Return the traits of a player's weapon and of what is attached to it, each once."""
    found: list[str] = []
    for weapon in player.of_kind("weapon"):
        for number in (weapon.card, *weapon.augments):
            card = printed.card(state, number)
            found += card.traits if card is not None else ()
    return tuple(dict.fromkeys(found))


def _words_of(test: Test) -> str:
    """Return a test in a few letters, as its question's name: "has might 2-"."""
    match test:
        case conditions.Has(what=what, least=least, most=most, of=of):
            low = 1 if least is None and most is None else "" if least is None else least
            bounds = f"{low}-{'' if most is None else most}"
            return f"has {what} {bounds} {of}".strip()
        case conditions.HasCard(card=name) | conditions.HasTitle(title=name) | conditions.HasTrait(trait=name):
            return f"{test.__struct_config__.tag} {name}"
        case conditions.IsSpecies(species=name) | conditions.IsJob(job=name):
            return f"{test.__struct_config__.tag} {name}"
        case _:
            pass
    return str(test.__struct_config__.tag)


def question_of(about: str) -> Text:
    """Return in words what people are asked of a sheet that the box does not keep."""
    _, what, _ = about.split(":")
    kind, _, rest = what.partition(" ")
    if kind != "has":
        return say(f"freelancers.yes.{kind}", what=rest)
    thing, bounds, *_ = rest.split(" ")
    least, _, most = bounds.partition("-")
    key = "least" if not most else "most" if not least else "between"
    return say(f"freelancers.yes.{key}", what=say(f"freelancers.thing.{thing}"), least=least, most=most)
