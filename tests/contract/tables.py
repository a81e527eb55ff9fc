"""Every game that there is, set up in every way that matters: what the contract suite plays."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion.game import Actor, AnyGame, Choice, Illegal, Keeping, Meta, SetUp, Setup, State, Title, fill
from companion.packs import read_pack, shipped
from companion.playtest import Run, answers, anyhow, play
from companion.words import Words
from tests.toys import auction, pig, tictactoe

TOYS = (tictactoe.TITLE, pig.TITLE, auction.TITLE)
MOST_TABLES = 40
"""The most tables played of one game; where there are more, some of the ways to start are taken at each, by turns."""
BRIEF = {"free_radicals": ("scoring.toml", b"rounds = 12", b"rounds = 4")}
"""A value of a pack that ends a game sooner. Bots that know nothing dawdle: their turns are ten times as long as
people's, and in a third of the rounds they do more than people in a whole game."""
SHORT = {"rolling_freight": ("western.toml", "southeastern.toml")}
"""Files of a pack that make a game long: in their place come those of the folder ``short``, as far as it has them. The
printed maps are played by ``tests/rolling_freight``."""

HASTE = 0.03
"""How often a bot takes what cannot be taken back while there is something else to do."""
QUEST = Path(__file__).parents[1] / "playthroughs" / "freelancers" / "packs" / "duck-race"
"""The quest that is played in place of the shipped ones, which ``tests/freelancers`` plays by every law."""


class Table(msgspec.Struct, frozen=True):
    """A game about to start: ``way`` is its set-up's place among those offered, ``how`` names the keepers."""

    game: str
    seats: tuple[int, ...]
    way: int
    how: str
    keepers: tuple[Keeping, ...]
    seed: int

    def __str__(self) -> str:
        return f"{self.game}-{len(self.seats)}p-way{self.way}-{self.how}-{self.seed}"


def registered() -> tuple[Title, ...]:
    """Return the games on the table's own shelf."""
    titles: tuple[Title, ...] = importlib.import_module("companion.games").TITLES
    return titles


@lru_cache
def game_of(key: str) -> AnyGame:
    toys = {title.meta.key: title for title in TOYS}
    if key in toys:
        return toys[key].bind({})
    packs = dict(shipped(key))
    if key in BRIEF:
        file, long, brief = BRIEF[key]
        assert long in packs[file], f"{file} does not say {long!r} any more"
        packs[file] = packs[file].replace(long, brief)
    for file in SHORT.get(key, ()):
        del packs[file]
        short = Path(__file__).parent / "short" / file
        packs |= {file: short.read_bytes()} if short.exists() else {}
    if key == "freelancers":
        packs = {file: content for file, content in packs.items() if not file.startswith("quests/")}
        packs |= {f"quests/duck-race/{file}": content for file, content in read_pack(QUEST).files.items()}
    return next(title for title in registered() if title.meta.key == key).bind(packs)


@lru_cache
def words_of(key: str) -> Words:
    """Return the kernel's words and the game's own."""
    folder = resources.files("companion") / "data" / "words"
    files = [file.read_bytes() for file in folder.iterdir() if file.name.endswith(".toml")]
    toy = Path(__file__).parents[1] / "toys" / f"{key}.toml"
    own = toy.read_bytes() if toy.exists() else shipped(key)["words.toml"]
    return Words.load(*files, own)


def tables_of(key: str) -> tuple[Table, ...]:
    """Return tables of every size, every way to start, and every keeping of every component."""
    found = list(_tables(game_of(key)))
    if len(found) <= MOST_TABLES:
        return tuple(found)
    groups: dict[int, list[Table]] = {}
    for table in found:
        groups.setdefault(table.seed, []).append(table)
    groups = {seed: [table for table in ways if is_kept(table)] or ways for seed, ways in groups.items()}
    each = max(1, MOST_TABLES // len(groups))
    chosen = []
    for n, ways in enumerate(groups.values()):
        first = n * each + n // len(ways)  # not the same way for the same keeping at every size
        chosen += [ways[(first + i) % len(ways)] for i in range(min(each, len(ways)))]
    return tuple(chosen)


def _tables(game: AnyGame) -> Iterator[Table]:
    seed = 0
    for players in range(game.meta.least, game.meta.most + 1):
        for how, keepers in _keepings(game.meta):
            seed += 1
            ten = list(range(1, 11))
            seats = ten[:players] if seed % 2 else Random(seed).sample(ten, players)
            for way in range(len(game.setups(tuple(seats), None))):
                yield Table(game.meta.key, tuple(seats), way, how, keepers, seed)


def _keepings(meta: Meta) -> Iterator[tuple[str, tuple[Keeping, ...]]]:
    """Give both presets, then every other keeping of one component alone."""
    box = {c.key: c.keepers[0] for c in meta.components}
    beside = {c.key: c.beside for c in meta.components}
    yield "box", tuple(Keeping(*kept) for kept in box.items())
    if beside != box:
        yield "beside", tuple(Keeping(*kept) for kept in beside.items())
    for component in meta.components:
        for keeper in component.keepers[1:]:
            kept = {**box, component.key: keeper}
            if kept != beside:
                yield f"{component.key}-{keeper}", tuple(Keeping(*k) for k in kept.items())


@cache
def setup_of(table: Table) -> Setup:
    """Return a set-up that the game takes; its options are drawn again while they do not go together.

    One under which everything is kept as the table would have it comes before any other.
    """
    game, rng = game_of(table.game), Random(table.seed)
    way = game.setups(table.seats, None)[table.way]
    refused: Illegal | None = None
    taken: list[Setup] = []
    for _ in range(100):
        options = fill(way, answers(way, rng))
        assert isinstance(options, SetUp), f"{way.id} sets nothing up"
        setup = Setup(seats=table.seats, options=options, keepers=table.keepers)
        try:
            first = game.new(setup)
        except Illegal as illegal:
            refused = illegal
            continue
        taken.append(setup)
        if set(first.keepers) == set(table.keepers) or not way.asks:
            return setup
    assert taken, f"{table} was refused 100 times, last because of {refused and refused.reason}"
    return taken[0]


def is_kept(table: Table) -> bool:
    """Tell whether a game at this table keeps everything as the table would have it: some ways to start settle that."""
    return set(game_of(table.game).new(setup_of(table)).keepers) == set(table.keepers)


@lru_cache(maxsize=1)
def run_of(table: Table) -> Run:
    """Return one whole random game at this table, played from phones and box, with a correction here and there.

    Only the last is kept: ask for all of one table before the next.
    """
    rng = Random(table.seed)
    return play(game_of(table.game), setup_of(table), rng, policy=unhurried, scribe=0.2, fixes=0.02)


def unhurried(state: State, actor: Actor, choices: tuple[Choice, ...], rng: Random) -> tuple[Choice, dict[str, Any]]:
    """Pick anything, but what cannot be taken back seldom: a game that one key ends would else hardly begin."""
    lasting = tuple(choice for choice in choices if not choice.final)
    if lasting and len(lasting) < len(choices) and rng.random() > HASTE:
        choices = lasting
    return anyhow(state, actor, choices, rng)
