"""A party at the table: the small quest, or the boxed game beside it; turns are played in a line each."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest
from msgspec.structs import replace

from companion.effects import begin
from companion.game import (
    Actor,
    Box,
    Came,
    Choice,
    Command,
    Draw,
    Expired,
    Illegal,
    Keeping,
    Notice,
    Outcome,
    Public,
    Roll,
    Seat,
    Setup,
    pending,
)
from companion.games.freelancers import META, bind
from companion.games.freelancers.commands import Accept, FreelancersSetup, Next, Pick, Place, Ready, Resolve
from companion.games.freelancers.flow import run
from companion.games.freelancers.rules import Freelancers
from companion.games.freelancers.sight import FreelancersView
from companion.games.freelancers.state import Item, Need, Player, Rolled
from tests.freelancers.quests import template

ANN, BO, CY, DI = 1, 2, 3, 4


@lru_cache
def game_with(more: tuple[tuple[str, str], ...] = ()) -> Freelancers:
    """Return the game with the small quest, something more at the end of some of its files."""
    files = template()
    boards = files.pop("boards.toml")
    for file, text in more:
        files[file] = files.get(file, b"") + b"\n" + text.encode()
    return bind({"boards.toml": boards, **{f"quests/small/{name}": content for name, content in files.items()}})


class Party:
    """A table: ``state`` is where it stands; everything done goes through the rules."""

    def __init__(
        self, *effects: str, players: int = 3, quest: str = "small", more: str = "", tokens: str = "", **kept: str
    ) -> None:
        keepers = {c.key: c.keepers[0] if quest else c.beside for c in META.components} | kept
        body = f'[[entry]]\ncode = "try"\ntitle = "Tried"\neffects = [{", ".join(effects)}]\n{more}'
        files = (("entries/entries.toml", body),) if effects or more else ()
        self.game = game_with((*files, ("tokens.toml", tokens)) if tokens else files)
        seats = tuple(range(1, players + 1))
        self.state = self.game.new(
            Setup(
                seats=seats,
                options=FreelancersSetup(quest=quest, order=seats),
                keepers=tuple(Keeping(key, keeper) for key, keeper in keepers.items()),  # type: ignore[arg-type]  # a keeper's word, from a test's own list
            )
        )
        self.notices: tuple[Notice, ...] = ()

    # --- what is seen

    @property
    def view(self) -> FreelancersView:
        return self.game.view(self.state, Public())

    @property
    def need(self) -> Need | None:
        top = self.state.agenda[0] if self.state.agenda else None
        return top if isinstance(top, Need) else None

    def player(self, seat: int) -> Player:
        return self.state.player(seat)

    def offered(self, actor: Seat | Box, *, fixes: bool = False) -> tuple[Choice, ...]:
        return (*self.game.choices(self.state, actor), *(self.game.corrections(self.state) if fixes else ()))

    def ids(self, actor: Seat | Box) -> tuple[str, ...]:
        return tuple(choice.id for choice in self.offered(actor))

    def cards(self, seat: int) -> tuple[str, ...]:
        return tuple(item.card for item in self.player(seat).items)

    # --- what is done

    def do(self, actor: Actor, command: Command) -> Party:
        before = self.state
        self.state = self.game.apply(before, actor, command)
        self.notices = self.game.tell(before, actor, command, self.state)
        return self

    def refused(self, actor: Actor, command: Command) -> str:
        """See that a command is refused; return the reason's key."""
        before = self.state
        with pytest.raises(Illegal) as refusal:
            self.game.apply(self.state, actor, command)
        assert self.state == before
        return refusal.value.reason.key

    def comes(self, *items: str) -> Party:
        """Let the bag, the deck or the dice give ``items``, one draw or roll after the other."""
        left = list(items)
        while left:
            step = self.state.agenda[0]
            assert isinstance(step, Draw | Roll), f"nothing is drawn: {step}"
            count = len(step.dice) if isinstance(step, Roll) else step.count
            now, left = left[:count], left[count:]
            self.do(Outcome(), Came(step.key, tuple(now)))
        return self

    def asked_of_chance(self) -> str:
        """Return the kind of the draw or roll that waits ("" = none)."""
        chance = pending(self.game, self.state)
        return "" if chance is None else chance.key.partition(".")[0]

    def rolls(self, *faces: int) -> Party:
        """Roll the dice of a check so, and let it stand."""
        self.comes(*map(str, faces))
        return self.stands()

    def stands(self) -> Party:
        """Let the check stand, where that is still asked."""
        top = self.state.agenda[0] if self.state.agenda else None
        return self.do(Seat(top.seat), Accept()) if isinstance(top, Rolled) else self

    def acts(self, face: int = 5) -> Party:
        """Resolve every action of the round; all dice show ``face``."""
        while self.view.phase == "act":
            self.resolve()
            while self.asked_of_chance() == "dice":
                step = self.state.agenda[0]
                assert isinstance(step, Roll)
                self.rolls(*(face,) * len(step.dice))
        return self

    def time_out(self) -> Party:
        return self.do(Outcome(), Expired("plan"))

    def next(self) -> Party:
        return self.do(Box(), Next("on"))

    def pick(self, seat: int, what: str) -> Party:
        """Answer as a player, or (0) as the box for the party."""
        return self.do(Seat(seat) if seat else Box(), Pick(what))

    def listen(self) -> Party:
        """Hear whatever is being read."""
        while self.need is not None and self.need.kind == "next":
            self.next()
        return self

    def begin(self) -> Party:
        """Lay everything out and listen until the first round begins."""
        return self.do(Box(), Ready()).listen()

    def places(self, *actions: int) -> Party:
        """Put standees on actions, in order of influence."""
        for action in actions:
            turn = self.view.turn
            self.do(Seat(turn), Place(action))
        return self

    def resolve(self) -> Party:
        return self.do(Seat(self.view.turn), Resolve())

    def tries(self, who: int = 0) -> Party:
        """Do the entry of this test's own, for a player or for the party."""
        book = self.game.printed.quests["small"].book
        self.state = run(self.game.printed, replace(self.state, agenda=begin(book, "try", (), who)))
        return self

    # --- what is given

    def has(self, seat: int, **values: Any) -> Party:
        """Give a player so much of something."""
        self.state = self.state.with_player(replace(self.player(seat), **values))
        return self

    def holds(self, seat: int, *items: Item) -> Party:
        """Give a player exactly these cards."""
        self.state = self.state.with_player(replace(self.player(seat), items=items))
        return self

    def given(self, **values: Any) -> Party:
        """Set the table so."""
        self.state = replace(self.state, **values)
        return self

    def settled(self) -> Party:
        self.state = self.game.settle(self.state)
        return self


def began(*effects: str, **more: Any) -> Party:
    """Return a party in its first round."""
    return Party(*effects, **more).begin()
