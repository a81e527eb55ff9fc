"""The evening: who is at the table, what is picked, what the score is. Pure, like a game."""

from __future__ import annotations

import msgspec

from companion.game import (
    AskNumber,
    AskOne,
    AskOrder,
    AskText,
    Choice,
    Command,
    Doubt,
    Illegal,
    Keep,
    Keeping,
    Option,
    View,
    Who,
    plain,
    say,
    tidy,
)

SEATS = 10
NAME_MOST = 20


class Sit(Command, frozen=True, tag="sit"):
    """Someone takes a free seat, with a name or none; ``digest`` is their phone's, empty without a phone."""

    seat: int
    name: str = ""
    digest: str = ""


class Stand(Command, frozen=True, tag="stand"):
    """Whoever has this seat leaves the table for good."""

    seat: int


class Away(Command, frozen=True, tag="away"):
    """Whoever has this seat is away for a while, or back."""

    seat: int
    away: bool = True


class Rename(Command, frozen=True, tag="rename"):
    """A seat's player is called otherwise."""

    seat: int
    name: str


class Arrange(Command, frozen=True, tag="arrange"):
    """The seats sit in this order, clockwise."""

    order: tuple[int, ...]


class Claim(Command, frozen=True, tag="claim-seat"):
    """A phone takes over a seat; the phone that had it before has it no longer."""

    seat: int
    digest: str


class Release(Command, frozen=True, tag="release"):
    """A seat has no phone any more."""

    seat: int


class Pick(Command, frozen=True, tag="pick"):
    """A game is taken from the shelf to be set up; the empty one puts it back."""

    game: str


class Preset(Command, frozen=True, tag="preset"):
    """All in the box, or beside the boxed game: for the picked game, and for it again with the same people."""

    preset: str


class Finish(Command, frozen=True, tag="finish"):
    """The game is over for the table, at its end or before it."""


class Verify(Command, frozen=True, tag="verify"):
    """The owner has compared a value with the printed game: it says ``value``."""

    key: str
    value: str


class Ours(Command, frozen=True, tag="ours"):
    """Play with this game's values as they are shipped, and ask no more."""


class Pause(Command, frozen=True, tag="pause"):
    """A break: clocks stop, secrets are covered. Or its end."""

    on: bool = True


class Mute(Command, frozen=True, tag="mute"):
    """Sound off, or on again."""

    on: bool = True


class Undo(Command, frozen=True, tag="undo"):
    """The last thing that a person did is taken back, with all that followed from it."""


EveningCommand = Sit | Stand | Away | Rename | Arrange | Claim | Release | Pick | Preset | Pause | Mute
"""What ``apply`` enters: whatever is done to the evening alone."""
TableCommand = EveningCommand | Finish | Verify | Ours | Keep
"""All that is entered beside a game: what begins, ends and asks is the table's to do."""


class Place(msgspec.Struct, frozen=True):
    """A taken seat: its number, its player's name (empty: none), whether the player is away."""

    number: int
    name: str = ""
    away: bool = False


class Points(msgspec.Struct, frozen=True):
    """What a seat has won tonight."""

    seat: int
    points: int


class Claimed(msgspec.Struct, frozen=True):
    """A seat's phone, by the SHA-256 of its token in hexadecimal."""

    seat: int
    digest: str


