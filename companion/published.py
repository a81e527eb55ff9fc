"""One moment of the table, as everyone reads it: nothing in it changes any more."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from companion.clock import Face
from companion.evening import Claimed, Evening, lobby
from companion.game import (
    Actor,
    AnyGame,
    Box,
    Choice,
    Notice,
    Page,
    Public,
    Result,
    Seat,
    State,
    Text,
    View,
    Viewer,
    sees,
)


class Offer(msgspec.Struct, frozen=True):
    """A choice with the name of its question: "<row at which it opened>:<name>", which never comes again.

    Of undo the row is that of what it takes back.
    """

    question: str
    choice: Choice

    def __hash__(self) -> int:
        """Tell offers apart by their names alone: pages are looked up by what is offered, and a choice may be large."""
        return hash((self.question, self.choice.id))

    @property
    def name(self) -> str:
        """The question's name without its row."""
        return self.choice.question


class Numbered(msgspec.Struct, frozen=True):
    """A notice with its number, which only grows, and what everybody was called when it was given."""

    n: int
    notice: Notice
    names: Mapping[int, str] = {}


class Published:
    """Everything that can be read of the table at one moment. Readers never lock; views are made when asked for."""

    def __init__(
        self,
        *,
        epoch: str,
        serial: int,
        row: int,
        evening: Evening,
        title: str = "",
        game: AnyGame | None = None,
        state: State | None = None,
        saving: bool = True,
        faces: Mapping[str, Face] | None = None,
        notices: tuple[Numbered, ...] = (),
        offers: Mapping[Actor, tuple[Offer, ...]] | None = None,
        undo: Text | None = None,
        troubles: tuple[Text, ...] = (),
    ) -> None:
        self.epoch, self.serial, self.row = epoch, serial, row
        self.evening, self.title, self.game, self.state = evening, title or None, game, state
        self.saving, self.faces, self.notices = saving, dict(faces or {}), notices
        self.troubles = troubles
        self._offers, self._undo = dict(offers or {}), undo
        self._views: dict[Viewer, View] = {}
        self._phones: Mapping[str, tuple[int, ...]] | None = None

    def names(self) -> Mapping[int, str]:
        """Return the names of the seats that have one."""
        return self.evening.names()

    def seats_of(self, token_digest: str) -> tuple[int, ...]:
        """Return the seats that this phone holds, lowest first."""
        if self._phones is None:  # all phones ask, one after the other
            self._phones = _phones(self.evening.claims)
        return self._phones.get(token_digest, ())

    def view(self, viewer: Viewer) -> View:
        """Return what ``viewer`` may know: of the game, or of the lobby between games. In a break nobody may look."""
        view = self._views.get(viewer)
        if view is None:
            if self.game is None or self.state is None:
                view = lobby(self.evening)
            else:
                seated = isinstance(viewer, Seat) and viewer.number in self.state.seats
                view = self.game.view(self.state, viewer if seated else Public())
                if self.evening.paused and view.held is not None:
                    view = msgspec.structs.replace(view, held=None)
            self._views[viewer] = view
        return view

    def offers(self, actor: Actor) -> tuple[Offer, ...]:
        """Return what ``actor`` may do now: in a break nothing but what is the table's own."""
        found = self.asked(actor)
        return tuple(o for o in found if o.choice.of_table) if self.evening.paused else found

    def asked(self, actor: Actor) -> tuple[Offer, ...]:
        """Return what ``actor`` may do now or, in a break, after it: a break closes no question.

        The box for a seat has what of the seat's is public at the table.
        """
        if isinstance(actor, Box) and actor.seat is not None:
            return tuple(o for o in self._offers.get(Seat(actor.seat), ()) if o.choice.public)
        return self._offers.get(actor, ())

    def why_not(self, digit: int) -> Text | None:
        """Return the game's own reason for which that is not on offer of which ``digit`` is the key, if it has one."""
        if self.game is None or self.state is None:
            return None
        meant = self.game.keyed(self.state, digit)
        return None if meant is None else self.game.why_not(self.state, *meant)

    def pages(self) -> tuple[Page, ...]:
        """Return the little screen's pages of the game; none between games, where the console has its own."""
        if self.game is None or self.state is None:
            return ()
        return self.game.pages(self.view(Public()))

    def explained(self) -> tuple[Page, ...]:
        """Return the little screen's pages of the rules that matter in this game."""
        if self.game is None or self.state is None:
            return ()
        return self.game.explains(self.view(Public()))

    def result(self) -> Result | None:
        """Return how the game ended, if it did."""
        return self.game.outcome(self.state) if self.game is not None and self.state is not None else None

    def undo_names(self) -> Text | None:
        """Return what undo would take back, in public words."""
        return self._undo

    def heard(self, viewer: Viewer, after: int = 0) -> tuple[Numbered, ...]:
        """Return the latest notices with numbers after ``after`` that ``viewer`` may have."""
        return tuple(n for n in self.notices if n.n > after and sees(n.notice.seen, viewer))

    def json(self, viewer: Viewer) -> Any:
        """Return the view as plain JSON values, with ``clock``: what table scripts' paths lead into."""
        tree = msgspec.to_builtins(self.view(viewer))
        face = next(iter(sorted(self.faces.values(), key=lambda f: not f.running)), None)
        tree["clock"] = (
            {"key": face.key, "remaining": face.shown, "running": face.running} if face is not None else None
        )
        names = self.names()
        tree.setdefault("scores", {names.get(s, str(s)): self.points(s) for s in self.evening.seats})
        return tree

    def points(self, seat: int) -> int:
        """Return what ``seat`` has won tonight, with the game that has just ended."""
        result = self.result()
        now = next((s.points for s in result.scores if s.seat == seat), 0) if result else 0
        return self.evening.points(seat) + now

    def leaders(self) -> tuple[int, ...]:
        """Return who has won most tonight: several where they are even, nobody before the first point."""
        points = {seat: self.points(seat) for seat in self.evening.seats}
        best = max(points.values(), default=0)
        return tuple(seat for seat, won in points.items() if best and won == best)


