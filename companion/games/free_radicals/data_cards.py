"""Data cards (rulebook, "Data Cards"): the display of four, the deck, hands, and what becomes of useless cards."""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache

from msgspec.structs import replace

from companion.effects import Do
from companion.game import Draw, Text, plain, say
from companion.pile import Bag, Pile

from .by_hand import left_to_people
from .describe import SIGNS, cost_text
from .needs import At, Need, Opt, Turned, done, one_more, reached
from .printed import DataCard, Printed
from .state import Card, FreeRadicalsState, Lay, Picked
from .verbs import COLOURS, Hand

DISPLAY = 4
LETTERS = {"red": "R", "yellow": "Y", "green": "G", "blue": "B", "purple": "P"}


def colours(state: FreeRadicalsState) -> tuple[str, ...]:
    """Return the colours that somebody plays."""
    return tuple(player.colour for player in state.players)


def card_name(printed: Printed, key: str) -> Text:
    """Return a card in one short line: building and the letters of its colours."""
    return card_lines(printed, key)[0]


def card_line(printed: Printed, key: str) -> Text:
    """Return what a card costs and scores."""
    return card_lines(printed, key)[1]


def card_lines(printed: Printed, key: str) -> tuple[Text, Text]:
    """Return both lines of a card, as they were put together when the packs were bound."""
    found = printed.lines.get(key)
    if found is None:
        card = printed.cards[key]
        building = plain(printed.buildings[card.building].name)
        name = say("free_radicals.card", building=building, colours=letters_of(card))
        found = (name, say("free_radicals.card_line", cost=_cost(card), n=card.points))
    return found


def letters_of(card: DataCard) -> str:
    """Return the colours that can use a card, a letter each."""
    return "".join(LETTERS[colour] for colour in COLOURS if colour in card.colours)


def card_short(printed: Printed, key: str) -> Text:
    """Return what a card costs and scores in the few letters of the little screen."""
    card = printed.cards[key]
    paid = card.resources
    resources = "".join(f"{n}{sign}" for what, sign in SIGNS.items() if (n := getattr(paid, what)))
    kind = "either" if resources and card.credits else "resources" if resources else "credits"
    return say(f"free_radicals.held.{kind}", paid=resources, n=card.credits, points=card.points)


def _cost(card: DataCard) -> Text:
    paid = card.resources.pays()
    if paid and card.credits:
        return say("free_radicals.either", a=cost_text(paid), b=say("free_radicals.n_credit", n=card.credits))
    return cost_text(paid) if paid else say("free_radicals.n_credit", n=card.credits)


def card_opts(printed: Printed, keys: tuple[str, ...]) -> tuple[Opt, ...]:
    """Return cards to pick from; two alike in name are told apart by what they cost and score."""
    lines = {key: card_lines(printed, key) for key in keys}
    names = [name for name, _ in lines.values()]
    return tuple(_card_opt(key, *both, alike=names.count(both[0]) > 1) for key, both in lines.items())


def own_opts(hand: tuple[Card, ...], which: Container[str]) -> tuple[Opt, ...]:
    """Return those cards of a hand that are among ``which``, by their number in it: no page names them."""
    places = ((n, held.card) for n, held in enumerate(hand, 1) if held.card in which)
    return tuple(_own_opt(n, card) for n, card in places)


@lru_cache(maxsize=512)
def _own_opt(number: int, card: str) -> Opt:
    label = say("free_radicals.own_card", n=number)
    return Opt(card, label, digit=number if number < 10 else None, name=str(number))


@lru_cache(maxsize=512)
def _card_opt(key: str, name: Text, line: Text, *, alike: bool) -> Opt:
    return Opt(key, say("free_radicals.card_pick", card=name, line=line) if alike else name, line)


def gain(state: FreeRadicalsState, step: Do, what: str, n: int, printed: Printed, pick: Picked | None) -> Turned:
    """Take ``n`` cards: each from the display or the deck, or off the deck only. What is not there lapses."""
    if not state.cards_in_box:
        return left_to_people(state, step)
    if not state.display and not len(state.deck):
        return done(state)
    if what == "random":
        return _draw(one_more(state, step, n), step.who) if len(state.deck) else done(state)
    if pick is None:
        shown = card_opts(printed, state.display)
        deck = (Opt("deck", say("free_radicals.deck"), digit=0),) if len(state.deck) else ()
        return Need(step.who, "card", (*shown, *deck))
    after = one_more(state, step, n)
    if pick.what == "deck":
        return _draw(after, step.who)
    player = state.player(step.who)
    place = after.display.index(pick.what)
    after = after.with_player(replace(player, hand=(*player.hand, Card(pick.what, open=True))))
    rest = (*after.display[:place], *after.display[place + 1 :])
    return replace(after, display=rest, agenda=(Lay(), *after.agenda))


def _draw(state: FreeRadicalsState, seat: int) -> FreeRadicalsState:
    drawn = state.drawn + 1
    draw = Draw(f"data.{drawn}", "data", seat, (seat,))
    return replace(state, drawn=drawn, agenda=(draw, *state.agenda))


def lay(printed: Printed, state: FreeRadicalsState) -> FreeRadicalsState:
    """Fill up the display by one card, as long as the deck may hold one that somebody can use."""
    hopeless = state.barren and not _any_usable(printed, state, state.discard)
    if len(state.display) >= DISPLAY or not len(state.deck) or hopeless:
        return done(state)
    drawn = state.drawn + 1
    return replace(state, drawn=drawn, agenda=(Draw(f"display.{drawn}", "data"), *state.agenda))


