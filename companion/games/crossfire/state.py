"""Where a game of Crossfire stands."""

from __future__ import annotations

import msgspec

from companion.game import AskSeats, Draw, State, Step
from companion.pile import Bag

from .commands import CrossfireSetup


class Scene(Step, frozen=True, tag="scene"):
    """A step of the evening that somebody, or a clock, ends: ``key`` is its phase."""

    key: str


class AskWere(Step, frozen=True, tag="ask-were"):
    """With the real cards: who held ``kind``, asked during the step ``scene``."""

    kind: str
    scene: str


class AskWas(Step, frozen=True, tag="ask-was"):
    """With the real cards: what did ``seat`` hold."""

    seat: int
    scene: str


class AskShotCards(Step, frozen=True, tag="ask-cards"):
    """With the real cards: before whom do the Sniper's cards lie."""

    scene: str


class AskAims(Step, frozen=True, tag="ask-aims"):
    """With the real cards: whom do the known shooters and protectors of this step point at."""

    scene: str


class Aim(msgspec.Struct, frozen=True):
    """Whom a seat points at: nobody, one, or two."""

    seat: int
    targets: tuple[int, ...]


class Kept(msgspec.Struct, frozen=True):
    """A seat's own line of notes."""

    seat: int
    text: str


class Told(msgspec.Struct, frozen=True):
    """What people said that a seat held."""

    seat: int
    kind: str


AnyStep = Draw | AskSeats | Scene | AskWere | AskWas | AskShotCards | AskAims


class CrossfireState(State, frozen=True, kw_only=True):
    """One game.

    ``ring`` are those who get a card, clockwise, the dealer first. ``rows`` is how the cards lay, in the order
    of the ring: dealt, passed, then after each trio (empty with the real cards); ``drawn`` is the row that is
    being dealt. ``claims`` go with the ring. ``agenda`` is all that is still to come, the closing script too.
    ``shots_left`` are the Sniper's cards still in hand.
    """

    agenda: tuple[AnyStep, ...] = ()
    options: CrossfireSetup
    lineup: Bag
    ring: tuple[int, ...]
    drawn: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    claims: tuple[str, ...] = ()
    aims: tuple[Aim, ...] = ()
    shots_left: int = 0
    shots: tuple[int, ...] = ()
    notes: tuple[Kept, ...] = ()
    told: tuple[Told, ...] = ()

    @property
    def sniper(self) -> int:
        """The Sniper's seat, 0 where nobody is."""
        return self.options.sniper if self.options.mode == "sniper" else 0

    @property
    def cards_in_box(self) -> bool:
        """Whether the box deals, and so knows who holds what."""
        return self.keeper("cards") == "app"

    @property
    def secret(self) -> bool:
        """Whether people point in secret, on their phones."""
        return self.options.pointing == "phones"

    @property
    def phase(self) -> str:
        """What is going on: the key of the first step that is not a draw."""
        for step in self.agenda:
            if isinstance(step, Draw):
                continue
            return step.key if isinstance(step, (AskSeats, Scene)) else step.scene
        return "end"

    def coming(self, phase: str) -> bool:
        """Tell whether ``phase`` is on, or still to come."""
        return any(isinstance(step, Scene) and step.key == phase for step in self.agenda)

    def roles(self) -> dict[int, str]:
        """Return what the box knows of who holds what: with the real cards, what was told so far."""
        known = {told.seat: told.kind for told in self.told}
        if self.rows:
            known |= dict(zip(self.ring, self.rows[-1], strict=True))
        return known | ({self.sniper: "sniper"} if self.sniper else {})

    def role_of(self, seat: int) -> str:
        """Return what the box knows ``seat`` to hold, "" where it does not."""
        if seat == self.sniper:
            return "sniper"
        if self.rows and seat in self.ring:
            return self.rows[-1][self.ring.index(seat)]
        return next((told.kind for told in self.told if told.seat == seat), "")

    def aim_of(self, seat: int) -> tuple[int, ...] | None:
        """Return whom ``seat`` points at, None when it has not said."""
        return next((aim.targets for aim in self.aims if aim.seat == seat), None)

    def with_aims(self, *new: Aim) -> CrossfireState:
        """Return the state in which these seats point so, and the others as before."""
        changed = {aim.seat for aim in new}
        aims = (*(aim for aim in self.aims if aim.seat not in changed), *new)
        order = {seat: i for i, seat in enumerate(self.seats)}
        return msgspec.structs.replace(self, aims=tuple(sorted(aims, key=lambda aim: order[aim.seat])))

    def claim_of(self, seat: int) -> str:
        """Return who ``seat`` says it is."""
        return self.claims[self.ring.index(seat)]

    def note_of(self, seat: int) -> str:
        """Return the seat's own line of notes."""
        return next((kept.text for kept in self.notes if kept.seat == seat), "")
