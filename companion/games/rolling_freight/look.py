"""What everybody may know: makes the view."""

from __future__ import annotations

from functools import lru_cache

from companion.game import Draw, Roll, Seat, Text, Viewer, Who, plain, say

from .chart import chart
from .contracts import length_of
from .delivery import brief_text, gain_text
from .flow import begun, course, need_now
from .improvements import gives
from .needs import Need
from .paying import coin
from .phases import result, untold
from .printed import Printed
from .shipping import lit, outlook
from .sight import (
    CardView,
    CountView,
    DieView,
    LineView,
    MarketView,
    PlayerView,
    RollingFreightView,
    RowView,
    SlotView,
    SumView,
    WorkView,
)
from .state import Die, Player, RollingFreightState, Work
from .telling import asked
from .terms import (
    COLOURS,
    PLAYER_COLOURS,
    SYMBOLS,
    colour_name,
    colour_of,
    colours_on,
    contract_name,
    face_name,
    improvement_name,
    number_of,
)
from .tracks import DISASTERS

WHYS = ("link", "route", "bonus", "friendly", "symbol", "cargo", "cubes", "fix")
"""Where points come from, in the order of the score sheet."""


def view(printed: Printed, state: RollingFreightState, viewer: Viewer) -> RollingFreightView:
    """Return what ``viewer`` may know."""
    seat = viewer.number if isinstance(viewer, Seat) else 0
    need = need_now(printed, state)
    found = outlook(printed, state)
    brings = None if found is None else gain_text(state, printed, *found)
    note = _price(state, need, brings)
    ended = result(state)
    told = untold(state)
    kind = need.kind if need is not None else "left" if told else ""
    who = need.seat if need is not None else told[0] if told else state.turn
    atlas = printed.maps[state.options.map]
    source, target, route = lit(state)
    tables = printed.tables
    step = state.agenda[0] if state.agenda else None
    told_of = step if isinstance(step, Draw | Roll) and state.keeper(step.component) == "told" else None
    waits = "" if told_of is None else "struck" if told_of.key.startswith(DISASTERS) else told_of.component
    return RollingFreightView(
        phase=state.stage,
        prompt=ended.why if ended is not None else _prompt(state, who, kind, seat),
        note=note or _note(state),
        list_title=_price(state, need, None if found is None else brief_text(state, printed, *found)),
        seats=state.seats,
        turn=who,
        first=state.first,
        period=state.phase,
        periods=state.phases,
        ender=state.ender,
        last=state.last,
        map=state.options.map,
        map_name=atlas.name,
        players=tuple(_player(printed, state, player, n) for n, player in enumerate(state.players)),
        slots=tuple(_slot(printed, state, place) for place in range(4)) if state.deck_in_box else (),
        market=tuple(
            MarketView(
                place + 1,
                kind,
                improvement_name(kind if kind not in ("", "?") else "none"),
                tables.improvements.price[place],
                gives(printed, state, kind),
            )
            for place, kind in enumerate(state.market)
        )
        if state.market_in_box
        else (),
        deck=len(state.deck),
        supply=len(state.supply),
        bag=tuple(CountView(colour, state.bag.count(colour)) for colour in COLOURS) if state.map_in_box else (),
        draft=state.draft,
        doing=state.doing,
        need=kind,
        waits=waits,
        asks=asked(printed, state, told_of) if told_of is not None else None,
        picked=state.picks,
        gain=brings,
        route=route,
        from_city=source,
        to_city=target,
        deliveries=state.deliveries,
        can=_can(printed, state),
        board=chart(atlas, state) if state.map_in_box else None,
        dice_in_box=state.dice_in_box,
        deck_in_box=state.deck_in_box,
        market_in_box=state.market_in_box,
        map_in_box=state.map_in_box,
        cubes_in_box=state.cubes_in_box,
        stock_in_box=state.stock_in_box,
        payout=tuple(RowView(say("rolling_freight.squares", n=n), row) for n, row in enumerate(tables.payout.rows, 1)),
        bonus=tuple(RowView(say(f"rolling_freight.{what}"), getattr(tables.bonus, what)) for what in ("slow", "fast")),
        stations=tables.stations.price,
        sheet=tuple(
            LineView(line.period, line.turn, line.seat, line.points, line.why, line_text(line.why, line.what))
            for line in state.log
        ),
        sums=tuple(_sums(state, player) for player in state.players),
        winners=ended.winners if ended is not None else (),
    )


def _prompt(state: RollingFreightState, who: int, kind: str, seat: int) -> Text:
    if state.stage == "lay":
        return say("rolling_freight.prompt.lay")
    own = "own_" if who == seat and seat else ""
    if kind:
        what = contract_name(state.doing.partition(".")[2]) if state.doing.startswith("build.") else plain("")
        return say(f"rolling_freight.prompt.{own}{kind}", seat=Who(who), what=what)
    if state.stage == "draft":
        drafted = state.player(who).drafted
        return say(f"rolling_freight.prompt.{own}draft{'_not_' + drafted if drafted else ''}", seat=Who(who))
    if state.agenda:
        return say("rolling_freight.prompt.chance", seat=Who(who))
    return say(f"rolling_freight.prompt.{own}turn", seat=Who(who))


