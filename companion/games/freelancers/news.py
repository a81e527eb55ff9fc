"""What has come of what is being read: who got or lost what. A printed page says so; the box does it, so it has to."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Text, Who, say

from .characters import burden
from .options import token_name
from .printed import Printed, card_name, dial_name
from .quest.things import SKILLS
from .state import FreelancersState, Gain, Player

TOKENS = ("luck", "corruption", "gold", "xp")
BURDENS = ("stress", "wounds")


def noted(before: FreelancersState, after: FreelancersState) -> FreelancersState:
    """Return ``after`` with what one command changed added to the news; they begin anew with what is read next."""
    news = before.news if goes_on(before, after) else ()
    for gain in after.news[len(before.news) :]:  # what people do themselves
        news = _added(news, gain)
    for one, other in zip(before.players, after.players, strict=True):
        for gain in gains(one, other):
            news = _added(news, gain)
    for gain in _on_the_table(before, after):
        news = _added(news, gain)
    return after if news == after.news else replace(after, news=news)


def goes_on(before: FreelancersState, after: FreelancersState) -> bool:
    """Tell whether it is still the same that is being read, or that has been read last."""
    return after.shown[: len(before.shown)] == before.shown and after.begun == before.begun


def by_hand(before: FreelancersState, after: FreelancersState) -> tuple[Gain, ...]:
    """Return what of the news is for people to do themselves: the box has done none of it."""
    had = {(gain.seat, gain.what, gain.name): gain.n for gain in (before.news if goes_on(before, after) else ())}
    done = {(g.seat, g.what, g.name) for a, b in zip(before.players, after.players, strict=True) for g in gains(a, b)}
    new = [gain for gain in after.news if gain.n != had.get((gain.seat, gain.what, gain.name), 0)]
    for_all = ("drop", "bag") if after.bag_in_box else ("drop", "bag", "supplies")
    return tuple(g for g in new if (g.seat or g.what in for_all) and (g.seat, g.what, g.name) not in done)


def _on_the_table(before: FreelancersState, after: FreelancersState) -> Iterator[Gain]:
    """Yield what has changed for all: dials and locks of the page, threat, risk, supplies, wounds without a heart."""
    if before.page == after.page:
        for n, (was, now) in enumerate(zip(before.dials, after.dials, strict=True)):
            if was != now:
                yield Gain(0, f"dial.{n}", now - was)
        for action in sorted({*before.locks} ^ {*after.locks}):
            yield Gain(0, f"lock.{action}", 1 if action in after.locks else -1)
    if after.level != before.level:  # what lay on the risk tracks is in the bag again: that is part of it
        yield Gain(0, "threat", after.level - before.level)
    else:
        for n, (was_on, now_on) in enumerate(zip(before.tracks, after.tracks, strict=True), 1):
            if len(was_on) != len(now_on):
                yield Gain(0, f"risk.{n}", len(now_on) - len(was_on))
    if after.supplies < before.supplies:
        yield Gain(0, "supplies", before.supplies - after.supplies)
    elif after.supplies > before.supplies:  # a safe draw
        yield Gain(0, "safe", after.supplies - before.supplies)
    if over := without_heart(before, after):
        yield Gain(0, "overflow", over)


def without_heart(before: FreelancersState, after: FreelancersState) -> int:
    """Return how many wounds have found no heart, and went into the time bag."""
    if not after.sheets_in_box:
        return 0
    if after.bag_in_box:
        return max(0, _at_large(after) - _at_large(before))
    held = sum(burden(player, "wounds") for player in after.players)
    had = sum(burden(player, "wounds") for player in before.players)
    return max(0, before.wounds - after.wounds - (held - had))


def _at_large(state: FreelancersState) -> int:
    """Return how many wounds are in the time bag or, drawn from it, on the risk tracks."""
    return state.bag.count("wound") + sum(track.count("wound") for track in state.tracks)


def gains(before: Player, after: Player) -> tuple[Gain, ...]:
    """Return what a player has got or lost."""
    if before is after:
        return ()
    seat = after.seat
    found = [
        Gain(seat, skill, now - was)
        for skill, was, now in zip(SKILLS, before.skills, after.skills, strict=True)
        if was != now
    ]
    found += [Gain(seat, what, getattr(after, what) - getattr(before, what)) for what in TOKENS]
    found += [Gain(seat, what, burden(after, what) - burden(before, what)) for what in BURDENS]
    found += [Gain(seat, "title", 1, title.title) for title in after.titles[len(before.titles) :]]
    had = {number for item in before.items for number in (item.card, *item.augments)}
    has = {number for item in after.items for number in (item.card, *item.augments)}
    found += [Gain(seat, "card", 1, number) for number in sorted(has - had)]
    found += [Gain(seat, "card", -1, number) for number in sorted(had - has)]
    return tuple(gain for gain in found if gain.n)


def _added(news: tuple[Gain, ...], gain: Gain) -> tuple[Gain, ...]:
    """Return the news with one more; two of a kind are one, and nothing where they make up for each other."""
    for at, old in enumerate(news):
        if (old.seat, old.what, old.name) == (gain.seat, gain.what, gain.name):
            n = old.n + gain.n
            return (*news[:at], *((replace(old, n=n),) if n else ()), *news[at + 1 :])
    return (*news, gain)


def gain_text(printed: Printed, state: FreelancersState, gain: Gain) -> Text:
    """Return a gain in words; ``brief`` ones of the little screen have the number of the seat, ``at``."""
    seat, by = Who(gain.seat), f"{gain.n:+d}"
    if gain.what == "title":
        return say("freelancers.tell.title", at=gain.seat, seat=seat, what=gain.name)
    if gain.what == "card":
        key = "card" if gain.n > 0 else "no_card"
        return say(f"freelancers.tell.{key}", at=gain.seat, seat=seat, what=card_name(printed, state, gain.name))
    if gain.what == "camp":
        return say("freelancers.tell.camp", at=gain.seat, seat=seat)
    if gain.what.startswith("steal."):
        stolen = say(f"freelancers.thing.{gain.what.removeprefix('steal.')}")
        return say("freelancers.tell.steal", at=gain.seat, seat=seat, what=stolen)
    if not gain.seat:
        return _table_text(printed, state, gain, by)
    thing = say(f"freelancers.thing.{'wound' if gain.what == 'wounds' else gain.what}")
    return say("freelancers.tell.gets", at=gain.seat, seat=seat, n=by, what=thing)


def _table_text(printed: Printed, state: FreelancersState, gain: Gain, by: str) -> Text:
    """Return a change for all in words."""
    what, _, which = gain.what.partition(".")
    match what:
        case "lock":
            how = "locked" if gain.n > 0 else "open"
            return say(
                "freelancers.tell.lock",
                what=say("freelancers.action", n=int(which)),
                how=say(f"freelancers.lock.{how}"),
            )
        case "safe":
            return say("freelancers.tell.token", what=say("freelancers.token.supplies"))
        case "overflow":
            return say("freelancers.tell.overflow", n=gain.n)
        case "bag":
            way = "in" if gain.n > 0 else "out"
            return say(f"freelancers.tell.bag_{way}", what=token_name(gain.name))
        case "drop":
            return say("freelancers.tell.drop", what=card_name(printed, state, gain.name))
        case "dial":
            name = dial_name(printed, state, int(which))
        case "risk":
            name = say("freelancers.track", n=int(which))
        case _:
            name = say(f"freelancers.page.{what}")
    return say("freelancers.tell.turned", what=name, n=by)
