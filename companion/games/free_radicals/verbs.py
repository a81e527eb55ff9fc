"""The verbs of this game: what effects of powers, rewards, player aids and the common acts can do."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta

from companion.effects import Effect, Language, Test

Some = Annotated[int, Meta(ge=1, le=99)]
"""How many of something an effect gives or takes."""

Colour = Literal["red", "yellow", "green", "blue", "purple"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
"""The five colours in the order that views, keys and saves use."""
Resource = Literal["hydrogen", "carbon", "titanium"]
RESOURCES: tuple[Resource, ...] = get_args(Resource)
Thing = Literal["hydrogen", "carbon", "titanium", "credit"]
THINGS: tuple[Thing, ...] = get_args(Thing)
"""What a player can hold any number of: the three resources and Credits."""
BUILDINGS = (
    "farm",
    "cafe",
    "casino",
    "cast_tower",
    "castle",
    "spire",
    "grant_office",
    "bazaar",
    "aero_dock",
    "church",
)
"""The ten buildings in the order of the rulebook: the keys 1 to 9 and 0."""
Building = Literal[
    "farm", "cafe", "casino", "cast_tower", "castle", "spire", "grant_office", "bazaar", "aero_dock", "church"
]


class Gain(Effect, frozen=True, tag="gain"):
    """Take ``n`` of something from the supply: a resource, "any" of them (each unit chosen), Credits or cards.

    ``data`` is a Data card of one's choice (display or deck), ``random`` one off the deck. ``per``: so many for
    each unit of a counter of the faction's, or of the knowledge "level".
    """

    what: Literal["hydrogen", "carbon", "titanium", "any", "credit", "data", "random"]
    n: Some = 1
    per: str = ""


class Pay(Effect, frozen=True, tag="pay"):
    """Return ``n`` of something to the supply; ``data`` is a card from the hand, discarded."""

    what: Literal["hydrogen", "carbon", "titanium", "any", "credit", "data"]
    n: Some = 1


class Points(Effect, frozen=True, tag="score"):
    """Score ``n`` points, or ``n`` for each unit of a counter or of the knowledge "level"."""

    n: Annotated[int, Meta(ge=-99, le=99)] = 1
    per: str = ""


class Favor(Effect, frozen=True, tag="favor"):
    """Earn ``n`` favor of a colour, "any" of the other four (each chosen), or "that" which is spoken of."""

    colour: Literal["red", "yellow", "green", "blue", "purple", "any", "that"] = "any"
    n: Some = 1


class Knowledge(Effect, frozen=True, tag="knowledge"):
    """Advance a track by one step, its cost paid: "any" faction's, one's "own", or one of the "others"."""

    of: Literal["any", "own", "others"] = "any"


class Prestige(Effect, frozen=True, tag="prestige"):
    """Gain the Prestige token: a point, whether it comes from somebody or was held already."""


class Count(Effect, frozen=True, tag="count"):
    """Change a counter of the faction's by ``by``; less than nothing cannot be."""

    counter: str
    by: Annotated[int, Meta(ge=-99, le=99)] = 1


class Visit(Effect, frozen=True, tag="visit"):
    """Visit an awakened building; ``bonus``: the faction's own building, with its bonus power."""

    bonus: bool = False


class Copy(Effect, frozen=True, tag="copy"):
    """Use the power of another awakened building, which is not visited by that."""


class Awaken(Effect, frozen=True, tag="awaken"):
    """Awaken a building with a Data card."""


class Remind(Effect, frozen=True, tag="remind"):
    """Say what people do now on their own boards: ``text`` is the pack's own."""

    text: str


class Counted(Test, frozen=True, tag="counter"):
    """Holds where a counter of the faction's is at ``least`` so much."""

    counter: str
    least: int = 1


class Holds(Test, frozen=True, tag="holds"):
    """Holds where the player has at ``least`` so many of something."""

    what: Literal["hydrogen", "carbon", "titanium", "any", "credit", "data"]
    least: int = 1


class HasPrestige(Test, frozen=True, tag="prestige"):
    """Holds where the player has the Prestige token."""


class Level(Test, frozen=True, tag="level"):
    """Holds where the faction's knowledge has reached a level."""

    least: Annotated[int, Meta(ge=0, le=4)]


LANGUAGE = Language(
    verbs=(Gain, Pay, Points, Favor, Knowledge, Prestige, Count, Visit, Copy, Awaken, Remind),
    tests=(Counted, Holds, HasPrestige, Level),
    groups=("everyone", "others"),
)
"""What packs may use. Groups: the players in turn order from whoever acts, with or without that one."""


# The common acts and the inner steps of rules, which no pack writes down.


class Tribute(Effect, frozen=True, tag="tribute"):
    """A controller gains the visitor's favor that was laid on the slot."""


class Advance(Effect, frozen=True, tag="advance"):
    """A track whose cost is paid goes one step on."""

    colour: Colour


class Establish(Effect, frozen=True, tag="establish"):
    """A card whose cost is paid awakens its building."""

    card: str


class Bill(Effect, frozen=True, tag="bill"):
    """With real cards: pay what the card says, one kind after the other, until it is all paid."""


class GetItem(Effect, frozen=True, tag="get-item"):
    """Take items from the supply because an action on the player aid says so."""


class GiveItem(Effect, frozen=True, tag="give-item"):
    """Return items to the supply because an action on the player aid says so."""


class EarnFavor(Effect, frozen=True, tag="earn-favor"):
    """Earn favor because an action on the player aid says so."""


class ForOther(Effect, frozen=True, tag="for-other"):
    """Somebody else scores, gains or earns because of this player's action."""


class Hand(Effect, frozen=True, tag="hand"):
    """A Data card goes from one hand to the other player's, unseen by everybody else."""


class Trade(Effect, frozen=True, tag="trade"):
    """Two players exchange items because an action on the player aid says so."""
