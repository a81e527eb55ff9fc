"""What is on offer at the table: a game's choices, and what the table itself adds around every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from companion import evening as lobby
from companion.evening import Evening, table_choices
from companion.game import (
    Actor,
    AnyGame,
    AskOrder,
    Box,
    Chance,
    Choice,
    Command,
    Illegal,
    Keep,
    Keeping,
    Malformed,
    Meta,
    Outcome,
    PackError,
    Seat,
    Setup,
    State,
    TableError,
    Text,
    Told,
    Who,
    fill,
    fits,
    parse,
    pending,
    plain,
    say,
    tag_of,
)
from companion.history import History, Unit
from companion.moment import Now, Opened, kinds_of
from companion.published import Offer, Published
from companion.shelf import Shelf

Ended = Callable[[str], State | None]
Offers = Mapping[Actor, tuple[Offer, ...]]


def offers(now: Now, history: History, row: int, shelf: Shelf, ended: Ended) -> tuple[Offers, tuple[Opened, ...]]:
    """Return what every actor has on offer at the moment after ``row``, and which questions are open since which row.

    To take something back is asked anew for each thing: the row is that of what would be taken back.
    """
    since = {seat: alike.rows for alike in now.opened for seat in alike.seats}
    never: dict[str, int] = {}
    fixed = {"table.undo": history.units[-1].unit} if history.units else never
    found: dict[Actor, tuple[Offer, ...]] = {}
    groups: list[_Alike] = []
    known: list[tuple[dict[str, int], _Alike]] = []
    for actor, choices in _choices(now, history, shelf, ended):
        seat = actor.seat or 0
        before = since.get(seat, never)
        # Those who may do the same since the same rows are offered the very same, which is quick to tell.
        alike = next((a for rows, a in known if rows is before and a.choices == choices), None)
        if alike is None:
            rows = {c.question: fixed.get(c.question) or before.get(c.question, row) for c in choices}
            alike = next((a for a in groups if a.rows == rows and a.choices == choices), None)
            if alike is None:
                alike = _Alike(choices, rows, tuple(Offer(f"{rows[c.question]}:{c.question}", c) for c in choices), [])
                groups.append(alike)
            known.append((before, alike))
        alike.seats.append(seat)
        found[actor] = alike.offers
    return found, tuple(Opened(tuple(alike.seats), alike.rows) for alike in groups)


class _Alike(NamedTuple):
    """Who has the same on offer: the choices, the row at which each question opened, the offers, the seats."""

    choices: tuple[Choice, ...]
    rows: dict[str, int]
    offers: tuple[Offer, ...]
    seats: list[int]


def _choices(now: Now, history: History, shelf: Shelf, ended: Ended) -> Iterator[tuple[Actor, tuple[Choice, ...]]]:
    """Yield what each actor may choose, the table's own choices first."""
    game, state, seats = now.rules, now.state, now.evening.seats
    chance = _to_tell(game, state) if game is not None and state is not None else None
    telling = _telling(game, chance) if game is not None and chance is not None else None
    last = history.units[-1] if history.units else None
    undo = _undo(last) if last is not None else None
    yield Box(), _for_table(now, shelf, ended, telling, undo)
    tellers = () if chance is None else seats if chance.seen == "all" else chance.seen
    takers = () if last is None or last.secret else seats if last.seat is None or last.final else (last.seat,)
    for seat in seats:
        if game is None or state is None or seat not in state.seats:
            yield Seat(seat), ()
            continue
        actor = Seat(seat)
        choices = game.choices(state, actor)
        if telling is not None and seat in tellers:
            choices = (*choices, telling)
        if undo is not None and seat in takers:
            choices = (*choices, undo)
        yield actor, choices


