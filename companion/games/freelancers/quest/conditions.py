"""The tests of quest packs: what an effect, a way or a told code can be made to depend on."""

from __future__ import annotations

from companion.effects import Test

from .things import Held, Valued

# --- of the table


class Value(Test, frozen=True, tag="value"):
    """Holds where a value of the table is at least, at most, or both."""

    of: Valued
    least: int | None = None
    most: int | None = None


class Counter(Test, frozen=True, tag="counter"):
    """Holds where a counter is at ``least`` so much (1 when nothing is said) and at ``most`` so much."""

    counter: str
    least: int | None = None
    most: int | None = None


class DialAt(Test, frozen=True, tag="dial"):
    """Holds where a dial of the page's is at least, at most, or both."""

    dial: str
    least: int | None = None
    most: int | None = None


class Locked(Test, frozen=True, tag="locked"):
    """Holds where an action of the current page is locked."""

    action: int


class Chosen(Test, frozen=True, tag="chosen"):
    """Holds where ``least`` players or more chose an action this round (and ``most`` at the most)."""

    action: int
    least: int | None = None
    most: int | None = None


class At(Test, frozen=True, tag="at"):
    """Holds where the party is at a place of the map."""

    place: str


class Visited(Test, frozen=True, tag="visited"):
    """Holds where the party has been at a place of the map, or is there."""

    place: str


class Marked(Test, frozen=True, tag="marked"):
    """Holds where the map has a remark, at a place."""

    place: str
    remark: str


class PageIs(Test, frozen=True, tag="page"):
    """Holds while the location book lies open at a page."""

    page: int


class WasRead(Test, frozen=True, tag="read"):
    """Holds where an entry has been read in this quest."""

    entry: str


TABLE_TESTS: tuple[type[Test], ...] = (
    Value,
    Counter,
    DialAt,
    Locked,
    Chosen,
    At,
    Visited,
    Marked,
    PageIs,
    WasRead,
)

# --- of a player, or of a group


class Has(Test, frozen=True, tag="has"):
    """Holds where the player has at least, at most so much. ``of``: somebody of that group; ``every``: each of them."""

    what: Held
    least: int | None = None
    most: int | None = None
    of: str = ""
    every: bool = False


class HasCard(Test, frozen=True, tag="card"):
    """Holds where the player (or somebody of the group) has the card with that number."""

    card: str
    of: str = ""


class HasTitle(Test, frozen=True, tag="title"):
    """Holds where the player (or somebody of the group) has the title."""

    title: str
    of: str = ""


class HasTrait(Test, frozen=True, tag="trait"):
    """Holds where the weapon of the player (or of somebody of the group) has the trait."""

    trait: str
    of: str = ""


class IsSpecies(Test, frozen=True, tag="species"):
    """Holds where the player (or somebody of the group) is of the species."""

    species: str
    of: str = ""


class IsJob(Test, frozen=True, tag="job"):
    """Holds where the player (or somebody of the group) has the job."""

    job: str
    of: str = ""


class IsIn(Test, frozen=True, tag="in"):
    """Holds where the player is one of a group."""

    of: str


PLAYER_TESTS: tuple[type[Test], ...] = (Has, HasCard, HasTitle, HasTrait, IsSpecies, IsJob)
"""What is asked of one player where no group is named."""
