"""The deal: a card to each, one passed to the left, then trios around the ring (rulebook, Setup)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Chance, Draw
from companion.pile import Bag, Pile

from .state import CrossfireState


def trios(ring: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
    """Return who shuffles with whom, in turn: right neighbour, the one who shuffles, left neighbour.

    The dealer's trio comes first, then that of every third player clockwise; neighbours wrap around.
    """
    n = len(ring)
    return tuple((ring[i - 1], ring[i], ring[(i + 1) % n]) for i in range(0, n, 3))


def trio_name(ring: tuple[int, ...], shuffler: int) -> str:
    """Return the phase in which ``shuffler``'s trio swaps: "trio.4" is that of the fourth from the dealer."""
    return f"trio.{ring.index(shuffler) + 1}"


def trio_now(state: CrossfireState) -> tuple[int, ...]:
    """Return the trio that swaps in this phase, its shuffler in the middle (nobody in another phase)."""
    phase = state.phase
    return next((trio for trio in trios(state.ring) if trio_name(state.ring, trio[1]) == phase), ())


def deal_draws(ring: tuple[int, ...]) -> tuple[Draw, ...]:
    """Return the draws of the first deal, the dealer's first."""
    return tuple(Draw(f"deal.{seat}", "cards", seat, (seat,)) for seat in ring)


def trio_draws(ring: tuple[int, ...], trio: tuple[int, int, int]) -> tuple[Draw, ...]:
    """Return the draws by which a trio's cards come back to it."""
    name = trio_name(ring, trio[1])
    return tuple(Draw(f"{name}.{seat}", "cards", seat, (seat,)) for seat in trio)


def drawn_from(state: CrossfireState, draw: Draw) -> Chance:
    """Return what can come of ``draw``: the cards not yet dealt, or those of the trio not yet back."""
    if draw.key.startswith("deal."):
        cards = state.lineup
    else:
        row = state.rows[-1]
        cards = Bag.of(row[state.ring.index(seat)] for seat in _trio_of(state, draw))
    rest = cards.take(*state.drawn)
    return Chance.of(draw, Pile((rest,)) if rest.counts else Pile())


def _trio_of(state: CrossfireState, draw: Draw) -> tuple[int, int, int]:
    name = draw.key.rpartition(".")[0]
    return next(trio for trio in trios(state.ring) if trio_name(state.ring, trio[1]) == name)


def take_card(state: CrossfireState, draw: Draw, card: str) -> CrossfireState:
    """Return the state after ``card`` came; the last one of a deal or a trio lays down the row."""
    rest = state.agenda[1:]
    drawn = (*state.drawn, card)
    if rest and isinstance(rest[0], Draw):
        return replace(state, agenda=rest, drawn=drawn)
    if draw.key.startswith("deal."):
        row = drawn
    else:
        back = dict(zip(_trio_of(state, draw), drawn, strict=True))
        row = tuple(back.get(seat, old) for seat, old in zip(state.ring, state.rows[-1], strict=True))
    return replace(state, agenda=rest, drawn=(), rows=(*state.rows, row))


def pass_left(state: CrossfireState) -> CrossfireState:
    """Return the state after everyone gave the card to the left: each has that of the right neighbour."""
    row = state.rows[-1]
    return replace(state, rows=(*state.rows, (row[-1], *row[:-1])))


def row_names(state: CrossfireState) -> tuple[str, ...]:
    """Return what made each row: "deal", "pass", "trio.1", ..."""
    names = ("deal", "pass", *(trio_name(state.ring, trio[1]) for trio in trios(state.ring)))
    return names[: len(state.rows)]


def cards_seen(state: CrossfireState, seat: int) -> tuple[str, ...]:
    """Return the cards that ``seat`` has looked at so far, in turn."""
    if seat not in state.ring:
        return ()
    place = state.ring.index(seat)
    return tuple(
        row[place]
        for name, row in zip(row_names(state), state.rows, strict=True)
        if not name.startswith("trio.") or seat in trio_at(state, name)
    )


def trio_at(state: CrossfireState, name: str) -> tuple[int, int, int]:
    """Return the trio of the phase ``name``. Raises StopIteration when there is none."""
    return next(trio for trio in trios(state.ring) if trio_name(state.ring, trio[1]) == name)


def draws_learned(state: CrossfireState, seat: int) -> tuple[str, ...]:
    """Return the draw that ``seat`` learned without having seen it come: the card passed to it."""
    if len(state.rows) < 2 or seat not in state.ring:
        return ()
    return (f"deal.{state.ring[state.ring.index(seat) - 1]}",)


def last_draw(state: CrossfireState, seat: int) -> str:
    """Return the key of the draw that gave ``seat`` the card it holds now."""
    done = [trio for trio in trios(state.ring) if trio_name(state.ring, trio[1]) in row_names(state)]
    for trio in reversed(done):
        if seat in trio:
            return f"{trio_name(state.ring, trio[1])}.{seat}"
    place = state.ring.index(seat)
    return f"deal.{state.ring[place - 1 if len(state.rows) > 1 else place]}"


def all_draws(state: CrossfireState) -> tuple[str, ...]:
    """Return the keys of every draw so far whose row is complete."""
    keys = [f"deal.{seat}" for seat in state.ring] if state.rows else []
    for name in row_names(state)[2:]:
        keys += [f"{name}.{seat}" for seat in trio_at(state, name)]
    return tuple(keys)
