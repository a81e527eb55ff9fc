"""What each viewer may know: makes the view, and says what has been learned."""

from __future__ import annotations

from companion.game import Held, Seat, Text, Viewer, Who, plain, say

from .by_hand import taken
from .data_cards import card_line, card_name, card_short
from .describe import cost_text, power_text
from .flow import offered_options, play
from .needs import Need, colour_name, faction_of, thing_name
from .printed import Printed
from .scoring import asked, left_kind, result, sets
from .sheet import sheet, sums
from .sight import (
    BuildingView,
    CardView,
    CounterView,
    FavorView,
    FreeRadicalsView,
    PlayerView,
    Private,
    StepView,
    TakeView,
    ThingView,
    TrackView,
)
from .state import FreeRadicalsState, Player
from .verbs import BUILDINGS, COLOURS, THINGS
from .visiting import power


def view(printed: Printed, state: FreeRadicalsState, viewer: Viewer) -> FreeRadicalsView:
    """Return what ``viewer`` may know."""
    seat = viewer.number if isinstance(viewer, Seat) else 0
    picks: list[Text] = []
    need = play(printed, state, picks).need if state.agenda else None
    ended = result(printed, state)
    who, what = asked(state)
    if need is not None:
        who, what = need.seat, need.kind
    return FreeRadicalsView(
        phase=state.stage,
        prompt=_prompt(state, who, what, seat, ended.why if ended else None, need.ask if need else ""),
        note=_stuck(printed, state, need, seat) or _note(printed, state, need, picks),
        list_title=_hidden(need),
        held=_held(printed, state, seat),
        seats=state.seats,
        turn=state.turn,
        first=state.first,
        round=state.round,
        rounds=printed.scoring.rounds,
        prestige=state.prestige,
        players=tuple(_player(printed, state, player) for player in state.players),
        buildings=tuple(_building(printed, state, key) for key in BUILDINGS),
        tracks=tuple(_track(printed, state, colour) for colour in COLOURS),
        items_in_box=state.items_in_box,
        cards_in_box=state.cards_in_box,
        aids_in_box=state.aids_in_box,
        clock=bool(state.clocks),
        doing=state.doing,
        need=what,
        asking=who,
        picked=tuple(pick.what for pick in state.picks),
        checklist=_checklist(printed, state),
        by_hand=_by_hand(printed, state),
        display=tuple(_card(printed, card) for card in state.display),
        deck=len(state.deck),
        discard=len(state.discard),
        sheet=sheet(printed, state),
        sums=sums(state),
        todo=_todo(printed, state) if state.stage == "setup" else (),
        winners=ended.winners if ended else (),
        ties=state.options.ties,
        holo=state.options.holo,
        ranks=state.options.ranks,
        private=_private(printed, state, seat),
    )


def _prompt(state: FreeRadicalsState, who: int, what: str, seat: int, why: Text | None, ask: str) -> Text:
    if why is not None:
        return why
    if ask:
        return plain(ask) if who == seat else say("free_radicals.prompt.asked", seat=Who(who), what=plain(ask))
    if state.stage == "setup":
        return say("free_radicals.prompt.setup" if not state.agenda else "free_radicals.prompt.dealing")
    own = "own_" if who == seat and seat else ""
    if who:
        return say(f"free_radicals.prompt.{own}{what}", seat=Who(who))
    own = "own_" if state.turn == seat and seat else ""
    return say(f"free_radicals.prompt.{own}turn", seat=Who(state.turn)) if state.turn else say("free_radicals.counting")


def _note(printed: Printed, state: FreeRadicalsState, need: Need | None, picks: list[Text]) -> Text | None:
    """Return what the moment is part of; while an act goes on, what has been picked of it so far."""
    if asked(state)[1] == "left":
        return say(f"free_radicals.note.{left_kind(state)}")
    if state.stage != "turn":
        return None
    if need is not None and need.seat != state.turn:
        kind = "reward" if state.doing in ("visit", "bonus") else "trade" if state.doing == "trade" else "aid"
        return say(f"free_radicals.note.{kind}", seat=Who(state.turn))
    if picks:
        said = picks[0]
        for pick in picks[1:]:
            said = say("free_radicals.then", a=said, b=pick)
        return say("free_radicals.note.picked", what=said)
    return say("free_radicals.note.round", n=state.round, of=printed.scoring.rounds)


def _hidden(need: Need | None) -> Text | None:
    """Return how a card is picked at the box where nobody else sees it: what stands over the list is all one sees."""
    if need is None or not need.secret:
        return None
    return say("free_radicals.hidden", n=need.seat % 10, what=say(f"free_radicals.oled.{need.kind}"))


def _stuck(printed: Printed, state: FreeRadicalsState, need: Need | None, seat: int) -> Text | None:
    """Return, for the player alone who was to play a card, why no card of the hand can be played."""
    if need is None or need.kind != "play" or need.seat != seat or offered_options(printed, state, need):
        return None
    return say("free_radicals.note.unpaid" if need.options else "free_radicals.note.no_colour")


def _held(printed: Printed, state: FreeRadicalsState, seat: int) -> Held | None:
    if not seat or not state.cards_in_box:
        return None
    hand = state.player(seat).hand
    lines = tuple(line for n, held in enumerate(hand, 1) for line in _held_lines(printed, n, held.card))
    return Held(say("free_radicals.held.title", n=len(hand)), lines or (say("free_radicals.held.none"),))


