"""The little screen in every phase, pixel by pixel. ``pytest --rewrite-golden`` writes the pictures anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.game import Big, Choice, Item, Menu, Page, Seat, Setup, View, Viewer, plain, say
from companion.games.rolling_freight.commands import CubesLeft, EndCard, RollingFreightSetup
from companion.screens import draw, to_text
from companion.words import of_the_house
from tests.console.moment import Desk, Moment
from tests.rolling_freight.example import ROUTE, amys
from tests.rolling_freight.freight import NAMES, Table, game
from tests.screens.golden import same

GOLDEN = Path(__file__).parent / "golden"
words = of_the_house("rolling_freight").naming(dict(enumerate(NAMES, 1)))


def shown(table: Table) -> dict[str, Page]:
    return {page.key: page for page in game.pages(table.view())}


def busy() -> Table:
    """Four of them, in the middle of a game in the West; Ann's turn."""
    table = Table(4).drafted()
    for n, who in enumerate(NAMES[:4]):
        table.set(who, points=7 + 31 * n, cargo=(n, 1, 0, 0), stations=n)
    table.track("R4", "B2", "Y3", "S1")
    table.market("storage", "die_black", "planner")
    table.give("Ann", "die_black", "die_yellow", "friendly")
    table.dice("Ann", "B BG R RY Y G BGRY points")
    table.set("Ann", stock=(2, 0, 1, 0))
    table.works("Ann", G2=4, R1=1, Y2=2)
    return table


def halfway() -> Table:
    """Amy's worked example, told link by link: one link is left."""
    table = amys()
    table.act("deliver", "blue", "links", *ROUTE.split("-")[:-1])
    return table


class Before(Moment):
    """A box at this moment of a game."""

    def __init__(self, table: Table) -> None:
        offers: dict[Seat, dict[str, tuple[Choice, ...]]] = {}
        for who in NAMES[: len(table.state.seats)]:
            for pick in table.offered(who).values():
                by = offers.setdefault(Seat(table.seat(who)), {})
                by[f"1:{pick.question}"] = (*by.get(f"1:{pick.question}", ()), pick)
        super().__init__(offers, seats=table.state.seats)
        self.public = table.view()

    def view(self, viewer: Viewer) -> View:
        return self.public


def catalogue() -> dict[str, Page]:
    found = {f"middle-{key}": page for key, page in shown(busy()).items()}
    draft = Table(3)
    found |= {"draft": game.pages(draft.view())[0]}
    paying = busy()
    paying.act("station")
    found |= {"paying": game.pages(paying.view())[0]}
    found |= {"paying-list": Desk(Before(paying)).type("enter").page}
    route = halfway()
    found |= {"route-list": Desk(Before(route)).type("enter").page}
    route.pick("G3")
    found |= {"delivery-list": Desk(Before(route)).type("enter").page}
    options = RollingFreightSetup(map="southeastern", first=1)
    beside = Table(5, beside=True, options=options).drafted()
    beside.set("Ann", points=123)
    beside.do("Ann", EndCard())
    found |= {f"beside-{key}": page for key, page in shown(beside).items()}
    over = Table(3, beside=True).drafted()
    over.works("Bo", G2=0)
    for _ in range(3):
        over.do(over.turn, EndCard())
        while over.state.last and over.state.stage == "turn":
            before = over.state.period
            over.end()
            if over.state.period != before or over.state.stage != "turn":
                break
    found |= {"left": game.pages(over.view())[0]}
    over.do("Bo", CubesLeft(4))
    found |= {f"end-{key}": page for key, page in shown(over).items()}
    return found


PAGES = catalogue()


@pytest.mark.parametrize("name", PAGES)
def test_picture(name: str, request: pytest.FixtureRequest) -> None:
    same(draw(PAGES[name], words), GOLDEN / f"{name}.png", request)


@pytest.mark.parametrize(("of", "players"), [("western", 4), ("southeastern", 5)])
def test_what_the_owner_is_asked_stands_there_whole(of: str, players: int) -> None:
    doubts = game.doubts(Setup(seats=tuple(range(1, players + 1)), options=RollingFreightSetup(map=of)))
    assert doubts
    for doubt in doubts:
        page = Page(key="doubt", widgets=(Big(doubt.shown, doubt.label),), hints=say("console.hint.doubt"))
        assert "…" not in to_text(page, words), doubt.key


def test_no_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(PAGES)


@pytest.mark.parametrize("name", sorted(game.printed.maps))
def test_lists_of_a_delivery_say_all_of_it(name: str) -> None:
    """From where, to where, over which link, by which route: nothing of it is cut off on the little screen."""
    atlas = game.printed.maps[name]
    of = "rolling_freight."
    cities = [plain(city.name) for city in atlas.cities]
    labels = [say(f"{of}{way}_city", city=city) for way in ("from", "to") for city in cities]
    for link in atlas.links:
        ends = (plain(atlas.city(end).name) for end in (link.a, link.b))
        labels += [say(f"{of}link_to", city=city, what=plain(link.contract)) for city in ends]
    labels += [say(f"{of}route", n=n, own=own, rivals=9) for n in (1, 12) for own in (1, 9)]
    for label in labels:
        page = Page(key="list", widgets=(Menu(plain("?"), (Item(1, label),)),))
        assert "…" not in to_text(page, words)