class Evening(msgspec.Struct, frozen=True, kw_only=True):
    """An evening's state. ``places`` are in clockwise order, by number until people have ``arranged`` them.

    ``claims`` are the phones of seats, ``regulars`` the names used lately, the latest first. ``picked`` is the game
    being set up, with its ``preset`` ("box" or "beside") and what was chosen otherwise, ``keepers``; ``doubts`` are the
    values that the owner is asked about before the game with the set-up ``waiting`` begins. ``scores`` are the points
    of the ``played`` games.
    """

    places: tuple[Place, ...] = ()
    arranged: bool = False
    claims: tuple[Claimed, ...] = ()
    regulars: tuple[str, ...] = ()
    picked: str = ""
    preset: str = "box"
    keepers: tuple[Keeping, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    waiting: msgspec.Raw = msgspec.Raw(b"null")
    paused: bool = False
    muted: bool = False
    scores: tuple[Points, ...] = ()
    played: int = 0

    def place(self, seat: int) -> Place:
        """Return the taken seat ``seat``. Raises Illegal when nobody sits there."""
        for place in self.places:
            if place.number == seat:
                return place
        raise Illegal(say("refused.empty_seat", n=seat))

    @property
    def seats(self) -> tuple[int, ...]:
        """The taken seats, clockwise."""
        return tuple(p.number for p in self.places)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats whose players are here, clockwise."""
        return tuple(p.number for p in self.places if not p.away)

    @property
    def free(self) -> tuple[int, ...]:
        """The free seats."""
        return tuple(n for n in range(1, SEATS + 1) if n not in self.seats)

    def names(self) -> dict[int, str]:
        """Return the names of the seats that have one."""
        return {p.number: p.name for p in self.places if p.name}

    def points(self, seat: int) -> int:
        """Return what ``seat`` has won tonight, not counting a game that is not put away yet."""
        return next((p.points for p in self.scores if p.seat == seat), 0)


class LobbyView(View, frozen=True, kw_only=True):
    """What anyone sees between games."""

    places: tuple[Place, ...] = ()
    free: tuple[int, ...] = ()
    picked: str = ""
    preset: str = "box"
    arranged: bool = False
    scores: tuple[Points, ...] = ()
    played: int = 0


def lobby(evening: Evening) -> LobbyView:
    """Return the view between games."""
    prompt = "lobby.prompt_seated" if evening.places else "lobby.prompt"
    return LobbyView(
        phase="setup" if evening.picked else "lobby",
        prompt=say("doubt.prompt" if evening.doubts else "lobby.setup" if evening.picked else prompt),
        note=say("lobby.seated", n=len(evening.places)),
        places=evening.places,
        free=evening.free,
        picked=evening.picked,
        preset=evening.preset,
        arranged=evening.arranged,
        scores=evening.scores,
        played=evening.played,
    )


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


def table_choices(evening: Evening, in_game: bool) -> tuple[Choice, ...]:
    """Return what can be done to the table at any time, each under its own ``table.*`` question."""
    found = [
        _choice("pause", Pause(not evening.paused), "table.resume" if evening.paused else "table.pause"),
        _choice("mute", Mute(not evening.muted), "table.unmute" if evening.muted else "table.mute"),
    ]
    if in_game:
        found.append(_choice("finish", Finish(), "table.finish", final=True))
    elif evening.free:
        seats = AskOne(field="seat", label=say("table.which_seat"), options=_numbers(evening.free))
        name = AskText(field="name", label=say("table.name"), most=NAME_MOST)
        found.append(_choice("sit", Sit(0), "table.sit", (seats, name)))
    if evening.places:
        which = AskOne(field="seat", label=say("table.which_seat"), options=_seats(evening.seats))
        name = AskText(field="name", label=say("table.name"), most=NAME_MOST)
        found.append(_choice("rename", Rename(0, ""), "table.rename", (which, name)))
        for away in (True, False):
            those = tuple(p.number for p in evening.places if p.away is not away)
            if those:
                ask = AskOne(field="seat", label=say("table.which_seat"), options=_seats(those))
                key = "away" if away else "back"
                found.append(_choice(key, Away(0, away), f"table.{key}", (ask,), question="table.away"))
        if not in_game:
            found.append(_choice("stand", Stand(0), "table.stand", (which,), final=True))
            order = AskOrder(field="order", label=say("table.clockwise"), options=_seats(evening.seats))
            found.append(_choice("arrange", Arrange(()), "table.arrange", (order,)))
    if evening.claims:
        phones = AskOne(
            field="seat", label=say("table.which_seat"), options=_seats(tuple(c.seat for c in evening.claims))
        )
        found.append(_choice("phone", Release(0), "table.release", (phones,)))
    return tuple(found)


def doubt_choices(doubt: Doubt) -> tuple[Choice, ...]:
    """Return the ways to settle a value that nobody has compared with a printed copy yet."""
    other = doubt.ask or AskText(field="value", label=doubt.label, most=40)
    verify = Verify(doubt.key, doubt.value)
    return (
        Choice(
            id="right",
            question="doubt",
            command=verify,
            label=say("doubt.right", value=doubt.shown),
            detail=doubt.label,
        ),
        Choice(id="other", question="doubt", command=verify, label=say("doubt.other"), asks=(other,)),
        Choice(id="ours", question="doubt", command=Ours(), label=say("doubt.ours")),
        Choice(id="back", question="doubt", command=Pick(""), label=say("lobby.back")),
    )


def another() -> Choice:
    """Return the way from a game that has ended back to the shelf."""
    return Choice(id="another", question="again", command=Finish(), label=say("lobby.another"))


def _choice(
    key: str,
    command: Command,
    label: str,
    asks: tuple[AskOne | AskText | AskNumber | AskOrder, ...] = (),
    *,
    question: str = "",
    final: bool = False,
) -> Choice:
    return Choice(
        id=key, question=question or f"table.{key}", command=command, label=say(label), asks=asks, final=final
    )


def _numbers(seats: tuple[int, ...]) -> tuple[Option, ...]:
    return tuple(Option(n, plain(str(n)), digit=n % 10) for n in seats)


def _seats(seats: tuple[int, ...]) -> tuple[Option, ...]:
    return tuple(Option(n, say("who", seat=Who(n)), digit=n % 10) for n in seats)