@lru_cache(maxsize=2)  # at every moment, while phones come and go now and then
def _phones(claims: tuple[Claimed, ...]) -> Mapping[str, tuple[int, ...]]:
    """Return the seats of each phone, lowest first."""
    found: dict[str, tuple[int, ...]] = {}
    for claim in sorted(claims, key=lambda claim: claim.seat):
        found[claim.digest] = (*found.get(claim.digest, ()), claim.seat)
    return found


class Subscription:
    """Follows the table: whoever waits gets the latest moment, never a queue of old ones."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._seen = -1
        self._closed = False

    def wait(self, timeout: float | None = None) -> Published | None:
        """Return the latest moment as soon as it is one not yet returned; None after ``timeout`` s or when closed."""
        with self._board.changed:
            self._board.changed.wait_for(
                lambda: self._closed or self._board.closed or self._board.latest.serial != self._seen, timeout
            )
            if self.closed or self._board.latest.serial == self._seen:
                return None
            self._seen = self._board.latest.serial
            return self._board.latest

    @property
    def closed(self) -> bool:
        """Whether nothing more will come."""
        return self._closed or self._board.closed

    def close(self) -> None:
        """Follow no more; a waiting thread comes back at once."""
        with self._board.changed:
            self._closed = True
            self._board.changed.notify_all()


Follower = Callable[[Published], None]


class Board:
    """Where the latest moment hangs."""

    def __init__(self, first: Published) -> None:
        self.changed = threading.Condition()
        self.latest = first
        self.closed = False
        self.followers: list[Follower] = []
        self.heralds: list[Follower] = []

    def announce(self, moment: Published) -> None:
        """Tell who wants to prepare for ``moment``, which is not kept yet and must not be shown."""
        for herald in self.heralds:
            herald(moment)

    def hang(self, moment: Published) -> None:
        """Swap in ``moment``, give it to the followers one after the other, and wake whoever waits."""
        self.latest = moment
        for follower in self.followers:
            follower(moment)
        with self.changed:
            self.changed.notify_all()

    def close(self) -> None:
        """Tell everyone that nothing more comes."""
        with self.changed:
            self.closed = True
            self.changed.notify_all()
