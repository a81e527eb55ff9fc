"""Effects in a few words: what something pays and gives, before it is confirmed."""

from __future__ import annotations

from functools import lru_cache

from companion.effects import Body, Choose, Each, Effect, If
from companion.game import Text, plain, say

from .verbs import (
    COLOURS,
    Awaken,
    Copy,
    Count,
    Favor,
    Gain,
    Knowledge,
    Pay,
    Points,
    Prestige,
    Remind,
    Visit,
)


def listing(parts: tuple[Text, ...]) -> Text:
    """Return several pieces as one: "a, b + c" without an end."""
    found = parts[0]
    for part in parts[1:]:
        found = say("free_radicals.plus", a=found, b=part)
    return found


SIGNS = {"hydrogen": "H", "carbon": "C", "titanium": "T", "any": "*"}
"""The letters that resources have on the little screen."""

Names = tuple[tuple[str, str], ...]
"""What the counters of a faction are called: key and printed name."""


@lru_cache(maxsize=512)
def cost_text(body: Body, names: Names = ()) -> Text:
    """Return the payments among effects in words ("free" where there are none)."""
    parts = tuple(_paid(effect, names) for effect in body if _pays(effect))
    return listing(parts) if parts else say("free_radicals.free")


@lru_cache(maxsize=512)
def short_cost(body: Body) -> Text:
    """Return the payments among effects in the few letters of the little screen: resources, or Credits in words."""
    pays = [effect for effect in body if isinstance(effect, Pay)]
    if any(pay.what not in SIGNS for pay in pays):
        return cost_text(body)
    return plain("".join(f"{pay.n}{SIGNS[pay.what]}" for pay in pays))


@lru_cache(maxsize=512)
def gain_text(body: Body, names: Names = ()) -> Text:
    """Return what effects give in words."""
    parts = tuple(part for effect in body if not _pays(effect) for part in _given(effect, names))
    return listing(parts) if parts else say("free_radicals.nothing")


def _pays(effect: Effect) -> bool:
    return isinstance(effect, Pay) or (isinstance(effect, Count) and effect.by < 0)


def _paid(effect: Effect, names: Names) -> Text:
    if isinstance(effect, Count):
        return _own(effect.counter, -effect.by, names)
    assert isinstance(effect, Pay)
    return say(f"free_radicals.n_{effect.what}", n=effect.n)


def _given(effect: Effect, names: Names) -> tuple[Text, ...]:
    match effect:
        case Gain(what=what, n=n, per=per):
            return (_per(say(f"free_radicals.n_{what}", n=n), per, names),)
        case Points(n=n, per=per):
            return (_per(say("free_radicals.n_points", n=n), per, names),)
        case Favor(colour=colour, n=n) if colour in COLOURS:
            return (say("free_radicals.n_colour", n=n, colour=say(f"free_radicals.colour.{colour}")),)
        case Favor(n=n):
            return (say("free_radicals.n_favor", n=n),)
        case Knowledge(of=of):
            return (say(f"free_radicals.a_step.{of}"),)
        case Prestige() | Copy() | Visit() | Awaken():
            return (say(f"free_radicals.a.{effect.__struct_config__.tag}"),)
        case Count(counter=counter, by=by):
            return (_own(counter, by, names),)
        case Remind(text=text):
            return (plain(text),)
        case If(then=then, otherwise=otherwise):
            return (say("free_radicals.perhaps", a=_whole(then, otherwise, names)),)
        case Each(of=of, then=then):
            return (say(f"free_radicals.for.{of}", a=bargain_text(then, names)),)
        case Choose(ways=ways):
            return (_either(tuple(plain(way.text) for way in ways)),)
        case _:
            return ()


def _whole(then: Body, otherwise: Body, names: Names) -> Text:
    """Return what comes of a condition, either way."""
    ways = tuple(bargain_text(body, names) for body in (then, otherwise) if body)
    return _either(ways) if ways else say("free_radicals.nothing")


def _either(ways: tuple[Text, ...]) -> Text:
    found = ways[0]
    for way in ways[1:]:
        found = say("free_radicals.either", a=found, b=way)
    return found


@lru_cache(maxsize=512)
def bargain_text(body: Body, names: Names = ()) -> Text:
    """Return a body as "cost: gain", without a cost where there is none, without a gain where it only costs."""
    paid, gained = any(map(_pays, body)), any(not _pays(effect) for effect in body)
    if not paid:
        return gain_text(body, names)
    return power_text(body, names) if gained else say("free_radicals.pays", a=cost_text(body, names))


def _per(what: Text, per: str, names: Names) -> Text:
    if not per:
        return what
    counted = say("free_radicals.level") if per == "level" else plain(dict(names).get(per, per))
    key = "per" if per == "level" else "each"
    return say(f"free_radicals.{key}", what=what, per=counted)


def _own(counter: str, n: int, names: Names) -> Text:
    return say("free_radicals.n_own", n=n, what=plain(dict(names).get(counter, counter)))


@lru_cache(maxsize=512)
def power_text(body: Body, names: Names = ()) -> Text:
    """Return a power as "cost: gain"."""
    return say("free_radicals.power", cost=cost_text(body, names), gain=gain_text(body, names))
