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


@lru_cache(maxsize=512)
def cost_text(body: Body) -> Text:
    """Return the payments among effects in words ("free" where there are none)."""
    parts = tuple(say(f"free_radicals.n_{e.what}", n=e.n) for e in body if isinstance(e, Pay))
    parts += tuple(say("free_radicals.n_own", n=-e.by) for e in body if isinstance(e, Count) and e.by < 0)
    return listing(parts) if parts else say("free_radicals.free")


@lru_cache(maxsize=512)
def gain_text(body: Body) -> Text:
    """Return what effects give in words."""
    parts: list[Text] = []
    for effect in body:
        match effect:
            case Gain(what=what, n=n, per=per):
                parts.append(_per(say(f"free_radicals.n_{what}", n=n), per))
            case Points(n=n, per=per):
                parts.append(_per(say("free_radicals.n_points", n=n), per))
            case Favor(n=n):
                parts.append(say("free_radicals.n_favor", n=n))
            case Knowledge():
                parts.append(say("free_radicals.a_step"))
            case Prestige():
                parts.append(say("free_radicals.the_token"))
            case Count(by=by) if by > 0:
                parts.append(say("free_radicals.n_own", n=by))
            case Copy():
                parts.append(say("free_radicals.copied"))
            case Remind(text=text):
                parts.append(plain(text))
            case Choose(ways=ways):
                parts += [say("free_radicals.either", a=gain_text(ways[0].then), b=gain_text(ways[-1].then))]
            case _:
                pass
    return listing(tuple(parts)) if parts else say("free_radicals.nothing")


def _per(what: Text, per: str) -> Text:
    if not per:
        return what
    return say("free_radicals.per", what=what, per=say("free_radicals.level") if per == "level" else plain(per))


@lru_cache(maxsize=512)
def power_text(body: Body) -> Text:
    """Return a power as "cost: gain"."""
    return say("free_radicals.power", cost=cost_text(body), gain=gain_text(body))