def _price(state: RollingFreightState, need: Need | None, brings: Text | None) -> Text | None:
    """Return what the act under way costs and brings, as far as that is known."""
    price = need.note if need is not None else None
    if price is not None and (bought := _bought(state)) is not None:
        return say("rolling_freight.list", a=bought, b=price)
    if brings is not None and price is not None:
        return say("rolling_freight.list", a=price, b=brings)
    return price if brings is None else brings


def _note(state: RollingFreightState) -> Text | None:
    if state.stage == "draft":
        return say("rolling_freight.note.draft", n=len(state.draft))
    if state.stage != "turn":
        return None
    note = say("rolling_freight.note.phase", letter=state.phase)
    if state.last:
        note = say("rolling_freight.note.last", letter=state.phase, n=min(state.last, len(state.seats)))
    for contract in state.ruined:
        ruined = say("rolling_freight.note.ruined", what=contract_name(contract))
        note = say("rolling_freight.list", a=note, b=ruined)
    return note


def _can(printed: Printed, state: RollingFreightState) -> tuple[str, ...]:
    """Return the acts that whoever's turn it is could begin, in the order of their keys."""
    if state.stage != "turn" or state.agenda or state.doing:
        return ()
    works = state.player(state.turn).works
    build = {"build": f"build.{works[0].contract}"} if works else {}
    acts = {"contract": "contract", **build, "deliver": "deliver", "station": "station", "improve": "improve"}
    turned = {name: course(printed, begun(state, act)) for name, act in acts.items()}
    return tuple(name for name, then in turned.items() if not isinstance(then, Need) or then.options)


def _bought(state: RollingFreightState) -> Text | None:
    """Return what is being paid for, where it is no delivery."""
    match state.doing, state.picks:
        case "station", _:
            return say("rolling_freight.do.station")
        case "contract", (first, *more):
            return contract_name(first if state.deck_in_box or not more else more[0])
        case "improve", (first, *_):
            return improvement_name(state.market[int(first)] if state.market_in_box else first)
        case _:
            return None


def _player(printed: Printed, state: RollingFreightState, player: Player, n: int) -> PlayerView:
    links = state.built_by(player.seat)
    prices = printed.tables.stations.price
    return PlayerView(
        seat=player.seat,
        colour=PLAYER_COLOURS[n % len(PLAYER_COLOURS)],
        points=player.points,
        dice=tuple(_die(die) for die in player.dice),
        unspent=len(player.unspent),
        works=tuple(_work(printed, state, work) for work in player.works),
        improvements=(
            *(CardView(kind, improvement_name(kind), True) for kind in player.improvements),
            *(CardView(kind, improvement_name(kind), False) for kind in player.bought),
        ),
        stations=player.stations,
        station=prices[player.stations] if player.stations < len(prices) else 0,
        stock=tuple(map(CountView, COLOURS, player.stock)) if state.stock_in_box else (),
        cargo=tuple(map(CountView, COLOURS, player.cargo)),
        markers=sum(player.cargo),
        links=len(links),
        squares=sum(link.length for link in links),
    )


def _die(die: Die) -> DieView:
    symbol = die.face if die.face in SYMBOLS else ""
    name = face_name(die.face) if die.face else say("rolling_freight.in_hand")
    return DieView(die.kind, die.face, colours_on(die.face), symbol, die.spent, coin(die), name)


def _work(printed: Printed, state: RollingFreightState, work: Work) -> WorkView:
    key = work.contract
    return WorkView(
        key,
        colour_of(key),
        number_of(key),
        contract_name(key),
        work.cubes if state.cubes_in_box else -1,
        length_of(printed, state, key) or 0,
        _where(printed, state, key),
    )


def _where(printed: Printed, state: RollingFreightState, key: str) -> Text | None:
    if not state.map_in_box:
        return None
    atlas = printed.maps[state.options.map]
    link = atlas.link(key)
    return say("rolling_freight.between", a=plain(atlas.city(link.a).name), b=plain(atlas.city(link.b).name))


def _slot(printed: Printed, state: RollingFreightState, place: int) -> SlotView:
    key, price = state.contracts[place], printed.tables.slots.price[place]
    if key in ("", "?"):
        return SlotView(place + 1, "", "", 0, say("rolling_freight.gap"), price, 0, None)
    length = length_of(printed, state, key) or 0
    return SlotView(
        place + 1,
        key,
        colour_of(key),
        number_of(key),
        contract_name(key),
        price,
        length,
        _where(printed, state, key),
    )


@lru_cache(1024)
def line_text(why: str, what: str) -> Text:
    """Return where points came from, in words."""
    if why == "link":
        return say("rolling_freight.why.link", what=contract_name(what))
    if why in ("route", "bonus", "friendly", "symbol"):
        return say(f"rolling_freight.why.{why}", colour=colour_name(what))
    return say(f"rolling_freight.why.{why}", letter=plain(what))


def _sums(state: RollingFreightState, player: Player) -> SumView:
    mine = [line for line in state.log if line.seat == player.seat]
    parts = ((why, sum(line.points for line in mine if line.why == why)) for why in WHYS)
    return SumView(player.seat, tuple((why, n) for why, n in parts if n), player.points)
