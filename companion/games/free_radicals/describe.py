"""Effects in a few words: what something pays and gives, before it is confirmed."""

from __future__ import annotations

from functools import lru_cache

from companion.effects import Body, Choose
from companion.game import Text, plain, say

from .verbs import Copy, Count, Favor, Gain, Knowledge, Pay, Points, Prestige, Remind


def listing(parts: tuple[Text, ...]) -> Text:
    """Return several pieces as one: "a, b + c" without an end."""
    found = parts[0]
    for part in parts[1:]:
        found = say("free_radicals.plus", a=found, b=part)
    return found


Names = tuple[tuple[str, str], ...]
"""What the counters of a faction are called: key and printed name."""


@lru_cache(maxsize=512)
def cost_text(body: Body, names: Names = ()) -> Text:
    """Return the payments among effects in words ("free" where there are none)."""
    parts = tuple(say(f"free_radicals.n_{e.what}", n=e.n) for e in body if isinstance(e, Pay))
    parts += tuple(_own(e.counter, -e.by, names) for e in body if isinstance(e, Count) and e.by < 0)
    return listing(parts) if parts else say("free_radicals.free")


@lru_cache(maxsize=512)
def gain_text(body: Body, names: Names = ()) -> Text:
    """Return what effects give in words."""
    parts: list[Text] = []
    for effect in body:
        match effect:
            case Gain(what=what, n=n, per=per):
                parts.append(_per(say(f"free_radicals.n_{what}", n=n), per, names))
            case Points(n=n, per=per):
                parts.append(_per(say("free_radicals.n_points", n=n), per, names))
            case Favor(n=n):
                parts.append(say("free_radicals.n_favor", n=n))
            case Knowledge():
                parts.append(say("free_radicals.a_step"))
            case Prestige():
                parts.append(say("free_radicals.the_token"))
            case Count(by=by) if by > 0:
                parts.append(_own(effect.counter, by, names))
            case Copy():
                parts.append(say("free_radicals.copied"))
            case Remind(text=text):
                parts.append(plain(text))
            case Choose(ways=ways):
                parts += [
                    say("free_radicals.either", a=gain_text(ways[0].then, names), b=gain_text(ways[-1].then, names))
                ]
            case _:
                pass
    return listing(tuple(parts)) if parts else say("free_radicals.nothing")


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
