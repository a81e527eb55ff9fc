"""City circles set by hand: what cargo lies on one, and whether it has got its own."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import AskOne, Choice, Group, Option, plain, say

from .atlas import Atlas
from .commands import FixCircle, FixTaken
from .printed import Printed
from .state import RollingFreightState
from .terms import COLOURS, colour_name

NONE = ""


def circle_corrections(printed: Printed, state: RollingFreightState) -> tuple[Choice, ...]:
    """Return what can be said of the circles that no phase marker covers. Other cargo is out of the bag, or goes in."""
    atlas = printed.maps[state.options.map]
    open_ones = [at for at, spot in enumerate(state.spots) if not spot.closed]
    holding = tuple(at for at in open_ones if atlas.circles[at].supply)
    wanting = tuple(at for at in open_ones if atlas.circles[at].demand)
    found = []
    if holding:
        colours = [colour for colour in COLOURS if state.bag.count(colour)]
        options = (
            Option(NONE, say("rolling_freight.fix.nothing"), digit=0),
            *(Option(colour, colour_name(colour), digit=COLOURS.index(colour) + 1) for colour in colours),
        )
        lies = AskOne(field="cargo", label=say("rolling_freight.ask.cargo"), options=options)
        label = say("rolling_freight.fix.circle")
        asks = (_which(atlas, holding), lies)
        found.append(Choice(id="circle", question="fix", command=FixCircle(0, NONE), label=label, asks=asks))
    if wanting:
        options = (
            Option("yes", say("rolling_freight.fix.got"), digit=1),
            Option("no", say("rolling_freight.fix.wants"), digit=2),
        )
        got = AskOne(field="taken", label=say("rolling_freight.ask.taken"), options=options)
        label = say("rolling_freight.fix.taken")
        asks = (_which(atlas, wanting), got)
        found.append(Choice(id="taken", question="fix", command=FixTaken(0, "no"), label=label, asks=asks))
    return tuple(found)


def _which(atlas: Atlas, places: tuple[int, ...]) -> AskOne:
    """Ask for one of several circles, by its city, and from left to right where that has more than one."""
    options = []
    for at in sorted(places, key=lambda at: (atlas.city(atlas.circles[at].city).name, at)):
        city = atlas.circles[at].city
        of = [n for n, circle in enumerate(atlas.circles) if circle.city == city]
        name = atlas.city(city).name
        label = say("rolling_freight.fix.nth", city=plain(name), n=of.index(at) + 1) if len(of) > 1 else plain(name)
        options.append(Option(at, label, group=Group(plain(name[:1]))))
    return AskOne(field="circle", label=say("rolling_freight.ask.circle"), options=tuple(options))


def circle_fixed(state: RollingFreightState, command: FixCircle | FixTaken) -> RollingFreightState:
    """Return the state after a circle was set by hand."""
    spot, bag = state.spots[command.circle], state.bag
    match command:
        case FixCircle(_, cargo):
            bag = bag.add(spot.cargo) if spot.cargo else bag
            bag = bag.take(cargo) if cargo else bag
            spot = replace(spot, cargo=cargo)
        case FixTaken(_, taken):
            spot = replace(spot, saturated=taken == "yes")
    at = command.circle
    return replace(state, bag=bag, spots=(*state.spots[:at], spot, *state.spots[at + 1 :]))