def came(printed: Printed, state: FreeRadicalsState, draw: Draw, card: str) -> FreeRadicalsState:
    """Take in a card that was drawn: into a hand, the display, or straight on the discard pile."""
    state = replace(state, deck=state.deck.take(card), agenda=state.agenda[1:])
    if draw.seat is not None:
        player = state.player(draw.seat)
        state = state.with_player(replace(player, hand=(*player.hand, Card(card, draw.key))))
    elif printed.usable(card, colours(state)):
        state = replace(state, display=(*state.display, card))
    else:
        state = replace(state, discard=state.discard.add(card))
    return reshuffled(printed, state)


def reshuffled(printed: Printed, state: FreeRadicalsState) -> FreeRadicalsState:
    """Make a new deck of the discard pile the moment there is none."""
    if len(state.deck) or not len(state.discard):
        return state
    barren = not _any_usable(printed, state, state.discard)
    return replace(state, deck=Pile((state.discard,)), discard=Bag(), barren=barren)


def _any_usable(printed: Printed, state: FreeRadicalsState, cards: Bag) -> bool:
    played = colours(state)
    return any(printed.usable(card, played) for card in cards.kinds)


def pay(printed: Printed, state: FreeRadicalsState, step: Do, n: int, pick: Picked | None) -> Turned:
    """Discard cards of one's choice from the hand."""
    if not state.cards_in_box:
        return left_to_people(state, step)
    player = state.player(step.who)
    if len(player.hand) < n - reached(step):
        return None
    if pick is None:
        return Need(step.who, "discard", own_opts(player.hand, printed.cards), secret=True)
    return one_more(discarded(printed, state, step.who, pick.what), step, n)


def discarded(printed: Printed, state: FreeRadicalsState, seat: int, card: str) -> FreeRadicalsState:
    """Return the state after ``seat`` laid a card of its hand on the discard pile."""
    player = state.player(seat)
    place = next(n for n, held in enumerate(player.hand) if held.card == card)
    hand = (*player.hand[:place], *player.hand[place + 1 :])
    state = state.with_player(replace(player, hand=hand))
    return reshuffled(printed, replace(state, discard=state.discard.add(card)))


def cards_moved(printed: Printed, state: FreeRadicalsState, card: str, to: str) -> FreeRadicalsState:
    """Return the state after a card of the display or the discard pile was put elsewhere by hand, and nothing else.

    ``to`` is "display", "discard", "deck" (which is shuffled by that) or a seat, whose hand takes it openly.
    """
    if card in state.display:
        at = state.display.index(card)
        state = replace(state, display=(*state.display[:at], *state.display[at + 1 :]))
    else:
        state = replace(state, discard=state.discard.take(card))
    match to:
        case "display":
            return replace(state, display=(*state.display, card))
        case "discard":
            return reshuffled(printed, replace(state, discard=state.discard.add(card)))
        case "deck":
            return replace(state, deck=state.deck.shuffled(card), barren=False)
        case _:
            player = state.player(int(to))
            return state.with_player(replace(player, hand=(*player.hand, Card(card, open=True))))


def laid_anew(printed: Printed, state: FreeRadicalsState, *, keep: bool) -> FreeRadicalsState:
    """Return the state in which the display is filled up by hand; without ``keep`` all of it is discarded first."""
    if not keep:
        state = reshuffled(printed, replace(state, display=(), discard=state.discard.add(*state.display)))
    return replace(state, agenda=(Lay(),), barren=False)


def hand_over(at: At[Hand]) -> Turned:
    """Let a card go to the other player of an exchange: which one is for these two alone to know."""
    printed, state, step, pick = at.printed, at.state, at.step, at.pick
    player, other = state.player(step.who), state.player(int(step.about))
    if not player.hand:
        return done(state)
    if pick is None:
        return Need(step.who, "pass", own_opts(player.hand, printed.cards), secret=True)
    place = next(n for n, held in enumerate(player.hand) if held.card == pick.what)
    rest = (*player.hand[:place], *player.hand[place + 1 :])
    state = state.with_player(replace(player, hand=rest))
    return done(state.with_player(replace(other, hand=(*other.hand, player.hand[place]))))


def passed(state: FreeRadicalsState, question: str) -> FreeRadicalsState:
    """Return the state in which whoever gets the card knows what answers ``question``."""
    step = state.agenda[0]
    assert isinstance(step, Do)
    other = state.player(int(step.about))
    after = state.with_player(replace(other, learned=(*other.learned, question)))
    return replace(after, moves=state.moves + 1)


def opened(state: FreeRadicalsState, seat: int, card: str, question: str) -> FreeRadicalsState:
    """Return the state after ``seat`` showed a card of its hand to all by answering ``question`` with it."""
    player = state.player(seat)
    place = next(n for n, held in enumerate(player.hand) if held.card == card)
    held = player.hand[place]
    shown = (*state.shown, question, *((held.draw,) if held.draw and not held.open else ()))
    hand = (*player.hand[:place], replace(held, open=True), *player.hand[place + 1 :])
    return replace(state.with_player(replace(player, hand=hand)), shown=shown, moves=state.moves + 1)
