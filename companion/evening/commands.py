"""What can be done to an evening, by whoever has the box or a phone."""

from __future__ import annotations

from companion.game import Command, Keep


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
