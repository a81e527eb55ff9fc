"""What has come of what is being read: who got or lost what. A printed page says so; the box does it, so it has to."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Text, Who, say

from .characters import burden
from .printed import Printed, card_name, dial_name
from .quest.things import SKILLS
from .state import FreelancersState, Gain, Player

TOKENS = ("luck", "corruption", "gold", "xp")
BURDENS = ("stress", "wounds")


def noted(before: FreelancersState, after: FreelancersState) -> FreelancersState:
    """Return ``after`` with what one command changed added to the news; they begin anew with what is read next."""
    same = after.shown[: len(before.shown)] == before.shown and after.begun == before.begun
    news = before.news if same else ()
    for one, other in zip(before.players, after.players, strict=True):
        for gain in gains(one, other):
            news = _added(news, gain)
    if before.page == after.page:
        for n, (was, now) in enumerate(zip(before.dials, after.dials, strict=True)):
            if was != now:
                news = _added(news, Gain(0, f"dial.{n}", now - was))
    if after.supplies < before.supplies:  # those that come out of the bag again are announced as drawn
        news = _added(news, Gain(0, "supplies", before.supplies - after.supplies))
    return after if news == after.news else replace(after, news=news)


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
    if not gain.seat:
        bag = say("freelancers.page.supplies")
        dial = bag if gain.what == "supplies" else dial_name(printed, state, int(gain.what.removeprefix("dial.")))
        return say("freelancers.tell.turned", what=dial, n=by)
    thing = say(f"freelancers.thing.{'wound' if gain.what == 'wounds' else gain.what}")
    return say("freelancers.tell.gets", at=gain.seat, seat=seat, n=by, what=thing)
