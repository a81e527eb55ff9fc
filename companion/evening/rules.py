"""What a command does to the evening, and what a finished game adds to its score."""

from __future__ import annotations

import msgspec

from companion.game import Command, Illegal, Who, plain, say, tidy

from .commands import Arrange, Away, Claim, Mute, Pause, Pick, Preset, Release, Rename, Sit, Stand
from .state import SEATS, Claimed, Evening, Place, Points

NAME_MOST = 20
"""Characters of a name that are kept."""


def canonical(name: str) -> str:
    """Return the one form under which a name is compared: "Sam", "sam " and full-width Sam are one."""
    return tidy(name).replace("\u200d", "").casefold()


def apply(evening: Evening, command: Command) -> Evening:
    """Return the evening after ``command``. Raises Illegal with a reason that a player understands."""
    change = msgspec.structs.replace
    match command:
        case Sit(seat, name, digest):
            return _sit(evening, seat, name, digest)
        case Stand(seat):
            evening.place(seat)
            return change(
                evening,
                places=tuple(p for p in evening.places if p.number != seat),
                claims=tuple(c for c in evening.claims if c.seat != seat),
                scores=tuple(p for p in evening.scores if p.seat != seat),
            )
        case Away(seat, away):
            return _with_place(evening, change(evening.place(seat), away=away))
        case Rename(seat, name):
            name = _fresh_name(evening, name, seat)
            return _remember(_with_place(evening, change(evening.place(seat), name=name)), name)
        case Arrange(order):
            if sorted(order) != sorted(evening.seats):
                raise Illegal(say("refused.order"))
            return change(evening, places=tuple(evening.place(n) for n in order), arranged=True)
        case Claim(seat, digest):
            evening.place(seat)
            others = tuple(c for c in evening.claims if c.seat != seat)
            return change(evening, claims=(*others, Claimed(seat, digest)))
        case Release(seat):
            return change(evening, claims=tuple(c for c in evening.claims if c.seat != seat))
        case Pick(game):
            # The preset goes with the game that was put back: the same keys mean the same at every visit to the shelf.
            return change(evening, picked=game, preset="box", keepers=(), doubts=(), waiting=msgspec.Raw(b"null"))
        case Preset(preset):
            return change(evening, preset=preset, keepers=())
        case Pause(on):
            return change(evening, paused=on)
        case Mute(on):
            return change(evening, muted=on)
        case _:
            raise Illegal(say("refused.not_now"))


def _sit(evening: Evening, seat: int, name: str, digest: str) -> Evening:
    if not 1 <= seat <= SEATS:
        raise Illegal(say("refused.no_seat", n=seat))
    if seat in evening.seats:
        raise Illegal(say("refused.taken_seat", n=seat))
    name = _fresh_name(evening, name, seat)
    # A newcomer sits between the neighbours by number until "tap clockwise" says otherwise.
    after = next((i for i, p in enumerate(evening.places) if p.number > seat), len(evening.places))
    places = (*evening.places[:after], Place(seat, name), *evening.places[after:])
    claims = (*evening.claims, Claimed(seat, digest)) if digest else evening.claims
    return _remember(
        msgspec.structs.replace(evening, places=places, claims=claims, arranged=False),
        name,
    )


def _with_place(evening: Evening, place: Place) -> Evening:
    places = tuple(place if p.number == place.number else p for p in evening.places)
    return msgspec.structs.replace(evening, places=places)


def _fresh_name(evening: Evening, name: str, seat: int) -> str:
    name = tidy(name)[:NAME_MOST].strip()
    for place in evening.places:
        if name and place.number != seat and canonical(place.name) == canonical(name):
            raise Illegal(say("refused.same_name", name=plain(name), seat=Who(place.number)))
    return name


def _remember(evening: Evening, name: str) -> Evening:
    """Put ``name`` first among the regulars, of whom the last twenty are remembered."""
    if not name:
        return evening
    others = tuple(r for r in evening.regulars if canonical(r) != canonical(name))
    return msgspec.structs.replace(evening, regulars=(name, *others)[:20])


def score(evening: Evening, won: tuple[Points, ...]) -> Evening:
    """Return the evening with a finished game's points added."""
    seats = dict.fromkeys((*(p.seat for p in evening.scores), *(p.seat for p in won)))
    gained = {p.seat: p.points for p in won}
    return msgspec.structs.replace(
        evening,
        scores=tuple(Points(s, evening.points(s) + gained.get(s, 0)) for s in seats),
        played=evening.played + 1,
    )