def _for_table(now: Now, shelf: Shelf, ended: Ended, telling: Choice | None, undo: Choice | None) -> tuple[Choice, ...]:
    game, state, evening = now.rules, now.state, now.evening
    around = table_choices(evening, state is not None)
    if evening.doubts:
        return (*lobby.doubt_choices(evening.doubts[0]), *around)
    if game is None or state is None:
        return (*_lobby(evening, shelf, ended), *around)
    choices = game.choices(state, Box())
    if telling is not None and telling.public:
        choices = (*choices, telling)
    if game.outcome(state) is not None:
        ways = _with_keys(game.setups(evening.playing, state), game.setups(evening.playing, None))
        choices = (*choices, *(msgspec.structs.replace(c, question="again") for c in ways), lobby.another())
    fixes = tuple(msgspec.structs.replace(c, question="table.fix", id=f"fix.{c.id}") for c in game.corrections(state))
    keeps = tuple(
        _keep(c.key, c.label, keeper)
        for c in game.meta.components
        if not c.secret and not (c.for_good and state.keeper(c.key) == "unseen")
        for keeper in c.keepers
        if keeper != state.keeper(c.key)
        and (keeper != "app" or state.keeper(c.key) == "told" or "told" not in c.keepers)
    )
    return (*choices, *fixes, *keeps, *((undo,) if undo else ()), *around)


def _lobby(evening: Evening, shelf: Shelf, ended: Ended) -> tuple[Choice, ...]:
    """Pick a game; then how to start it: the usual way first."""
    if not evening.picked:
        return tuple(
            Choice(
                id=f"pick.{key}",
                question="lobby",
                command=lobby.Pick(key),
                label=shelf.meta(key).name,
                detail=_fit(shelf.meta(key), evening),
            )
            for key in shelf
        )
    title = evening.picked
    meta = shelf.meta(title)
    unfit = misfit(meta, evening)
    try:
        game = shelf.game(title)
    except PackError as error:
        unfit = say("trouble.pack", fault=str(error))
    back = Choice(id="back", question="lobby", command=lobby.Pick(""), label=say("lobby.back"), detail=unfit)
    if unfit:
        return (back,)
    who = keepers(meta, evening)
    ways, fresh = (game.suited(game.setups(evening.playing, last), who) for last in (ended(title), None))
    found = [msgspec.structs.replace(c, question="lobby") for c in _with_keys(ways, fresh)]
    if any(c.keepers[0] != c.beside for c in meta.components):
        found.append(_preset(evening))
    found.append(back)
    kept = {k.component: k.keeper for k in who}
    for c in meta.components:
        found += [_keep(c.key, c.label, keeper) for keeper in c.keepers if keeper != kept[c.key]]
    return tuple(found)