def _held_lines(printed: Printed, number: int, card: str) -> tuple[Text, Text]:
    """Return a card of a hand in two lines that fit the little screen: its number and name, cost and points."""
    return say("free_radicals.held.card", n=number, card=card_name(printed, card)), card_short(printed, card)


def _player(printed: Printed, state: FreeRadicalsState, player: Player) -> PlayerView:
    faction = faction_of(printed, player)
    counters = zip(faction.counters, player.counters, strict=True) if state.aids_in_box else ()
    return PlayerView(
        seat=player.seat,
        faction=player.faction,
        name=faction.name,
        colour=player.colour,
        points=player.points,
        items=tuple(ThingView(thing, player.has(thing)) for thing in THINGS) if state.items_in_box else (),
        cards=len(player.hand),
        favor=tuple(FavorView(c, n) for c, n in zip(COLOURS, player.favor, strict=True) if c != player.colour),
        favor_total=sum(player.favor),
        sets=sets(player),
        knowledge=state.steps(player.colour),
        level=printed.tracks[player.colour].level(state.steps(player.colour)),
        prestige=state.prestige == player.seat,
        counters=tuple(CounterView(kind.key, kind.name, n, kind.most, kind.turn) for kind, n in counters),
        clock=f"seat.{player.seat}" if state.clocks else "",
    )


def _building(printed: Printed, state: FreeRadicalsState, key: str) -> BuildingView:
    building = printed.buildings[key]
    here = (*state.controllers(key), 0, 0)[:2]
    bonus = next((f for f in printed.factions.values() if f.building == key), None)
    colours = tuple(state.player(seat).colour if seat else "" for seat in here)
    return BuildingView(
        key=key,
        name=building.name,
        digit=(BUILDINGS.index(key) + 1) % 10,
        slots=(colours[0], colours[1]),
        seats=(here[0], here[1]),
        power=power_text(printed.book[power(printed, state, key)]),
        reward=thing_name(building.reward),
        bonus_of=bonus.key if bonus else "",
        bonus=bonus.bonus.text if bonus else "",
        visited=key in state.visited,
    )


def _track(printed: Printed, state: FreeRadicalsState, colour: str) -> TrackView:
    track = printed.tracks[colour]
    return TrackView(
        colour=colour,
        seat=state.owner(colour),
        steps=state.steps(colour),
        level=track.level(state.steps(colour)),
        length=track.length,
        levels=track.steps,
        points=track.points,
        costs=tuple(cost_text(cost.pays()) for cost in track.cost),
    )


def _card(printed: Printed, key: str) -> CardView:
    card = printed.cards[key]
    return CardView(
        key,
        card_name(printed, key),
        card_line(printed, key),
        card_short(printed, key),
        card.building,
        tuple(card.colours),
        card.points,
    )


def _checklist(printed: Printed, state: FreeRadicalsState) -> tuple[StepView, ...]:
    """Return the turn's steps: the point for the token, which the box gives, then those of the player aid."""
    if state.stage != "turn" or not state.aids_in_box:
        return ()
    player = state.player(state.turn)
    name = faction_of(printed, player).name
    first = StepView(say("free_radicals.step.prestige"), True, auto=True)
    own = tuple(
        StepView(plain(step.text), n in player.done) for n, step in enumerate(faction_of(printed, player).steps)
    )
    return (first, *(own or (StepView(say("free_radicals.step.aid", faction=plain(name)), False),)))


def _by_hand(printed: Printed, state: FreeRadicalsState) -> tuple[TakeView, ...]:
    if state.agenda or state.stage != "turn":
        return ()
    return tuple(TakeView(one.seat, one.what, one.short) for one in taken(printed, state, state.by_hand))


def _private(printed: Printed, state: FreeRadicalsState, seat: int) -> Private | None:
    if not seat or not state.cards_in_box:
        return None
    return Private(tuple(_card(printed, held.card) for held in state.player(seat).hand))


def _todo(printed: Printed, state: FreeRadicalsState) -> tuple[Text, ...]:
    """Return what has to be laid out before the first turn (rulebook, "General Setup"), for these keepers.

    Where the box keeps the items it keeps board, favor and tracks as well; boards of factions are always on the table.
    """
    real = not state.items_in_box
    names = ["board", "supply", "token"] if real else []
    names += [] if state.cards_in_box else ["cards"]
    names += ["each", "aid", "cubes", "start", "score", "track"] if real else ["each", "aid"]
    lines = [say(f"free_radicals.todo.{name}") for name in names]
    for player in state.players:
        faction = faction_of(printed, player)
        lines.append(
            say(
                "free_radicals.todo.faction",
                seat=Who(player.seat),
                faction=faction.name,
                colour=colour_name(faction.colour),
            )
        )
        lines += [say("free_radicals.todo.component", what=plain(component)) for component in faction.components]
    kind = "neutral" if real else "neutral_box"
    neutral = [colour for colour in COLOURS if not state.owner(colour)]
    lines += [say(f"free_radicals.todo.{kind}", colour=colour_name(colour)) for colour in neutral]
    lines += [say("free_radicals.todo.rest")] if real and neutral else []
    if state.first:
        lines.append(say("free_radicals.todo.first", seat=Who(state.first)))
        lines += [say("free_radicals.todo.marker")] if real else []
    return tuple(lines)


def known(state: FreeRadicalsState, viewer: Viewer) -> tuple[str, ...]:
    """Return the draws and secret picks that this viewer has learned.

    All know of cards that were played or discarded, who got a card in exchange knows which.
    """
    return (*state.shown, *state.player(viewer.number).learned) if isinstance(viewer, Seat) else state.shown