def _with_keys(ways: tuple[Choice, ...], fresh: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Return the ways to start with the keys that they have where no game was played yet: what people learn stays.

    What only the last game brings, the same again, has the key of the way in whose place it stands, or else 0.
    """
    if len(fresh) > 9:
        return ways
    keys = {way.id: n for n, way in enumerate(fresh, 1)}
    beside = None if keys.keys() - {way.id for way in ways} else 0
    return tuple(msgspec.structs.replace(way, digit=keys.get(way.id, beside)) for way in ways)


def _preset(evening: Evening) -> Choice:
    """Return the switch between both presets. It says that it is on: taking it once more is no way to be sure of it."""
    if evening.preset == "beside":
        label, detail = say("lobby.beside_on"), say("lobby.box")
        return Choice(id="preset", question="lobby", command=lobby.Preset("box"), label=label, detail=detail)
    return Choice(id="preset", question="lobby", command=lobby.Preset("beside"), label=say("lobby.beside"))


def _fit(meta: Meta, evening: Evening) -> Text:
    """Return for how many a game is, in few words; where others are here, that too."""
    fits = "lobby.players" if misfit(meta, evening) is None else "lobby.players_not"
    return say(fits, least=meta.least, most=meta.most, n=len(evening.playing))


def misfit(meta: Meta, evening: Evening) -> Text | None:
    """Return in words that so many people cannot play this game, or None where they can."""
    here = len(evening.playing)
    if meta.least <= here <= meta.most:
        return None
    return say("lobby.misfit", game=meta.name, least=meta.least, most=meta.most, n=here)


def keepers(meta: Meta, evening: Evening) -> tuple[Keeping, ...]:
    """Return who keeps what in the next game: by the preset, but for what was changed by hand."""
    chosen = {k.component: k for k in evening.keepers}
    return tuple(
        chosen.get(c.key, Keeping(c.key, c.beside if evening.preset == "beside" else c.keepers[0]))
        for c in meta.components
    )


def _keep(component: str, label: Text, keeper: Any) -> Choice:
    return Choice(
        id=f"keep.{component}.{keeper}",
        question="table.keep",
        command=Keep(component, keeper),
        label=say(f"keep.{keeper}", what=label),
    )


def _undo(last: Unit) -> Choice:
    return Choice(id="undo", question="table.undo", command=lobby.Undo(), label=say("undo.take", what=last.label))


def _to_tell(game: AnyGame, state: State) -> Chance | None:
    """Return the chance that people are to tell of, if one waits."""
    chance = pending(game, state)
    return chance if chance is not None and state.keeper(chance.component) == "told" else None


def _telling(game: AnyGame, chance: Chance) -> Choice:
    """Return the question what came of the real dice, bag or cards."""
    named = (component.label for component in game.meta.components if component.key == chance.component)
    ask = AskOrder(
        field="items",
        label=chance.label or say("told.what"),
        options=game.told(chance),
        count=chance.size,
        repeats=True,
    )
    return Choice(
        id="told",
        question=f"told.{chance.key}",
        command=Told(chance.key, ()),
        label=say("told.label", what=next(named, plain(chance.component))),
        asks=(ask,),
        public=chance.seen == "all",
    )


def is_evening(command: Command) -> bool:
    """Tell whether ``command`` is the evening's, not the game's."""
    return isinstance(command, lobby.EveningCommand)


def owner(actor: Actor) -> str:
    """Return who sends, where nobody said more."""
    match actor:
        case Seat(number):
            return f"seat:{number}"
        case Box(None):
            return "box"
        case Box(seat):
            return f"box:{seat}"
        case Outcome():
            return "outcome"


def who(actor: Actor) -> Text:
    """Return the actor's name as the table says it."""
    return say("who", seat=Who(actor.seat)) if actor.seat is not None else say("box")


def label(actor: Actor, choice: Choice) -> Text | None:
    """Return public words for what ``actor`` did; none where even that it was done may tell something."""
    return say("did.choice", who=who(actor), what=choice.label) if choice.public else None


def find(on_offer: tuple[Offer, ...], tag: str, answers: Mapping[str, Any]) -> tuple[Offer, dict[str, Any]]:
    """Return the offer that the command ``tag`` with these field values makes, and what is open of it.

    Raises Illegal when nothing on offer makes it; with the reason of the nearest one.
    """
    trouble: TableError = Illegal(say("refused.not_now"))
    for offer in on_offer:
        choice = offer.choice
        if tag_of(choice.command) != tag:
            continue
        asks = {a.field: a for a in choice.asks}
        fixed = {k: v for k, v in answers.items() if k not in asks}
        own = msgspec.to_builtins(choice.command)
        if any(str(own.get(k)) != str(v) and own.get(k) != v for k, v in fixed.items()):
            continue
        values: dict[str, Any] = {}
        try:
            for field, ask in asks.items():
                if field in answers:
                    values[field] = parse(ask, answers[field])
                elif field not in own or not fits(ask, getattr(choice.command, field)):
                    raise Malformed(say("refused.missing", question=ask.label))
                else:
                    values[field] = getattr(choice.command, field)
                if not fits(ask, values[field]):
                    raise Malformed(say("refused.answer", question=ask.label))
            fill(choice, values)
        except TableError as error:
            trouble = error
            continue
        return offer, values
    raise trouble


def reason(moment: Published, shelf: Shelf, actor: Actor, tag: str, answers: Mapping[str, Any]) -> Text | None:
    """Return the game's own reason for which the command ``tag`` with these field values is not on offer, if it says.

    It is never entered: the game is only asked what it would say. By contract that depends on nothing that the actor
    may not know.
    """
    wanted = {**answers, "do": tag}
    try:
        if moment.game is not None and moment.state is not None and moment.result() is None:
            command = msgspec.convert(wanted, kinds_of(moment.game, actor), strict=False)
            moment.game.apply(moment.state, actor, command)
        else:
            rules = shelf.game(moment.title or moment.evening.picked)
            options = msgspec.convert(wanted, rules.setup_type, strict=False)
            rules.new(Setup(seats=moment.evening.playing, options=options, keepers=keepers(rules.meta, moment.evening)))
    except Illegal as refused:
        return refused.reason
    except Exception:  # noqa: BLE001 - what no game understands is refused in the table's own words
        return None
    return None
